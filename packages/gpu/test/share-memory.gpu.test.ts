// Memory that runs out while shared trees are made: 'auto' answers without trees, 'always' rejects.
import { buildQueries, type Queries } from '@wayfield/graph';
import { openGrid } from '@wayfield/graph/generators';
import { reason } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createSolver } from '../src/search/solver.ts';
import { countingDevice } from './counting-device.ts';
import { checkRoutes } from './search-cases.ts';
import { device } from './device.ts';

const test = suite('memory that runs out: shared trees');

const grid = openGrid(16, 16);
const cells = grid.cost.length;
/** Crowds of `each` queries to 50 targets. */
const crowd = (each: number): Queries =>
  buildQueries(Array.from({ length: 50 * each }, (_, i) => [i % cells, cells - 1 - (i % 50)]));

/** Buffers of trees: the one that fails, counted down. */
let left = Infinity;
let how: 'throws' | 'is reported' = 'throws';
/** The next error scope of this kind reports that memory ran out. */
let reports = false;
const { counting, bytes } = countingDevice(undefined, (descriptor) => {
  if (descriptor.label?.startsWith('tree solver: dist') && --left === 0) {
    if (how === 'throws') throw new RangeError('no memory left');
    reports = true;
  }
  return descriptor;
});
const filters: GPUErrorFilter[] = [];
const failing = new Proxy(counting, {
  get(target, name) {
    const value: unknown = Reflect.get(target, name);
    if (name === 'pushErrorScope') {
      return (filter: GPUErrorFilter) => {
        filters.push(filter);
        device.pushErrorScope(filter);
      };
    }
    if (name === 'popErrorScope') {
      return () => {
        const real = device.popErrorScope();
        if (filters.pop() !== 'out-of-memory' || !reports) return real;
        reports = false;
        return real.then(() => ({ message: 'made up' }));
      };
    }
    return value;
  },
});

for (const kind of ['throws', 'is reported'] as const) {
  test(`'auto' searches where createBuffer ${kind}`, async () => {
    how = kind;
    // trees seem to take no time, so they are measured and chosen
    const internals = { now: () => 0 };
    const queries = crowd(4);
    let failures = 0;
    for (let n = 1; failures === n - 1; n++) {
      const options = { memoryBudget: 2 ** 22, variant: 'workgroup' } as const;
      const solver = await createSolver(failing, grid, options, internals);
      left = n;
      // searches teach what trees could save; then trees are measured and chosen
      for (let k = 0; k < 3; k++) {
        const routes = await solver.run(queries);
        checkRoutes(grid, queries, routes, 'astar');
        assert.is(routes.distinct + routes.shared.queries, queries.count);
        assert.is(solver.memoryBytes, bytes());
      }
      if (left <= 0) failures++;
      left = Infinity;
      solver.destroy();
      assert.is(bytes(), 0);
    }
    // a tree, several trees that are measured, and the trees of the batch
    assert.ok(failures >= 3, `${failures} failures`);
  });
}

for (const kind of ['throws', 'is reported'] as const) {
  test(`'always' rejects where createBuffer ${kind}`, async () => {
    how = kind;
    const solver = await createSolver(failing, grid, { variant: 'workgroup' }, {});
    left = 1;
    const error = await reason(solver.run(crowd(4), { share: 'always' }));
    left = Infinity;
    assert.match(error, kind === 'throws' ? 'no memory left' : 'out of memory: made up');
    solver.destroy();
    assert.is(bytes(), 0);
  });
}

test.run();
