import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  formatBytes,
  formatMicroseconds,
  formatNumber,
  formatSeconds,
} from '../src/report/numbers.ts';

const numbers = suite('numbers');

numbers('keep three digits and separate thousands', () => {
  assert.is(formatNumber(0), '0');
  assert.is(formatNumber(1234567), '1,234,567');
  assert.is(formatNumber(1234.5), '1,235');
  assert.is(formatNumber(12.345), '12.3');
  assert.is(formatNumber(1.2345), '1.23');
  assert.is(formatNumber(0.0123456), '0.0123');
  assert.is(formatNumber(NaN), '-');
});

numbers('give milliseconds as microseconds', () => {
  assert.is(formatMicroseconds(0.00042), '0.4');
  assert.is(formatMicroseconds(0.009_94), '9.9');
  assert.is(formatMicroseconds(0.00996), '10');
  assert.is(formatMicroseconds(12.3456), '12,346');
});

numbers('give bytes in a fitting unit', () => {
  assert.is(formatBytes(512), '512 B');
  assert.is(formatBytes(1536), '1.50 KiB');
  assert.is(formatBytes(3 * 2 ** 20), '3 MiB');
  assert.is(formatBytes(5 * 2 ** 30), '5 GiB');
});

numbers('give seconds as a person says them', () => {
  assert.is(formatSeconds(4.25), '4.3 s');
  assert.is(formatSeconds(59.4), '59 s');
  assert.is(formatSeconds(125), '2 min 05 s');
  assert.is(formatSeconds(3725), '1 h 02 min');
});

numbers.run();
