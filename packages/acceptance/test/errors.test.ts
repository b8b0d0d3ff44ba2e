import { InputError } from '@wayfield/bench/internal/run/problems/read-file';
import { createTerminal } from '@wayfield/bench/internal/report/terminal';
import { createSession } from '@wayfield/bench/internal/run/session';
import { buildQueries, type Routes } from '@wayfield/graph';
import { openGrid } from '@wayfield/graph/generators';
import { createWasmSolver } from '@wayfield/cpu-wasm';
import { reason } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { faultOf as faultOfRoutes } from '../src/records/grid-paths.ts';
import { faultOf as faultOfLengths } from '../src/records/mesh-paths.ts';
import { childFile, isBuilt } from '../src/run/run-child.ts';
import { runTargets } from '../src/run/run-targets.ts';
import {
  atLeast,
  attempt,
  result,
  type Target,
  type TargetReport,
  type TargetResult,
} from '../src/run/target.ts';
import { runHere } from './run-targets.ts';

const silent = { write: () => true };
const session = createSession(createTerminal({ out: silent, progress: silent }), []);
const given = {
  session,
  device: undefined,
  noDevice: 'none',
  data: undefined,
  rounds: 1,
  threads: 1,
  seed: 1,
  queries: 1,
  solvers: undefined,
  peers: undefined,
  quick: false,
};

const figure = result('figure', 2, atLeast(1, 'answers'));
const good: Target = { name: 'good', title: 'passes', run: () => Promise.resolve([figure]) };
/** Adds a figure, then throws. */
const bad = (error: Error): Target => ({
  name: 'bad',
  title: 'throws',
  run({ add }) {
    add(figure);
    return Promise.reject(error);
  },
});

const errors = suite('errors of targets');

errors('a target that throws has failed, and the next one is measured', async () => {
  const reports: TargetReport[] = [];
  const isMet = await runTargets([bad(new Error('no luck\nat all')), good], reports, given, {});
  assert.is(isMet, false);
  assert.equal(
    reports.map(({ results }) => results.map(({ outcome, note }) => [outcome, note])),
    [
      [
        ['pass', undefined],
        ['fail', 'no luck'],
      ],
      [['pass', undefined]],
    ],
  );
});

errors('an InputError of a target is thrown after the last target', async () => {
  const reports: TargetReport[] = [];
  const run = runTargets([bad(new InputError('no such file')), good], reports, given, {});
  assert.is(await reason(run), 'InputError: no such file');
  assert.equal(
    reports.map(({ results }) => results.map(({ outcome }) => outcome)),
    [['pass', 'skip'], ['pass']],
  );
});

errors('a part of a target that throws has failed', async () => {
  const results: TargetResult[] = [];
  const context = { session, add: (one: TargetResult) => void results.push(one) };
  await attempt(context, 'part', () => Promise.reject(new Error('a text')));
  assert.equal(
    results.map(({ what, outcome, note }) => [what, outcome, note]),
    [['part: errors', 'fail', 'a text']],
  );
});

errors('wrong costs and lengths of records are found, not thrown', () => {
  const grid = openGrid(4, 4);
  const queries = buildQueries({ source: [0, 1], target: [15, 14] });
  const solver = createWasmSolver(grid, { algorithm: 'dijkstra' });
  const routes = solver.run(queries);
  solver.destroy();
  assert.is(faultOfRoutes(grid, queries, routes, routes), undefined);
  const other: Routes = { ...routes, cost: routes.cost.map((c, i) => c + i) };
  assert.match(faultOfRoutes(grid, queries, routes, other)!, /^query 1: cost 3\.4/);
  assert.is.not(faultOfRoutes(grid, queries, other, routes), undefined);

  const exact = { status: Uint8Array.of(0, 0), cost: Float64Array.of(3, 4) };
  assert.is(faultOfLengths(exact, exact, 2), undefined);
  const longer = { ...exact, cost: Float64Array.of(3, 5) };
  assert.is(faultOfLengths(longer, exact, 2), 'query 1: length 5, that of Polyanya is 4');
});

errors('a program that is not built is a skip that says so', () => {
  const results: TargetResult[] = [];
  const context = { add: (one: TargetResult) => void results.push(one) };
  assert.ok(isBuilt(childFile('cli.js'), 'libraries', context));
  assert.not.ok(isBuilt(childFile('none.js'), 'libraries', context));
  assert.equal(
    results.map(({ what, outcome, note }) => [what, outcome, note]),
    [['libraries', 'skip', 'dist is not built: no none.js']],
  );
});

errors('a target of records that needs a GPU is a skip without one', async () => {
  const { code, out, err } = await runHere(['records', '4', '--quick', '--no-gpu']);
  assert.is(code, 0, out + err);
  assert.match(out, /target 4: sort, scan and sweeps on the GPU.*: - .* skip; /);
});

errors.run();
