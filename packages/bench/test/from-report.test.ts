import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Report } from '../src/report/report.ts';
import { checkResults, readResults } from '../src/report/results/check-results.ts';
import { resultsOfReport } from '../src/report/results/from-report.ts';
import { figure, finite, label, listTable, slug } from '../src/report/results/list-table.ts';
import type { Table } from '../src/report/results/results.ts';
import { results } from './fixtures/results.ts';
import { runHere } from './run-cli.ts';

const { machine, packages, commit, started } = results();
const REPORT: Report = {
  schema: 'wayfield-bench/1',
  command: ['navmesh', '3 b'],
  machine,
  packages,
  commit,
  started,
  seconds: 2,
  problems: [],
  compared: 7,
  differed: 1,
  differences: [
    { problem: 'town', solver: 'A*', query: 3, source: 0, target: 1, what: 'too long' },
  ],
};

const convert = suite('resultsOfReport');

convert('tells its checks, and takes tables of another program', () => {
  const table = (command: string): Table =>
    listTable(
      { id: slug('target 3 b'), title: 'as promised', command },
      [NaN, 12],
      [
        [label('what', 'what'), () => 'speed'],
        [figure('measured', 'measured'), (value) => finite(value)],
      ],
    );
  const own = { program: 'targets', title: 'Targets', tables: (line: string) => [table(line)] };
  for (const report of [REPORT, JSON.parse(JSON.stringify(REPORT)) as Report]) {
    const made: unknown = JSON.parse(JSON.stringify(resultsOfReport(report, own)));
    checkResults(made);
    const [{ name, title, command, checks, tables }] = made.experiments;
    assert.equal([name, title, command], ['navmesh', 'Targets', 'targets navmesh 3 b']);
    assert.equal([checks[0].compared, checks[0].differed], [7, 1]);
    assert.is(checks[0].first, 'A* on town, query 3: too long');
    const [{ id, rows }] = tables;
    assert.is(id, 'target-3-b');
    assert.equal(
      rows.map((row) => [row.what, row.measured]),
      [
        ['speed', null],
        ['speed (2)', 12],
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
