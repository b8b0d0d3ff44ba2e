// Lists of points by slot, all in one pair of arrays. Each list lies in a block whose length is a
// power of two, at least 8. Freed blocks are used again, so new lists allocate nothing once there
// are enough blocks.

/** Lists of points, by slot. */
export interface PointBlocks {
  /** Points of all lists; replaced by larger arrays as lists come. */
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** The first point of each list, and the number of its points. */
  readonly first: Uint32Array;
  readonly length: Uint32Array;
  readonly memoryBytes: number;
  /** Empties the list of a slot, and makes room for `points` points. */
  begin(slot: number, points: number): void;
  /** Appends a point, for which `begin` has made room. */
  push(slot: number, x: number, y: number): void;
  /** Empties the list of a slot, and frees its block. */
  release(slot: number): void;
}

/** The smallest block, in points: most paths are shorter. */
const LEAST = 8;

export function createPointBlocks(capacity: number): PointBlocks {
  const first = new Uint32Array(capacity);
  const length = new Uint32Array(capacity);
  /** The binary logarithm of the length of each slot's block; 0: the slot has no block. */
  const size = new Uint8Array(capacity);
  /** Per binary logarithm of a block's length: the first point of a free block; -1: none. */
  const free = new Float64Array(33).fill(-1);
  let x = new Float64Array(LEAST * Math.min(capacity, 1024));
  let y = new Float64Array(x.length);
  let used = 0;

  function release(slot: number): void {
    if (size[slot] === 0) return;
    // free blocks of one length are a linked list: the first x of a block is the first point of the
    // next free block, or -1
    x[first[slot]] = free[size[slot]];
    free[size[slot]] = first[slot];
    size[slot] = 0;
    length[slot] = 0;
  }

  /** A block of 2^log points: a freed block, else the next unused points of the arrays. */
  function take(log: number): number {
    const block = free[log];
    if (block >= 0) {
      free[log] = x[block];
      return block;
    }
    if (used + 2 ** log > x.length) {
      const room = Math.max(2 * x.length, used + 2 ** log);
      // both are made before one is taken: memory may end between them
      [x, y] = [grown(x, room), grown(y, room)];
    }
    used += 2 ** log;
    return used - 2 ** log;
  }

  return {
    get x() {
      return x;
    },
    get y() {
      return y;
    },
    first,
    length,
    get memoryBytes() {
      return 16 * x.length + 9 * capacity;
    },
    begin(slot, points) {
      const wanted = Math.max(LEAST, points);
      const room = 2 ** size[slot];
      if (size[slot] === 0 || wanted > room || 4 * wanted <= room) {
        release(slot);
        const log = 32 - Math.clz32(wanted - 1);
        first[slot] = take(log);
        size[slot] = log;
      }
      length[slot] = 0;
    },
    push(slot, px, py) {
      const at = first[slot] + length[slot]++;
      x[at] = px;
      y[at] = py;
    },
    release,
  };
}

function grown(array: Float64Array<ArrayBuffer>, room: number): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(room);
  larger.set(array);
  return larger;
}
