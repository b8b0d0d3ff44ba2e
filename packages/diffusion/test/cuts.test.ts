// `wouldBlock` against a flood of its own: what is reached before and after.
import { refuses, sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createDiffusion, createPursuers, type DiffusionMap } from '../src/index.ts';
import { randomMap, randomNumbers } from './random-maps.ts';

const test = suite('wouldBlock');
const SEED = 4;

/** The open cells that goals reach where `isOpen`. */
function reached(
  { width, height, neighbours }: DiffusionMap,
  isOpen: (v: number) => boolean,
  goals: readonly number[],
): Set<number> {
  const seen = new Set(goals.filter(isOpen));
  for (const v of seen) {
    const [x, y] = [v % width, Math.floor(v / width)];
    for (let toY = Math.max(0, y - 1); toY <= Math.min(height - 1, y + 1); toY++) {
      for (let toX = Math.max(0, x - 1); toX <= Math.min(width - 1, x + 1); toX++) {
        if (neighbours === 4 && toX !== x && toY !== y) continue;
        if (isOpen(toY * width + toX)) seen.add(toY * width + toX);
      }
    }
  }
  return seen;
}

test(`counts and names what would be cut off, seed ${SEED}`, () => {
  const random = randomNumbers(SEED);
  let cuts = 0;
  for (let run = 0; run < 400; run++) {
    const [width, height] = [1 + Math.floor(9 * random()), 1 + Math.floor(9 * random())];
    const cells = width * height;
    const shape = { width, height, neighbours: run % 2 ? 4 : 8, blocked: 0.7 * random() } as const;
    const map = randomMap({ ...shape, ground: 'free' }, random);
    const model = createDiffusion(map, { method: run % 3 ? 'distance' : 'diffusion' });
    const some = (most: number): number[] =>
      Array.from({ length: Math.floor(most * random()) }, () => Math.floor(cells * random()));
    const goals = [...new Set(some(4))];
    model.setGoals('goal', { cell: goals });
    // terrain that changes in between
    const closed = some(3);
    model.setTerrain(closed, 0);
    for (const v of closed) map.terrain[v] = 0;
    const before = reached(map, (v) => map.terrain[v] > 0, goals);
    const placements = Array.from({ length: 10 }, (_, i) => (i < 5 ? some(2) : some(7)));
    const expected = placements.map((list) => {
      const after = reached(map, (v) => map.terrain[v] > 0 && !list.includes(v), goals);
      return [...before].filter((v) => !list.includes(v) && !after.has(v)).sort((a, b) => a - b);
    });
    const places = Array.from({ length: cells }, (_, v) => v);
    for (const [i, list] of placements.entries()) {
      const what = `run ${run}: ${width} x ${height}, ${list.join()} of ${map.terrain.join('')}`;
      const cut = model.wouldBlock(list, 'goal', places);
      assert.is(cut.cells, expected[i].length, what);
      assert.equal([...cut.places], expected[i], what);
      if (cut.cells > 0) cuts++;
    }
    sameArray(
      model.wouldBlockEach(placements),
      Uint32Array.from(expected, (list) => list.length),
    );
    model.destroy();
  }
  assert.ok(cuts > 300, `${cuts} cuts`);
});

test('changes nothing, and takes cells and lists of cells', () => {
  const terrain = new Float32Array(25).fill(1);
  const model = createDiffusion(
    { width: 5, height: 5, neighbours: 4, terrain },
    { method: 'distance' },
  );
  model.setGoals('goal', { cell: [0] });
  model.settle();
  const field = model.field('goal');
  const out = new Uint32Array(4);
  const row = [10, 11, 12, 13, 14];
  assert.is(model.wouldBlockEach([12, row, 0], 'goal', out), out);
  assert.equal([...out], [0, 10, 24, 0]);
  assert.equal(model.wouldBlock(row, undefined, [24, 0, 12, 20]), {
    cells: 10,
    places: Uint32Array.of(0, 3),
  });
  sameArray(model.field('goal'), field);
  assert.is(model.settle().steps, 0);
  refuses(() => model.wouldBlock([25]), RangeError, /^cells\[0\] is 25/);
  refuses(() => model.wouldBlock([1], 'goal', [-1]), RangeError, /^places\[0\] is -1/);
  refuses(() => model.wouldBlock([1], 'none'), RangeError, /^layer is 'none'/);
  refuses(() => model.wouldBlockEach([1, [3, 99]]), RangeError, /^placements\[1\]\[1\] is 99/);
  refuses(
    () => model.wouldBlockEach([1], 'goal', new Uint32Array()),
    RangeError,
    /^out.length is 0/,
  );
  model.destroy();
  refuses(() => model.wouldBlock([1]), Error, /destroyed/);
});

test('goals that pursuers emit count', () => {
  const terrain = new Float32Array(5).fill(1);
  const model = createDiffusion({ width: 5, height: 1, neighbours: 4, terrain });
  model.setGoals('goal', { cell: [0] });
  assert.is(model.wouldBlock([2]).cells, 2);
  const emit = { layer: 'goal', strength: 5 };
  const crowd = createPursuers(model, { cell: [4], weights: { goal: 1 }, emit });
  assert.is(model.wouldBlock([2]).cells, 0);
  crowd.destroy();
  assert.is(model.wouldBlock([2]).cells, 2);
  model.destroy();
});

test.run();
