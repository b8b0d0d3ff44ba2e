import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Report } from '../src/report/report.ts';
import { checkResults, readResults } from '../src/results/check-results.ts';
import { resultsOfReport } from '../src/results/from-report.ts';
import { results } from './fixtures/results.ts';
import { runHere } from './run-cli.ts';

const { machine, packages, commit, started } = results();
const REPORT: Report = {
  schema: 'wayfield-bench/1',
  command: ['bars-navmesh', '3 b'],
  machine,
  packages,
  commit,
  started,
  seconds: 2,
  problems: [],
  bars: [
    {
      name: '3 b',
      title: 'as promised',
      results: [
        {
          what: 'speed',
          measured: 12,
          bar: 10,
          unit: 'x',
          better: 'more',
          ratio: 1.2,
          outcome: 'pass',
        },
        {
          what: 'speed',
          measured: 12,
          bar: 10,
          unit: 'ms',
          better: 'less',
          ratio: 0.83,
          outcome: 'fail',
        },
        {
          what: 'GPU',
          measured: NaN,
          bar: 5,
          unit: 'x',
          better: 'more',
          ratio: NaN,
          outcome: 'skip',
          note: 'no GPU',
        },
      ],
    },
  ],
  compared: 7,
  differed: 1,
  differences: [
    { problem: 'town', solver: 'A*', query: 3, source: 0, target: 1, what: 'too long' },
  ],
};

const convert = suite('resultsOfReport');

convert('turns bars into tables, also after JSON has made NaN null', () => {
  for (const report of [REPORT, JSON.parse(JSON.stringify(REPORT)) as Report]) {
    const made: unknown = JSON.parse(JSON.stringify(resultsOfReport(report)));
    checkResults(made);
    const [{ name, command, checks, tables }] = made.experiments;
    assert.equal([name, command], ['bars-navmesh', 'wayfield-bench bars-navmesh 3 b']);
    assert.equal([checks[0].compared, checks[0].differed], [7, 1]);
    assert.is(checks[0].first, 'A* on town, query 3: too long');
    const [{ id, rows }] = tables;
    assert.is(id, 'bar-3-b');
    assert.equal(
      rows.map((row) => [row.what, row.measured, row.promised, row.outcome, row.note]),
      [
        ['speed', 12, '≥ 10', 'pass', null],
        ['speed (2)', 12, '≤ 10', 'MISSED', null],
        ['GPU', null, '≥ 5', 'skip', 'no GPU'],
      ],
    );
  }
});

convert('makes a page of the tour, and reads its JSON as results', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'wayfield-tour-'));
  try {
    const [json, to] = [join(folder, 'tour.json'), join(folder, 'page')];
    const args = ['--quick', '--queries', '2', '--solver', 'astar', '--json', json, '--report', to];
    const { code, err } = await runHere(args);
    assert.is(code, 0, err);
    const [written, read] = [await readResults(join(to, 'results.json')), await readResults(json)];
    assert.equal(written.experiments, read.experiments);
    const [{ name, tables, checks }] = read.experiments;
    assert.equal([name, tables.length, checks[0].differed], ['tour', 12, 0]);
    assert.is(tables[0].rows[0].solver, 'astar');
    assert.match(await readFile(join(to, 'index.html'), 'utf8'), /tour-town/);
    const document = join(folder, 'a.md');
    await writeFile(document, '<!-- results:tour/town -->\n<!-- /results -->\n');
    assert.is((await runHere(['docs', json, '--into', document])).code, 0);
    assert.match(await readFile(document, 'utf8'), /^\| astar \| (\d+) of \1 \|/m);
  } finally {
    await rm(folder, { recursive: true });
  }
});

convert.run();
