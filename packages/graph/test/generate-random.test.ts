import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { sameArray } from '@wayfield/testing';
import { random } from '../src/generators.ts';

const test = suite('random');

test('gives the same numbers for the same seed, for ever', () => {
  const next = random(1);
  sameArray(
    Array.from({ length: 4 }, () => next() * 2 ** 32),
    FIRST,
  );
  const again = random();
  sameArray(
    Array.from({ length: 4 }, () => again() * 2 ** 32),
    FIRST,
  );
});

test('gives whole numbers below n', () => {
  const real = random(5);
  const whole = random(5);
  for (let n = 1; n < 2000; n++) assert.is(whole(n), Math.floor(real() * n));
  assert.is(random(3)(1), 0);
});

test('tells seeds apart, low and high bits, neighbours and signs', () => {
  const firsts = [0, 1, 2, 3, -1, 2 ** 31, 2 ** 32, 2 ** 32 + 1, 2 ** 52].map((seed) =>
    random(seed)(),
  );
  assert.is(new Set(firsts).size, firsts.length);
});

test('stays in [0, 1) and is uniform, in pairs too (chi squared, 1000 seeds)', () => {
  const cells = new Uint32Array(256);
  for (let seed = 0; seed < 1000; seed++) {
    const next = random(seed);
    for (let i = 0; i < 100; i++) {
      const a = next();
      const b = next();
      assert.ok(a >= 0 && a < 1 && b >= 0 && b < 1);
      cells[Math.floor(a * 16) * 16 + Math.floor(b * 16)]++;
    }
  }
  const expected = 100_000 / 256;
  const chi = cells.reduce((sum, n) => sum + (n - expected) ** 2 / expected, 0);
  // 255 degrees of freedom: mean 255, deviation 22.6
  assert.ok(chi > 165 && chi < 345, `chi squared ${chi}`);
});

const FIRST = [3387734806, 1080862987, 3546521498, 2861869171];

test.run();
