import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { DIAGONAL_TICKS, STRAIGHT_TICKS, ticksToLength } from '../src/index.ts';

const test = suite('ticksToLength');

test('is exact for every mix of steps below 2378 diagonals', () => {
  for (const straights of [0, 1, 2, 985, 2377, 2378, 5000, 1_000_000]) {
    for (const diagonals of [0, 1, 2, 984, 985, 986, 2376, 2377]) {
      const ticks = straights * STRAIGHT_TICKS + diagonals * DIAGONAL_TICKS;
      assert.is(ticksToLength(ticks), straights + diagonals * Math.SQRT2);
    }
  }
});

test('stays within 5e-8 beyond that', () => {
  for (const diagonals of [2378, 2379, 100_000, 1_270_000]) {
    const exact = 7 + diagonals * Math.SQRT2;
    const length = ticksToLength(7 * STRAIGHT_TICKS + diagonals * DIAGONAL_TICKS);
    assert.ok(
      Math.abs(length - exact) <= 5e-8 * exact,
      `${diagonals} diagonals: ${length} for ${exact}`,
    );
  }
});

test.run();
