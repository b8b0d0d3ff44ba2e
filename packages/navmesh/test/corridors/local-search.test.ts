import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Cells } from '../../src/corridors/cells.ts';
import { sideTo } from '../../src/corridors/corridor-context.ts';
import { createLocalSearch } from '../../src/corridors/local-search.ts';

const test = suite('local search of corridors');

/**
 * Polygon 0 lies above the line y = 0 and has sides on it of length 1, from x = `count` down to 0:
 * all lead to polygon 1, the last one to polygon 2.
 */
function fanCells(count: number): Cells {
  return {
    version: 0,
    epsilon: 1e-9,
    isFree: () => true,
    begin: (p) => (p === 0 ? 0 : count + p),
    end: (p) => (p === 0 ? count : count + p),
    after: (_, s) => s + 1,
    x: (s) => count - s,
    y: () => 0,
    read(_, s, side) {
      side.set([count - s, 0, count - s - 1, 0]);
    },
    portal: () => false,
    across: (s) => (s + 1 === count ? count + 2 : count + 1),
    owner: (s) => s - count,
    locate: () => 0,
    destroy() {},
  };
}

test('a polygon that gets nearer 20,000 times takes no room from the next one', () => {
  const search = createLocalSearch(fanCells(20_000));
  const ask = { from: 0, sx: -10, sy: 1, tx: -10, ty: -1, most: 64, width: 0, first: 0, end: 1 };
  assert.ok(search.toGoals({ ...ask, goals: Int32Array.of(2) }));
  assert.equal([...search.path.subarray(0, search.count)], [0, 2]);
});

test('a side narrower by rounding alone lets the disc through, in both places', () => {
  const cells = fanCells(1);
  const search = createLocalSearch(cells);
  const ask = { from: 0, sx: 0.5, sy: 1, tx: 0.5, ty: -1, most: 64, first: 0, end: 1 };
  for (const [width, passes] of [
    [1 + 1e-10, true],
    [1 + 1e-8, false],
  ] as const) {
    assert.is(sideTo(cells, 0, 2, width) >= 0, passes);
    assert.is(search.toGoals({ ...ask, width, goals: Int32Array.of(2) }), passes);
  }
});

test.run();
