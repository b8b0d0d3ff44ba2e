import { createGpuHierarchySolver } from '@wayfield/gpu/hierarchy';
import { sharedDevice } from '@wayfield/testing/gpu';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createAsyncMatrix, createMatrix } from '../src/matrix.ts';
import { cut, randomPoints, READINGS, town } from './town.ts';

const SEED = 7;
const device = await sharedDevice();
const test = suite(`createAsyncMatrix on a GPU, seed ${SEED}`);

for (const reading of READINGS) {
  test(`gives the bits of one thread, also in waves: ${JSON.stringify(reading)}`, async () => {
    for (const metric of ['seconds', 'metres'] as const) {
      const routing = await town(SEED, { ...reading, metric });
      const points = randomPoints(routing, 60, SEED);
      const [sources, targets] = [points.slice(0, 45), points.slice(20)];
      const matrix = createMatrix(routing);
      const right = matrix.costs(sources, targets);
      matrix.destroy();
      const reference = cut(routing, points);
      const first = reference.costs(0).slice(20);
      assert.ok(first.every((cost, j) => cost === right[j]));
      // two groups of four sources, or all of them
      const few = 2 * 16 * (routing.graph.nodeCount + 1 + 3 * targets.length);
      for (const memoryBudget of [few, 2 ** 26]) {
        const solver = await createGpuHierarchySolver(device, routing.hierarchy, { memoryBudget });
        const made = createAsyncMatrix(routing, solver);
        const costs = await made.costs(sources, targets);
        const wrong = costs.findIndex((cost, k) => cost !== right[k]);
        assert.is(wrong, -1, `${costs[wrong]} and ${right[wrong]}`);
        let blocks = 0;
        for await (const rows of made.rows(sources, targets)) {
          blocks++;
          const before = rows.first * targets.length;
          assert.ok(rows.cost.every((cost, k) => cost === right[before + k]));
        }
        assert.is(blocks, memoryBudget === few ? 6 : 1);
        solver.destroy();
      }
    }
  });
}

test.run();
