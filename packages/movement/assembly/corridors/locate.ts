// Which polygon holds a point. A grid of square buckets has, per bucket, a list of the polygons
// that touch the bucket. The first look-up of a point makes the grid. Called by follow.ts,
// mend.ts, the kernels of ../areas and `locate` of src/corridors/walks.ts.
//
// Triangles of a `NavMesh` come and go. A new triangle is added to the chain of each bucket that it
// touches. A removed triangle stays listed: `look` reads the current sides, so a stale entry only
// costs time. A change that leaves more entries in chains than in lists, and more than LEAST_CHAIN,
// discards the grid; the next look-up makes a new one.

import { get, NONE, set } from '@wayfield/wasm/assembly/words';
import { reallocate } from '@wayfield/wasm/assembly/env';
import { bandBegin, bandFrom, bandStretch, bandTo } from '@wayfield/surface/assembly/band';
import { Side } from '@wayfield/surface/assembly/layout';
import { orientBind, sideOfLine } from '@wayfield/surface/assembly/orient';
import {
  endSide,
  firstSide,
  hasTriangles,
  isPolygon,
  sideAt,
  theWorld,
} from '@wayfield/surface/assembly/world';

/**
 * A triangle of a `NavMesh` is also listed in buckets that it misses by up to this share of a
 * bucket's side.
 */
const PAD: f64 = 1e-6;
/**
 * The least side of a bucket of triangles, as a share of the longer side of the box. PAD times this
 * side, 1e-12 of the box, is still larger than the rounding of coordinates relative to the box.
 */
const LEAST_CELL: f64 = 1e-6;
/** The chains may have this many entries even if the lists have fewer. Chosen, not measured. */
const LEAST_CHAIN: u32 = 1024;

/** The box of the mesh. */
let minX: f64 = 0;
let minY: f64 = 0;
let maxX: f64 = 0;
let maxY: f64 = 0;
/** Of a `PolygonMesh`: twice an area counts as 0 up to this value (`areaRounding`). */
let smallestArea: f64 = 0;

/** Whether the grid is made; then the side of a bucket, and the numbers of columns and rows. */
let isMade: bool = false;
let cell: f64 = 1;
let columns: u32 = 1;
let rows: u32 = 1;
/**
 * The list of bucket b is the entries `firsts[b]` to `firsts[b + 1]` - 1 of `bucketed`, which has
 * `listed` entries.
 */
let firsts: usize = 0;
let bucketed: usize = 0;
let listed: u32 = 0;
/**
 * Per bucket: the first entry of its chain plus 1, 0 = none. An entry is two words: a triangle, and
 * the next entry plus 1, 0 = none.
 */
let heads: usize = 0;
let entries: usize = 0;
let entryCount: u32 = 0;
let entryRoom: u32 = 0;

/** `task`: what `visit` does in each bucket of a polygon: count, list, or chain the polygon. */
const COUNT: u32 = 0;
const LIST: u32 = 1;
const CHAIN: u32 = 2;
let task: u32 = COUNT;

/**
 * Sets the box, from (x0, y0) to (x1, y1), and `smallestArea`. The box must hold all polygons, also
 * those that come later.
 */
export function placesCreate(x0: f64, y0: f64, x1: f64, y1: f64, smallest: f64): void {
  minX = x0;
  minY = y0;
  maxX = x1;
  maxY = y1;
  smallestArea = smallest;
  isMade = false;
  orientBind();
}

/** The index, below `count`, of the column or row `away` from the least x or y of the box. */
function place(away: f64, count: u32): u32 {
  return <u32>min<f64>(<f64>(count - 1), max<f64>(0, floor(away / cell)));
}

/** Chooses the side of buckets so that there is about one bucket per polygon. */
function measure(): void {
  let shown: u32 = 0;
  for (let p: u32 = 0, end = theWorld().polygonCount; p < end; p++) if (isPolygon(<i32>p)) shown++;
  const width = maxX - minX;
  const height = maxY - minY;
  cell = shown == 0 ? 1 : sqrt((width * height) / <f64>shown);
  if (hasTriangles()) {
    // a bucket has at least 1 / `shown` of the longer side, so that a narrow box gets no more
    // columns or rows than triangles
    const longest = max(width, height);
    cell = max(cell, max(longest / <f64>max<u32>(shown, 1), longest * LEAST_CELL));
  }
  if (!(cell > 0)) cell = 1;
  columns = <u32>max<f64>(1, ceil(width / cell));
  rows = <u32>max<f64>(1, ceil(height / cell));
}

/** Makes the grid: counts the polygons of each bucket, then lists them. */
function make(): void {
  measure();
  const buckets = columns * rows;
  // new memory is 0
  firsts = reallocate(firsts, 0, (<usize>buckets + 2) << 2);
  heads = reallocate(heads, 0, (<usize>buckets) << 2);
  entryCount = 0;
  eachPolygon(COUNT);
  for (let i: u32 = 1; i < buckets + 2; i++) set(firsts, i, get(firsts, i) + get(firsts, i - 1));
  listed = get(firsts, buckets + 1);
  bucketed = reallocate(bucketed, 0, (<usize>listed) << 2);
  eachPolygon(LIST);
  isMade = true;
}

function eachPolygon(what: u32): void {
  task = what;
  for (let p: u32 = 0, end = theWorld().polygonCount; p < end; p++)
    if (isPolygon(<i32>p)) eachBucket(p);
}

/**
 * Visits the buckets of a polygon: those that its box touches, or for a triangle of a `NavMesh`
 * those that the triangle itself touches.
 */
function eachBucket(p: u32): void {
  let left = Infinity;
  let low = Infinity;
  let right = -Infinity;
  let high = -Infinity;
  for (let s = firstSide(p), end = endSide(p); s < end; s++) {
    left = min(left, sideAt(s).x);
    right = max(right, sideAt(s).x);
    low = min(low, sideAt(s).y);
    high = max(high, sideAt(s).y);
  }
  const pad = hasTriangles() ? cell * PAD : 0;
  const last = place(high - minY + pad, rows);
  for (let row = place(low - minY - pad, rows); row <= last; row++) {
    let from = left - minX;
    let to = right - minX;
    if (hasTriangles()) {
      // relative to the box: far from the origin the pad would be lost in rounding
      inRow(p, row, pad);
      from = bandFrom() - pad;
      to = bandTo() + pad;
      if (from > to) continue;
    }
    const lastColumn = place(to, columns);
    for (let column = place(from, columns); column <= lastColumn; column++)
      visit(row * columns + column, p);
  }
}

/**
 * Finds the part of a triangle that lies in a row of buckets: x from `bandFrom` to `bandTo`,
 * counted from minX.
 */
function inRow(p: u32, row: u32, pad: f64): void {
  const low = row == 0 ? -Infinity : <f64>row * cell - pad;
  const high = row == rows - 1 ? Infinity : <f64>(row + 1) * cell + pad;
  bandBegin();
  for (let k: u32 = 0; k < 3; k++) {
    const a = sideAt(3 * p + k);
    const b = sideAt(3 * p + (k == 2 ? 0 : k + 1));
    bandStretch(a.x - minX, a.y - minY, b.x - minX, b.y - minY, low, high);
  }
}

function visit(bucket: u32, p: u32): void {
  if (task == COUNT) set(firsts, bucket + 2, get(firsts, bucket + 2) + 1);
  else if (task == LIST) {
    // `firsts` of bucket + 1 is the next free place in the list of `bucket`. After the last polygon
    // it is the end of that list, where the list of bucket + 1 begins.
    const at = get(firsts, bucket + 1);
    set(bucketed, at, p);
    set(firsts, bucket + 1, at + 1);
  } else if (!isListed(bucket, p)) chain(bucket, p);
}

function isListed(bucket: u32, p: u32): bool {
  for (let i = get(firsts, bucket), end = get(firsts, bucket + 1); i < end; i++)
    if (get(bucketed, i) == p) return true;
  for (let k = get(heads, bucket); k != 0; k = get(entries, 2 * k - 1))
    if (get(entries, 2 * k - 2) == p) return true;
  return false;
}

/** Adds a polygon to the chain of a bucket. */
function chain(bucket: u32, p: u32): void {
  if (entryCount == entryRoom) {
    const room = max<u32>(64, 2 * entryRoom);
    entries = reallocate(entries, (<usize>entryRoom) << 3, (<usize>room) << 3);
    entryRoom = room;
  }
  set(entries, 2 * entryCount, p);
  set(entries, 2 * entryCount + 1, get(heads, bucket));
  set(heads, bucket, ++entryCount);
}

/** Adds changed triangles to chains. The host has written their sides before. */
export function placesChanged(triangles: usize, count: u32): void {
  task = CHAIN;
  for (let i: u32 = 0; i < count && isMade; i++) {
    const triangle = get(triangles, i);
    if (isPolygon(<i32>triangle)) eachBucket(triangle);
    if (entryCount > max(listed, LEAST_CHAIN)) isMade = false;
  }
}

// The rest up to `chainAt` is for ../areas/nearest.ts, which visits buckets from near to far.

export function bucketsMake(): void {
  if (!isMade) make();
}
export function bucketColumns(): u32 {
  return columns;
}
export function bucketRows(): u32 {
  return rows;
}
/** The column and the row of the bucket that holds a place, or that is nearest to the place. */
export function columnOf(x: f64): u32 {
  return place(x - minX, columns);
}
export function rowOf(y: f64): u32 {
  return place(y - minY, rows);
}
/**
 * A lower bound on the distance from a place, whose bucket is (row, column), to each bucket that is
 * `ring` or more rows or columns away; Infinity without such a bucket. 2 PAD of a bucket's side are
 * taken off for rounding.
 */
export function distanceToRing(x: f64, y: f64, row: u32, column: u32, ring: u32): f64 {
  if (ring == 0) return 0;
  let away = Infinity;
  if (column >= ring) away = min(away, x - minX - <f64>(column - ring + 1) * cell);
  if (row >= ring) away = min(away, y - minY - <f64>(row - ring + 1) * cell);
  if (column + ring < columns) away = min(away, <f64>(column + ring) * cell - (x - minX));
  if (row + ring < rows) away = min(away, <f64>(row + ring) * cell - (y - minY));
  return max(0, away - 2 * PAD * cell);
}
/**
 * The list of a bucket is `listedAt(i)`, i from `listFirst(bucket)` to `listFirst(bucket + 1)` - 1.
 */
export function listFirst(bucket: u32): u32 {
  return get(firsts, bucket);
}
export function listedAt(i: u32): u32 {
  return get(bucketed, i);
}
/** The first entry of the chain of a bucket, and the entry after entry k; 0 = none. */
export function chainFirst(bucket: u32): u32 {
  return get(heads, bucket);
}
export function chainNext(k: u32): u32 {
  return get(entries, 2 * k - 1);
}
/** The triangle of entry k of a chain. */
export function chainAt(k: u32): u32 {
  return get(entries, 2 * k - 2);
}

/** The point that `locate` looks for, and the polygon found so far, NONE = none. */
let pointX: f64 = 0;
let pointY: f64 = 0;
let found: u32 = NONE;

/**
 * The polygon that holds a point, -1 without one or for NaN. If several hold the point, that with
 * the lowest number. Signs are exact for the triangles of a `NavMesh`, rounded for a `PolygonMesh`.
 */
export function locate(x: f64, y: f64): i32 {
  if (!(x >= minX && x <= maxX && y >= minY && y <= maxY)) return -1;
  if (!isMade) make();
  const bucket = place(y - minY, rows) * columns + place(x - minX, columns);
  pointX = x;
  pointY = y;
  found = NONE;
  for (let i = get(firsts, bucket), end = get(firsts, bucket + 1); i < end; i++)
    if (look(get(bucketed, i))) return <i32>found;
  for (let k = get(heads, bucket); k != 0; k = get(entries, 2 * k - 1))
    if (look(get(entries, 2 * k - 2))) return <i32>found;
  return <i32>found;
}

/**
 * Tests whether polygon `p` holds the point, and notes the polygon in `found` if so. Returns true
 * if `locate` may stop: the point lies strictly inside a triangle of a `NavMesh`, or in a polygon
 * of a `PolygonMesh`, whose lists are in rising order.
 */
function look(p: u32): bool {
  if (!isPolygon(<i32>p)) return false;
  const end = endSide(p);
  let a = sideAt(end - 1);
  let where = 1;
  for (let s = firstSide(p); s < end; s++) {
    const b = sideAt(s);
    where = min(where, hasTriangles() ? sideOf(a, b) : roundedSideOf(a, b));
    if (where < 0) return false;
    a = b;
  }
  found = where > 0 ? p : min(found, p);
  return where > 0;
}

/** 1, 0 or -1: the point lies to the left of a side, on its line, or to the right. Exact. */
function sideOf(a: Side, b: Side): i32 {
  return sideOfLine(a.x, a.y, b.x, b.y, pointX, pointY);
}

/**
 * -1 if the point lies to the right of a side by more than `smallestArea` allows, else 1: the rule
 * of `createPointLocator`.
 */
function roundedSideOf(a: Side, b: Side): i32 {
  const area = (b.x - a.x) * (pointY - a.y) - (b.y - a.y) * (pointX - a.x);
  return area < -smallestArea ? -1 : 1;
}

/** Writes a byte per point: 1 if the point lies on the mesh, else 0. */
export function onMeshRows(count: u32, x: usize, y: usize, out: usize): void {
  for (let row: u32 = 0; row < count; row++) {
    const at = (<usize>row) << 3;
    store<u8>(out + row, locate(load<f64>(x + at), load<f64>(y + at)) >= 0 ? 1 : 0);
  }
}
