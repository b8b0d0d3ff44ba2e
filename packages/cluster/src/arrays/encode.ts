// Typed arrays as bytes: the form of a result in the database, in a store and in a file. Lanes
// encode (lane-worker.ts); `readResults` and `differing` in run/ decode.
//
//   'WAYA', version u32, bytes of the head u32, 0 u32
//   the head, JSON: [[name, type, entries], ...]
//   the arrays one after another, little-endian
//
// The head and each array begin at a multiple of 8 bytes; gaps are zero.
import { object, refuse, typed } from '@wayfield/check';
import type { Arrays, ResultArray } from '../types.ts';

const MAGIC = 0x41594157; // 'WAYA', for arrays; 'WAYR' is a road network of @wayfield/osm
const VERSION = 1;
const HEADER_BYTES = 16;
/** Most bytes of the head; a reader of hostile bytes allocates no more for it. */
const MOST_HEAD_BYTES = 65_536;
const NAME = /^[A-Za-z][A-Za-z0-9]{0,39}$/;

const TYPES = {
  Uint8Array,
  Int8Array,
  Uint16Array,
  Int16Array,
  Uint32Array,
  Int32Array,
  Float32Array,
  Float64Array,
} as const;

type Type = keyof typeof TYPES;
type Entry = readonly [name: string, type: Type, entries: number];

const anObject = object({}, 'an object of typed arrays');
const someBytes = typed(Uint8Array);

const padded = (bytes: number): number => Math.ceil(bytes / 8) * 8;

function typeOf(value: unknown, name: string): Type {
  const type = (value as ResultArray | undefined)?.[Symbol.toStringTag];
  if (!type || !Object.hasOwn(TYPES, type)) refuse(name, value, 'a typed array of numbers');
  return type as Type;
}

/**
 * The bytes of these arrays, by which results are stored and compared. Equal arrays in the same
 * order give equal bytes.
 *
 * @example
 * const bytes = encodeArrays({ cost: new Float32Array([1, 2]) });
 * console.log(decodeArrays(bytes).cost[1]); // 2
 */
export function encodeArrays(arrays: Arrays): Uint8Array {
  anObject(arrays, 'arrays');
  const entries = Object.entries(arrays).map(([name, array]): Entry => {
    if (!NAME.test(name)) refuse('name of an array', name, 'up to 40 letters and digits');
    return [name, typeOf(array, `arrays.${name}`), array.length];
  });
  const head = new TextEncoder().encode(JSON.stringify(entries));
  if (head.length > MOST_HEAD_BYTES) refuse('arrays', entries.length, 'fewer arrays');
  let length = HEADER_BYTES + padded(head.length);
  for (const [name] of entries) length += padded(arrays[name].byteLength);
  const bytes = new Uint8Array(length);
  new Uint32Array(bytes.buffer, 0, 4).set([MAGIC, VERSION, head.length, 0]);
  bytes.set(head, HEADER_BYTES);
  let next = HEADER_BYTES + padded(head.length);
  for (const [name] of entries) {
    const { buffer, byteOffset, byteLength } = arrays[name];
    bytes.set(new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength), next);
    next += padded(byteLength);
  }
  return bytes;
}

/**
 * The arrays that `encodeArrays` wrote, as views on the bytes where those begin at a multiple of 8,
 * else as copies. Throws RangeError for bytes that are cut off, too long or of another form.
 */
export function decodeArrays(bytes: Uint8Array): Record<string, ResultArray> {
  someBytes(bytes, 'bytes');
  const source = bytes.byteOffset % 8 === 0 ? bytes : bytes.slice();
  if (source.length < HEADER_BYTES) refuse('bytes', source.length, `at least ${HEADER_BYTES}`);
  const [magic, version, headBytes] = new Uint32Array(source.buffer, source.byteOffset, 4);
  if (magic !== MAGIC) refuse('bytes[0..4]', magic, `${MAGIC}: these bytes hold no arrays`);
  if (version !== VERSION) refuse('version', version, String(VERSION));
  if (headBytes > MOST_HEAD_BYTES || HEADER_BYTES + headBytes > source.length) {
    refuse('bytes of the head', headBytes, `at most ${MOST_HEAD_BYTES}, within the bytes`);
  }
  const arrays: Record<string, ResultArray> = {};
  let next = HEADER_BYTES + padded(headBytes);
  for (const [name, type, entries] of readHead(source, headBytes)) {
    const end = next + TYPES[type].BYTES_PER_ELEMENT * entries;
    if (end > source.length) refuse('bytes', source.length, `at least ${end}`);
    arrays[name] = new TYPES[type](source.buffer as ArrayBuffer, source.byteOffset + next, entries);
    next = padded(end);
  }
  if (next !== source.length) refuse('bytes', source.length, String(next));
  return arrays;
}

function readHead(source: Uint8Array, headBytes: number): readonly Entry[] {
  let entries: unknown;
  try {
    const text = source.slice(HEADER_BYTES, HEADER_BYTES + headBytes);
    entries = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(text));
  } catch {
    return refuse('head', 'no JSON', 'a list of arrays');
  }
  if (!Array.isArray(entries)) refuse('head', typeof entries, 'a list of arrays');
  for (const entry of entries as unknown[]) {
    const [name, type, count] = Array.isArray(entry) ? (entry as unknown[]) : [];
    const right =
      typeof name === 'string' &&
      NAME.test(name) &&
      typeof type === 'string' &&
      Object.hasOwn(TYPES, type) &&
      Number.isSafeInteger(count) &&
      (count as number) >= 0;
    if (!right) refuse('head', JSON.stringify(entry), 'a name, a type and a number of entries');
  }
  return entries as Entry[];
}
