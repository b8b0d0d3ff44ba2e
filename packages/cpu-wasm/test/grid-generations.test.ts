// Answers after 2^27 searches of a grid, when the generations of records begin again.
import { compileKernels, openKernels } from '@wayfield/wasm';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createSearcher } from '../src/create-searcher.ts';
import { createGridMap } from '../src/grid/map.ts';
import { type Kernels, KERNELS_BASE64, ZERO } from '../src/kernels.gen.ts';
import type { SearchChoice } from '../src/searcher.ts';
import { draw } from './random-grids.ts';

const test = suite('generations');

/** Steps to four cells, after two of which the generations end, and `oneSided` searches follow. */
function stepsAfterAll(algorithm: SearchChoice['algorithm'], oneSided: number): number[] {
  const grid = draw(['.........', '########.', '.........']);
  const module = compileKernels(KERNELS_BASE64);
  const map = createGridMap(grid, module, false);
  const host = openKernels<Kernels>(module, { arena: map.arena });
  const choice = { algorithm, heuristic: 'zero', landmarks: 0 } as const;
  map.prepare([1], 0, choice);
  const searcher = createSearcher(host, map.layout, choice);
  const stepsTo = (target: number): number => {
    searcher.search(0, target, 1, 0, -1);
    return searcher.pathLength() - 1;
  };
  // generations 1 and 2 stay in the records of these cells
  const steps = [stepsTo(26), stepsTo(24)];
  host.kernels.gridGenerationSet(2 ** 27 - 1);
  for (let i = 0; i < oneSided; i++) host.kernels.uniformSearch(0, 1, ZERO, -1, 0, 0);
  return [...steps, stepsTo(18), stepsTo(19)];
}

test('that begin again leave no old record valid', () => {
  for (const algorithm of ['dijkstra', 'bidirectional'] as const) {
    // the search that begins again is one of two sides, or of one side, as beyond 2^32 ticks
    for (const oneSided of [0, 1, 2]) {
      const expected = [10, 12, 18, 17];
      assert.equal(stepsAfterAll(algorithm, oneSided), expected, `${algorithm}, ${oneSided}`);
    }
  }
});

test.run();
