import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Contender, sampleInTurns } from '../src/statistics/sample-in-turns.ts';

/** A clock that programs move on by what they take. */
function clock() {
  let time = 0;
  const calls: string[] = [];
  const program = (name: string, takes: (call: number) => number): Contender => {
    let call = 0;
    return {
      name,
      run() {
        calls.push(name);
        time += takes(call++);
        return 12345; // counts are no times
      },
    };
  };
  return { now: () => time, calls, program };
}

const turns = suite('sampleInTurns');

turns('warms up, then lets the order turn around from round to round', async () => {
  const { now, calls, program } = clock();
  const both = [program('a', () => 1), program('b', () => 2)];
  const measured = await sampleInTurns(both, { now, least: 3, most: 3 });
  assert.is(calls.join(''), 'ab' + 'ab' + 'ba' + 'ab');
  assert.equal(measured.get('a')!.samples, [1, 1, 1]);
  assert.is(measured.get('b')!.median, 2);
});

turns('stops when the intervals of all are small, and not before', async () => {
  const steady = clock();
  const one = await sampleInTurns([steady.program('steady', () => 10)], {
    now: steady.now,
    budgetMs: 1e9,
  });
  assert.is(one.get('steady')!.n, 6);
  const noisy = clock();
  const two = [noisy.program('steady', () => 10), noisy.program('noisy', (i) => 10 + 5 * (i % 2))];
  const measured = await sampleInTurns(two, { now: noisy.now, budgetMs: 1e9, most: 40 });
  assert.is(measured.get('noisy')!.n, 40);
  assert.is(measured.get('steady')!.n, 40);
});

turns('begins no round after the budget is spent, but measures once in any case', async () => {
  const { now, program } = clock();
  const noisy = program('noisy', (i) => 100 * (1 + (i % 3)));
  assert.is((await sampleInTurns([noisy], { now, budgetMs: 1000 })).get('noisy')!.n, 5);
  const slow = clock();
  const measured = await sampleInTurns([slow.program('slow', () => 5000)], { now: slow.now });
  assert.equal(measured.get('slow')!.samples, [5000]);
});

turns(
  'repeats short programs until a sample is long enough, and gives the time of one run',
  async () => {
    const { now, calls, program } = clock();
    const short = program('short', () => 0.25);
    const measured = await sampleInTurns([short], { now, sampleMs: 4, least: 2, most: 2 });
    assert.equal(measured.get('short')!.samples, [0.25, 0.25]);
    assert.is(calls.length, 1 + 2 * 16);
  },
);

turns('warms up for as long as is asked', async () => {
  const { now, calls, program } = clock();
  const slow = program('x', (call) => (call < 5 ? 20 : 1));
  const sampling = { now, warmUpMs: 100, least: 2, most: 2 };
  assert.equal((await sampleInTurns([slow], sampling)).get('x')!.samples, [1, 1]);
  assert.is(calls.length, 5 + 2);
});

turns('leaves out what is prepared before a run, and takes times of a device', async () => {
  let time = 0;
  const contenders: Contender[] = [
    { name: 'prepared', before: async () => void (time += 100), run: () => void (time += 3) },
    { name: 'device', returnsMs: true, run: async () => 0.5 },
  ];
  const measured = await sampleInTurns(contenders, { now: () => time, least: 2, most: 2 });
  assert.equal(measured.get('prepared')!.samples, [3, 3]);
  assert.equal(measured.get('device')!.samples, [0.5, 0.5]);
});

turns.run();
