// Memory that runs out at each buffer of a call in turn: no buffer of that call may be lost.
import { buildQueries, type Graph, type Grid } from '@wayfield/graph';
import { openGrid, roadGraph } from '@wayfield/graph/generators';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createGpuSolver, type GpuSolver, type GpuSolverOptions } from '../src/index.ts';
import { countingDevice } from './counting-device.ts';
import { device } from './device.ts';

/** How a buffer fails: `createBuffer` throws, or the error scope reports a buffer too large. */
type Failure = 'throws' | 'is reported';

/** The failure, and buffers until the one that fails. */
let failure: Failure = 'throws';
let left = Infinity;
// one device for all tests: each device compiles the kernels again
const { counting, bytes } = countingDevice(undefined, (descriptor) => {
  if (--left !== 0) return descriptor;
  if (failure === 'throws') throw new RangeError('no memory left');
  const { label = '', usage } = descriptor;
  return { label, usage, size: 2 * device.limits.maxBufferSize };
});

const grid = openGrid(12, 9);
const graph = roadGraph(9, 8, { seed: 5 });
const queries = buildQueries([
  [0, 40],
  [7, 3],
  [21, 60],
  [5, 50],
]);

const test = suite('memory that runs out');

/** Fails the first, second, … buffer of a first call. */
function check(
  name: string,
  [how, data, options]: readonly [Failure, Graph | Grid, GpuSolverOptions],
  call: (solver: GpuSolver) => Promise<unknown>,
): void {
  test(`${name}: createBuffer ${how}`, async () => {
    let isOver = false;
    for (let n = 1; !isOver; n++) {
      const others = bytes();
      const solver = await createGpuSolver(counting, data, options);
      const held = (): number => bytes() - others;
      failure = how;
      left = n;
      const outcome = await call(solver).then(
        () => 'fulfilled',
        (error: unknown) => String(error),
      );
      // fewer buffers were made: each of them has failed
      isOver = left > 0;
      left = Infinity;
      if (isOver) assert.ok(n > 10, `the call makes ${n - 1} buffers`);
      else assert.not.equal(outcome, 'fulfilled', `buffer ${n}`);
      assert.is(solver.memoryBytes, held(), `memoryBytes after buffer ${n}: ${outcome}`);
      // the solver can be used again
      await call(solver);
      assert.is(solver.memoryBytes, held(), `memoryBytes after another call, buffer ${n}`);
      solver.destroy();
      assert.is(held(), 0, `lost after buffer ${n}: ${outcome}`);
    }
  });
}

const search = { share: 'never' } as const;
/** Two waves take turns. */
const turns = { tuning: { compactWave: 2 } };

for (const how of ['throws', 'is reported'] as const) {
  check('run', [how, graph, {}], (solver) => solver.run(queries, search));
  for (const variant of ['workgroup', 'invocation'] as const) {
    const options = { ...turns, variant };
    check(`run in two waves, ${variant}`, [how, grid, options], (solver) =>
      solver.run(queries, search),
    );
    check(`runCompact, ${variant}`, [how, grid, options], (solver) => solver.runCompact(queries));
  }
}

test.run();
