import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomGrid } from '@wayfield/graph/generators';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { guardRatios } from '../src/run/ratios/guard.ts';
import { measureRatios } from '../src/run/ratios/measure-ratios.ts';
import type { RatioCase } from '../src/run/ratios/ratio-case.ts';
import { routeCase } from '../src/run/ratios/route-case.ts';
import { compareResults } from '../src/report/results/compare-results.ts';
import type { Experiment, Results } from '../src/report/results/results.ts';
import { plainAstar } from '../src/run/solvers/plain.ts';
import { wayfieldSolver } from '../src/run/solvers/wayfield.ts';
import { results } from './fixtures/results.ts';
import { runHere } from './run-cli.ts';

const comparison = suite('compareResults');

comparison('finds nothing between equal runs', () => {
  const { changes, onlyBefore, onlyAfter } = compareResults(results(), results());
  assert.is(changes.length, 5 * 3 + 4 + 5); // two times and a count, ratios to the study and the CPU
  assert.ok(changes.every(({ outcome, ratio }) => outcome === 'same' && ratio === 1));
  assert.equal([onlyBefore, onlyAfter], [[], []]);
});

comparison('finds what became slower and what became faster, beyond noise only', () => {
  const worse = compareResults(results(), results(2)).changes.filter((c) => c.outcome === 'worse');
  assert.is(worse.length, 10, 'the times of the GPU and their ratio to the CPU');
  for (const { ratio, where, low, high } of worse) {
    assert.ok(Math.abs(ratio - 0.5) < 1e-5 && low < 0.51 && high > 0.49 && high < 1, where);
    assert.match(where, /^agents [\d,]+, (GPU|against CPU, 1 thread)$/);
  }
  const better = compareResults(results(2), results()).changes.filter(
    (c) => c.outcome === 'better',
  );
  assert.is(better.length, 10);
  // within the interval of the measurements
  const { changes } = compareResults(results(), results(1.01), { least: 0 });
  assert.ok(
    changes.filter((c) => c.kind === 'measured').every(({ outcome }) => outcome === 'same'),
  );
});

comparison('looks at ratios and counts alone where it must not trust times', () => {
  const { changes } = compareResults(results(), results(2), { stable: true });
  assert.equal(new Set(changes.map(({ kind }) => kind)), new Set(['count', 'ratio']));
});

comparison.run();

const command = suite('wayfield-bench compare');
let folder = '';
command.before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wayfield-compare-'));
});
command.after(() => rm(folder, { recursive: true }));

command(
  'refuses a run that is twice as slow with exit code 1 and passes an equal one',
  async () => {
    const [a, b] = [join(folder, 'a.json'), join(folder, 'b.json')];
    await writeFile(a, JSON.stringify(results()));
    await writeFile(b, JSON.stringify(results(2)));
    const equal = await runHere(['compare', a, a]);
    assert.is(equal.code, 0);
    assert.is(equal.out, '0 worse, 0 better, 24 the same within noise\n');
    const slower = await runHere(['compare', a, b]);
    assert.is(slower.code, 1);
    assert.match(slower.out, /^worse:\n/);
    assert.match(slower.out, /agents, T9: agents 10, GPU +3\S* +6\S* +ms +0\.5/);
    assert.match(slower.out, /10 worse, 0 better, 14 the same within noise\n$/);
    assert.is((await runHere(['compare', b, a])).code, 0, 'faster is fine');
    assert.is((await runHere(['compare', a, b, '--limit', '150'])).code, 0, 'it is 100 % slower');
    assert.is((await runHere(['compare', a, b, '--stable', '--limit', '25'])).code, 1);
    const other = { ...results(), machine: { ...results().machine, node: '24.1.0' } };
    await writeFile(b, JSON.stringify(other));
    assert.match(
      (await runHere(['compare', a, b])).out,
      /^two machines \(Node 20\.19\.0 and 24\.1\.0\)/,
    );
  },
);

command.run();

/** Results of the races as `ratios` makes them. */
const run = (experiment: Experiment): Results => ({ ...results(), experiments: [experiment] });

/** An experiment with the `GPU` so many times slower, under the labels of the races. */
const fake = (slower: number): Results => {
  const [first] = results(slower).experiments;
  const [table] = first.tables;
  const columns = table.columns.map((column) =>
    column.kind === 'label' ? { ...column, key: 'name' } : column,
  );
  const rows = table.rows.map(({ agents, ...row }) => ({ name: agents, ...row }));
  return run({ ...first, tables: [{ ...table, columns, rows }] });
};

const guard = suite('guardRatios');

guard('refuses what is twice as slow every time it is measured, and names it', async () => {
  const asked: (readonly string[] | undefined)[] = [];
  const { refused } = await guardRatios({
    baseline: fake(1),
    limit: 0.25,
    tries: 3,
    async measure(names) {
      asked.push(names);
      return fake(2);
    },
  });
  assert.is(refused.length, 5);
  assert.match(refused[0].where, /^agents 10, against CPU, 1 thread$/);
  assert.equal(asked, [
    undefined,
    ...Array.from({ length: 2 }, () => ['10', '100', '1000', '10000', '100000']),
  ]);
});

guard('passes what was slow once, and 20 % with a limit of 25 %', async () => {
  const speeds = [2, 1];
  const input = { baseline: fake(1), limit: 0.25, tries: 3 };
  const once = await guardRatios({ ...input, measure: async () => fake(speeds.shift()!) });
  assert.equal(once.refused, []);
  assert.is(speeds.length, 0, 'it was measured again');
  const little = await guardRatios({ ...input, measure: async () => fake(1.2) });
  assert.equal(little.refused, []);
});

guard('names figures that are not measured any more, and counts what differs', async () => {
  const now = fake(1);
  const [{ tables, checks }] = now.experiments;
  const [table] = tables;
  const fewer = { ...table, rows: table.rows.slice(1) };
  const wrong = [{ ...checks[0], differed: 1 }];
  const result = await guardRatios({
    baseline: fake(1),
    limit: 0.25,
    tries: 3,
    measure: async () => run({ ...now.experiments[0], tables: [fewer], checks: wrong }),
  });
  assert.equal(result.refused, []);
  assert.is(result.differed, 1);
  assert.equal(result.missing, [
    'agents, T9: agents 10, settled',
    'agents, T9: agents 10, against OpenMP, 8 threads',
    'agents, T9: agents 10, against CPU, 1 thread',
  ]);
});

const RACE = routeCase({
  name: 'A*',
  ours: wayfieldSolver('astar'),
  theirs: plainAstar,
  map: () => randomGrid(96, 96, { density: 0.2, seed: 3 }),
  queries: 6,
});

/** The same race against a program that does everything twice, and counts it. */
const TWICE: RatioCase = {
  ...RACE,
  async make() {
    const { ours, counts, ...made } = await RACE.make();
    return {
      ...made,
      ours: {
        run() {
          ours.run();
          ours.run();
        },
      },
      counts: { 'settled nodes': 2 * counts['settled nodes'] },
    };
  },
};

guard(
  'refuses a real solver that works twice and passes the one that works once (seed 3)',
  async () => {
    const sampling = { warmUpMs: 200, least: 9, most: 15, sampleMs: 2, budgetMs: 500 };
    const measure = (race: RatioCase) => async () => run(await measureRatios([race], sampling));
    // compiled once, both programs are as fast as they get
    await measure(RACE)();
    const baseline = await measure(RACE)();
    assert.is(baseline.experiments[0].checks[0].differed, 0);
    // a ratio under 1 / 1.5 of the baseline's four times in a row takes more than noise
    const input = { baseline, limit: 0.5, tries: 4 };
    const equal = await guardRatios({ ...input, measure: measure(RACE) });
    assert.equal(equal.refused, []);
    const slower = await guardRatios({ ...input, measure: measure(TWICE) });
    assert.ok(slower.refused.some(({ kind, ratio }) => kind === 'count' && ratio === 0.5));
    // both once more side by side, should the machine have been busy during one of them
    const seen: number[] = [];
    for (let left = 4; left > 0 && !seen.some((ratio) => ratio < 0.75); left--) {
      const [once, twice] = [await measure(RACE)(), await measure(TWICE)()];
      const { changes } = compareResults(once, twice, { stable: true });
      seen.push(changes.find(({ kind }) => kind === 'ratio')!.ratio);
    }
    assert.ok(Math.min(...seen) < 0.75, `works twice, and its ratio is ${seen} of what it was`);
  },
);

guard.run();
