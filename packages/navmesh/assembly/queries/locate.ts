// The triangles at a point, by a grid of buckets over the mesh, and the nearest point of those that can be reached: what
// src/point-locator.ts does, with the same arithmetic.

import { at } from '../sides';

let minX: f64 = 0;
let minY: f64 = 0;
let maxX: f64 = 0;
let maxY: f64 = 0;
let cell: f64 = 1;
let columns: u32 = 0;
let rows: u32 = 0;
/** Per bucket and one more: where its triangles start among those of all buckets. */
let firsts: usize = 0;
let bucketed: usize = 0;
/** Per triangle, 48 bytes: f64 x and y of its corners. Side by side: looking for them one by one takes far longer than the arithmetic. */
let triangles: usize = 0;
/** Areas up to this count as 0: rounding of the coordinates' size. */
let epsilon: f64 = 0;

/** `box`: f64 minX, minY, maxX, maxY of the mesh and the size of a bucket. */
export function locateBind(
  box: usize,
  columnCount: u32,
  rowCount: u32,
  first: usize,
  list: usize,
  triangle: usize,
  smallest: f64,
): void {
  minX = load<f64>(box);
  minY = load<f64>(box, 8);
  maxX = load<f64>(box, 16);
  maxY = load<f64>(box, 24);
  cell = load<f64>(box, 32);
  columns = columnCount;
  rows = rowCount;
  firsts = first;
  bucketed = list;
  triangles = triangle;
  epsilon = smallest;
}

/** Of the columns, or rows, of buckets that at which a coordinate lies. */
function place(away: f64, count: u32): u32 {
  return <u32>min<f64>(<f64>(count - 1), max<f64>(0, floor(away / cell)));
}

/** Writes the triangles whose closed area holds a point, and returns how many there are: two on a side, several on a vertex, none outside. */
export function locate(x: f64, y: f64, found: usize): u32 {
  if (!(x >= minX && x <= maxX && y >= minY && y <= maxY)) return 0;
  const bucket = place(y - minY, rows) * columns + place(x - minX, columns);
  let count: u32 = 0;
  for (let i = at(firsts, bucket), end = at(firsts, bucket + 1); i < end; i++) {
    const triangle = at(bucketed, i);
    const least = leastArea(triangle, x, y);
    if (least < -epsilon) continue;
    store<u32>(found + ((<usize>count) << 2), triangle);
    count++;
    // nothing but this one
    if (least > 2 * epsilon) break;
  }
  return count;
}

function cornersOf(triangle: u32): usize {
  return triangles + <usize>triangle * 48;
}

/** The least of twice the areas that a point has with the sides of a triangle: below 0 where it is outside. */
function leastArea(triangle: u32, x: f64, y: f64): f64 {
  const p = cornersOf(triangle);
  const ax = load<f64>(p);
  const ay = load<f64>(p, 8);
  const bx = load<f64>(p, 16);
  const by = load<f64>(p, 24);
  const cx = load<f64>(p, 32);
  const cy = load<f64>(p, 40);
  // all three at once: which of them says it nobody can guess
  const ab = (bx - ax) * (y - ay) - (by - ay) * (x - ax);
  const bc = (cx - bx) * (y - by) - (cy - by) * (x - bx);
  const ca = (ax - cx) * (y - cy) - (ay - cy) * (x - cx);
  return min(ab, min(bc, ca));
}

/** What `nearest` has found. */
export let nearTriangle: u32 = 0;
export let nearX: f64 = 0;
export let nearY: f64 = 0;
let nearAway: f64 = Infinity;

/** The point nearest to (x, y) of those in the parts of the mesh, by `parts`, that some triangles are in; the first triangle of several. */
export function nearest(x: f64, y: f64, parts: usize, wanted: usize, wantedCount: u32): void {
  const column = place(x - minX, columns);
  const row = place(y - minY, rows);
  nearAway = Infinity;
  // rings of buckets around that of the point, until a ring lies further away than the best
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

function look(bucket: u32, x: f64, y: f64, parts: usize, wanted: usize, wantedCount: u32): void {
  for (let i = at(firsts, bucket), end = at(firsts, bucket + 1); i < end; i++) {
    const triangle = at(bucketed, i);
    for (let k: u32 = 0; k < wantedCount; k++) {
      if (at(parts, at(wanted, k)) != at(parts, triangle)) continue;
      measure(triangle, x, y);
      break;
    }
  }
}

/** Keeps the nearest point of a triangle, where no other was nearer. */
function measure(triangle: u32, x: f64, y: f64): void {
  const p = cornersOf(triangle);
  let best: f64 = Infinity;
  let bestX: f64 = 0;
  let bestY: f64 = 0;
  let isInside = true;
  for (let k: usize = 0; k < 48; k += 16) {
    const ax = load<f64>(p + k);
    const ay = load<f64>(p + k, 8);
    const q = k == 32 ? p : p + k + 16;
    const bx = load<f64>(q);
    const by = load<f64>(q, 8);
    const dx = bx - ax;
    const dy = by - ay;
    if (dx * (y - ay) - dy * (x - ax) < 0) isInside = false;
    const share = ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy);
    const t = min<f64>(1, max<f64>(0, share));
    // an end exactly where it is the nearest
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
  if (best > nearAway || (best == nearAway && triangle >= nearTriangle)) return;
  nearAway = best;
  nearTriangle = triangle;
  nearX = bestX;
  nearY = bestY;
}
