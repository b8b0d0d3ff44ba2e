import { appendFile, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readResults } from '../src/report/results/check-results.ts';
import { openJournal } from '../src/report/results/journal.ts';
import { startRun } from '../src/report/results/run.ts';
import { createTerminal } from '../src/report/terminal.ts';
import { experiment } from './fixtures/results.ts';

let folder = '';
const journal = suite('openJournal');

journal.before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wayfield-journal-'));
});
journal.after(() => rm(folder, { recursive: true }));

const fails = async (): Promise<number> => {
  throw new Error('broken off');
};

journal('does a unit once: a run that was broken off goes on after it', async () => {
  const path = join(folder, 'one', 'journal.jsonl');
  const first = await openJournal(path, { seed: 1 });
  assert.equal(await first.unit('a', () => ({ cells: [1, null, 'x'] })), { cells: [1, null, 'x'] });
  let message = '';
  await first.unit('b', fails).catch((error: Error) => (message = error.message));
  assert.is(message, 'broken off');
  await appendFile(path, '{"unit":"c","ms":1,"resu'); // cut off while it was written

  const second = await openJournal(path, { seed: 1 });
  assert.is(second.resumed, 1);
  assert.equal(await second.unit('a', fails), { cells: [1, null, 'x'] });
  assert.is(await second.unit('b', () => 2), 2);
  assert.is(await second.unit('c', () => 3), 3);

  const third = await openJournal(path, { seed: 1 });
  assert.is(third.resumed, 3);
  await third.remove();
  assert.is((await openJournal(path, { seed: 1 })).resumed, 0);
});

journal('begins from scratch where something else was asked for', async () => {
  const path = join(folder, 'two.jsonl');
  await (await openJournal(path, { seed: 1 })).unit('a', () => 1);
  const other = await openJournal(path, { seed: 2 });
  assert.is(other.resumed, 0);
  assert.is(await other.unit('a', () => 2), 2);
  assert.match(await readFile(path, 'utf8'), /"seed":2.*\n.*"result":2/);
});

journal('refuses a unit of the same name in one run, and works without a file', async () => {
  const memory = await openJournal(undefined, {});
  assert.is(await memory.unit('a', () => 1), 1);
  let message = '';
  await memory.unit('a', () => 1).catch((error: Error) => (message = error.message));
  assert.is(message, "unit 'a' is done twice in one run");
  await memory.remove();
});

journal.run();

const runs = suite('startRun');

runs('writes checked results and CSV, removes the journal and says what differed', async () => {
  const report = await mkdtemp(join(tmpdir(), 'wayfield-run-'));
  let out = '';
  const stream = { write: (text: string) => (out += text) };
  const terminal = createTerminal({ out: stream, progress: stream });
  const run = await startRun({ terminal, command: ['study', 'agents'], report });
  const made = await run.unit('agents', () => experiment());
  const [check] = made.checks;
  run.add({ ...made, checks: [{ ...check, differed: 2, first: 'query 7: no path' }] });
  await run.finish();
  assert.is(run.differed, 2);
  assert.match(
    out,
    /DIFFERENT: agents: GPU A\*, 2 of 111,110 against CPU A\*\n {2}query 7: no path\n/,
  );
  assert.match(out, /111,110 answers compared, 2 differed\n$/);
  const { command, experiments, machine } = await readResults(join(report, 'results.json'));
  assert.equal(command, ['study', 'agents']);
  assert.equal(experiments[0].tables, made.tables);
  assert.is(machine.node, process.versions.node);
  assert.match(await readFile(join(report, 'index.html'), 'utf8'), /^<!doctype html>/);
  assert.match(await readFile(join(report, 'csv', 'agents-T9.csv'), 'utf8'), /^agents,/);
  const gone = await stat(join(report, 'journal.jsonl')).catch(
    (error: { code: string }) => error.code,
  );
  assert.is(gone, 'ENOENT');
  await rm(report, { recursive: true });
});

runs.run();
