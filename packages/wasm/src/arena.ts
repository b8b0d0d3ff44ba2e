import { callback, flag, number, object, refuse, rule, type Rule, whole } from '@wayfield/check';

/** Bytes of a page of a WebAssembly memory. */
const PAGE = 65536;
/** Bytes of the largest memory, 4 GiB: addresses are u32. */
const LIMIT = 65536 * PAGE;
/**
 * The smallest maximum of a shared memory that is tried, in pages: 64 MiB. Chosen, not measured.
 */
const LEAST_MAXIMUM = 1024;
/** Index of the word, at byte 16, that holds the first address never allocated. */
const TOP = 4;
/**
 * The first address that is allocated. Static data of kernels lies below, from byte 32 on, and so
 * does TOP; scripts/data-segments.mjs refuses kernels with static data elsewhere.
 */
const FIRST = 1024;
/**
 * Bytes in front of a block on a ledger: its rounded size, then the address of the header that was
 * listed before (0: none). The rest is unused, so that the block stays at a multiple of 16.
 */
const HEADER = 16;

/**
 * Blocks of one WebAssembly memory. The end of the used part is kept inside the memory and moved
 * atomically, so several threads, each with an arena of its own over a shared memory, can allocate.
 * An arena serves a request from the blocks freed to it, if one has the same size rounded up to 16.
 * A freed block stays with its arena: no other arena takes it, and the used part never shrinks.
 */
export interface Arena {
  readonly memory: WebAssembly.Memory;
  /** A zeroed block, its address a multiple of 16. Throws RangeError when memory ends. */
  allocate(bytes: number): number;
  /**
   * Gives back a block; `bytes` is the size that `allocate` was asked for. Not checked: a block
   * that is freed twice would later be given to two owners.
   */
  free(address: number, bytes: number): void;
  /** The whole memory as bytes, as u32, as f32: fetch again after anything that may allocate. */
  bytes(): Uint8Array;
  words(): Uint32Array;
  floats(): Float32Array;
}

/** Numbers of bytes, and addresses, that TypeScript passes: not negative. */
const byteCount: Rule = /* @__PURE__ */ whole();
const ledgerAddress: Rule = /* @__PURE__ */ rule<number>(
  'a multiple of 4',
  (value) => typeof value === 'number',
  (value) => value >= 0 && value % 4 === 0,
);
/** Addresses and sizes that kernels pass: i32, negative from 2^31 on. */
const word: Rule = /* @__PURE__ */ number();
export const aMemory: Rule = /* @__PURE__ */ rule(
  'a WebAssembly.Memory',
  (value) => Object.prototype.toString.call(value) === '[object WebAssembly.Memory]',
);
export const anArena: Rule = /* @__PURE__ */ object(
  {
    memory: aMemory,
    allocate: callback,
    free: callback,
    bytes: callback,
    words: callback,
    floats: callback,
  },
  'an Arena',
);

export const aBlocks: Rule = /* @__PURE__ */ object(
  { held: callback, allocate: callback, reallocate: callback, free: callback, freeAll: callback },
  'Blocks',
);

/**
 * A memory of one page that grows up to 4 GiB. With `shared` several threads can use it; its
 * maximum is then 4 GiB, or half of it as often as the machine refuses, 64 MiB at least. Throws the
 * engine's RangeError where even that is refused.
 *
 * @example
 * const arena = createArena(createMemory(false));
 * console.log(arena.words()[arena.allocate(16) / 4]); // 0
 */
export function createMemory(shared: boolean): WebAssembly.Memory {
  flag(shared, 'shared');
  if (!shared) return new WebAssembly.Memory({ initial: 1, maximum: LIMIT / PAGE });
  // a shared memory reserves its maximum: take less where the machine refuses
  for (let maximum = LIMIT / PAGE; ; maximum /= 2) {
    try {
      return new WebAssembly.Memory({ initial: 1, maximum, shared: true });
    } catch (error) {
      if (maximum <= LEAST_MAXIMUM) throw error;
    }
  }
}

/**
 * An arena over a memory. `ledger` is for the arena of a thread that may end at any time: the
 * address of a zeroed word in the memory, from which all blocks are listed that the arena ever
 * took. The next arena with the same ledger begins with these blocks, free. Default 0: no ledger.
 *
 * @example
 * const arena = createArena(createMemory(false));
 * const address = arena.allocate(4000);
 * arena.words()[address / 4] = 7;
 * console.log(address % 16, arena.words()[address / 4]); // 0 7
 */
export function createArena(memory: WebAssembly.Memory, ledger = 0): Arena {
  aMemory(memory, 'memory');
  ledgerAddress(ledger, 'ledger');
  if (ledger >= memory.buffer.byteLength) refuse('ledger', ledger, 'an address in the memory');
  /** Addresses of free blocks, by their rounded size. */
  const freed = new Map<number, number[]>();
  const header = ledger === 0 ? 0 : HEADER;
  const { bytes, words, floats } = viewsOf(memory);
  Atomics.compareExchange(words(), TOP, 0, FIRST);
  const giveBack = (address: number, rounded: number): void => {
    const list = freed.get(rounded);
    if (list === undefined) freed.set(rounded, [address]);
    else list.push(address);
  };
  if (ledger !== 0) {
    const listed = words();
    for (let at = listed[ledger / 4]; at !== 0; at = listed[at / 4 + 1]) {
      giveBack(at + HEADER, listed[at / 4]);
    }
  }

  /** Moves TOP, which other threads move too, and returns where TOP was. `size`: for the error. */
  function extend(size: number, rounded: number): number {
    for (;;) {
      const start = Atomics.load(words(), TOP);
      const end = start + header + rounded;
      if (end > memory.buffer.byteLength || end === LIMIT) growTo(memory, end, start, size);
      if (Atomics.compareExchange(words(), TOP, start, end) === start) return start;
    }
  }

  return {
    memory,
    allocate(size) {
      byteCount(size, 'bytes');
      const rounded = roundUp(size);
      const recycled = freed.get(rounded)?.pop();
      if (recycled !== undefined) {
        bytes().fill(0, recycled, recycled + rounded);
        return recycled;
      }
      const start = extend(size, rounded);
      if (ledger === 0) return start;
      // listed only when complete: a thread that ends here loses this block and no other
      const view = words();
      view[start / 4] = rounded;
      view[start / 4 + 1] = view[ledger / 4];
      Atomics.store(view, ledger / 4, start);
      return start + HEADER;
    },
    free(address, size) {
      byteCount(address, 'address');
      byteCount(size, 'bytes');
      giveBack(address, roundUp(size));
    },
    bytes,
    words,
    floats,
  };
}

/**
 * Grows a memory until it holds the address before `end`. Two threads that grow at once make room
 * to spare. `used`, `size`: for the error.
 */
function growTo(memory: WebAssembly.Memory, end: number, used: number, size: number): void {
  for (;;) {
    const have = memory.buffer.byteLength;
    // another thread may have grown the memory since `extend` looked: then `pages` is not above 0
    const pages = Math.ceil((end - have) / PAGE);
    try {
      // a block that ends at 2^32 is refused: that end does not fit the u32 at TOP
      if (end === LIMIT) throw new RangeError('full');
      if (pages > 0) memory.grow(pages);
      return;
    } catch {
      // another thread has grown the memory meanwhile: fewer pages may do
      if (end !== LIMIT && memory.buffer.byteLength > have) continue;
      // the maximum of a shared memory may be below 4 GiB; JavaScript cannot read it
      throw new RangeError(
        `out of memory: ${size} bytes more than the ${used} in use; ` +
          (end < LIMIT
            ? `the memory of ${have} bytes cannot grow by ${pages * PAGE}`
            : `WebAssembly memory ends at 4 GiB = ${LIMIT} bytes`),
      );
    }
  }
}

/**
 * Sizes of blocks are multiples of 16, at least 16. 16 bytes are a vector of 128 bits, and few
 * different sizes make freed blocks serve more requests.
 */
function roundUp(size: number): number {
  return Math.max(16, Math.ceil(size / 16) * 16);
}

/** The views of an arena on its memory, made again when the memory has grown. */
function viewsOf(memory: WebAssembly.Memory): Pick<Arena, 'bytes' | 'words' | 'floats'> {
  let bytes = new Uint8Array(memory.buffer);
  let words = new Uint32Array(memory.buffer);
  let floats = new Float32Array(memory.buffer);
  const shared = !(memory.buffer instanceof ArrayBuffer);
  const refresh = (): void => {
    // Memory that is not shared detaches its views when it grows: their length becomes 0. Reading a
    // length takes a nanosecond, reading `memory.buffer` as long as searching a few cells. Shared
    // memory detaches nothing: only its new `buffer` shows that it grew.
    if (shared ? bytes.buffer === memory.buffer : bytes.length > 0) return;
    bytes = new Uint8Array(memory.buffer);
    words = new Uint32Array(memory.buffer);
    floats = new Float32Array(memory.buffer);
  };
  return {
    bytes() {
      refresh();
      return bytes;
    },
    words() {
      refresh();
      return words;
    },
    floats() {
      refresh();
      return floats;
    },
  };
}

/** The blocks of one owner, which are counted and freed together. */
export interface Blocks {
  /** Bytes held now: the sizes that were asked for, without rounding. */
  held(): number;
  /** As `allocate` of the arena. */
  allocate(bytes: number): number;
  /**
   * Moves a block to another place, keeping its first `oldBytes` bytes, or `newBytes` where these
   * are fewer, and returns the address. The bytes beyond are 0. The old block is freed last: where
   * memory ends it is still intact. Address 0 with 0 bytes stands for no block: this call then only
   * allocates. A block that is moved to 0 bytes is freed, and the call returns 0.
   */
  reallocate(address: number, oldBytes: number, newBytes: number): number;
  /** Frees a block. Does nothing for an address that is not, or no longer, of these blocks. */
  free(address: number): void;
  freeAll(): void;
}

/**
 * Blocks of one owner in an arena: counts, and frees together, what is allocated through it.
 *
 * @example
 * const blocks = createBlocks(arena);
 * const address = blocks.allocate(4000);
 * console.log(address % 16, blocks.held()); // 0 4000
 * blocks.freeAll();
 */
export function createBlocks(arena: Arena): Blocks {
  anArena(arena, 'arena');
  /** The size that was asked for, by address. */
  const sizes = new Map<number, number>();
  let held = 0;
  const blocks: Blocks = {
    held: () => held,
    allocate(bytes) {
      const address = arena.allocate(bytes);
      sizes.set(address, bytes);
      held += bytes;
      return address;
    },
    reallocate(address, oldBytes, newBytes) {
      word(address, 'address');
      word(oldBytes, 'oldBytes');
      word(newBytes, 'newBytes');
      if (newBytes === 0 && address !== 0) {
        blocks.free(address >>> 0);
        return 0;
      }
      // a kernel passes all three as i32: `>>> 0` makes them unsigned
      const moved = blocks.allocate(newBytes >>> 0);
      const start = address >>> 0;
      const kept = Math.min(oldBytes >>> 0, newBytes >>> 0);
      arena.bytes().copyWithin(moved, start, start + kept);
      blocks.free(start);
      return moved;
    },
    free(address) {
      word(address, 'address');
      const bytes = sizes.get(address);
      if (bytes === undefined) return;
      sizes.delete(address);
      held -= bytes;
      arena.free(address, bytes);
    },
    freeAll() {
      for (const [address, bytes] of sizes) arena.free(address, bytes);
      sizes.clear();
      held = 0;
    },
  };
  return blocks;
}
