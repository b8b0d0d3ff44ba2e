// Reads messages of protocol buffers field by field and checks every length. The library `pbf`
// decodes numbers, but does not check that a length ends within its message. Called by read-pbf.ts
// and read-pbf-block.ts.
import type { PbfReader } from 'pbf';
import type { Ids } from './ids.ts';

/** An iterator over the fields of one message. */
export interface Fields {
  /** Moves to the next field; its number, 0 at the end of the message. */
  next(): number;
  /** The first byte of the current value, after its length, and the byte after its last. */
  readonly start: number;
  readonly stop: number;
}

/** The fields of the message that lies in the bytes of `pbf` from `from` to `end`. */
export function createFields(pbf: PbfReader, from: number, end: number): Fields {
  const fields = {
    start: from,
    stop: from,
    next(): number {
      pbf.pos = fields.stop;
      if (pbf.pos >= end) return 0;
      const tag = readCount(pbf, end);
      const length = (tag & 7) === 2 ? readCount(pbf, end) : -1;
      fields.start = pbf.pos;
      if (length < 0) pbf.skip(tag & 7);
      fields.stop = length < 0 ? pbf.pos : fields.start + length;
      if (!(fields.stop <= end)) {
        const { start, stop } = fields;
        throw new SyntaxError(
          `a field of ${stop - start} bytes at ${start}, ${end - start} are left`,
        );
      }
      if (tag < 8) throw new SyntaxError(`field 0 at ${fields.start}`);
      return Math.floor(tag / 8);
    },
  };
  return fields;
}

/** A varint that counts something: a whole number >= 0 that ends before `end`. */
export function readCount(pbf: PbfReader, end: number): number {
  const value = pbf.readVarint();
  if (pbf.pos > end) throw new SyntaxError(`a number runs over its end at ${end}`);
  return value;
}

/** The varint at the start of the current field. */
export function countAt(pbf: PbfReader, { start, stop }: Fields): number {
  pbf.pos = start;
  return readCount(pbf, stop);
}

/** The current field as a string. */
export function stringAt(pbf: PbfReader, { start, stop }: Fields): string {
  return new TextDecoder().decode(pbf.buf.subarray(start, stop));
}

/** Zigzag stores a difference d as about 2 |d|: exact in a double for |d| below this. */
const HALF_SAFE = 2 ** 52;

/** Sums up signed deltas of 64 bits. */
export interface DeltaIds {
  /** The next id, as `Ids.ofBig` gives it. With `known`: NaN for an id that lacks its stand-in. */
  next(pbf: PbfReader): number;
}

/** Ids stored as differences: summed in doubles while the sums are exact, else in bigints. */
export function createDeltaIds(ids: Ids, known: boolean): DeltaIds {
  let plain = 0;
  let big: bigint | undefined;
  return {
    next(pbf) {
      const at = pbf.pos;
      const delta = pbf.readSVarint();
      const sum = plain + delta;
      if (
        big === undefined &&
        delta > -HALF_SAFE &&
        delta < HALF_SAFE &&
        Number.isSafeInteger(sum)
      ) {
        return (plain = sum);
      }
      pbf.pos = at;
      const zigzag = readBigVarint(pbf);
      const exact = zigzag & 1n ? -(zigzag >> 1n) - 1n : zigzag >> 1n;
      const id = BigInt.asIntN(64, (big ?? BigInt(plain)) + exact);
      plain = Number(id);
      big = Number.isSafeInteger(plain) ? undefined : id;
      return big === undefined ? plain : ids.ofBig(id, known);
    },
  };
}

/** An id of type int64, exactly. */
export function readId(pbf: PbfReader, ids: Ids, known?: boolean): number {
  const at = pbf.pos;
  const plain = pbf.readVarint(true);
  if (Number.isSafeInteger(plain)) return plain;
  pbf.pos = at;
  return ids.ofBig(BigInt.asIntN(64, readBigVarint(pbf)), known);
}

/** An id of type sint64, exactly. */
export function readSignedId(pbf: PbfReader, ids: Ids, known?: boolean): number {
  return createDeltaIds(ids, known ?? false).next(pbf);
}

function readBigVarint(pbf: PbfReader): bigint {
  let value = 0n;
  for (let shift = 0n; shift < 70n; shift += 7n) {
    const byte = pbf.buf[pbf.pos++];
    value |= BigInt(byte & 0x7f) << shift;
    if (byte < 0x80) return BigInt.asUintN(64, value);
  }
  throw new SyntaxError('a number of more than 10 bytes');
}
