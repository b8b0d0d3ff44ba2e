// The k nearest: a balanced k-d tree (Bentley, 1975) over the bodies that can be found, whose nodes are
// the middles of runs, as in kdbush; leaves are scanned four at a time. Whatever the input looks like, the
// tree is balanced.
import { FG, FM, KIND, SLOT, SX, SY, SZ, X, Y, Z } from './arrays';
import { THREE } from './levels';
import { lose, OUT, OUT_END, outGrow, outLeft, outLength, setOut } from './out';

const FREE: u32 = 0;
const LEAF: u32 = 16;

let count: u32;

/** Puts the live ones of n slots in places, one behind another; returns how many. */
export function fillPlaces(n: u32): u32 {
  let place: usize = 0;
  for (let i: usize = 0; i < <usize>n; i++) {
    if (load<u8>(KIND + i) == FREE) continue;
    const at = i << 2;
    store<f32>(SX + place, load<f32>(X + at));
    store<f32>(SY + place, load<f32>(Y + at));
    store<f32>(SZ + place, load<f32>(Z + at));
    store<u32>(SLOT + place, <u32>i);
    place += 4;
  }
  return <u32>(place >> 2);
}

/** The tree of n bodies that another thread made. */
export function treeBind(n: u32): void {
  count = n;
}

/** Makes the tree of the n > 0 bodies in places, with the words of fillRoles. */
export function treeBuild(n: u32): void {
  count = n;
  divide(0, n - 1, 0, THREE ? 3 : 2);
}

function column(axis: u32): usize {
  return axis == 0 ? SX : axis == 1 ? SY : SZ;
}

function divide(left: u32, right: u32, axis: u32, axes: u32): void {
  while (right - left >= LEAF) {
    const middle = (left + right) >> 1;
    select(middle, left, right, column(axis));
    axis = axis + 1 == axes ? 0 : axis + 1;
    divide(left, middle - 1, axis, axes);
    left = middle + 1;
  }
}

/** Hoare's select: place `k` gets the entry that belongs there, smaller ones go left of it. */
function select(k: u32, left: u32, right: u32, key: usize): void {
  while (left < right) {
    // the middle of three keeps sorted input from being the worst
    const a = load<f32>(key + ((<usize>left) << 2));
    const b = load<f32>(key + ((<usize>((left + right) >> 1)) << 2));
    const c = load<f32>(key + ((<usize>right) << 2));
    const pivot = max(min(a, b), min(max(a, b), c));
    let i = left;
    let j = right;
    while (i <= j) {
      while (load<f32>(key + ((<usize>i) << 2)) < pivot) i++;
      while (load<f32>(key + ((<usize>j) << 2)) > pivot) j--;
      if (i > j) break;
      swap((<usize>i) << 2, (<usize>j) << 2);
      i++;
      if (j == 0) break;
      j--;
    }
    if (k <= j && j < i) right = j;
    else if (k >= i) left = i;
    else return;
  }
}

function swapWord(words: usize, i: usize, j: usize): void {
  const word = load<u32>(words + i);
  store<u32>(words + i, load<u32>(words + j));
  store<u32>(words + j, word);
}

function swap(i: usize, j: usize): void {
  swapWord(SX, i, j);
  swapWord(SY, i, j);
  swapWord(SZ, i, j);
  swapWord(SLOT, i, j);
  swapWord(FG, i, j);
  swapWord(FM, i, j);
}

// the body in hand, and the heap of what was found: largest (square, slot) on top
let x: f32, y: f32, z: f32;
let mask: u32;
let own: u32;
let heap: usize;
let size: u32;
let wanted: u32;
/** The square that must not be exceeded. */
let most: f32;

function offer(square: f32, slot: u32): void {
  const entry = ((<u64>reinterpret<u32>(square)) << 32) | <u64>slot;
  if (size < wanted) {
    let i = size++;
    while (i > 0) {
      const parent = (i - 1) >> 1;
      const above = load<u64>(heap + ((<usize>parent) << 3));
      if (above >= entry) break;
      store<u64>(heap + ((<usize>i) << 3), above);
      i = parent;
    }
    store<u64>(heap + ((<usize>i) << 3), entry);
  } else {
    if (entry >= load<u64>(heap)) return;
    siftDown(entry, size);
  }
  if (size == wanted) most = reinterpret<f32>(<u32>(load<u64>(heap) >> 32));
}

/** Puts an entry in the place of the top. */
function siftDown(entry: u64, length: u32): void {
  let i: u32 = 0;
  for (;;) {
    let child: u32 = 2 * i + 1;
    if (child >= length) break;
    let larger = load<u64>(heap + ((<usize>child) << 3));
    if (child + 1 < length) {
      const right = load<u64>(heap + ((<usize>child) << 3), 8);
      if (right > larger) {
        larger = right;
        child++;
      }
    }
    if (larger <= entry) break;
    store<u64>(heap + ((<usize>i) << 3), larger);
    i = child;
  }
  store<u64>(heap + ((<usize>i) << 3), entry);
}

function scan(left: u32, right: u32): void {
  const vx = f32x4.splat(x);
  const vy = f32x4.splat(y);
  const vz = f32x4.splat(z);
  const groups = i32x4.splat(mask);
  const zero = i32x4.splat(0);
  const end = (<usize>right + 1) << 2;
  for (let j = (<usize>left) << 2; j < end; j += 16) {
    const dx = f32x4.sub(v128.load(SX + j), vx);
    const dy = f32x4.sub(v128.load(SY + j), vy);
    const dz = f32x4.sub(v128.load(SZ + j), vz);
    const square = f32x4.add(f32x4.add(f32x4.mul(dx, dx), f32x4.mul(dy, dy)), f32x4.mul(dz, dz));
    const barred = i32x4.eq(v128.and(v128.load(FG + j), groups), zero);
    let bits = i32x4.bitmask(v128.andnot(f32x4.le(square, f32x4.splat(most)), barred));
    const rest = end - j;
    if (rest < 16) bits &= (1 << (<i32>(rest >> 2))) - 1;
    for (; bits; bits &= bits - 1) {
      const lane = (<usize>ctz(bits)) << 2;
      const slot = load<u32>(SLOT + j + lane);
      if (slot == own) continue;
      const ex = load<f32>(SX + j + lane) - x;
      const ey = load<f32>(SY + j + lane) - y;
      const ez = load<f32>(SZ + j + lane) - z;
      offer(ex * ex + ey * ey + ez * ez, slot);
    }
  }
}

function search(left: u32, right: u32, axis: u32): void {
  while (right - left >= LEAF) {
    const middle = (left + right) >> 1;
    const at = (<usize>middle) << 2;
    const here = axis == 0 ? x : axis == 1 ? y : z;
    const apart = here - load<f32>(column(axis) + at);
    axis = axis + 1 == (THREE ? 3 : 2) ? 0 : axis + 1;
    if (apart <= 0) {
      search(left, middle - 1, axis);
      // bodies on the other side are at least as far, rounded too
      if (apart * apart > most) return;
      left = middle;
      scan(middle, middle);
      left = middle + 1;
    } else {
      search(middle + 1, right, axis);
      if (apart * apart > most) return;
      scan(middle, middle);
      right = middle - 1;
    }
  }
  scan(left, right);
}

/**
 * Lists the k nearest of the bodies at places from `from` to `to` − 1, of n in the tree; rows as in
 * `listNeighbours`. `entries` has room for k entries of 8 bytes.
 */
export function listNearest(
  from: u32,
  to: u32,
  k: u32,
  square: f32,
  entries: usize,
  begins: usize,
  lengths: usize,
): void {
  heap = entries;
  for (let i = from; i < to; i++) {
    const at = (<usize>i) << 2;
    own = load<u32>(SLOT + at);
    const slot = (<usize>own) << 2;
    x = load<f32>(SX + at);
    y = load<f32>(SY + at);
    z = load<f32>(SZ + at);
    mask = load<u32>(FM + at);
    size = 0;
    wanted = k;
    most = square;
    search(0, count - 1, 0);
    store<u32>(begins + slot, <u32>(outLength() >> 2));
    store<u32>(lengths + slot, size);
    const bytes = (<usize>size) << 2;
    if (outLeft() < bytes) {
      lose(size);
      continue;
    }
    if (OUT + bytes > OUT_END) outGrow(bytes);
    const end = OUT + bytes;
    // largest first off the heap, so from the back
    for (let length = size; length > 0; length--) {
      store<u32>(OUT + ((<usize>(length - 1)) << 2), <u32>load<u64>(heap));
      siftDown(load<u64>(heap + ((<usize>(length - 1)) << 3)), length - 1);
    }
    setOut(end);
  }
}
