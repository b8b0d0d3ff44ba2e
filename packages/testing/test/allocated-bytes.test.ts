import { allocatedBytes } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';

const test = suite('bytes that a call allocates');
const numbers = new Float64Array(64);

test('none of arithmetic in arrays', () => {
  const bytes = allocatedBytes(() => {
    for (let k = 0; k < 64; k++) numbers[k] = 0.5 * numbers[k] + k;
  }, 8);
  assert.ok(bytes <= 8, `${bytes} bytes`);
});

let kept: unknown;

test('a small object', () => {
  const bytes = allocatedBytes(
    () => {
      kept = { before: kept === undefined };
    },
    8,
    0,
  );
  assert.ok(bytes >= 16 && bytes < 64, `${bytes} bytes`);
});

/** More than the young generation holds: it is collected many times in a long round. */
test('much', () => {
  const bytes = allocatedBytes(
    () => {
      kept = Array.from({ length: 9000 }, (_, k) => k);
    },
    8,
    0,
  );
  assert.ok(bytes >= 72_000 && bytes < 300_000, `${bytes} bytes`);
});

test.run();
