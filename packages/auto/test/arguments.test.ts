import { buildQueries } from '@wayfield/graph';
import { openGrid } from '@wayfield/graph/generators';
import { walkExports } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as main from '../src/index.ts';

/** A value whose fields are left alone. */
function opaque<T extends object>(value: T): T {
  return Object.setPrototypeOf({ ...value }, {}) as T;
}

const test = suite('arguments');

test('that are wrong are refused by name', async () => {
  const map = opaque(openGrid(5, 5));
  const queries = opaque(buildQueries([[0, 7]]));
  const problems = await walkExports(
    { '.': { ...main } },
    {
      createBestSolver: {
        args: () => ({
          map,
          options: {
            algorithm: 'astar',
            queries: 3,
            changes: true,
            threads: 1,
            device: false,
            calibration: opaque({ version: 1, curves: [] }),
          },
        }),
        done: (solver: main.BestSolver) => solver.destroy(),
        methods: {
          run: {
            args: () => ({
              queries,
              options: {
                result: 'cost',
                nearest: true,
                reuse: undefined,
                signal: new AbortController().signal,
                onProgress: () => {},
              },
            }),
          },
          update: { args: () => ({ changed: [1, 2] }), optional: ['changed'] },
          destroy: 'no arguments',
        },
      },
      createBestTreeSolver: {
        args: () => ({
          map,
          options: {
            sources: 3,
            changes: true,
            device: false,
            calibration: opaque({ version: 1, curves: [] }),
          },
        }),
        done: (solver: main.BestTreeSolver) => solver.destroy(),
        methods: {
          backendFor: { args: () => ({ count: 2 }) },
          run: {
            args: () => ({
              sources: [0],
              options: {
                reuse: [],
                signal: new AbortController().signal,
                onProgress: () => {},
              },
            }),
          },
          update: { args: () => ({ changed: [1, 2] }), optional: ['changed'] },
          destroy: 'no arguments',
        },
      },
    },
  );
  assert.equal(problems, []);
});

test.run();
