// Preferred velocities that changed since the last tick. The file has the exclusive or of the bits
// of the old and the new f32, without leading bytes of 0. Directions change little from tick to
// tick, so most numbers take three bytes instead of four.
//
// In the file: a varint with the count. Then for each slot that changed, in ascending order, a
// varint with the number of slots passed over, a byte with the number of bytes of x (low half) and
// of y (high half), and these bytes, low ones first.
import { FREE } from '../types.ts';
import type { CrowdAgents } from '../types.ts';
import type { ByteReader, ByteWriter } from './bytes.ts';

/** The columns of a crowd that are read and written here. */
export type PreferredColumns = Pick<
  CrowdAgents,
  'capacity' | 'end' | 'preferredX' | 'preferredY' | 'status'
>;

/** The preferred velocities that a player of the file knows, as bits. */
export interface PreferredLog {
  /**
   * Notes that a player knows the current x (`isX`) or y (`isY`) of a slot: a command in the file
   * sets them.
   */
  know(slot: number, isX: boolean, isY: boolean): void;
  /** Notes that a player knows all current values. */
  knowAll(): void;
  /** Writes `command` and the values that a player does not know; returns whether there are any. */
  write(out: ByteWriter, command: number): boolean;
  /** Reads what `write` wrote and puts the values into the columns. */
  apply(from: ByteReader): void;
}

/** The number of bytes up to the highest one that is not 0. */
const bytesOf = (bits: number): number => 4 - (Math.clz32(bits) >> 3);

export function createPreferredLog(crowd: PreferredColumns): PreferredLog {
  const { capacity, preferredX, preferredY, status } = crowd;
  // the bits of the columns: the current ones, and those that a player of the file knows
  const nowX = new Uint32Array(preferredX.buffer, preferredX.byteOffset, capacity);
  const nowY = new Uint32Array(preferredY.buffer, preferredY.byteOffset, capacity);
  const oldX = Uint32Array.from(nowX);
  const oldY = Uint32Array.from(nowY);
  const isChanged = (slot: number): boolean =>
    status[slot] !== FREE && (nowX[slot] !== oldX[slot] || nowY[slot] !== oldY[slot]);
  const know = (slot: number, isX: boolean, isY: boolean): void => {
    if (isX) oldX[slot] = nowX[slot];
    if (isY) oldY[slot] = nowY[slot];
  };
  return {
    know,
    knowAll() {
      oldX.set(nowX);
      oldY.set(nowY);
    },
    write(out, command) {
      const { end } = crowd;
      let count = 0;
      for (let slot = 0; slot < end; slot++) if (isChanged(slot)) count++;
      if (count === 0) return false;
      out.u8(command);
      out.varint(count);
      let last = -1;
      for (let slot = 0; slot < end; slot++) {
        if (!isChanged(slot)) continue;
        out.varint(slot - last - 1);
        last = slot;
        const [x, y] = [nowX[slot] ^ oldX[slot], nowY[slot] ^ oldY[slot]];
        const [few, more] = [bytesOf(x), bytesOf(y)];
        out.u8(few | (more << 4));
        for (let k = 0; k < few; k++) out.u8((x >>> (8 * k)) & 255);
        for (let k = 0; k < more; k++) out.u8((y >>> (8 * k)) & 255);
        know(slot, true, true);
      }
      return true;
    },
    apply(from) {
      forEachPreferred(from, capacity, (slot, x, y) => {
        nowX[slot] = oldX[slot] ^ x;
        nowY[slot] = oldY[slot] ^ y;
        know(slot, true, true);
      });
    },
  };
}

/** Reads what `write` wrote, and calls `take` with each slot and the bits that differ. */
export function forEachPreferred(
  from: ByteReader,
  capacity: number,
  take: (slot: number, x: number, y: number) => void,
): void {
  const count = from.varint();
  if (count > capacity) from.fail(`${count} preferred velocities, the crowd has ${capacity} slots`);
  let slot = -1;
  for (let k = 0; k < count; k++) {
    slot += 1 + from.varint();
    if (slot >= capacity) from.fail(`slot is ${slot}, the crowd has ${capacity}`);
    const counts = from.u8();
    if ((counts & 15) > 4 || counts >> 4 > 4)
      from.fail(`byte counts ${counts & 15}, ${counts >> 4}`);
    take(slot, readBits(from, counts & 15), readBits(from, counts >> 4));
  }
}

function readBits(from: ByteReader, count: number): number {
  let bits = 0;
  for (let k = 0; k < count; k++) bits |= from.u8() << (8 * k);
  return bits;
}
