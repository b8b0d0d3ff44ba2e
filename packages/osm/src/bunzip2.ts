// Decompresses bzip2 (Seward 1996), block by block. A block holds up to 900 kB: run lengths, then
// Burrows-Wheeler (1994), move-to-front and Huffman codes, which are undone from the last to the
// first. Written here because other decoders lose count of run lengths in a hostile file and then
// never end, or need the whole file and Node's Buffer. read-osm.ts calls `bunzip2Chunks`.
import { checkFold } from './inflate.ts';

/**
 * Bytes of the longest block that a compressor writes: 18,002 groups of 50 symbols of 20 bits, and
 * tables. A hostile block may have longer tables. Its bits beyond the bytes that are held then read
 * as 0, and `check` throws.
 */
const MOST_BLOCK = 2_400_000;
const MOST_SYMBOLS = 258;
const MOST_BITS = 20;
const GROUP = 50;
/** Codes up to this length are looked up, longer ones searched. */
const QUICK_BITS = 9;
const BLOCK_MAGIC = 0x314159265359;
const END_MAGIC = 0x177245385090;
const OUT_BYTES = 1 << 16;

/** One Huffman code. */
interface Code {
  /** By the next QUICK_BITS bits: 32 * symbol + length of its code; 0: the code is longer. */
  readonly quick: Uint16Array;
  /** Per length in bits: the last code, -1 for none. */
  readonly limit: Int32Array;
  /** Per length in bits: the first code minus the index of its symbol in `symbol`. */
  readonly base: Int32Array;
  readonly symbol: Uint16Array;
  readonly longest: number;
}

/** Bits of bytes, the highest first. Bits behind the end read as 0, and `check` throws for them. */
interface Bits {
  bytes: Uint8Array;
  at: number;
  buffer: number;
  count: number;
}

function fill(bits: Bits): void {
  while (bits.count <= 23) {
    bits.buffer = (bits.buffer << 8) | (bits.at < bits.bytes.length ? bits.bytes[bits.at] : 0);
    bits.at++;
    bits.count += 8;
  }
}

/** The next n <= 24 bits. */
function take(bits: Bits, n: number): number {
  fill(bits);
  bits.count -= n;
  return (bits.buffer >>> bits.count) & ((1 << n) - 1);
}

const take48 = (bits: Bits): number => take(bits, 24) * 2 ** 24 + take(bits, 24);
const take32 = (bits: Bits): number => (take(bits, 16) << 16) | take(bits, 16);
const bytesTaken = (bits: Bits): number => bits.at - (bits.count >> 3);

function fail(what: string): never {
  throw new SyntaxError(`bzip2 is truncated or corrupt: ${what}`);
}

const CRC = Int32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 24;
  for (let i = 0; i < 8; i++) crc = crc < 0 ? (crc << 1) ^ 0x04c11db7 : crc << 1;
  return crc;
});

/**
 * The bytes of a bzip2 file, also of several put together. Throws SyntaxError for truncated or
 * corrupt data, RangeError for a bomb (`checkFold`).
 */
export async function* bunzip2Chunks(
  chunks: AsyncGenerator<Uint8Array, void, undefined>,
): AsyncGenerator<Uint8Array, void, undefined> {
  const bits: Bits = { bytes: new Uint8Array(0), at: 0, buffer: 0, count: 0 };
  let ended = false;
  let packed = 0;
  let inflated = 0;
  /**
   * If fewer than MOST_BLOCK bytes are left, reads chunks until twice as many are held, or the
   * source ends.
   */
  const refill = async (): Promise<void> => {
    if (ended || bits.bytes.length - bits.at >= MOST_BLOCK) return;
    const parts = [bits.bytes.subarray(bits.at)];
    let length = parts[0].length;
    while (length < 2 * MOST_BLOCK && !ended) {
      const { value, done } = await chunks.next();
      if (done) ended = true;
      else {
        parts.push(new Uint8Array(value)); // a copy: the source may reuse the chunk
        length += value.length;
        packed += value.length;
      }
    }
    bits.bytes = new Uint8Array(length);
    let at = 0;
    for (const part of parts) {
      bits.bytes.set(part, at);
      at += part.length;
    }
    bits.at = 0;
  };
  const check = (): void => {
    if (bytesTaken(bits) > bits.bytes.length) fail('it ends within a block');
  };

  try {
    for (let stream = 0; ; stream++) {
      await refill();
      if (stream > 0 && bytesTaken(bits) === bits.bytes.length) return;
      if (take(bits, 24) !== 0x425a68) fail('no stream begins where one should');
      const level = take(bits, 8) - 48;
      if (level < 1 || level > 9) fail(`level ${level}`);
      const block = createBlock(level * 100_000);
      let streamCrc = 0;
      for (;;) {
        await refill();
        const magic = take48(bits);
        const crc = take32(bits);
        check();
        if (magic === END_MAGIC) {
          if (crc !== streamCrc) fail('wrong checksum of the stream');
          break;
        }
        if (magic !== BLOCK_MAGIC) fail('no block begins where one should');
        const origin = block.decode(bits);
        check();
        for (const chunk of block.unpack(origin)) {
          inflated += chunk.length;
          checkFold('bzip2', inflated, packed);
          yield chunk;
        }
        if (block.crc() !== crc) fail('wrong checksum of a block');
        streamCrc = ((streamCrc << 1) | (streamCrc >>> 31)) ^ crc;
      }
      // the next stream begins at a whole byte
      bits.count -= bits.count & 7;
    }
  } finally {
    await chunks.return();
  }
}

interface Block {
  /** Reads what follows the checksum of a block. Returns the row in which the text begins. */
  decode(bits: Bits): number;
  /** The bytes of the block; each chunk is valid until the next. */
  unpack(origin: number): Generator<Uint8Array, void, undefined>;
  /** The checksum of what was unpacked. */
  crc(): number;
}

function createBlock(size: number): Block {
  // lower 8 bits: the byte of the last column; upper 24: the row that follows in the text
  const rows = new Uint32Array(size);
  const out = new Uint8Array(OUT_BYTES);
  let count = 0;
  let crc = 0;
  return {
    decode(bits) {
      if (take(bits, 1)) fail('randomised blocks are not read');
      const origin = take(bits, 24);
      count = readSymbols(bits, rows);
      if (origin >= count) fail(`origin ${origin} of ${count}`);
      sortRows(rows, count);
      return origin;
    },
    *unpack(origin) {
      crc = -1;
      let row = rows[origin] >>> 8;
      let filled = 0;
      let run = 0;
      let last = -1;
      for (let i = 0; i < count; i++) {
        const byte = rows[row] & 0xff;
        row = rows[row] >>> 8;
        let copies = 1;
        if (run === 4) {
          // the byte after four equal bytes says how many more of them follow
          copies = byte;
          run = 0;
        } else {
          run = byte === last ? run + 1 : 1;
          last = byte;
        }
        while (copies-- > 0) {
          crc = (crc << 8) ^ CRC[(crc >>> 24) ^ last];
          out[filled++] = last;
          if (filled < OUT_BYTES) continue;
          yield out;
          filled = 0;
        }
        if (run === 0) last = -1;
      }
      if (filled > 0) yield out.subarray(0, filled);
    },
    crc: () => ~crc,
  };
}

/** Undoes Huffman, move-to-front and zero runs: fills rows with bytes. Returns their number. */
function readSymbols(bits: Bits, rows: Uint32Array): number {
  const bytes = readAlphabet(bits);
  const symbols = bytes.length + 2;
  const codeCount = take(bits, 3);
  if (codeCount < 2 || codeCount > 6) fail(`${codeCount} codes`);
  const selectors = readSelectors(bits, codeCount);
  const codes = Array.from({ length: codeCount }, () => readCode(bits, symbols));

  const front = bytes.slice();
  const end = symbols - 1;
  let count = 0;
  let run = 0;
  let digit = 1;
  for (const selector of selectors) {
    const code = codes[selector];
    for (let i = 0; i < GROUP; i++) {
      const symbol = readSymbol(bits, code);
      if (symbol < 2) {
        // a run length in base 2 with the digits 1 and 2, the lowest first
        run += digit << symbol;
        digit <<= 1;
        if (run > rows.length) fail('a run longer than a block');
        continue;
      }
      if (run > 0) {
        if (count + run > rows.length) fail('a block longer than its size');
        rows.fill(front[0], count, count + run);
        count += run;
        run = 0;
        digit = 1;
      }
      if (symbol === end) return count;
      if (count === rows.length) fail('a block longer than its size');
      const place = symbol - 1;
      const byte = front[place];
      front.copyWithin(1, 0, place);
      front[0] = byte;
      rows[count++] = byte;
    }
  }
  return fail('a block without an end');
}

/** The byte values that occur, in order. */
function readAlphabet(bits: Bits): Uint8Array {
  const used = take(bits, 16);
  const bytes: number[] = [];
  for (let i = 0; i < 16; i++) {
    if (!((used >> (15 - i)) & 1)) continue;
    const row = take(bits, 16);
    for (let j = 0; j < 16; j++) if ((row >> (15 - j)) & 1) bytes.push(16 * i + j);
  }
  if (bytes.length === 0) fail('a block without bytes');
  return Uint8Array.from(bytes);
}

function readSelectors(bits: Bits, codeCount: number): Uint8Array {
  const selectors = new Uint8Array(take(bits, 15));
  const front = [0, 1, 2, 3, 4, 5];
  for (let i = 0; i < selectors.length; i++) {
    let place = 0;
    while (take(bits, 1)) if (++place >= codeCount) fail('a selector beyond the codes');
    const [code] = front.splice(place, 1);
    front.unshift(code);
    selectors[i] = code;
  }
  return selectors;
}

function readCode(bits: Bits, symbols: number): Code {
  const lengths = new Uint8Array(symbols);
  let length = take(bits, 5);
  for (let i = 0; i < symbols; i++) {
    for (;;) {
      if (length < 1 || length > MOST_BITS) fail(`a code of ${length} bits`);
      if (!take(bits, 1)) break;
      length += take(bits, 1) ? -1 : 1;
    }
    lengths[i] = length;
  }
  const symbol = new Uint16Array(MOST_SYMBOLS);
  const limit = new Int32Array(MOST_BITS + 1).fill(-1);
  const base = new Int32Array(MOST_BITS + 1);
  const quick = new Uint16Array(1 << QUICK_BITS);
  let longest = 0;
  let place = 0;
  for (let size = 1, code = 0; size <= MOST_BITS; size++, code <<= 1) {
    base[size] = code - place;
    for (let i = 0; i < symbols; i++) {
      if (lengths[i] !== size) continue;
      symbol[place++] = i;
      if (size <= QUICK_BITS) {
        const first = code << (QUICK_BITS - size);
        quick.fill(32 * i + size, first, first + (1 << (QUICK_BITS - size)));
      }
      limit[size] = code++;
      longest = size;
    }
  }
  return { quick, limit, base, symbol, longest };
}

function readSymbol(bits: Bits, { quick, limit, base, symbol, longest }: Code): number {
  fill(bits);
  const { buffer, count } = bits;
  const found = quick[(buffer >>> (count - QUICK_BITS)) & ((1 << QUICK_BITS) - 1)];
  if (found !== 0) {
    bits.count = count - (found & 31);
    return found >> 5;
  }
  for (let size = QUICK_BITS + 1; size <= longest; size++) {
    const code = (buffer >>> (count - size)) & ((1 << size) - 1);
    if (code > limit[size]) continue;
    bits.count = count - size;
    const place = code - base[size];
    if (place >= 0 && place < MOST_SYMBOLS) return symbol[place];
    break;
  }
  return fail('an unknown code');
}

/** Undoes the Burrows-Wheeler transform: links each row to the one that follows it. */
function sortRows(rows: Uint32Array, count: number): void {
  const first = new Uint32Array(257);
  for (let i = 0; i < count; i++) first[(rows[i] & 0xff) + 1]++;
  for (let byte = 0; byte < 256; byte++) first[byte + 1] += first[byte];
  for (let i = 0; i < count; i++) {
    const byte = rows[i] & 0xff;
    rows[first[byte]] |= i << 8;
    first[byte]++;
  }
}
