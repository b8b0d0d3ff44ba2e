// The triangles at a point, by a grid of buckets over the mesh, and the nearest point of the
// reachable triangles. `createPointLocator` of @wayfield/triangulation does the same for convex
// polygons, with the same arithmetic, and builds the grid. This file serves searches of points,
// discs and hub labels. Two other kernels locate points in their own way: surfaces, because their
// signs are exact (@wayfield/surface/assembly/locate), and corridors and areas, because their
// triangles come and go (assembly/corridors/locate.ts of @wayfield/movement).
//
// There are about as many buckets as triangles. `locate` tests the triangles of one bucket. They
// are few, except where thin triangles cross the whole map: then one bucket can list all triangles.
// `most` of the point locator is the length of the longest bucket, and the room that `found` needs.

import { at, set } from '../sides';
import {
  cellOf,
  CORNER,
  CORNERS,
  cornerX,
  cornerY,
  HAS_SIDES,
  maxXOf,
  maxYOf,
  minXOf,
  minYOf,
  partOf,
  TRIANGLE,
} from './layout';

let minX: f64 = 0;
let minY: f64 = 0;
let maxX: f64 = 0;
let maxY: f64 = 0;
/** The side of a bucket. */
let cell: f64 = 1;
let columns: u32 = 0;
let rows: u32 = 0;
/** Per bucket and one more: where its triangles start among those of all buckets. */
let firsts: usize = 0;
let bucketed: usize = 0;
/** Per triangle: the record of its corners. */
let triangles: usize = 0;
/** Twice an area of at most this counts as 0: `areaRounding` of triangulation computes it. */
let epsilon: f64 = 0;

/** u32 per triangle: its number in the mesh; bound if records have sides. */
let numbers: usize = 0;
export function numbersBind(address: usize): void {
  numbers = address;
}

/** The part of the mesh in which a triangle lies. */
export function partAt(parts: usize, triangle: u32): u32 {
  return HAS_SIDES ? partOf(cornersOf(triangle)) : at(parts, triangle);
}

/** `first`, `list`: as `Buckets.first` and `Buckets.bucketed` of @wayfield/triangulation. */
export function locateBind(
  box: usize,
  columnCount: u32,
  rowCount: u32,
  first: usize,
  list: usize,
  triangle: usize,
  smallest: f64,
): void {
  minX = minXOf(box);
  minY = minYOf(box);
  maxX = maxXOf(box);
  maxY = maxYOf(box);
  cell = cellOf(box);
  columns = columnCount;
  rows = rowCount;
  firsts = first;
  bucketed = list;
  triangles = triangle;
  epsilon = smallest;
}

/**
 * For hub labels, which read records ahead. `bucketStart`: where the list of the bucket at a point
 * starts. `bucketedAt`: entry i of all lists, a triangle.
 */
export function bucketStart(x: f64, y: f64): u32 {
  return at(firsts, bucketOf(x, y));
}
export function bucketedAt(i: u32): u32 {
  return at(bucketed, i);
}
function bucketOf(x: f64, y: f64): u32 {
  return place(y - minY, rows) * columns + place(x - minX, columns);
}

/** The column, or row, of buckets at a distance from the first one. */
function place(away: f64, count: u32): u32 {
  return <u32>min<f64>(<f64>(count - 1), max<f64>(0, floor(away / cell)));
}

/**
 * Writes the triangles whose closed area holds a point into `found` and returns their number: two
 * on a side, several on a vertex, none outside the mesh.
 */
export function locate(x: f64, y: f64, found: usize): u32 {
  if (!(x >= minX && x <= maxX && y >= minY && y <= maxY)) return 0;
  const bucket = bucketOf(x, y);
  let count: u32 = 0;
  for (let i = at(firsts, bucket), end = at(firsts, bucket + 1); i < end; i++) {
    const triangle = at(bucketed, i);
    const least = leastArea(triangle, x, y);
    if (least < -epsilon) continue;
    set(found, count++, triangle);
    // well inside this triangle, so in no other one
    if (least > 2 * epsilon) break;
  }
  return count;
}

/** The record of a triangle, which starts with its corners. */
export function cornersOf(triangle: u32): usize {
  return triangles + <usize>triangle * TRIANGLE;
}

/**
 * The least of twice the areas that a point spans with the sides of a triangle: below 0 outside.
 */
function leastArea(triangle: u32, x: f64, y: f64): f64 {
  const a = cornersOf(triangle);
  const b = a + CORNER;
  const c = b + CORNER;
  const ax = cornerX(a);
  const ay = cornerY(a);
  const bx = cornerX(b);
  const by = cornerY(b);
  const cx = cornerX(c);
  const cy = cornerY(c);
  // all three without a branch, which the processor could not predict
  const ab = (bx - ax) * (y - ay) - (by - ay) * (x - ax);
  const bc = (cx - bx) * (y - by) - (cy - by) * (x - bx);
  const ca = (ax - cx) * (y - cy) - (ay - cy) * (x - cx);
  return min(ab, min(bc, ca));
}

/** The point that `nearest` has found, its triangle, and the square of its distance. */
let nearTriangle: u32 = 0;
let nearX: f64 = 0;
let nearY: f64 = 0;
let nearAway: f64 = Infinity;

export function nearestTriangle(): u32 {
  return nearTriangle;
}
export function nearestX(): f64 {
  return nearX;
}
export function nearestY(): f64 {
  return nearY;
}

/** Whether the last `nearest` has found a point. */
export function hasNearest(): bool {
  return nearAway < Infinity;
}

/**
 * Finds the point nearest to (x, y) in the parts of the `wanted` triangles; `parts` has the part of
 * each triangle. A `wantedCount` of 0 takes all parts. If several points are at the same distance,
 * the one in the triangle with the lowest number is taken.
 */
export function nearest(x: f64, y: f64, parts: usize, wanted: usize, wantedCount: u32): void {
  const column = place(x - minX, columns);
  const row = place(y - minY, rows);
  nearAway = Infinity;
  // Rings of buckets around the bucket of the point, until all of a ring lies further away than the
  // best point. Between ring k and the bucket of the point there are k - 1 whole buckets.
  for (let ring: u32 = 0, end = max(columns, rows); ring < end; ring++) {
    const gap = (<f64>ring - 1) * cell;
    if (nearAway < Infinity && ring > 1 && gap * gap > nearAway) break;
    const left = <i32>column - <i32>ring;
    const right = column + ring;
    const last = min(rows - 1, row + ring);
    for (let r: u32 = ring > row ? 0 : row - ring; r <= last; r++) {
      const bucket = r * columns;
      if (r == row + ring || r + ring == row) {
        const stop = min(columns - 1, right);
        for (let c: u32 = left < 0 ? 0 : left; c <= stop; c++)
          look(bucket + c, x, y, parts, wanted, wantedCount);
        continue;
      }
      if (left >= 0) look(bucket + left, x, y, parts, wanted, wantedCount);
      if (right < columns) look(bucket + right, x, y, parts, wanted, wantedCount);
    }
  }
}

/** Finds the nearest point of those triangles of a bucket that are in wanted parts. */
function look(bucket: u32, x: f64, y: f64, parts: usize, wanted: usize, wantedCount: u32): void {
  for (let i = at(firsts, bucket), end = at(firsts, bucket + 1); i < end; i++) {
    const triangle = at(bucketed, i);
    if (wantedCount == 0) measure(triangle, x, y);
    for (let k: u32 = 0; k < wantedCount; k++) {
      if (partAt(parts, at(wanted, k)) != partAt(parts, triangle)) continue;
      measure(triangle, x, y);
      break;
    }
  }
}

/** The number of a triangle in the mesh. */
function numberOf(triangle: u32): u32 {
  return HAS_SIDES ? at(numbers, triangle) : triangle;
}

/** Keeps the nearest point of a triangle, unless a point at least as near is known. */
function measure(triangle: u32, x: f64, y: f64): void {
  const p = cornersOf(triangle);
  let best: f64 = Infinity;
  let bestX: f64 = 0;
  let bestY: f64 = 0;
  let isInside = true;
  for (let a = p; a < p + CORNERS; a += CORNER) {
    const ax = cornerX(a);
    const ay = cornerY(a);
    const b = a + CORNER == p + CORNERS ? p : a + CORNER;
    const bx = cornerX(b);
    const by = cornerY(b);
    const dx = bx - ax;
    const dy = by - ay;
    if (dx * (y - ay) - dy * (x - ax) < 0) isInside = false;
    const share = ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy);
    const t = min<f64>(1, max<f64>(0, share));
    // an end of the side exactly, where the end is nearest
    const px = t == 1 ? bx : ax + t * dx;
    const py = t == 1 ? by : ay + t * dy;
    const away = (x - px) * (x - px) + (y - py) * (y - py);
    if (away >= best) continue;
    best = away;
    bestX = px;
    bestY = py;
  }
  if (isInside) {
    best = 0;
    bestX = x;
    bestY = y;
  }
  if (best > nearAway || (best == nearAway && numberOf(triangle) >= numberOf(nearTriangle))) return;
  nearAway = best;
  nearTriangle = triangle;
  nearX = bestX;
  nearY = bestY;
}
