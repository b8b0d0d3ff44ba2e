// Studies as they run: all five at their least size, one that differs, one that is cut off, the
// GPU's part.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { runStudies } from '../src/run/commands/study.ts';
import { checkResults } from '../src/report/results/check-results.ts';
import type { Results } from '../src/report/results/results.ts';
import type { Measurement } from '../src/run/statistics/measurement.ts';
import { breakEvenRoutes } from '../src/roads/study/break-even.ts';
import { STUDIES } from '../src/run/study/index.ts';
import { rowName } from '../src/run/study/published.ts';
import type { Study, StudyUnit } from '../src/run/study/study.ts';
import { runHere } from './run-cli.ts';

let folder = '';
const runs = suite('studies, runs');
runs.before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wayfield-studies-'));
});
runs.after(() => rm(folder, { recursive: true }));

async function readReport(name: string): Promise<Results> {
  const value: unknown = JSON.parse(await readFile(join(folder, name, 'results.json'), 'utf8'));
  checkResults(value);
  return value;
}

runs('run at their least size, differ nowhere, and report every table', async () => {
  const report = ['--report', join(folder, 'all')];
  const args = ['study', 'all', '--tiny', '--no-gpu', '--threads', '1', ...report];
  const { code, out, err } = await runHere(args);
  assert.is(code, 0, out + err);
  assert.match(out, /[\d,]+ answers compared, 0 differed\n$/);
  const { experiments } = await readReport('all');
  assert.equal(
    experiments.map(({ name }) => name),
    STUDIES.map(({ name }) => name),
  );
  for (const [s, { name, tables, checks, standings }] of experiments.entries()) {
    assert.ok(checks.length > 0 && checks.every(({ differed }) => differed === 0), name);
    assert.ok(
      standings.some(({ kind }) => kind === 'rival'),
      name,
    );
    STUDIES[s].tables.forEach(({ id, rows }, t) => {
      assert.is(tables[t].rows.length, rows.length, `${name}, ${id}`);
    });
  }
  for (const { name, tables } of experiments) {
    const { rows, columns } = tables.find(({ id }) => id === 'rivals')!;
    const counts = rows.map(({ ours, theirs }) => [
      (ours as Measurement).n,
      (theirs as Measurement).n,
    ]);
    assert.ok(
      counts.every(([a, b]) => a === b),
      `${name}: ours and theirs took turns`,
    );
    for (const key of ['ours ready', 'theirs ready']) {
      assert.ok(
        rows.every((row) => Number(row[key]) >= 0),
        `${name}: ${key}`,
      );
    }
    assert.is(columns.find(({ ratio }) => ratio)!.ratio!.by, 'calls');
    const kinds = new Set(rows.map(({ calls }) => calls));
    const single = ['agents-on-grids', 'agents-on-roads', 'triangulation'].includes(name);
    assert.equal([...kinds], single ? ['one by one', 'one batch'] : ['the whole task']);
  }
  const page = await readFile(join(folder, 'all', 'index.html'), 'utf8');
  assert.match(page, /Many agents, each with a search of its own/);
});

runs(
  'say which study is unknown, that quick and full are two; one named twice runs once',
  async () => {
    const unknown = await runHere(['study', 'cartography', '--no-gpu']);
    assert.is(unknown.code, 2);
    assert.match(unknown.err, /unknown study 'cartography', known are agents-on-grids, agents-on-/);
    const named = ['diffusion', 'diffusion', '--tiny', '--no-gpu', '--only', 'nothing'];
    const twice = await runHere(['study', ...named]);
    assert.is(twice.code, 0, twice.out + twice.err);
    const both = await runHere(['study', 'diffusion', '--quick', '--full', '--no-gpu']);
    assert.is(both.code, 2);
    assert.match(both.err, /either --quick or --full/);
  },
);

runs(
  'a hierarchy on roads stands with its building, and with the agents that have no path',
  async () => {
    const { experiments } = await readReport('all');
    const { tables, standings } = experiments.find(({ name }) => name === 'agents-on-roads')!;
    const { title, rows } = tables.find(({ id }) => id === 'Table-1')!;
    assert.match(title, /: 44 % of the agents have no path; building the hierarchy is in a column/);
    const [row] = rows;
    const [building, study, plain, without] = [
      'ours building the hierarchy',
      'ours break-even, study',
      'ours break-even, A*',
      'ours without a path',
    ].map((key) => row[key]);
    assert.ok(Number(building) > 0 && Number(without) > 5 && Number(without) < 95);
    for (const routes of [study, plain]) {
      assert.ok(routes === null || (Number.isInteger(routes) && Number(routes) >= 1), `${routes}`);
    }
    const [alone, whole] = ['ours fastest', 'ours fastest, building included'].map(
      (key) => row[key] as Measurement,
    );
    assert.ok(whole.median >= alone.median);
    const names = standings.map(({ name }) => name);
    assert.ok(names.includes('fastest device; ours on a hierarchy that is built before'));
    assert.ok(names.includes('fastest device; ours with building the hierarchy'));
  },
);

runs('break-even: the least number of routes at which building and asking takes no longer', () => {
  // 100 + 10 * 2 = 10 * 12
  assert.is(breakEvenRoutes(100, 2, 12), 10);
  assert.is(breakEvenRoutes(101, 2, 12), 11);
  assert.is(breakEvenRoutes(0, 2, 12), 1);
  assert.is(breakEvenRoutes(100, 12, 12), Infinity);
});

/** A study with a table of two rows, given by these units. */
function small(...units: StudyUnit[]): Study {
  return {
    name: 'small',
    title: 'A study of nothing',
    source: { author: 'N. N.', title: 'Nothing', year: 2000, machine: 'none' },
    timer: { transfer: 'none', state: 'warm', clock: 'wall', what: 'all of it' },
    text: 'Nothing is done.',
    tables: [
      {
        id: 'Table 1',
        title: 'Times of nothing',
        labels: ['row'],
        columns: [{ title: 'time', unit: 'ms', better: 'less' }],
        rows: [
          { labels: ['a'], values: [8] },
          { labels: ['b'], values: [2] },
        ],
      },
    ],
    units,
  };
}

const unit = (row: string, work: StudyUnit['run'], gives = row): StudyUnit => ({
  key: row,
  rows: [['Table 1', gives]],
  from: 'tiny',
  seconds: 1,
  run: work,
});

function run(study: Study, report: string): Promise<{ right: boolean; out: string }> {
  let out = '';
  const quiet = { write: () => undefined };
  const never = (): Promise<GPUDevice> => Promise.reject(new Error('no device is needed'));
  const environment = {
    streams: { out: { write: (text: string) => (out += text) }, progress: quiet },
    args: ['study', 'small'],
    extra: [],
    openDevice: never,
    openSomeDevice: never,
  };
  const flags = { gpu: false, threads: 1, seed: 1, report: join(folder, report) };
  return runStudies(environment, [study], 'tiny', flags).then((right) => ({ right, out }));
}

const four = unit('a', async ({ put }) => put('Table 1', 'a', { time: 4 }));

runs('one answer that differs ends with false, and is named', async () => {
  const wrong = unit('b', async ({ put, check }) => {
    put('Table 1', 'b', { time: { value: 4, by: 'pool' } });
    check.count('paths', 'a second solver', 1_000_000, 1, 'query 17 costs 3, not 2');
  });
  const { right, out } = await run(small(four, wrong), 'wrong');
  assert.not(right);
  assert.match(out, /DIFFERENT: small: paths, 1 of 1,000,000 .*\n.*query 17 costs 3, not 2/);
  const [{ tables, standings }] = (await readReport('wrong')).experiments;
  assert.is(rowName({ labels: ['a', 4] }), 'a, 4');
  const ratios = tables[0].rows.map((row) => row['ours time/study time']);
  assert.equal(
    ratios.map((cell) => (cell as { ratio: number }).ratio),
    [2, 0.5],
  );
  const [{ best, losses }] = standings;
  assert.is(best.ratio, 2);
  assert.equal(losses.length, 1);
});

runs('a unit must give its rows, all of them and no other', async () => {
  const none = unit('b', async () => {});
  const other = unit('b', async ({ put }) => put('Table 1', 'a', { time: 1 }));
  const strange = unit('b', async ({ put }) => put('Table 1', 'b', { time: 1, space: 1 }));
  for (const [study, message] of [
    [small(none), /b did not give Table 1: b/],
    [small(other), /'Table 1: a' is no row of its own/],
    [small(strange), /no column 'space'/],
  ] as const) {
    await run(study, 'strict').then(
      () => assert.unreachable(),
      (error: Error) => assert.match(error.message, message),
    );
  }
});

runs('a run that is cut off goes on where it was', async () => {
  const ran: string[] = [];
  let broken = true;
  const first = unit('a', async (context) => {
    ran.push('a');
    await four.run(context);
  });
  const second = unit('b', async ({ put, check }) => {
    ran.push('b');
    if (broken) throw new Error('the power is gone');
    put('Table 1', 'b', { time: 1 });
    check.fact('b', 'itself', true);
  });
  await run(small(first, second), 'cut').catch((error: Error) =>
    assert.is(error.message, 'the power is gone'),
  );
  broken = false;
  const { right, out } = await run(small(first, second), 'cut');
  assert.ok(right);
  assert.equal(ran, ['a', 'b', 'b']);
  assert.match(out, /1 unit is there from an earlier run/);
});

runs.run();
