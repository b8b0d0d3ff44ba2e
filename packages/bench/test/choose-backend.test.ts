import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Tree } from '@wayfield/graph';
import { openGrid, randomQueries } from '@wayfield/graph/generators';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type AnsweringSolver, countDifferent, openCpu } from '../src/gpu/choice/backends.ts';
import {
  type ChoiceReport,
  type ChoiceRow,
  measureChoices,
} from '../src/gpu/choice/measure-choices.ts';
import { calibrations, drawQueries, sizedMaps } from '../src/gpu/choice/sizes.ts';
import { printReport } from '../src/gpu/choose-command.ts';
import { readResults } from '../src/report/results/check-results.ts';
import { createTerminal } from '../src/report/terminal.ts';
import { runHere, runOnGpu } from './run-cli.ts';

let folder = '';
const command = suite('wayfield-bench choose');
command.before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wayfield-choose-'));
});
command.after(() => rm(folder, { recursive: true }));

command('calibrates, chooses and measures; keeps the calibration', async () => {
  const json = join(folder, 'report.json');
  const kept = join(folder, 'calibration.json');
  const page = join(folder, 'report');
  const files = ['--json', json, '--calibration', kept, '--report', page];
  const args = ['choose', '--quick', ...files];
  const { code, out, err } = await runOnGpu(args);
  assert.is(code, 0, out + err);
  assert.match(
    out.trimEnd().split('\n').at(-1)!,
    /^0 answers differed; \d of 6 choices wrong by more than 1\.5 x: /,
  );
  const report = JSON.parse(await readFile(json, 'utf8')) as ChoiceReport;
  assert.equal(JSON.parse(await readFile(kept, 'utf8')), report.calibration);
  assert.equal(
    report.rows.map(({ name, task, count }) => `${name} ${task} ${count}`),
    [
      'random 10 astar 1',
      'random 10 astar 40',
      'random 10 dijkstra 1',
      'random 10 dijkstra 40',
      'random 24 tree 1',
      'random 24 tree 4',
    ],
  );
  const backends = report.calibration.curves.map(({ backend }) => backend);
  assert.is(backends.filter((name) => name === 'gpu').length, backends.length / 2);
  for (const { chosen, measured, predicted, lost } of report.rows) {
    for (const time of [measured.cpu, measured.gpu, predicted.cpu, predicted.gpu]) {
      assert.ok(time > 0 && time < Infinity, String(time));
    }
    assert.is(chosen, predicted.gpu < predicted.cpu ? 'gpu' : 'cpu');
    assert.is(lost, measured[chosen] / Math.min(measured.cpu, measured.gpu));
  }

  const { experiments, machine } = await readResults(join(page, 'results.json'));
  const [{ tables, checks, text }] = experiments;
  assert.match(machine.gpu!, /./);
  assert.match(text, /\d of 6 choices were wrong: /);
  assert.equal(
    checks.map(({ compared, differed }) => [compared, differed]),
    [[40 + 1 + 40 + 1 + 4 + 1, 0]],
  );
  const [choices, calibration] = tables;
  assert.equal(
    choices.rows.map((row) => [row.map, row.task, row.queries, row.cpu, row.chosen]),
    report.rows.map((row) => [row.name, row.task, row.count, row.measured.cpu, row.chosen]),
  );
  assert.ok(calibration.rows.length > 0);
  assert.match(await readFile(join(page, 'index.html'), 'utf8'), /Choosing between CPU and GPU/);
  const csv = await readFile(join(page, 'csv', 'choose-choices.csv'), 'utf8');
  assert.is(csv.trimEnd().split('\n').length, 1 + 6);
});

command('refuses a file that holds no calibration', async () => {
  const odd = join(folder, 'odd.json');
  await writeFile(odd, '{"curves":[]}');
  const { code, err } = await runHere(['choose', '--calibration', odd]);
  assert.is(code, 2);
  assert.match(err, /odd\.json is not a calibration that 'choose --calibration' made/);
});

command('ends the workers of the CPU where the GPU refuses', async () => {
  const workers = (): number =>
    (process.report.getReport() as { workers: object[] }).workers.length;
  const before = workers();
  const terminal = createTerminal({ out: { write() {} }, progress: { write() {} } });
  const options = {
    quick: true,
    seed: 1,
    calibration: { version: 1, curves: [] } as const,
    terminal,
  };
  let said = '';
  const lost = {} as GPUDevice;
  await measureChoices(lost, { ...options }).catch((error: Error) => (said = error.message));
  assert.ok(said !== '');
  assert.is(workers(), before);
});

command('shows wrong choices and different answers', () => {
  const times = { cpu: 3, gpu: 1 };
  const row: ChoiceRow = {
    name: 'm',
    task: 'astar',
    map: 'uniform',
    nodes: 9,
    count: 4,
    work: 2,
    chosen: 'cpu',
    predicted: times,
    measured: times,
    lost: 3,
    differed: 2,
  };
  let out = '';
  const terminal = createTerminal({
    out: { write: (text) => (out += text) },
    progress: { write: () => undefined },
  });
  const calibration = { version: 1, curves: [] } as const;
  const rows = [row, { ...row, chosen: 'gpu' as const, lost: 1, differed: 0 }];
  printReport({ calibration, calibrationMs: {}, rows, shareWrong: 0.5 }, false, terminal);
  assert.match(out, /cpu +3\.00 +WRONG 2 answers DIFFER/);
  assert.match(out, /2 answers differed; 1 of 2 choices wrong by more than 1\.5 x: 50\.0 %/);
});

command.run();

const sizes = suite('problem sizes');

sizes('are at least 40, of every task, and calibrated for', () => {
  const list = sizedMaps(false, 1).flatMap(({ tasks, counts, name }) =>
    tasks.flatMap((task) => counts.map((count) => ({ name, task, count }))),
  );
  assert.ok(list.length >= 40, `${list.length}`);
  const calibrated = new Set(
    calibrations(false).flatMap(({ tasks, maps = ['uniform'] }) =>
      tasks!.flatMap((task) => maps.map((map) => `${task} ${map}`)),
    ),
  );
  for (const { name, task } of list) {
    const map = name.startsWith('road') ? 'graph' : 'uniform';
    assert.ok(calibrated.has(`${task} ${map}`), `${task} ${map}`);
  }
});

sizes('draw as many different queries as asked', () => {
  const queries = drawQueries(openGrid(50, 50), 20_000, 3);
  assert.is(queries.source.length, 20_000);
  const pairs = new Set(queries.source.map((s, i) => s * 2500 + queries.target[i]));
  assert.ok(pairs.size > 19_000, `${pairs.size}`);
});

sizes.run();

const answers = suite('countDifferent');

answers('finds changed costs, statuses and trees', async () => {
  const grid = openGrid(9, 9);
  const queries = randomQueries(grid, 5, { seed: 4 });
  const routes = async (): Promise<ReturnType<typeof countDifferent>> => {
    const solver = (await openCpu(grid, 'astar')) as AnsweringSolver;
    const [a] = [structuredClone(await solver.run(queries))];
    const b = structuredClone(a);
    await solver.destroy();
    assert.is(countDifferent(a, b, false), 0);
    (b as { cost: Float32Array }).cost[2] += 1;
    (b as { status: Uint8Array }).status[4]++;
    assert.is(countDifferent(a, b, true), 1);
    return countDifferent(a, b, false);
  };
  assert.is(await routes(), 2);
  const solver = (await openCpu(grid, 'tree')) as AnsweringSolver;
  const trees = structuredClone(await solver.run(queries)) as readonly Tree[];
  const others = structuredClone(trees);
  assert.is(countDifferent(trees, others, false), 0);
  others[1].dist[7] += 1;
  assert.is(countDifferent(trees, others, false), 1);
  await solver.destroy();
});

answers.run();
