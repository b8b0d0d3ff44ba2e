import { createTerminal } from '@wayfield/bench/internal/report/terminal';
import { createSession } from '@wayfield/bench/internal/run/session';
import { STUDIES } from '@wayfield/bench/internal/run/study/index';
import type { Study, Value } from '@wayfield/bench/internal/run/study/study';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { studyTarget } from '../src/studies/study-target.ts';
import type { TargetResult } from '../src/run/target.ts';
import { runHere } from './run-targets.ts';

interface Given {
  readonly count: number;
  readonly ms: Value;
  readonly right: boolean;
}

/** A study of one table with one row: 7 steps in 10 ms. */
function madeUp({ count, ms, right }: Given): Study {
  return {
    name: 'made-up',
    title: 'One row',
    source: { author: 'N. N.', title: 'None', year: 2000, machine: 'none' },
    text: 'A row.',
    timer: { transfer: 'without', state: 'warm', clock: 'wall', what: 'nothing' },
    tables: [
      {
        id: 'T1',
        title: 'The row',
        labels: ['row'],
        columns: [
          { title: 'steps', unit: '', better: 'same' },
          { title: 'time', unit: 'ms', better: 'less', device: 'an old machine' },
        ],
        rows: [{ labels: ['a'], values: [7, 10] }],
      },
    ],
    units: [
      {
        key: 'a',
        rows: [['T1', 'a']],
        from: 'tiny',
        seconds: 1,
        async run({ put, check }) {
          check.fact('the answer', 'another', right, 'it is 6');
          put('T1', 'a', { steps: count, time: ms });
        },
      },
    ],
  };
}

async function judge(given: Given): Promise<{ results: TargetResult[]; differed: number }> {
  const results: TargetResult[] = [];
  const terminal = createTerminal({ out: { write: () => true }, progress: { write: () => true } });
  const session = createSession(terminal, []);
  await studyTarget(madeUp(given)).run({
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
    add: (one) => void results.push(one),
  });
  return { results, differed: session.differed };
}

const missed = (results: readonly TargetResult[]): string[] =>
  results.filter(({ outcome }) => outcome === 'fail').map(({ what }) => what);

const target = suite('a study as a target');

target('is met by its own counts, times and answers', async () => {
  const { results, differed } = await judge({ count: 7, ms: 4, right: true });
  assert.equal(missed(results), []);
  assert.is(differed, 0);
  assert.is(results.find(({ unit }) => unit === 'x')?.measured, 2.5);
});

target('is missed by another count, a longer time, a wrong answer, a silent cell', async () => {
  const count = await judge({ count: 8, ms: 4, right: true });
  assert.equal(missed(count.results), ['T1: counts as printed']);
  assert.is(
    count.results.find(({ what }) => what.startsWith('T1'))?.note,
    'a, steps: ours: 8, printed 7',
  );
  const time = await judge({ count: 7, ms: 12, right: true });
  assert.equal(missed(time.results), ['an old machine, printed / ours']);
  const answer = await judge({ count: 7, ms: 4, right: false });
  assert.equal(missed(answer.results), ['answers as those of a second program']);
  assert.is(answer.differed, 1);
  const silent = await judge({ count: 7, ms: { value: null }, right: true });
  assert.equal(missed(silent.results), ['empty cells without a reason']);
});

target('is one of five, and runs by its name', async () => {
  const { out } = await runHere(['studies', '--help']);
  for (const { name } of STUDIES) assert.match(out.replaceAll(/\s+/g, ' '), name);
  const args = ['studies', 'diffusion', '--quick', '--no-gpu', '--threads', '1'];
  const { code, out: said, err } = await runHere(args);
  assert.is(code, 0, said + err);
  assert.match(said, /Table-5.1: counts as printed/);
  assert.match(said, /0 failed/);
});

target.run();
