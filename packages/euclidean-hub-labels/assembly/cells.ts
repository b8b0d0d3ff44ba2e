// A grid of cells over the mesh. While labels are built, pairs list the triangles that touch each
// cell, for lists.ts, and the corners that see the cell along a line on which a path can turn
// around the corner, for candidates.ts. Each cell has 4 x 4 parts. All points of a part see a
// corner if the part is touched by the view of the corner, and by no wall and no border of the
// view. Queries use the grid, `partOf`, and the table of free parts (`leavesMesh`).
// src/labels/build.ts calls `cellsTriangles` and `cellsView`; src/labels/host.ts calls `cellsFree`.

import { reallocate } from '@wayfield/wasm/assembly/env';
import { get as at, NONE, set } from '@wayfield/wasm/assembly/words';
import { Triangle } from '@wayfield/navmesh/assembly/tangent/layout';
import {
  besides,
  pointX,
  pointY,
  sideAt,
  triangleAt,
  vertexAt,
} from '@wayfield/navmesh/assembly/tangent/view';
import { wallsBeside } from '@wayfield/navmesh/assembly/tangent/walls';
import { clip, SHAPE_BYTES, shapePut, shapeX, shapeY } from './shapes';

let minX: f64 = 0;
let minY: f64 = 0;
let size: f64 = 1;
let columns: u32 = 0;
let rows: u32 = 0;
/**
 * Tolerance: cells count as larger by this length on each side. It is 1e-7 of their side plus 1e-12
 * of the coordinates, far above the rounding of clipping and of `cellOfPoint`. With a smaller one,
 * the list of a cell could lack what points on the rim of the cell need.
 */
let slack: f64 = 0;

/** u32 per cell: the first of its pairs with corners, the first of its pairs with triangles. */
let cornerHeads: usize = 0;
let triangleHeads: usize = 0;
/** u16 per cell: a bit for each part that a wall touches. */
let walled: usize = 0;
/** u16 per cell: a bit for each part that a triangle touches; for queries. */
let free: usize = 0;
/**
 * Pairs of a cell with an item, a corner or a triangle: u32 item; u32 next pair of the cell. For a
 * corner also u16 with a bit for each part that the view of the corner touches, u16 with a bit for
 * each part that a border of the view touches.
 */
let pairs: usize = 0;
let pairRoom: u32 = 0;
let pairCount: u32 = 0;
const PAIR: usize = 12;
const NEXT: usize = 4;
const IN_VIEW: usize = 8;
const BOUNDED: usize = 10;
/** Parts along an edge of a cell. */
const PARTS: u32 = 4;
/**
 * `leavesMesh` looks up points of a line at most LOOK parts apart, but never more than MOST_LOOKS.
 */
const LOOK: f64 = 2;
const MOST_LOOKS: f64 = 1024;
/**
 * Polygons of the kinds BOUNDS, WALLS and FREE count as wider by this many times `slack`, those of
 * TRIANGLES and VIEWS by `slack`. Rounding must not hide a border or wall: from a part that touches
 * one, some points may not see the corner. Rounding must not hide a triangle of FREE either: in a
 * part that touches one, a line may be on the mesh.
 */
const BOUND_WIDTH: f64 = 8;
/** Two polygons: clipping reads one and writes the other. */
let shape: usize = 0;
/**
 * The stack of cones that still have to enter a triangle, 40 bytes each: f64 x and y of the left
 * and of the right border, as directions from the corner; u32 side over which the cone enters.
 */
let cones: usize = 0;
let coneRoom: u32 = 0;
let coneCount: u32 = 0;

/** Sets the grid. `forLists`: for a build; without it, for queries, and nothing is allocated. */
export function cellsBind(
  x: f64,
  y: f64,
  side: f64,
  columnCount: u32,
  rowCount: u32,
  forLists: bool,
): void {
  minX = x;
  minY = y;
  size = side;
  columns = columnCount;
  rows = rowCount;
  slack = 1e-7 * side + 1e-12 * (abs(x) + abs(y) + side * <f64>(columnCount + rowCount));
  if (!forLists) return;
  const bytes = (<usize>columnCount * rowCount) << 2;
  cornerHeads = reallocate(cornerHeads, 0, bytes);
  triangleHeads = reallocate(triangleHeads, 0, bytes);
  memory.fill(cornerHeads, 255, bytes);
  memory.fill(triangleHeads, 255, bytes);
  walled = reallocate(walled, 0, bytes >> 1);
  memory.fill(walled, 0, bytes >> 1);
  pairCount = 0;
  if (shape == 0) shape = reallocate(0, 0, 2 * SHAPE_BYTES);
}

/** The number of pairs. */
export function cellsPairs(): u32 {
  return pairCount;
}
export function cellSize(): f64 {
  return size;
}
/** The length by which cells count as larger on each side: see `slack`. */
export function cellSlack(): f64 {
  return slack;
}
export function cellCount(): u32 {
  return columns * rows;
}
export function cellColumns(): u32 {
  return columns;
}
export function cellMinX(cell: u32): f64 {
  return minX + size * <f64>(cell % columns);
}
export function cellMinY(cell: u32): f64 {
  return minY + size * <f64>(cell / columns);
}
/** The cell of a point; for a point off the grid, the cell nearest by row and column. */
export function cellOfPoint(x: f64, y: f64): u32 {
  return place(y - minY, rows) * columns + place(x - minX, columns);
}
/** The row or column of cells at a distance `away` from the least x or y of the grid. */
function place(away: f64, count: u32): u32 {
  return <u32>min<f64>(<f64>(count - 1), max<f64>(0, floor(away / size)));
}
export function firstCorner(cell: u32): u32 {
  return at(cornerHeads, cell);
}
export function firstTriangle(cell: u32): u32 {
  return at(triangleHeads, cell);
}
/** The part of a cell in which a point of the cell lies, as a bit. */
export function partOf(cell: u32, x: f64, y: f64): u32 {
  const scale = <f64>PARTS / size;
  const column = min<f64>(PARTS - 1, max<f64>(0, floor((x - cellMinX(cell)) * scale)));
  const row = min<f64>(PARTS - 1, max<f64>(0, floor((y - cellMinY(cell)) * scale)));
  return 1 << (<u32>row * PARTS + <u32>column);
}
function pairAt(pair: u32): usize {
  return pairs + <usize>pair * PAIR;
}
export function pairItem(pair: u32): u32 {
  return load<u32>(pairAt(pair));
}
export function pairNext(pair: u32): u32 {
  return load<u32>(pairAt(pair), NEXT);
}
/** A bit for each part of a cell that sees the corner of a pair from all its points. */
export function pairSees(cell: u32, pair: u32): u32 {
  const bounded = <u32>load<u16>(pairAt(pair), BOUNDED);
  return <u32>load<u16>(pairAt(pair), IN_VIEW) & ~(bounded | load<u16>(walled + (cell << 1)));
}

/**
 * Finds or adds the pair of an item and a cell. An item gets all its pairs before the next item
 * comes. So if the pair exists, it is the first pair of the cell.
 */
function pairOf(heads: usize, cell: u32, item: u32): usize {
  const head = at(heads, cell);
  if (head != NONE && pairItem(head) == item) return pairAt(head);
  if (pairCount == pairRoom) {
    pairRoom = max(4096, pairRoom + (pairRoom >> 1));
    pairs = reallocate(pairs, <usize>pairCount * PAIR, <usize>pairRoom * PAIR);
  }
  const pair = pairAt(pairCount);
  store<u32>(pair, item);
  store<u32>(pair, head, NEXT);
  store<u32>(pair, 0, IN_VIEW);
  set(heads, cell, pairCount++);
  return pair;
}

/** Writes a triangle as a polygon. */
export function shapeOf(triangle: u32, to: usize): void {
  const t = triangleAt(triangle);
  for (let k: u32 = 0; k < 3; k++) {
    const v = vertexAt(t, k);
    shapePut(to, k, pointX(v), pointY(v));
  }
}

/**
 * Lists triangles `from` to `to` - 1 in the cells that they touch, and marks the parts of cells
 * that their walls touch.
 */
export function cellsTriangles(from: u32, to: u32): void {
  for (let t = from; t < to; t++) {
    shapeOf(t, shape);
    addTo(TRIANGLES, 3, t);
    for (let k: u32 = 0; k < 3; k++) if (sideAt(triangleAt(t), k) == NONE) addSide(WALLS, t, k);
  }
}

// Kinds of polygons that `addTo` takes.

/** A triangle that is listed in its cells, for lists.ts. */
const TRIANGLES: u32 = 0;
/** A piece of the view of a corner. */
const VIEWS: u32 = 1;
/** A border of the view of a corner. */
const BOUNDS: u32 = 2;
/** A wall. */
const WALLS: u32 = 3;
/** A triangle that is marked in the table `free`, for queries. */
const FREE: u32 = 4;

/** For queries: marks in `free` at an address, filled with 0, the parts that triangles touch. */
export function cellsFree(address: usize, triangles: u32): void {
  free = address;
  if (shape == 0) shape = reallocate(0, 0, 2 * SHAPE_BYTES);
  for (let t: u32 = 0; t < triangles; t++) {
    shapeOf(t, shape);
    addTo(FREE, 3, t);
  }
}

/** For queries: takes the table that `cellsFree` filled. */
export function cellsUse(address: usize): void {
  free = address;
}

/**
 * Whether the straight line between two points of the mesh surely leaves the mesh: a point that is
 * looked up on the line lies in a part that no triangle touches.
 */
export function leavesMesh(x: f64, y: f64, endX: f64, endY: f64): bool {
  const scale = <f64>PARTS / size;
  const dx = (endX - x) * scale;
  const dy = (endY - y) * scale;
  const steps = <i32>min<f64>(MOST_LOOKS, floor(max(abs(dx), abs(dy)) / LOOK));
  const share = 1 / <f64>(steps + 1);
  const stepX = dx * share;
  const stepY = dy * share;
  const lastColumn = <f64>(columns * PARTS - 1);
  const lastRow = <f64>(rows * PARTS - 1);
  let px = (x - minX) * scale;
  let py = (y - minY) * scale;
  for (let i = 0; i < steps; i++) {
    px += stepX;
    py += stepY;
    const column = <u32>min<f64>(lastColumn, max<f64>(0, px));
    const row = <u32>min<f64>(lastRow, max<f64>(0, py));
    const cell = (row / PARTS) * columns + column / PARTS;
    const part = (row % PARTS) * PARTS + (column % PARTS);
    if (!((<u32>load<u16>(free + (cell << 1)) >> part) & 1)) return true;
  }
  return false;
}

/** Adds a side of a triangle, as a wall or as a border of the view of `looking`. */
function addSide(kind: u32, triangle: u32, k: u32): void {
  const a = vertexAt(triangleAt(triangle), k);
  const b = vertexAt(triangleAt(triangle), k + 1);
  shapePut(shape, 0, pointX(a), pointY(a));
  shapePut(shape, 1, pointX(b), pointY(b));
  addTo(kind, 2, looking);
}

/** The corner whose view is being made. `addSide` passes it on; WALLS do not use it. */
let looking: u32 = 0;

/**
 * Adds an item to all parts of cells that the polygon in `shape` touches. In each row of parts, the
 * sides of the polygon are cut at the top and bottom of the row. That gives the leftmost and the
 * rightmost part of the row.
 */
function addTo(kind: u32, count: u32, item: u32): void {
  let low = Infinity;
  let high = -Infinity;
  for (let i: u32 = 0; i < count; i++) {
    low = min(low, shapeY(shape, i));
    high = max(high, shapeY(shape, i));
  }
  const width = kind >= BOUNDS ? BOUND_WIDTH * slack : slack;
  const last = placePart(high - minY + width, rows);
  const side = size / <f64>PARTS;
  for (let row = placePart(low - minY - width, rows); row <= last; row++) {
    const bottom = minY + side * <f64>row - width;
    const top = bottom + side + 2 * width;
    let left = Infinity;
    let right = -Infinity;
    for (let i: u32 = 0; i < count; i++) {
      const j = i + 1 == count ? 0 : i + 1;
      const isUp = shapeY(shape, j) >= shapeY(shape, i);
      const a = isUp ? i : j;
      const b = isUp ? j : i;
      const ay = shapeY(shape, a);
      const by = shapeY(shape, b);
      if (by < bottom || ay > top) continue;
      const ax = shapeX(shape, a);
      const bx = shapeX(shape, b);
      const slope = by > ay ? (bx - ax) / (by - ay) : 0;
      const from = ay < bottom ? ax + slope * (bottom - ay) : ax;
      const to = by > top ? ax + slope * (top - ay) : bx;
      left = min(left, min(from, to));
      right = max(right, max(from, to));
      // a horizontal side counts with both ends
      if (by == ay) {
        left = min(left, bx);
        right = max(right, ax);
      }
    }
    if (left > right) continue;
    const begin = placePart(left - minX - width, columns);
    addParts(kind, item, row, begin, placePart(right - minX + width, columns));
  }
}

/** The row or column of parts at a distance `away` from the least x or y of the grid. */
function placePart(away: f64, count: u32): u32 {
  return <u32>min<f64>(<f64>(count * PARTS - 1), max<f64>(0, floor((away * <f64>PARTS) / size)));
}

/** Adds an item to the parts `begin` to `end` of a row of parts. */
function addParts(kind: u32, item: u32, row: u32, begin: u32, end: u32): void {
  for (let column = begin; column <= end; column++) {
    const cell = (row / PARTS) * columns + column / PARTS;
    const bit: u32 = 1 << ((row % PARTS) * PARTS + (column % PARTS));
    if (kind == FREE) mark(free + (cell << 1), bit);
    else if (kind == WALLS) mark(walled + (cell << 1), bit);
    else if (kind == TRIANGLES) pairOf(triangleHeads, cell, item);
    else mark(pairOf(cornerHeads, cell, item) + (kind == VIEWS ? IN_VIEW : BOUNDED), bit);
  }
}

function mark(bits: usize, bit: u32): void {
  store<u16>(bits, load<u16>(bits) | <u16>bit);
}

/**
 * Adds the views of the corners `from` to `to` - 1: pairs of each corner with the cells that it
 * sees. `firstSides`: per corner the side that starts there along a wall, as 4 x triangle + side.
 */
export function cellsView(firstSides: usize, from: u32, to: u32): void {
  for (let corner = from; corner < to; corner++) {
    looking = corner;
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
      // the cone first fills the triangle at the corner, then crosses the opposite side
      const cone = coneAt(--coneCount);
      if (crosses(corner, cone)) {
        addSide(BOUNDS, side >> 2, k);
        addSide(BOUNDS, side >> 2, k + 2);
      } else {
        emit(corner, side >> 2, cone, false);
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

/**
 * Whether each line of a cone has one wall of the corner on either side, so that no path can turn
 * at the corner. Testing the two borders is enough: see `look` in tangent/view.ts of navmesh.
 */
function crosses(corner: u32, cone: usize): bool {
  return (
    wallsBeside(corner, load<f64>(cone), load<f64>(cone, LEFT_Y)) == 0 &&
    wallsBeside(corner, load<f64>(cone, RIGHT_X), load<f64>(cone, RIGHT_Y)) == 0
  );
}

/**
 * Adds the piece of a triangle that lies in a cone to the view of the corner. With `isBounded`,
 * both sides of the cone count as borders of the view.
 */
function emit(corner: u32, triangle: u32, cone: usize, isBounded: bool): void {
  const px = pointX(corner);
  const py = pointY(corner);
  const lx = load<f64>(cone);
  const ly = load<f64>(cone, LEFT_Y);
  const rx = load<f64>(cone, RIGHT_X);
  const ry = load<f64>(cone, RIGHT_Y);
  const other = shape + SHAPE_BYTES;
  shapeOf(triangle, shape);
  // clipped to a slightly wider cone, because clipping rounds
  const right = (abs(rx) + abs(ry)) * slack;
  const left = (abs(lx) + abs(ly)) * slack;
  let count = clip(shape, 3, other, -ry, rx, rx * py - ry * px - right);
  count = clip(other, count, shape, ly, -lx, ly * px - lx * py - left);
  if (count > 0) addTo(VIEWS, count, corner);
  if (!isBounded) return;
  addLine(corner, triangle, rx, ry);
  addLine(corner, triangle, lx, ly);
}

/** Adds the piece of a line from the corner inside a triangle as a border of the view. */
function addLine(corner: u32, triangle: u32, dx: f64, dy: f64): void {
  const px = pointX(corner);
  const py = pointY(corner);
  const other = shape + SHAPE_BYTES;
  const away = (abs(dx) + abs(dy)) * slack;
  shapeOf(triangle, shape);
  let count = clip(shape, 3, other, -dy, dx, dx * py - dy * px - away);
  count = clip(other, count, shape, dy, -dx, dy * px - dx * py - away);
  if (count > 0) addTo(BOUNDS, count, corner);
}

/**
 * Carries the last cone from triangle to triangle until the cone ends at a wall, or until no line
 * in the cone lets a path turn at the corner. A vertex inside the cone splits the cone: the left
 * half waits on the stack, and the right half goes on.
 */
function carry(corner: u32): void {
  const px = pointX(corner);
  const py = pointY(corner);
  let entry = load<u32>(coneAt(coneCount - 1), SIDE);
  for (;;) {
    const cone = coneAt(coneCount - 1);
    if (crosses(corner, cone)) {
      addSide(BOUNDS, entry >> 2, entry & 3);
      break;
    }
    emit(corner, entry >> 2, cone, true);
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
        // the left half stays on the stack, below the right half, which goes on
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
