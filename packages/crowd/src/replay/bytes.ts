// Writes and reads the bytes of a file of a replay in order, little-endian.

/** Bytes that are written one after another. */
export interface ByteWriter {
  readonly length: number;
  u8(value: number): void;
  u16(value: number): void;
  u32(value: number): void;
  f64(value: number): void;
  /** A whole number from 0 to 2^53 - 1, 7 bits a byte, the low ones first. */
  varint(value: number): void;
  raw(bytes: Uint8Array): void;
  /** A copy of all bytes. */
  take(): Uint8Array<ArrayBuffer>;
}

export function createByteWriter(): ByteWriter {
  let bytes = new Uint8Array(1024);
  let view = new DataView(bytes.buffer);
  let length = 0;
  /** Makes room for some bytes and returns where they begin. */
  function room(more: number): number {
    if (length + more > bytes.length) {
      const larger = new Uint8Array(Math.max(2 * bytes.length, length + more));
      larger.set(bytes);
      bytes = larger;
      view = new DataView(bytes.buffer);
    }
    length += more;
    return length - more;
  }
  return {
    get length() {
      return length;
    },
    u8(value) {
      const at = room(1);
      bytes[at] = value;
    },
    u16(value) {
      const at = room(2);
      view.setUint16(at, value, true);
    },
    u32(value) {
      const at = room(4);
      view.setUint32(at, value, true);
    },
    f64(value) {
      const at = room(8);
      view.setFloat64(at, value, true);
    },
    varint(value) {
      let rest = value;
      while (rest >= 128) {
        const at = room(1);
        bytes[at] = (rest % 128) + 128;
        rest = Math.floor(rest / 128);
      }
      const at = room(1);
      bytes[at] = rest;
    },
    raw(more) {
      const at = room(more.length);
      bytes.set(more, at);
    },
    take: () => bytes.slice(0, length),
  };
}

/** Bytes that are read one after another. Reading beyond the end throws RangeError. */
export interface ByteReader {
  readonly at: number;
  /** How many bytes are left. */
  readonly left: number;
  u8(): number;
  u16(): number;
  u32(): number;
  f64(): number;
  varint(): number;
  raw(count: number): Uint8Array<ArrayBuffer>;
  /** Throws RangeError "WHERE, byte AT: what", where AT is the byte after the last one read. */
  fail(what: string): never;
}

/** Reads bytes from `at` on; `where` names the place in messages. */
export function createByteReader(bytes: Uint8Array, at: number, where: () => string): ByteReader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { length } = bytes;
  const fail = (what: string): never => {
    throw new RangeError(`${where()}, byte ${at}: ${what}`);
  };
  function next(count: number): number {
    if (count > length - at) fail(`${count} bytes more are needed, ${length - at} are left`);
    at += count;
    return at - count;
  }
  return {
    get at() {
      return at;
    },
    get left() {
      return length - at;
    },
    u8: () => bytes[next(1)],
    u16: () => view.getUint16(next(2), true),
    u32: () => view.getUint32(next(4), true),
    f64: () => view.getFloat64(next(8), true),
    varint() {
      let value = 0;
      for (let scale = 1; scale < 2 ** 53; scale *= 128) {
        const byte = bytes[next(1)];
        value += (byte % 128) * scale;
        if (byte < 128) {
          if (value > Number.MAX_SAFE_INTEGER) fail(`a number of ${value}, above 2^53 - 1`);
          return value;
        }
      }
      return fail('a number of more than 8 bytes');
    },
    raw: (count) => {
      const from = next(count);
      return bytes.slice(from, from + count);
    },
    fail,
  };
}

/** The checksum of PNG and gzip (CRC-32, ISO 3309): any change of one byte changes it. */
export function crc32(bytes: Uint8Array, from: number): number {
  let crc = -1;
  for (let i = from; i < bytes.length; i++) {
    crc ^= bytes[i];
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}
