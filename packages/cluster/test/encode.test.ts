import { sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { decodeArrays, encodeArrays } from '../src/index.ts';

const arrays = {
  status: Uint8Array.of(1, 2, 3),
  cost: Float32Array.of(0.5, Infinity),
  sum: Float64Array.of(Math.PI),
  none: new Int16Array(0),
};

/** What a call throws, as text. */
function reason(call: () => unknown): string {
  try {
    call();
  } catch (error) {
    return String(error);
  }
  return 'nothing was thrown';
}

const test = suite('encodeArrays, decodeArrays');

test('give the arrays back, with their types', () => {
  const back = decodeArrays(encodeArrays(arrays));
  assert.equal(Object.keys(back), Object.keys(arrays));
  for (const [name, array] of Object.entries(arrays)) {
    assert.is(back[name].constructor, array.constructor, name);
    sameArray(back[name], array);
  }
});

test('read bytes that begin anywhere', () => {
  const bytes = encodeArrays(arrays);
  for (let shift = 0; shift < 8; shift++) {
    const place = new Uint8Array(bytes.length + 8);
    place.set(bytes, shift);
    const back = decodeArrays(place.subarray(shift, shift + bytes.length));
    sameArray(back.sum, arrays.sum);
  }
});

test('refuse bytes that are cut off, longer or damaged in the head', () => {
  const bytes = encodeArrays(arrays);
  const copy = (change: (b: Uint8Array) => Uint8Array | void): Uint8Array => {
    const own = bytes.slice();
    return change(own) ?? own;
  };
  for (let length = 0; length < bytes.length; length++) {
    assert.match(
      reason(() => decodeArrays(bytes.subarray(0, length))),
      /expected|head/,
    );
  }
  assert.match(
    reason(() => decodeArrays(copy((b) => new Uint8Array([...b, 0])))),
    /bytes is/,
  );
  assert.match(
    reason(() => decodeArrays(copy((b) => void b.fill(0, 0, 4)))),
    /no arrays/,
  );
  assert.match(
    reason(() => decodeArrays(copy((b) => void b.fill(9, 4, 8)))),
    /version/,
  );
  assert.match(
    reason(() => decodeArrays(copy((b) => void b.fill(255, 8, 12)))),
    /of the head/,
  );
  assert.match(
    reason(() => decodeArrays(copy((b) => void b.fill(0x7b, 16, 20)))),
    /head is/,
  );
});

test('refuse a head that asks for more than there is, or for a type that is none', () => {
  const withHead = (entries: unknown): Uint8Array => {
    const head = new TextEncoder().encode(JSON.stringify(entries));
    const bytes = new Uint8Array(16 + 8 * Math.ceil(head.length / 8));
    bytes.set(encodeArrays({}).subarray(0, 16));
    new Uint32Array(bytes.buffer, 8, 1)[0] = head.length;
    bytes.set(head, 16);
    return bytes;
  };
  assert.match(
    reason(() => decodeArrays(withHead([['a', 'Uint8Array', 1e15]]))),
    /at least/,
  );
  for (const entry of [
    ['a', 'Array', 1],
    ['__proto__', 'Uint8Array', 0],
    ['a', 'Uint8Array', -1],
    7,
  ]) {
    assert.match(
      reason(() => decodeArrays(withHead([entry]))),
      /a name, a type/,
    );
  }
});

test('refuse what is no typed array', () => {
  assert.match(
    reason(() => encodeArrays({ a: [1] as never })),
    /arrays.a is/,
  );
  assert.match(
    reason(() => encodeArrays({ 'a b': Uint8Array.of(1) })),
    /name of an array/,
  );
});

test.run();
