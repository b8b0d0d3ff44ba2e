import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { describeRounds, timesOfParts } from '../src/run/parts.ts';

const parts = suite('timesOfParts');

parts('lets programs take turns on each part, in an order that alternates', async () => {
  const calls: string[] = [];
  const program = (name: string) => (from: number, end: number) => {
    calls.push(`${name} ${from}-${end}`);
  };
  const times = await timesOfParts(70, [program('a'), program('b')], 2, () => {});
  const first = 'a 0-50, b 0-50, a 50-70, b 50-70';
  assert.is(calls.join(', '), `${first}, b 0-50, a 0-50, b 50-70, a 50-70`);
  for (const { least, rounds } of times) {
    assert.is(rounds.length, 2);
    assert.ok(rounds.every((ms) => least <= ms));
  }
});

parts('has notes with the median beside the least and the most', () => {
  assert.is(describeRounds([3, 1, 8]), 'median 3, 1 to 8 in 3 rounds');
  assert.is(describeRounds([3, 1], 'x'), 'median 2, 1 to 3 x in 2 rounds');
});

parts.run();
