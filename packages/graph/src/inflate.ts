// Inflates gzip (RFC 1952, RFC 1951) in JavaScript. The engines' own DecompressionStream differs where it
// matters: browsers and Node from 24.21 on refuse a file of several members, as pigz, bgzip and cat make
// them, and do not say where the first one ends.

/** The window that a match may reach back into. */
const WINDOW = 1 << 15;
/** Bytes given out at a time. */
const PIECE = 1 << 18;
const LONGEST_MATCH = 258;
/** The header of a block, with all code lengths, is shorter. */
const BLOCK_HEADER = 600;
/** A match takes at most 48 bits; 3 bytes may be read ahead. */
const MATCH_BYTES = 12;
const EMPTY = new Uint8Array(0);

const LENGTH_BASE = [
  3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131,
  163, 195, 227, 258,
];
const LENGTH_BITS = [
  0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
];
const DISTANCE_BASE = [
  1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049,
  3073, 4097, 6145, 8193, 12289, 16385, 24577,
];
const LENGTHS_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/** Yields pieces of what it inflates, or `undefined` to be given the next chunk; given none, input has ended. */
export type Inflater = Generator<Uint8Array<ArrayBuffer> | undefined, void, Uint8Array | undefined>;

/** Codes by their bits, first bit lowest: symbol * 16 + length of the code; 0 = no code. */
interface Codes {
  readonly table: Uint16Array;
  readonly mask: number;
}

/** Where the reader stands. */
interface State {
  input: Uint8Array;
  at: number;
  ended: boolean;
  /** Bits read ahead, the next one lowest, and how many. */
  bits: number;
  count: number;
  readonly out: Uint8Array<ArrayBuffer>;
  /** The output not yet given out is `out[start .. filled]`; before it lies the window. */
  start: number;
  filled: number;
  /** Where the member begins in `out`, if that is still there: no match reaches further back. */
  floor: number;
}

function broken(why: string): never {
  throw new SyntaxError(why);
}

/**
 * Inflates a gzip file of any number of members, one after another; zeros may follow the last one. The
 * checksum and the length of each member are verified. Throws SyntaxError for what is truncated or corrupt.
 */
export function* inflateGzip(): Inflater {
  const s: State = {
    input: EMPTY,
    at: 0,
    ended: false,
    bits: 0,
    count: 0,
    out: new Uint8Array(WINDOW + PIECE),
    start: 0,
    filled: 0,
    floor: 0,
  };
  for (let member = 1; ; member++) {
    try {
      yield* inflateMember(s);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      const why = hasRunDry(s) ? 'it ends' : error.message;
      throw new SyntaxError(`gzip is truncated or corrupt: ${why} in member ${member}`);
    }
    do {
      yield* need(s, 1);
      while (s.input[s.at] === 0) s.at++;
    } while (s.at === s.input.length && !s.ended);
    if (s.at === s.input.length) return;
  }
}

/** Whether more was read than there is. */
function hasRunDry(s: State): boolean {
  return s.at - (s.count >> 3) > s.input.length;
}

function* inflateMember(s: State): Inflater {
  yield* readHeader(s);
  s.floor = s.filled;
  let crc = -1;
  let length = 0;
  const give = (): Uint8Array<ArrayBuffer> => {
    const piece = s.out.slice(s.start, s.filled);
    crc = crc32(crc, piece);
    length = (length + piece.length) >>> 0;
    s.start = s.filled;
    if (s.filled > s.out.length - LONGEST_MATCH) {
      const moved = s.filled - WINDOW;
      s.out.copyWithin(0, moved, s.filled);
      s.start = s.filled = WINDOW;
      s.floor = Math.max(0, s.floor - moved);
    }
    return piece;
  };
  for (let last = 0; !last;) {
    yield* need(s, BLOCK_HEADER);
    last = take(s, 1);
    const type = take(s, 2);
    if (hasRunDry(s)) broken('no block');
    if (type === 0) yield* copyStored(s, give);
    else {
      const [literals, distances] = type === 1 ? fixedCodes() : readCodes(s, type);
      for (let done = false; !done;) {
        yield* need(s, MATCH_BYTES);
        done = decode(s, literals, distances);
        // what is read beyond the end is zeros, which may go on for ever
        if (hasRunDry(s)) broken('no end of the block');
        if (s.filled > s.out.length - LONGEST_MATCH) yield give();
      }
    }
  }
  if (s.filled > s.start) yield give();
  toByte(s);
  yield* need(s, 8);
  const [sum, size] = [word(s), word(s)];
  if (hasRunDry(s)) broken('no checksum');
  if (sum !== ~crc >>> 0) broken('the checksum is wrong');
  if (size !== length) broken('the length is wrong');
}

/** Asks for chunks until there are `bytes` more to read, or input has ended. */
function* need(s: State, bytes: number): Inflater {
  while (s.input.length - s.at < bytes && !s.ended) {
    // a copy, also of a Buffer, whose slice is none: whoever gave the chunk may fill it again
    // bytes read ahead may be given back
    const ahead = s.count >> 3;
    const rest = new Uint8Array(s.input.subarray(s.at - ahead));
    const chunk = yield;
    s.at = ahead;
    if (chunk === undefined) {
      s.ended = true;
      s.input = rest;
    } else if (rest.length === 0) s.input = chunk;
    else {
      s.input = new Uint8Array(rest.length + chunk.length);
      s.input.set(rest);
      s.input.set(chunk, rest.length);
    }
  }
}

function* readHeader(s: State): Inflater {
  yield* need(s, 10);
  const { input, at } = s;
  const flags = input[at + 3];
  s.at += 10;
  if (input[at] !== 0x1f || (input[at + 1] ?? 0x8b) !== 0x8b) {
    s.at = at;
    broken('there is something else than gzip');
  }
  if (hasRunDry(s)) broken('no header');
  if (input[at + 2] !== 8 || flags & 0xe0) broken('the header is of no known kind');
  if (flags & 4) {
    yield* skip(s, 2);
    yield* skip(s, s.input[s.at - 2] + 256 * s.input[s.at - 1]);
  }
  // a name, then a comment, each up to a zero
  for (const flag of [8, 16]) {
    if (flags & flag) {
      do yield* skip(s, 1);
      while (s.input[s.at - 1] !== 0);
    }
  }
  if (flags & 2) yield* skip(s, 2);
}

function* skip(s: State, bytes: number): Inflater {
  yield* need(s, bytes);
  s.at += bytes;
  if (hasRunDry(s)) broken('no end of the header');
}

function* copyStored(s: State, give: () => Uint8Array<ArrayBuffer>): Inflater {
  toByte(s);
  yield* need(s, 4);
  const { input, at } = s;
  let left = input[at] + 256 * input[at + 1];
  s.at += 4;
  if ((left ^ (input[at + 2] + 256 * input[at + 3])) !== 0xffff) {
    broken('the length of a stored block is wrong');
  }
  while (left > 0) {
    yield* need(s, 1);
    const room = s.out.length - LONGEST_MATCH - s.filled;
    const bytes = Math.min(left, room + 1, s.input.length - s.at);
    if (bytes === 0) {
      s.at++;
      broken('no end of a stored block');
    }
    s.out.set(s.input.subarray(s.at, s.at + bytes), s.filled);
    s.at += bytes;
    s.filled += bytes;
    left -= bytes;
    if (bytes > room) yield give();
  }
}

/** The next `count` bits, at most 16, as a number. */
function take(s: State, count: number): number {
  while (s.count < count) {
    s.bits |= s.input[s.at++] << s.count;
    s.count += 8;
  }
  const value = s.bits & ((1 << count) - 1);
  s.bits >>>= count;
  s.count -= count;
  return value;
}

/** Drops what is left of the byte, and gives back the bytes read ahead. */
function toByte(s: State): void {
  s.at -= s.count >> 3;
  s.bits = s.count = 0;
}

function word(s: State): number {
  const { input, at } = s;
  s.at += 4;
  return (input[at] | (input[at + 1] << 8) | (input[at + 2] << 16) | (input[at + 3] << 24)) >>> 0;
}

function makeCodes(lengths: ArrayLike<number>): Codes {
  const counts = new Uint16Array(16);
  for (let i = 0; i < lengths.length; i++) counts[lengths[i]]++;
  counts[0] = 0;
  let longest = 15;
  while (longest > 1 && counts[longest] === 0) longest--;
  const next = new Uint16Array(17);
  let code = 0;
  for (let length = 1; length <= longest; length++) {
    next[length] = code;
    code = (code + counts[length]) << 1;
    if (code > 2 << length) broken('there are more codes than bits');
  }
  const table = new Uint16Array(1 << longest);
  for (let symbol = 0; symbol < lengths.length; symbol++) {
    const length = lengths[symbol];
    if (length === 0) continue;
    let reversed = 0;
    for (let bits = next[length]++, i = 0; i < length; i++, bits >>= 1) {
      reversed = (reversed << 1) | (bits & 1);
    }
    const entry = symbol * 16 + length;
    for (let i = reversed; i < table.length; i += 1 << length) table[i] = entry;
  }
  return { table, mask: table.length - 1 };
}

let fixed: readonly [Codes, Codes] | undefined;

function fixedCodes(): readonly [Codes, Codes] {
  fixed ??= [
    makeCodes(
      Uint8Array.from({ length: 288 }, (_, i) => (i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8)),
    ),
    makeCodes(new Uint8Array(30).fill(5)),
  ];
  return fixed;
}

function readCodes(s: State, type: number): readonly [Codes, Codes] {
  if (type !== 2) broken('a block is of no known kind');
  const literals = take(s, 5) + 257;
  const distances = take(s, 5) + 1;
  if (literals > 286 || distances > 30) broken('there are more codes than symbols');
  const ofLengths = new Uint8Array(19);
  for (let i = take(s, 4) + 4, k = 0; k < i; k++) ofLengths[LENGTHS_ORDER[k]] = take(s, 3);
  const { table, mask } = makeCodes(ofLengths);
  const lengths = new Uint8Array(literals + distances);
  for (let i = 0; i < lengths.length;) {
    while (s.count < 7) {
      s.bits |= s.input[s.at++] << s.count;
      s.count += 8;
    }
    const entry = table[s.bits & mask];
    if (entry === 0) broken('a code has no symbol');
    take(s, entry & 15);
    const symbol = entry >> 4;
    if (symbol < 16) {
      lengths[i++] = symbol;
      continue;
    }
    if (symbol === 16 && i === 0) broken('there is no length to repeat');
    const repeated = symbol === 16 ? lengths[i - 1] : 0;
    let times = symbol === 16 ? 3 + take(s, 2) : symbol === 17 ? 3 + take(s, 3) : 11 + take(s, 7);
    if (i + times > lengths.length) broken('there are more lengths than symbols');
    while (times-- > 0) lengths[i++] = repeated;
  }
  if (lengths[256] === 0) broken('a block has no end');
  return [makeCodes(lengths.subarray(0, literals)), makeCodes(lengths.subarray(literals))];
}

/** Decodes symbols until the block ends (true), or input or room runs short (false). */
function decode(s: State, literals: Codes, distances: Codes): boolean {
  const { input, out, ended, floor } = s;
  const { table, mask } = literals;
  const { table: farTable, mask: farMask } = distances;
  const lastRoom = out.length - LONGEST_MATCH;
  const lastAt = ended ? Infinity : input.length - MATCH_BYTES;
  // at most 31 bits, so that they stay a small integer
  let { at, bits, count, filled } = s;
  let done = false;
  let wrong = '';
  while (at <= lastAt && filled <= lastRoom) {
    if (count < 16) {
      bits |= (input[at] | (input[at + 1] << 8)) << count;
      at += 2;
      count += 16;
    }
    const entry = table[bits & mask];
    if (entry === 0) {
      wrong = 'a code has no symbol';
      break;
    }
    bits >>>= entry & 15;
    count -= entry & 15;
    const symbol = entry >> 4;
    if (symbol < 256) {
      out[filled++] = symbol;
      continue;
    }
    if (symbol === 256) {
      done = true;
      break;
    }
    if (symbol > 285) {
      wrong = 'a length has no meaning';
      break;
    }
    if (count < 16) {
      bits |= (input[at] | (input[at + 1] << 8)) << count;
      at += 2;
      count += 16;
    }
    const lengthBits = LENGTH_BITS[symbol - 257];
    const length = LENGTH_BASE[symbol - 257] + (bits & ((1 << lengthBits) - 1));
    bits >>>= lengthBits;
    count -= lengthBits;
    if (count < 16) {
      bits |= (input[at] | (input[at + 1] << 8)) << count;
      at += 2;
      count += 16;
    }
    const far = farTable[bits & farMask];
    if (far === 0) {
      wrong = 'a code has no symbol';
      break;
    }
    bits >>>= far & 15;
    count -= far & 15;
    const step = far >> 4;
    if (step > 29) {
      wrong = 'a distance has no meaning';
      break;
    }
    if (count < 16) {
      bits |= (input[at] | (input[at + 1] << 8)) << count;
      at += 2;
      count += 16;
    }
    const farBits = step < 2 ? 0 : (step >> 1) - 1;
    const distance = DISTANCE_BASE[step] + (bits & ((1 << farBits) - 1));
    bits >>>= farBits;
    count -= farBits;
    let from = filled - distance;
    if (from < floor) {
      wrong = 'a match begins before the data';
      break;
    }
    const end = filled + length;
    while (filled < end) out[filled++] = out[from++];
  }
  s.at = at;
  s.bits = bits;
  s.count = count;
  s.filled = filled;
  if (wrong) broken(wrong);
  return done;
}

let crcTable: Int32Array | undefined;

/** The CRC-32 of gzip, begun with -1 and not yet inverted. */
function crc32(crc: number, bytes: Uint8Array): number {
  crcTable ??= Int32Array.from({ length: 256 }, (_, value) => {
    for (let i = 0; i < 8; i++) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0);
    return value;
  });
  const table = crcTable;
  for (let i = 0; i < bytes.length; i++) crc = (crc >>> 8) ^ table[(crc ^ bytes[i]) & 255];
  return crc;
}
