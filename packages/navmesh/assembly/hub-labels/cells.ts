// A grid of cells over the mesh. Which triangles lie in a cell, and which corners see a part of the
// cell along a line that touches the walls of the corner.

import { reallocate } from '../env';
import { at, NONE, set } from '../sides';
import { Triangle } from '../tangent/layout';
import { besides, pointX, pointY, sideAt, triangleAt, vertexAt } from '../tangent/view';
import { wallsBeside } from '../tangent/walls';
import { clip, SHAPE_BYTES, shapePut, shapeX, shapeY } from './shapes';

let minX: f64 = 0;
let minY: f64 = 0;
let size: f64 = 1;
let columns: u32 = 0;
let rows: u32 = 0;
let triangleCount: u32 = 0;
/** Cells are larger than they are by this, because clipping rounds. */
let slack: f64 = 0;

/** u32 per cell: the first pair with a corner, and with a triangle. */
let cornerHeads: usize = 0;
let triangleHeads: usize = 0;
/** Pairs: u32 corner or triangle, u32 next pair of the cell. */
let pairs: usize = 0;
let pairRoom: u32 = 0;
let pairCount: u32 = 0;
/** Three polygons. */
let shape: usize = 0;
/** Waiting cones: f64 left x, y, right x, y, u32 side; 40 bytes. */
let cones: usize = 0;
let coneRoom: u32 = 0;
let coneCount: u32 = 0;

/** Binds the grid. For queries, `triangles` is NONE, and nothing is allocated. */
export function cellsBind(
  x: f64,
  y: f64,
  side: f64,
  columnCount: u32,
  rowCount: u32,
  triangles: u32,
): void {
  minX = x;
  minY = y;
  size = side;
  columns = columnCount;
  rows = rowCount;
  triangleCount = triangles;
  slack = 1e-7 * side + 1e-12 * (abs(x) + abs(y) + side * <f64>(columnCount + rowCount));
  if (triangles == NONE) return;
  const bytes = (<usize>columnCount * rowCount) << 2;
  cornerHeads = reallocate(cornerHeads, 0, bytes);
  triangleHeads = reallocate(triangleHeads, 0, bytes);
  memory.fill(cornerHeads, 255, bytes);
  memory.fill(triangleHeads, 255, bytes);
  pairCount = 0;
  if (shape == 0) shape = reallocate(0, 0, 3 * SHAPE_BYTES);
}

export function cellsPairs(): u32 {
  return pairCount;
}
export function cellSize(): f64 {
  return size;
}
export function cellCount(): u32 {
  return columns * rows;
}
export function cellMinX(cell: u32): f64 {
  return minX + size * <f64>(cell % columns);
}
export function cellMinY(cell: u32): f64 {
  return minY + size * <f64>(cell / columns);
}
/** The cell of a point of the mesh. */
export function cellOfPoint(x: f64, y: f64): u32 {
  return place(y - minY, rows) * columns + place(x - minX, columns);
}
function place(away: f64, count: u32): u32 {
  return <u32>min<f64>(<f64>(count - 1), max<f64>(0, floor(away / size)));
}
export function firstCorner(cell: u32): u32 {
  return at(cornerHeads, cell);
}
export function firstTriangle(cell: u32): u32 {
  return at(triangleHeads, cell);
}
export function pairItem(pair: u32): u32 {
  return at(pairs, 2 * pair);
}
export function pairNext(pair: u32): u32 {
  return at(pairs, 2 * pair + 1);
}

function addPair(heads: usize, cell: u32, item: u32): void {
  const head = at(heads, cell);
  if (head != NONE && pairItem(head) == item) return;
  if (pairCount == pairRoom) {
    pairRoom = max(4096, pairRoom + (pairRoom >> 1));
    pairs = reallocate(pairs, (<usize>pairCount) << 3, (<usize>pairRoom) << 3);
  }
  set(pairs, 2 * pairCount, item);
  set(pairs, 2 * pairCount + 1, head);
  set(heads, cell, pairCount++);
}

/** The triangle as a polygon. */
export function shapeOf(triangle: u32, to: usize): void {
  const t = triangleAt(triangle);
  for (let k: u32 = 0; k < 3; k++) {
    const v = vertexAt(t, k);
    shapePut(to, k, pointX(v), pointY(v));
  }
}

/** Lists the triangles of each cell. */
export function cellsTriangles(): void {
  for (let t: u32 = 0; t < triangleCount; t++) {
    shapeOf(t, shape);
    addTo(triangleHeads, shape, 3, t);
  }
}

/** Adds an item to all cells that a polygon meets. */
function addTo(heads: usize, polygon: usize, count: u32, item: u32): void {
  let low = Infinity;
  let high = -Infinity;
  for (let i: u32 = 0; i < count; i++) {
    low = min(low, shapeY(polygon, i));
    high = max(high, shapeY(polygon, i));
  }
  const last = place(high - minY + slack, rows);
  for (let row = place(low - minY - slack, rows); row <= last; row++) {
    const bottom = minY + size * <f64>row - slack;
    const top = bottom + size + 2 * slack;
    let left = Infinity;
    let right = -Infinity;
    for (let i: u32 = 0; i < count; i++) {
      const j = i + 1 == count ? 0 : i + 1;
      const isUp = shapeY(polygon, j) >= shapeY(polygon, i);
      const a = isUp ? i : j;
      const b = isUp ? j : i;
      const ay = shapeY(polygon, a);
      const by = shapeY(polygon, b);
      if (by < bottom || ay > top) continue;
      const ax = shapeX(polygon, a);
      const bx = shapeX(polygon, b);
      const slope = by > ay ? (bx - ax) / (by - ay) : 0;
      const from = ay < bottom ? ax + slope * (bottom - ay) : ax;
      const to = by > top ? ax + slope * (top - ay) : bx;
      left = min(left, min(from, to));
      right = max(right, max(from, to));
    }
    if (left > right) continue;
    const end = place(right - minX + slack, columns);
    for (let column = place(left - minX - slack, columns); column <= end; column++)
      addPair(heads, row * columns + column, item);
  }
}

/**
 * Lists the corners `from` to `to` - 1 in the cells that they see. `firstSides`: per corner the
 * side that starts there along a wall, as 4 x triangle + side.
 */
export function cellsView(firstSides: usize, from: u32, to: u32): void {
  for (let corner = from; corner < to; corner++) {
    const first = at(firstSides, corner);
    const px = pointX(corner);
    const py = pointY(corner);
    let side = first;
    for (;;) {
      const triangle = triangleAt(side >> 2);
      const k = side & 3;
      const right = vertexAt(triangle, k + 1);
      const left = vertexAt(triangle, k + 2);
      addCone(
        pointX(left) - px,
        pointY(left) - py,
        pointX(right) - px,
        pointY(right) - py,
        4 * (side >> 2) + (k + 1 >= 3 ? k - 2 : k + 1),
      );
      // the cone first fills the triangle at the corner, then goes on over the side opposite
      const cone = coneAt(--coneCount);
      if (!crosses(corner, cone)) {
        emit(corner, side >> 2, cone);
        const over = sideAt(triangle, k + 1);
        if (over != NONE) {
          store<u32>(cone, over, SIDE);
          coneCount++;
        }
      }
      while (coneCount > 0) carry(corner);
      side = sideAt(triangle, k + 2);
      if (side == NONE || side == first) break;
    }
  }
}

const LEFT_Y: usize = 8;
const RIGHT_X: usize = 16;
const RIGHT_Y: usize = 24;
const SIDE: usize = 32;
const CONE: usize = 40;

function coneAt(i: u32): usize {
  return cones + <usize>i * CONE;
}

function addCone(leftX: f64, leftY: f64, rightX: f64, rightY: f64, side: u32): void {
  if (coneCount == coneRoom) {
    coneRoom = max(256, 2 * coneRoom);
    cones = reallocate(cones, <usize>coneCount * CONE, <usize>coneRoom * CONE);
  }
  const cone = coneAt(coneCount++);
  store<f64>(cone, leftX);
  store<f64>(cone, leftY, LEFT_Y);
  store<f64>(cone, rightX, RIGHT_X);
  store<f64>(cone, rightY, RIGHT_Y);
  store<u32>(cone, side, SIDE);
}

/** Whether all lines of a cone cross the walls of the corner: see `look` in ../tangent/view.ts. */
function crosses(corner: u32, cone: usize): bool {
  return (
    wallsBeside(corner, load<f64>(cone), load<f64>(cone, LEFT_Y)) == 0 &&
    wallsBeside(corner, load<f64>(cone, RIGHT_X), load<f64>(cone, RIGHT_Y)) == 0
  );
}

/** Adds the corner to the cells of the part of a triangle that lies in a cone. */
function emit(corner: u32, triangle: u32, cone: usize): void {
  const px = pointX(corner);
  const py = pointY(corner);
  const lx = load<f64>(cone);
  const ly = load<f64>(cone, LEFT_Y);
  const rx = load<f64>(cone, RIGHT_X);
  const ry = load<f64>(cone, RIGHT_Y);
  const other = shape + SHAPE_BYTES;
  shapeOf(triangle, shape);
  // a little wider than the cone, because clipping rounds
  const right = (abs(rx) + abs(ry)) * slack;
  const left = (abs(lx) + abs(ly)) * slack;
  let count = clip(shape, 3, other, -ry, rx, rx * py - ry * px - right);
  count = clip(other, count, shape, ly, -lx, ly * px - lx * py - left);
  if (count > 0) addTo(cornerHeads, shape, count, corner);
}

/** Takes the last cone from triangle to triangle until it ends, and splits it at vertices. */
function carry(corner: u32): void {
  const px = pointX(corner);
  const py = pointY(corner);
  let entry = load<u32>(coneAt(coneCount - 1), SIDE);
  for (;;) {
    const cone = coneAt(coneCount - 1);
    if (crosses(corner, cone)) break;
    emit(corner, entry >> 2, cone);
    const triangle: Triangle = triangleAt(entry >> 2);
    const k = entry & 3;
    const v = vertexAt(triangle, k + 2);
    const vx = pointX(v) - px;
    const vy = pointY(v) - py;
    const leftX = load<f64>(cone);
    const leftY = load<f64>(cone, LEFT_Y);
    const toLeft = besides(leftX, leftY, vx, vy);
    const toRight = besides(load<f64>(cone, RIGHT_X), load<f64>(cone, RIGHT_Y), vx, vy);
    if (toLeft < 0 && toRight > 0) {
      const behind = sideAt(triangle, k + 2);
      if (behind != NONE) {
        // the part on the left waits below the part on the right
        const rightX = load<f64>(cone, RIGHT_X);
        const rightY = load<f64>(cone, RIGHT_Y);
        store<f64>(cone, vx, RIGHT_X);
        store<f64>(cone, vy, RIGHT_Y);
        store<u32>(cone, behind, SIDE);
        addCone(vx, vy, rightX, rightY, 0);
      } else {
        store<f64>(cone, vx);
        store<f64>(cone, vy, LEFT_Y);
      }
      entry = sideAt(triangle, k + 1);
    } else entry = sideAt(triangle, toLeft >= 0 ? k + 1 : k + 2);
    if (entry == NONE) break;
  }
  coneCount--;
}
