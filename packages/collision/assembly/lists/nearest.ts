// The k nearest neighbours: a balanced k-d tree (Bentley, 1975) over the live bodies. The node of a
// run of places is its middle, as in kdbush, so the tree needs no memory of its own. Leaves are
// scanned four bodies at a time.
import {
  placeGroup,
  placeMask,
  placeSlot,
  placeX,
  placeY,
  placeZ,
  slotKind,
  slotX,
  slotY,
  slotZ,
} from '../bodies/columns';
import { FREE } from '../constants';
import { isThree } from '../grid/levels';
import { entryAfter } from '../layout-words';
import { lose, outEnd, outGrow, outLeft, outLength, outNext, setOut } from '../out';

/**
 * Runs of at most this many bodies are leaves: four vectors. Smaller leaves mean more nodes to
 * visit, larger ones more bodies to scan. No measurement is recorded.
 */
const LEAF: u32 = 16;

/** Bodies in the tree. */
let count: u32;

/** Puts the live bodies of n slots into places 0, 1, …, and returns their number. */
export function fillPlaces(n: u32): u32 {
  let place: usize = 0;
  for (let i: usize = 0; i < <usize>n; i++) {
    if (load<u8>(slotKind() + i) == FREE) continue;
    const at = i << 2;
    store<f32>(placeX() + place, load<f32>(slotX() + at));
    store<f32>(placeY() + place, load<f32>(slotY() + at));
    store<f32>(placeZ() + place, load<f32>(slotZ() + at));
    store<u32>(placeSlot() + place, <u32>i);
    place += 4;
  }
  return <u32>(place >> 2);
}

/** Binds the tree of n bodies that another thread built in the same memory. */
export function treeBind(n: u32): void {
  count = n;
}

/** Builds the tree of the n > 0 bodies in places, after `fillRoles` wrote their words. */
export function treeBuild(n: u32): void {
  count = n;
  divide(0, n - 1, 0, isThree() ? 3 : 2);
}

function column(axis: u32): usize {
  return axis == 0 ? placeX() : axis == 1 ? placeY() : placeZ();
}

/** Sorts the run of places `left` to `right` into a tree whose node divides along `axis`. */
function divide(left: u32, right: u32, axis: u32, axes: u32): void {
  while (right - left >= LEAF) {
    const middle = (left + right) >> 1;
    select(middle, left, right, column(axis));
    axis = axis + 1 == axes ? 0 : axis + 1;
    divide(left, middle - 1, axis, axes);
    left = middle + 1;
  }
}

/**
 * Hoare's selection: place `k` gets the entry that belongs there in sorted order. No entry before
 * it has a larger key, none behind it a smaller one.
 */
function select(k: u32, left: u32, right: u32, key: usize): void {
  while (left < right) {
    // the median of three keeps sorted input from taking quadratic time
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
  swapWord(placeX(), i, j);
  swapWord(placeY(), i, j);
  swapWord(placeZ(), i, j);
  swapWord(placeSlot(), i, j);
  swapWord(placeGroup(), i, j);
  swapWord(placeMask(), i, j);
}

// the body that looks, and the heap of its k best, the largest (square, slot) on top
let x: f32, y: f32, z: f32;
let mask: u32;
let own: u32;
let heap: usize;
let size: u32;
/** k. */
let wanted: u32;
/**
 * Bodies with a larger square are not among the k nearest: the square of the radius or, once the
 * heap is full, the square at its top.
 */
let most: f32;

/** Puts a body into the heap if it is among the k nearest so far. */
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

/** Replaces the top of a heap of `length` entries by an entry. */
function siftDown(entry: u64, length: u32): void {
  let i: u32 = 0;
  for (;;) {
    let child: u32 = 2 * i + 1;
    if (child >= length) break;
    let larger = load<u64>(heap + ((<usize>child) << 3));
    if (child + 1 < length) {
      const right = entryAfter(heap + ((<usize>child) << 3));
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

/** Offers the bodies at places `left` to `right`. */
function scan(left: u32, right: u32): void {
  const vx = f32x4.splat(x);
  const vy = f32x4.splat(y);
  const vz = f32x4.splat(z);
  const groups = i32x4.splat(mask);
  const zero = i32x4.splat(0);
  const end = (<usize>right + 1) << 2;
  for (let j = (<usize>left) << 2; j < end; j += 16) {
    const dx = f32x4.sub(v128.load(placeX() + j), vx);
    const dy = f32x4.sub(v128.load(placeY() + j), vy);
    const dz = f32x4.sub(v128.load(placeZ() + j), vz);
    const square = f32x4.add(f32x4.add(f32x4.mul(dx, dx), f32x4.mul(dy, dy)), f32x4.mul(dz, dz));
    const barred = i32x4.eq(v128.and(v128.load(placeGroup() + j), groups), zero);
    let bits = i32x4.bitmask(v128.andnot(f32x4.le(square, f32x4.splat(most)), barred));
    const rest = end - j;
    if (rest < 16) bits &= (1 << (<i32>(rest >> 2))) - 1;
    for (; bits; bits &= bits - 1) {
      const lane = (<usize>ctz(bits)) << 2;
      const slot = load<u32>(placeSlot() + j + lane);
      if (slot == own) continue;
      const ex = load<f32>(placeX() + j + lane) - x;
      const ey = load<f32>(placeY() + j + lane) - y;
      const ez = load<f32>(placeZ() + j + lane) - z;
      offer(ex * ex + ey * ey + ez * ez, slot);
    }
  }
}

/** Searches the run of places `left` to `right`, whose node divides along `axis`. */
function search(left: u32, right: u32, axis: u32): void {
  while (right - left >= LEAF) {
    const middle = (left + right) >> 1;
    const at = (<usize>middle) << 2;
    const here = axis == 0 ? x : axis == 1 ? y : z;
    const apart = here - load<f32>(column(axis) + at);
    axis = axis + 1 == (isThree() ? 3 : 2) ? 0 : axis + 1;
    if (apart <= 0) {
      search(left, middle - 1, axis);
      // A lower bound on the other side: along this axis all bodies there are |apart| away or more.
      // Rounding is monotone, so their rounded squares are no smaller than apart * apart.
      if (apart * apart > most) return;
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
 * Lists the k nearest neighbours of the bodies at places from `from` to `to` − 1. `begins` and
 * `lengths` are written as by `listNeighbours`. `entries` has room for the heap: k entries of 8
 * bytes.
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
    own = load<u32>(placeSlot() + at);
    const slot = (<usize>own) << 2;
    x = load<f32>(placeX() + at);
    y = load<f32>(placeY() + at);
    z = load<f32>(placeZ() + at);
    mask = load<u32>(placeMask() + at);
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
    if (outNext() + bytes > outEnd()) outGrow(bytes);
    const end = outNext() + bytes;
    // heapsort: the top of the heap is the farthest body, so the row is filled from its end
    for (let length = size; length > 0; length--) {
      store<u32>(outNext() + ((<usize>(length - 1)) << 2), <u32>load<u64>(heap));
      siftDown(load<u64>(heap + ((<usize>(length - 1)) << 3)), length - 1);
    }
    setOut(end);
  }
}
