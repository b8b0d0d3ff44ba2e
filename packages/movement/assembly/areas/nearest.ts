// The nearest place that a search may enter: on the mesh, outside closed areas, and, with
// `reached`, among the places that the last search has reached. Called by
// src/areas/nearest-place.ts. Buckets of triangles are visited from near to far. In a triangle
// without closed ground, the place is the point of the triangle nearest to the given point. In
// other triangles that nearest point is tried first. If it has no open ground beside it, places on
// sides and borders are tried: the nearest point of each, its ends, and points where two of them
// meet.

import { get, NONE, set } from '@wayfield/wasm/assembly/words';
import {
  bucketColumns,
  bucketRows,
  bucketsMake,
  chainAt,
  chainFirst,
  chainNext,
  columnOf,
  distanceToRing,
  listedAt,
  listFirst,
  locate,
  rowOf,
} from '../corridors/locate';
import { reallocate } from '@wayfield/wasm/assembly/env';
import { number } from '@wayfield/surface/assembly/columns';
import { endSide, firstSide, isPolygon, sideAt, theWorld } from '@wayfield/surface/assembly/world';
import { costOf } from './integral';
import {
  Border,
  borderAt,
  chooseAll,
  chooseNear,
  chosenAt,
  chosenCount,
  costAt,
  ground,
  shapeAt,
  smallest,
} from './map';
import { isOpenBeside, leftOf, openingX, openingY } from './opening';

const PIECE: usize = offsetof<Border>();

/** Address of a byte per triangle: 1 = no place in the triangle counts. Address 0: all count. */
let leftOut: usize = 0;
/**
 * Address of two words per triangle, i and k: the points of the triangle that the search over areas
 * has reached are entries i to k - 1 of `points`. If i = k, the search has reached nothing there.
 * If both are NONE, it has reached the whole triangle. Address 0: all triangles count as reached.
 */
let reached: usize = 0;
let points: usize = 0;

/** The given point. */
let px: f64 = 0;
let py: f64 = 0;
/**
 * The best place so far, the square of its distance, its triangle, and the direction from there to
 * open ground.
 */
let bestX: f64 = 0;
let bestY: f64 = 0;
let best: f64 = Infinity;
let holder: i32 = -1;
let towardsX: f64 = 0;
let towardsY: f64 = 0;

/**
 * Per triangle the number of the search that last looked at the triangle, which may be listed in
 * several buckets.
 */
let stamps: usize = 0;
let stampRoom: u32 = 0;
/** The number of the current search, from 1 on. After 2^32 - 1 searches `stamps` is cleared. */
let stamp: u32 = 0;

/** For tests: sets the number of the last search. */
export function stampSet(value: u32): void {
  stamp = value;
}

/** Sides of the current triangle, and parts of borders in it, that may hold a better place. */
let pieces: usize = 0;
let pieceRoom: u32 = 0;
let pieceCount: u32 = 0;

export function nearestX(): f64 {
  return bestX;
}
export function nearestY(): f64 {
  return bestY;
}

/** Sets `leftOut`, `reached` and `points` for the next searches. */
export function nearestBind(out: usize, reach: usize, point: usize): void {
  leftOut = out;
  reached = reach;
  points = point;
}

/**
 * Finds the place nearest to a point, (nearestX, nearestY), and returns a triangle that holds the
 * place, -1 if there is no place. Of places at equal distances, finds that with the least x, then
 * y, then triangle. If memory ends here, the host calls `chooseAll`.
 */
export function nearestPlace(x: f64, y: f64): i32 {
  px = x;
  py = y;
  bestX = x;
  bestY = y;
  best = Infinity;
  holder = -1;
  bucketsMake();
  const count = theWorld().polygonCount;
  if (stampRoom < count) {
    stamps = reallocate(stamps, (<usize>stampRoom) << 2, (<usize>count) << 2);
    stampRoom = count;
  }
  if (++stamp == 0) {
    memory.fill(stamps, 0, (<usize>stampRoom) << 2);
    stamp = 1;
  }
  const row = rowOf(y);
  const column = columnOf(x);
  for (let ring: u32 = 0, end = max(bucketRows(), bucketColumns()); ring < end; ring++) {
    const away = distanceToRing(x, y, row, column, ring);
    if (away == Infinity || away * away > best) break;
    lookInRing(row, column, ring);
  }
  chooseAll();
  if (holder >= 0) settle();
  return holder;
}

/** Looks into the buckets of ring `ring`: the larger distance in rows or columns is `ring`. */
function lookInRing(row: u32, column: u32, ring: u32): void {
  const lastRow = min(bucketRows() - 1, row + ring);
  const firstColumn = column > ring ? column - ring : 0;
  const lastColumn = min(bucketColumns() - 1, column + ring);
  for (let r = row > ring ? row - ring : 0; r <= lastRow; r++) {
    if (r + ring == row || r == row + ring)
      for (let c = firstColumn; c <= lastColumn; c++) lookIn(r, c);
    else {
      if (column >= ring) lookIn(r, column - ring);
      if (column + ring < bucketColumns()) lookIn(r, column + ring);
    }
  }
}

function lookIn(row: u32, column: u32): void {
  const bucket = row * bucketColumns() + column;
  for (let i = listFirst(bucket), end = listFirst(bucket + 1); i < end; i++) look(listedAt(i));
  for (let k = chainFirst(bucket); k != 0; k = chainNext(k)) look(chainAt(k));
}

/** Set by `project` and `projectOn`: the nearest point, and the square of its distance. */
let onX: f64 = 0;
let onY: f64 = 0;
let onSquare: f64 = 0;

/** Finds the point of a segment nearest to the given one. */
function project(ax: f64, ay: f64, bx: f64, by: f64): void {
  const ex = bx - ax;
  const ey = by - ay;
  const square = ex * ex + ey * ey;
  const t = square > 0 ? ((px - ax) * ex + (py - ay) * ey) / square : 0;
  onX = t <= 0 ? ax : t >= 1 ? bx : ax + t * ex;
  onY = t <= 0 ? ay : t >= 1 ? by : ay + t * ey;
  onSquare = squareTo(onX, onY);
}

/** The square of the distance of a place to the given point. */
function squareTo(x: f64, y: f64): f64 {
  return (x - px) * (x - px) + (y - py) * (y - py);
}

/** Finds the point of a triangle nearest to the given one. */
function projectOn(p: u32): void {
  let square = Infinity;
  let x = px;
  let y = py;
  const end = endSide(p);
  for (let s = firstSide(p); s < end; s++) {
    if (leftOf(p, s, px, py) >= 0) continue;
    const a = sideAt(s);
    const b = sideAt(s + 1 == end ? firstSide(p) : s + 1);
    project(a.x, a.y, b.x, b.y);
    if (!(onSquare < square)) continue;
    square = onSquare;
    x = onX;
    y = onY;
  }
  onX = x;
  onY = y;
  onSquare = square == Infinity ? 0 : square;
}

/** Looks for a better place in a triangle that this search has not looked at. */
function look(p: u32): void {
  if (get(stamps, p) == stamp || !isPolygon(<i32>p)) return;
  if (leftOut != 0 && load<u8>(leftOut + p) != 0) return;
  if (reached != 0 && get(reached, 2 * p) != NONE && get(reached, 2 * p) == get(reached, 2 * p + 1))
    return;
  projectOn(p);
  // A triangle that is too far gets no stamp. At its next visit it is still too far, because the
  // best place only comes nearer. The test costs as little as reading a stamp.
  if (onSquare > best) return;
  set(stamps, p, stamp);
  let minX = Infinity;
  let minY = Infinity;
  let maxX = -Infinity;
  let maxY = -Infinity;
  for (let s = firstSide(p), end = endSide(p); s < end; s++) {
    minX = min(minX, sideAt(s).x);
    minY = min(minY, sideAt(s).y);
    maxX = max(maxX, sideAt(s).x);
    maxY = max(maxY, sideAt(s).y);
  }
  const margin = smallest();
  chooseNear(minX - margin, minY - margin, maxX + margin, maxY + margin);
  if (isAllOpen()) takeOpen(p);
  else if (!tryPlace(p, onX, onY)) tryBorders(p);
}

/** Whether the ground outside and all chosen areas are open. */
function isAllOpen(): bool {
  if (ground() == Infinity) return false;
  for (let k: u32 = 0, end = chosenCount(); k < end; k++)
    if (shapeAt(chosenAt(k)).cost == Infinity) return false;
  return true;
}

/** Takes the nearest point of a triangle without closed ground, if it is better. */
function takeOpen(p: u32): void {
  if (!isBetter(p, onX, onY)) return;
  take(p, onX, onY);
  // the direction to the centroid of the triangle
  towardsX = -onX;
  towardsY = -onY;
  const end = endSide(p);
  const share = 1 / <f64>(end - firstSide(p));
  for (let s = firstSide(p); s < end; s++) {
    towardsX += share * sideAt(s).x;
    towardsY += share * sideAt(s).y;
  }
  const length = sqrt(towardsX * towardsX + towardsY * towardsY);
  towardsX /= length;
  towardsY /= length;
}

/** Whether a place is nearer than the best one, or as near and of less x, then y, then triangle. */
function isBetter(p: u32, x: f64, y: f64): bool {
  const square = squareTo(x, y);
  if (square != best) return square < best;
  if (x != bestX) return x < bestX;
  return y == bestY ? <i32>p < holder : y < bestY;
}

function take(p: u32, x: f64, y: f64): void {
  bestX = x;
  bestY = y;
  best = squareTo(x, y);
  holder = <i32>p;
}

/** Takes a place of a triangle if it is better and may be entered; returns whether it is taken. */
function tryPlace(p: u32, x: f64, y: f64): bool {
  if (!isBetter(p, x, y)) return false;
  if (!isOpenBeside(p, x, y) || !isSeen(p, x, y)) return false;
  take(p, x, y);
  towardsX = openingX();
  towardsY = openingY();
  return true;
}

/**
 * Whether one of the points that the search has reached in a triangle sees a place there: whether
 * the line between both enters no closed ground.
 */
function isSeen(p: u32, x: f64, y: f64): bool {
  if (reached == 0 || get(reached, 2 * p) == NONE) return true;
  for (let i = get(reached, 2 * p), end = get(reached, 2 * p + 1); i < end; i++)
    if (costOf(x, y, number(points, 2 * i), number(points, 2 * i + 1)) < Infinity) return true;
  return false;
}

/** Tries the places of a triangle on its sides and on borders. */
function tryBorders(p: u32): void {
  pieceCount = 0;
  const end = endSide(p);
  for (let s = firstSide(p); s < end; s++) {
    const a = sideAt(s);
    const b = sideAt(s + 1 == end ? firstSide(p) : s + 1);
    putPiece(p, a.x, a.y, b.x, b.y);
  }
  for (let k: u32 = 0, shapes = chosenCount(); k < shapes; k++) {
    const shape = shapeAt(chosenAt(k));
    for (let i = shape.first, last = shape.end; i < last; i++) {
      const border = borderAt(i);
      putInside(p, border.ax, border.ay, border.bx, border.by);
    }
  }
  for (let i: u32 = 1; i < pieceCount; i++) for (let k: u32 = 0; k < i; k++) tryMeeting(p, i, k);
}

/** Calls `putPiece` for the part of a border that lies in a triangle, if there is one. */
function putInside(p: u32, ax: f64, ay: f64, bx: f64, by: f64): void {
  let from: f64 = 0;
  let to: f64 = 1;
  for (let s = firstSide(p), end = endSide(p); s < end; s++) {
    const a = leftOf(p, s, ax, ay);
    const b = leftOf(p, s, bx, by);
    if (a < -smallest() && b < -smallest()) return;
    if (a < 0 && b > 0) from = max(from, a / (a - b));
    else if (b < 0 && a > 0) to = min(to, a / (a - b));
  }
  if (from > to) return;
  const dx = bx - ax;
  const dy = by - ay;
  putPiece(p, ax + from * dx, ay + from * dy, ax + to * dx, ay + to * dy);
}

/**
 * Tries the nearest point of a side or of a part of a border, then the two ends, and lists the
 * segment in `pieces` for `tryMeeting`. A segment that is farther than the best place is left out.
 */
function putPiece(p: u32, ax: f64, ay: f64, bx: f64, by: f64): void {
  project(ax, ay, bx, by);
  if (onSquare > best) return;
  if (pieceCount == pieceRoom) {
    const more = max<u32>(16, 2 * pieceRoom);
    pieces = reallocate(pieces, <usize>pieceRoom * PIECE, <usize>more * PIECE);
    pieceRoom = more;
  }
  const piece = pieceAt(pieceCount++);
  piece.ax = ax;
  piece.ay = ay;
  piece.bx = bx;
  piece.by = by;
  if (tryPlace(p, onX, onY)) return;
  tryPlace(p, ax, ay);
  tryPlace(p, bx, by);
}

function pieceAt(i: u32): Border {
  return changetype<Border>(pieces + <usize>i * PIECE);
}

/** Tries the place where two pieces cross. */
function tryMeeting(p: u32, i: u32, k: u32): void {
  const one = pieceAt(i);
  const other = pieceAt(k);
  const dx = one.bx - one.ax;
  const dy = one.by - one.ay;
  const ex = other.bx - other.ax;
  const ey = other.by - other.ay;
  const turn = dx * ey - dy * ex;
  if (abs(turn) <= 1e-12 * sqrt((dx * dx + dy * dy) * (ex * ex + ey * ey))) return;
  const x = other.ax - one.ax;
  const y = other.ay - one.ay;
  const t = (x * ey - y * ex) / turn;
  const u = (x * dy - y * dx) / turn;
  if (t < 0 || t > 1 || u < 0 || u > 1) return;
  tryPlace(p, one.ax + t * dx, one.ay + t * dy);
}

/**
 * Moves the place towards open ground until a query that begins there is not blocked. The first
 * distance tried is `smallest` / 65536, each later one is four times as long, the last one is
 * `smallest`. If `smallest` is not enough, the place is left where it was found.
 */
function settle(): void {
  const x = bestX;
  const y = bestY;
  let step = smallest() / 65536;
  while (!(locate(bestX, bestY) >= 0 && costAt(bestX, bestY) < Infinity)) {
    if (step > smallest()) {
      bestX = x;
      bestY = y;
      return;
    }
    bestX = x + step * towardsX;
    bestY = y + step * towardsY;
    step *= 4;
  }
}
