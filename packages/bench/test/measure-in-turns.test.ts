import { random } from '@wayfield/graph/generators';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { refuses } from '@wayfield/testing';
import {
  type Calls,
  checkComparison,
  compareFigures,
  type Contestant,
  measureInTurns,
} from '../src/run/statistics/measure-in-turns.ts';
import { ratioOfRounds } from '../src/run/statistics/ratio-of.ts';

/** A clock that programs move on by what they take. */
function clock() {
  let time = 0;
  const calls: string[] = [];
  const program = (name: string, takes: (call: number) => number): Contestant => {
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

const turns = suite('measureInTurns');

turns('gives all contestants the same warm-up, calls and order: ABBA', async () => {
  const { now, calls, program } = clock();
  const both = [program('a', () => 1), program('b', () => 2)];
  const race = await measureInTurns(both, 'single', { now, warmUp: 2, least: 4, most: 4 });
  assert.is(calls.join(''), 'abba' + 'abba' + 'abba');
  assert.equal(race.time('a').samples, [1, 1, 1, 1]);
  assert.is(race.time('b').median, 2);
  for (const { warmUpCalls, countedCalls, calls: kind } of race.figures) {
    assert.equal([warmUpCalls, countedCalls, kind], [2, 4, 'single']);
  }
});

turns('makes as many calls of a slow contestant as of a fast one', async () => {
  const { now, calls, program } = clock();
  const both = [program('fast', () => 0.25), program('slow', () => 1)];
  const sampling = { now, sampleMs: 4, least: 2, most: 2, budgetMs: 1e6 };
  const race = await measureInTurns(both, 'batch', sampling);
  assert.equal(race.time('fast').samples, [0.25, 0.25]);
  for (const name of ['fast', 'slow']) {
    assert.is(calls.filter((one) => one === name).length, 1 + 2 * 16);
  }
  // where the slow one would take longer than the budget has, both make fewer calls
  const few = clock();
  const other = [few.program('fast', () => 0.25), few.program('slow', () => 100)];
  const slow = await measureInTurns(other, 'batch', { ...sampling, now: few.now, budgetMs: 1000 });
  assert.equal(new Set(slow.figures.map(({ countedCalls }) => countedCalls)).size, 1);
  assert.ok(slow.figures[0].countedCalls <= 10);
});

turns('makes one call for the first sample where no warm-up says how long it takes', async () => {
  const { now, calls, program } = clock();
  const sampling = { now, warmUp: 0, sampleMs: 4, least: 3, most: 3, budgetMs: 1e6 };
  const race = await measureInTurns([program('a', () => 1)], 'batch', sampling);
  assert.equal(race.time('a').samples, [1, 1, 1]);
  assert.is(calls.length, 1 + 4 + 4);
});

turns(
  'finds two equal contestants equal, whatever else the machine does (seeds 1 to 20)',
  async () => {
    for (let seed = 1; seed <= 20; seed++) {
      const next = random(seed);
      const { now, program } = clock();
      // other programs take half of the machine or more, for a while, again and again
      let [until, load] = [0, 1];
      const takes = (): number => {
        if (now() >= until) {
          load = next() < 0.5 ? 1 : 1 + 3 * next();
          until = now() + 200 * next();
        }
        return 2 * load * (1 + 0.1 * next());
      };
      const both = [program('ours', takes), program('theirs', takes)];
      const sampling = { now, warmUpMs: 20, least: 25, most: 40, error: 0.01, sampleMs: 2 };
      const race = await measureInTurns(both, 'single', { ...sampling, budgetMs: 1e9 });
      const { ours, theirs } = compareFigures(race.figure('ours'), race.figure('theirs'));
      const { ratio } = ratioOfRounds(theirs.samples, ours.samples);
      assert.ok(ratio > 0.95 && ratio < 1.05, `seed ${seed}: ${ratio}`);
    }
  },
);

turns('a drift of the machine cancels', async () => {
  const { now, program } = clock();
  let call = 0;
  const slower = (): number => 10 + call++;
  const race = await measureInTurns([program('a', slower), program('b', slower)], 'whole', {
    now,
    least: 40,
    most: 40,
    budgetMs: 1e9,
  });
  const { ratio } = ratioOfRounds(race.time('a').samples, race.time('b').samples);
  assert.ok(Math.abs(ratio - 1) < 0.02, `${ratio}`);
});

turns('stops when the intervals of all are small, and not before', async () => {
  const steady = clock();
  const one = await measureInTurns([steady.program('steady', () => 10)], 'whole', {
    now: steady.now,
    budgetMs: 1e9,
  });
  assert.is(one.time('steady').n, 6);
  const noisy = clock();
  const two = [noisy.program('steady', () => 10), noisy.program('noisy', (i) => 10 + 5 * (i % 2))];
  const sampling = { now: noisy.now, budgetMs: 1e9, most: 40 };
  const race = await measureInTurns(two, 'whole', sampling);
  assert.is(race.time('noisy').n, 40);
  assert.is(race.time('steady').n, 40);
});

turns('begins no round after the budget is spent, but for those that always run', async () => {
  const { now, program } = clock();
  const noisy = program('noisy', (i) => 100 * (1 + (i % 3)));
  const race = await measureInTurns([noisy], 'whole', { now, budgetMs: 1000 });
  assert.is(race.time('noisy').n, 5);
  const slow = clock();
  const contestant = slow.program('slow', () => 5000);
  const once = await measureInTurns([contestant], 'whole', { now: slow.now });
  assert.equal(once.time('slow').samples, [5000]);
  const always = await measureInTurns([contestant], 'whole', { now: slow.now, always: 3 });
  assert.is(always.time('slow').n, 3);
});

turns(
  'warms up for as long as is asked, but for no more than a quarter of the budget',
  async () => {
    const { now, calls, program } = clock();
    const slow = program('x', (call) => (call < 5 ? 20 : 1));
    const sampling = { now, warmUpMs: 100, least: 2, most: 2 };
    const race = await measureInTurns([slow], 'whole', sampling);
    assert.equal(race.time('x').samples, [1, 1]);
    assert.is(calls.length, 5 + 2);
    const other = clock();
    const both = [other.program('fast', () => 1), other.program('slow', () => 200)];
    const capped = { now: other.now, warmUpMs: 1000, least: 2, most: 2, budgetMs: 2000 };
    const [fast] = (await measureInTurns(both, 'whole', capped)).figures;
    assert.is(fast.warmUpCalls, 3);
  },
);

turns('leaves out what is prepared before a call, and takes times of a device', async () => {
  let time = 0;
  const contestants: Contestant[] = [
    { name: 'prepared', before: async () => void (time += 100), run: () => void (time += 3) },
    { name: 'device', returnsMs: true, run: async () => 0.5 },
  ];
  const race = await measureInTurns(contestants, 'whole', { now: () => time, least: 2, most: 2 });
  assert.equal(race.time('prepared').samples, [3, 3]);
  assert.equal(race.time('device').samples, [0.5, 0.5]);
});

turns.run();

const compare = suite('compareFigures');

const race = async (calls: Calls) => {
  const { now, program } = clock();
  const both = [program('ours', () => 1), program('theirs', () => 3)];
  return measureInTurns(both, calls, { now, least: 2, most: 2 });
};

compare('gives both figures of one race in another unit', async () => {
  const { figure } = await race('single');
  const comparison = compareFigures(figure('ours'), figure('theirs'), 1000 / 4);
  assert.equal([comparison.ours.median, comparison.theirs.median], [250, 750]);
  assert.is(comparison.calls, 'single');
  checkComparison(comparison);
});

compare('refuses figures of different calls, of different races, and made by hand', async () => {
  const [single, batch, again] = [await race('single'), await race('batch'), await race('single')];
  refuses(
    () => compareFigures(batch.figure('ours'), single.figure('theirs')),
    RangeError,
    /^ours was measured by 'batch' calls, theirs by 'single' calls/,
  );
  refuses(
    () => compareFigures(single.figure('ours'), again.figure('theirs')),
    RangeError,
    /^ours and theirs took no turns in one race/,
  );
  const copy = { ...single.figure('ours') };
  refuses(() => compareFigures(copy, single.figure('theirs')), RangeError, /took no turns/);
  const { time } = single;
  const byHand = { calls: 'single', ours: time('ours'), theirs: time('theirs') } as const;
  refuses(() => checkComparison(byHand), TypeError, /made by hand/);
});

compare('refuses names that come twice, and names that took no part', async () => {
  const { program } = clock();
  const twice = [program('a', () => 1), program('a', () => 1)];
  await measureInTurns(twice, 'whole').then(
    () => assert.unreachable(),
    (error: Error) => assert.match(error.message, /^contestants are a, a, expected each name once/),
  );
  const { figure } = await race('whole');
  refuses(() => figure('mine'), RangeError, /^'mine' took no part, expected ours, theirs/);
});

compare.run();
