import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { refuses } from '../src/index.ts';

const test = suite('refuses');
const fail = (): never => {
  throw new RangeError('x is 5');
};

test('accepts the class and the text', () => {
  refuses(fail, RangeError, 'x is 5');
  refuses(fail, RangeError, /is \d$/);
});

test('fails on silence, another class or another text', () => {
  const silence = (): number => 1;
  const text = (): never => {
    // oxlint-disable-next-line no-throw-literal
    throw 'x is 5';
  };
  assert.throws(() => refuses(silence, RangeError, 'x'), /nothing threw/);
  assert.throws(() => refuses(text, RangeError, 'x'), /got x is 5, which is no Error/);
  assert.throws(() => refuses(fail, TypeError, 'x is 5'), /expected TypeError: x is 5, got Range/);
  assert.throws(() => refuses(fail, Error, 'x is 5'), /expected Error: x is 5, got RangeError/);
  assert.throws(() => refuses(fail, RangeError, 'x is'), /expected RangeError: x is, got/);
  assert.throws(() => refuses(fail, RangeError, /6/), /got RangeError: x is 5/);
});

test.run();
