// What comes too near to a path: vertices of the mesh that a disc on the path would cover, and
// walls. For channel.ts, where the channel alone (beside.ts) does not show that a piece is clear.

import { cornerOf, endOf, triangleCount, twinOf, X, Y } from '../channel/mesh';
import { squareOf, squareToSegment } from './widths';
import { pathPoint, POINT } from './layout';
import { pointAddress } from './path';
import { pastStart, squareTo } from './pieces';
import { before, NONE } from '../sides';

/**
 * u32 per triangle: the number of the last call of `lookAlong` that visited the triangle, 0 if none
 * did. `look`: the number of the current call.
 */
let seen: usize = 0;
let look: u32 = 0;
/** A stack of triangles still to be visited, with room for all triangles of the mesh. */
let stack: usize = 0;

/** `last`: the number of the last call of `lookAlong` so far; 0 except in tests. */
export function nearBind(stamps: usize, waiting: usize, last: u32): void {
  seen = stamps;
  stack = waiting;
  look = last;
}

/** The piece to look around: its number, its start a, its end b, and the vector from a to b. */
let piece: u32 = 0;
let isArc: bool = false;
let ax: f64 = 0;
let ay: f64 = 0;
let bx: f64 = 0;
let by: f64 = 0;
let pieceX: f64 = 0;
let pieceY: f64 = 0;
/** The square of the length of the piece, or of its chord. */
let pieceSquare: f64 = 0;
/** The centre of an arc, and its sweep. */
let cx: f64 = 0;
let cy: f64 = 0;
let sweep: f64 = 0;
/** Whether an arc turns by more than 3 radians: nearly half a turn, far from its chord. */
let isLong: bool = false;
/**
 * The square of a distance d. Nothing further than d from the piece, or from the chord of an arc,
 * is too near, so `lookAlong` does not cross sides that are further away.
 */
let nearSquare: f64 = 0;
/** d^2 times the square of the length of the piece or chord. */
let mostAcross: f64 = 0;
/** d times the length of the piece or chord. */
let mostAlong: f64 = 0;

let radius: f64 = 0;
/**
 * The squares of the radius, and of `keepOf` the radius. Vertices and walls at least `keepOf` away
 * are not too near.
 */
let radiusSquare: f64 = 0;
let keepSquare: f64 = 0;
/** The distance d for a straight piece: half-way between the radius and `keepOf` the radius. */
let closest: f64 = 0;
/**
 * The square of the distance from an arc's centre at which a wall is not too near to the arc:
 * `keepOf` twice the radius r, since the gap between the centre and the wall is as wide as the
 * disc. The arc is r from its centre, so the wall is at least r - 2 TOUCH r - c 2^-48 from the arc.
 * `createDiscSearch` promises r - 1e-9 r - c 2^-46, and 2 TOUCH is 1e-9: 3/4 of c 2^-46 are left.
 */
let wallSquare: f64 = 0;

/**
 * Of the vertices that are too near to the path, the nearest one, NONE if there is none; the piece
 * that this vertex is near to; the side of the piece on which it lies: 1 = left, -1 = right.
 */
let nearestValue: u32 = NONE;
export function nearest(): u32 {
  return nearestValue;
}
let nearestPieceValue: u32 = 0;
export function nearestPiece(): u32 {
  return nearestPieceValue;
}
let nearestHandValue: f64 = 0;
export function nearestHand(): f64 {
  return nearestHandValue;
}
/**
 * The square of the distance from the path to the nearest vertex; `keepSquare` as long as no vertex
 * is too near.
 */
let least: f64 = 0;
/**
 * Whether a wall between its ends is too near to the path, or is crossed by it: a gap between a
 * circle and the wall is too narrow.
 */
let isBlockedValue: bool = false;
export function isBlocked(): bool {
  return isBlockedValue;
}

/** Begins with a path for a disc of radius r. `lookAlong` follows, piece by piece. */
export function nearBegin(r: f64): void {
  radius = r;
  radiusSquare = r * r;
  keepSquare = squareOf(r);
  // d is half-way between r and `keepOf(r)`: below r, and above `keepOf(r)`, by more than
  // rounding. Corners that the path goes around are r away, so d excludes sides that end there.
  closest = 0.5 * (r + sqrt(keepSquare));
  wallSquare = squareOf(2 * r);
  least = keepSquare;
  nearestValue = NONE;
  isBlockedValue = false;
}

/** Takes piece i as the one to look around. */
function choosePiece(i: u32): void {
  const a = pointAddress(i);
  const b = a + POINT;
  piece = i;
  ax = pathPoint(a).x;
  ay = pathPoint(a).y;
  bx = pathPoint(b).x;
  by = pathPoint(b).y;
  pieceX = bx - ax;
  pieceY = by - ay;
  pieceSquare = pieceX * pieceX + pieceY * pieceY;
  sweep = pathPoint(a).sweep;
  isArc = sweep != 0;
  cx = pathPoint(a).centreX;
  cy = pathPoint(a).centreY;
  isLong = abs(sweep) > 3;
  // the distance of an arc's middle from its chord
  const off = isArc ? radius - sqrt(max(0, radiusSquare - 0.25 * pieceSquare)) : 0;
  const most = closest + off;
  nearSquare = most * most;
  mostAcross = nearSquare * pieceSquare;
  mostAlong = most * sqrt(pieceSquare);
}

/**
 * Whether a side (from u to v) may be too near to the piece, or have something too near behind it.
 * May say yes wrongly, where a box around the piece is met but the piece is not: this saves a
 * division.
 */
function isNearSide(ux: f64, uy: f64, vx: f64, vy: f64): bool {
  if (isLong) return squareToSegment(cx, cy, ux, uy, vx, vy) < 4 * radiusSquare;
  if (pieceSquare == 0) return squareToSegment(ax, ay, ux, uy, vx, vy) < radiusSquare;
  const atU = pieceX * (uy - ay) - pieceY * (ux - ax);
  const atV = pieceX * (vy - ay) - pieceY * (vx - ax);
  // mostly both ends are too far from the line, on the same side of it
  const closer = min(abs(atU), abs(atV));
  if (atU * atV > 0 && closer * closer >= mostAcross) return false;
  const toU = pieceX * (ux - ax) + pieceY * (uy - ay);
  const toV = pieceX * (vx - ax) + pieceY * (vy - ay);
  if (max(toU, toV) <= -mostAlong || min(toU, toV) >= pieceSquare + mostAlong) return false;
  // or both ends of the piece are too far from the side
  const dx = vx - ux;
  const dy = vy - uy;
  const atA = dx * (ay - uy) - dy * (ax - ux);
  const atB = dx * (by - uy) - dy * (bx - ux);
  const nearer = min(abs(atA), abs(atB));
  return atA * atB <= 0 || nearer * nearer < nearSquare * (dx * dx + dy * dy);
}

/**
 * The square of the distance of a vertex to the piece; Infinity where the vertex is too far from
 * the piece's line or circle, or is the centre of the arc.
 */
function squareOff(x: f64, y: f64): f64 {
  if (!isArc) {
    const off = pieceX * (y - ay) - pieceY * (x - ax);
    // the margin of 1e-12 is 10,000 roundings, so that rounding hides no vertex
    return off * off > least * pieceSquare * (1 + 1e-12)
      ? Infinity
      : squareTo(pointAddress(piece), x, y, radius);
  }
  const dx = x - cx;
  const dy = y - cy;
  const away = dx * dx + dy * dy;
  if (away == 0 || away >= 4 * radiusSquare) return Infinity;
  if (isLong) return squareTo(pointAddress(piece), x, y, radius);
  const sign: f64 = sweep > 0 ? 1 : -1;
  const isPast = sign * ((ax - cx) * dy - (ay - cy) * dx) >= 0;
  if (isPast && sign * (dx * (by - cy) - dy * (bx - cx)) >= 0) {
    const off = sqrt(away) - radius;
    return off * off;
  }
  const toA = (x - ax) * (x - ax) + (y - ay) * (y - ay);
  return min(toA, (x - bx) * (x - bx) + (y - by) * (y - by));
}

/** Tests a vertex, and keeps it if it is nearer to the piece than the nearest one so far. */
function lookAt(v: u32): void {
  const x = X(v);
  const y = Y(v);
  const away = squareOff(x, y);
  if (away >= least) return;
  least = away;
  nearestValue = v;
  nearestPieceValue = piece;
  if (isArc) {
    const isIn = (x - cx) * (x - cx) + (y - cy) * (y - cy) < radiusSquare;
    nearestHandValue = isIn == sweep > 0 ? 1 : -1;
  } else nearestHandValue = pieceX * (y - ay) - pieceY * (x - ax) > 0 ? 1 : -1;
}

/** Tests a wall between its ends u and v. `lookAt` tests the ends. */
function lookAtWall(ux: f64, uy: f64, vx: f64, vy: f64): void {
  if (isArc && !isNearSide(ux, uy, vx, vy)) return;
  const wx = vx - ux;
  const wy = vy - uy;
  const line = keepSquare * (wx * wx + wy * wy);
  // the distance to the left of the wall, times the wall's length
  const atA = wx * (ay - uy) - wy * (ax - ux);
  const atB = wx * (by - uy) - wy * (bx - ux);
  if (isArc) {
    if (isArcNear(ux, uy, wx, wy)) isBlockedValue = true;
  } else if (atA > 0 && atB > 0 && min(atA * atA, atB * atB) >= line) return;
  else if (atA * atB < 0) {
    const atU = pieceX * (uy - ay) - pieceY * (ux - ax);
    const atV = pieceX * (vy - ay) - pieceY * (vx - ax);
    if (atU * atV < 0) isBlockedValue = true;
  }
  if (atA * atA < line && squareToSegment(ax, ay, ux, uy, vx, vy) < keepSquare)
    isBlockedValue = true;
  if (atB * atB < line && squareToSegment(bx, by, ux, uy, vx, vy) < keepSquare)
    isBlockedValue = true;
}

/**
 * Whether an arc is too near to a wall, or crosses it, at the foot: the wall's point nearest to the
 * arc's centre. `lookAtWall` tests the ends of the arc.
 */
function isArcNear(ux: f64, uy: f64, wx: f64, wy: f64): bool {
  const along = ((cx - ux) * wx + (cy - uy) * wy) / (wx * wx + wy * wy);
  if (!(along > 0 && along < 1)) return false;
  const footX = ux + along * wx - cx;
  const footY = uy + along * wy - cy;
  if (footX * footX + footY * footY >= wallSquare) return false;
  const arc = pointAddress(piece);
  return pastStart(arc, footX, footY) <= abs(sweep);
}

/**
 * Looks at all that can be too near to a piece, which starts in a triangle. Returns the triangle
 * in which the piece ends.
 */
export function lookAlong(i: u32, triangle: u32): u32 {
  choosePiece(i);
  look++;
  if (look == 0) {
    // the numbers begin again: without this, triangles of earlier calls with the same numbers count
    memory.fill(seen, 0, (<usize>triangleCount()) << 2);
    look = 1;
  }
  let end = stack;
  let last = triangle;
  let deepest = -Infinity;
  store<u32>(seen + ((<usize>triangle) << 2), look);
  store<u32>(end, triangle);
  end += 4;
  for (let side = 3 * triangle; side < 3 * triangle + 3; side++) lookAt(cornerOf(side));
  while (end > stack) {
    end -= 4;
    const t = load<u32>(end);
    // how far inside the triangle the piece's end lies: the triangle with the largest holds the end
    let depth: f64 = Infinity;
    for (let side = 3 * t; side < 3 * t + 3; side++) {
      const u = cornerOf(side);
      const v = endOf(side);
      const ux = X(u);
      const uy = Y(u);
      const vx = X(v);
      const vy = Y(v);
      depth = min(depth, (vx - ux) * (by - uy) - (vy - uy) * (bx - ux));
      const twin = twinOf(side);
      if (twin == NONE) lookAtWall(ux, uy, vx, vy);
      else {
        const stamp = seen + ((<usize>(twin / 3)) << 2);
        if (load<u32>(stamp) == look || !isNearSide(ux, uy, vx, vy)) continue;
        store<u32>(stamp, look);
        // the other two vertices are the ends of this side, which were tested before
        lookAt(cornerOf(before(twin)));
        store<u32>(end, twin / 3);
        end += 4;
      }
    }
    if (depth > deepest) {
      deepest = depth;
      last = t;
    }
  }
  return last;
}
