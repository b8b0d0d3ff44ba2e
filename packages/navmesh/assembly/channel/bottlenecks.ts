// Lower bounds over bottlenecks, the shortest sides of corridors: by coordinates, and by a table
// of the lengths of all shortest paths of points between the ends of bottlenecks. Paths of discs
// are no shorter than those of points, so that one table bounds them for every radius.
//
// The bound over a bottleneck a b. Let B(a) and B(b) be lower bounds from its ends to the target,
// and L(p) the length of the current path to a point p of the bottleneck. By the triangle
// inequality no path on from p is shorter than B(a) - |a p|, nor than B(b) - |p b|. So a path over
// p is at least as long as L(p) + B(a) - |a p|, and as L(p) + B(b) - |p b|. When p moves towards b,
// |a p| grows at least as fast as L(p) does, so the first sum only falls. The second only rises.
// Their maximum is therefore least where they meet, at |a p| = (B(a) - B(b) + |a b|) / 2 (or at an
// end of the bottleneck, for discs of its open part).
//
// Every path to the target leads over an entrance, so B(a) is the least of the bounds over them.
// The bound over an entrance e f is this formula again: L is the path from the target to a place of
// e f, and the table's lengths from e to a and from f to a stand for B(a) and B(b).
//
// A `share` is the place of a point on a bottleneck: its distance from the left end, as a part of
// the length of the bottleneck.
//
// Side k of a node has the number 3 x node + k, which also stands for the corridor behind this side
// and for the corridor's bottleneck as a path from the node crosses it. A label at a bottleneck has
// this number as its `crossing`; the label's own number is its place in memory (labels.ts).

import { Lengths } from './chains';
import { toX, toY } from './circle-chains';
import { apex, entryLength, entryX, entryY, head, tail } from './funnel';
import { addLabel, AT_BOTTLENECK, labelLengthTo } from './labels';
import {
  Bottleneck,
  DiscEntrance,
  Entrance,
  ENTRANCE,
  ENTRY,
  HAS_RADIUS,
  MOST_ENTRANCES,
  PointEntrance,
  targetBound,
  TargetBounds,
} from './layout';
import {
  fromLandmarks,
  hasLandmarks,
  isTableReady,
  noteRow,
  pairsOf,
  tableBind,
  tableForget,
} from './table';
import { bottleneckAt, cornerOf, endOf, twinOf, X, Y } from './mesh';
import { lastTurnTowards } from './vertex-chains';
import { LEVEL } from '../rounding';
import { NONE } from '../sides';

let bottlenecks: usize = 0;
let targetBounds: usize = 0;
let entrances: usize = 0;
let entranceCount: u32 = 0;
/** The entrance that gave the last B(a). It is tried first, as it is likely to give the next. */
let nearest: u32 = 0;
/**
 * Whether there are more than MOST_ENTRANCES entrances: the target lies on open ground. Then none
 * is kept and the table is not used, because a bound over some of the entrances is no lower bound.
 */
let isOpenGround: bool = false;

let query: u32 = 0;
let tx: f64 = 0;
let ty: f64 = 0;
let radius: f64 = 0;
/** Whether there is no target, as for rows of points: bounds are then lengths to bottlenecks. */
let isAimless: bool = false;

/**
 * `address`: a `Bottleneck` per node side. `table`, `rows`, `landmarks`: as `tableBind` takes them.
 * `bounds`: room for `TargetBounds`. `entrance`: room for MOST_ENTRANCES entrances.
 */
export function bottlenecksBind(
  address: usize,
  table: usize,
  rows: u32,
  landmarks: u32,
  bounds: usize,
  entrance: usize,
): void {
  bottlenecks = address;
  tableBind(table, rows, landmarks);
  targetBounds = bounds;
  entrances = entrance;
}

export function bottlenecksForget(newQuery: u32, x: f64, y: f64, r: f64, aimless: bool): void {
  query = newQuery;
  tableForget(newQuery);
  tx = x;
  ty = y;
  radius = r;
  isAimless = aimless;
  entranceCount = 0;
  nearest = 0;
  isOpenGround = false;
}

/** Forgets which query found which bounds to the target. `nodeSides`: how many there are. */
export function bottlenecksRestart(nodeSides: u32): void {
  for (let i: u32 = 0; i < nodeSides; i++)
    if (bottleneckSide(i) != NONE) boundsOf(bottleneck(i)).query = 0;
}

export function bottleneck(number: u32): Bottleneck {
  return changetype<Bottleneck>(bottlenecks + <usize>number * offsetof<Bottleneck>());
}
/** The bottleneck behind a node side, as a side of the triangle on the node's side of it. */
export function bottleneckSide(number: u32): u32 {
  return bottleneck(number).side;
}
/** The number of the same bottleneck as it is crossed from the other side. */
export function bottleneckBehind(number: u32): u32 {
  return bottleneckAt(twinOf(bottleneckSide(number)));
}
/** How many entrances the query has; 0 = lower bounds do not come from the table. */
export function entrancesFound(): u32 {
  return entranceCount;
}
// The selected side: its left end as it is crossed, the vector from there to the right end, and
// 0.5 / length. Written by `selectBottleneck` and `boundOverSide`, read by `lengthToSide`,
// `overStraight`, `toOpenPart` and `overTable`.
let ax: f64 = 0;
let ay: f64 = 0;
let dx: f64 = 0;
let dy: f64 = 0;
let halfInverse: f64 = 0;

function selectBottleneck(one: Bottleneck): void {
  ax = one.x;
  ay = one.y;
  dx = one.dx;
  dy = one.dy;
  halfInverse = one.halfInverse;
}

/**
 * Lower bound of all paths that continue the current one over a side. `entry`: the twin of that
 * side, in the triangle that is entered.
 */
export function boundOverSide(entry: u32): f64 {
  const a = cornerOf(entry);
  const b = endOf(entry);
  ax = X(a);
  ay = Y(a);
  dx = X(b) - ax;
  dy = Y(b) - ay;
  halfInverse = 0.5 / sqrt(dx * dx + dy * dy);
  return overStraight();
}

/** Lower bound of all paths that continue the current one over a bottleneck. */
export function boundOver(number: u32): f64 {
  const one = bottleneck(number);
  selectBottleneck(one);
  if (isAimless) return lengthToSide();
  return entranceCount == 0 ? overStraight() : overTable(one);
}
/** The lower bound over a bottleneck by coordinates alone. */
export function boundStraightOver(number: u32): f64 {
  selectBottleneck(bottleneck(number));
  return overStraight();
}

/** The length of the shortest continuation of the current path to the line of the selected side. */
function lengthToSide(): f64 {
  const last = lastTurnTowards(-dy, dx);
  const across = dx * (entryY(last) - ay) - dy * (entryX(last) - ax);
  return entryLength(last) + abs(across) * 2 * halfInverse;
}

/** The length of the current path over the selected side and straight on to the target. */
function overStraight(): f64 {
  const ahead = dx * (ty - ay) - dy * (tx - ax);
  if (ahead >= 0) return Lengths.to(tx, ty);
  // The target lies before the line of the side. A path over the line and back is as long as the
  // path straight on to the mirror image: the target moved by twice its distance -ahead / length
  // from the line. k = 2 ahead / length^2, because 4 halfInverse^2 = 1 / length^2.
  const k = 8 * ahead * halfInverse * halfInverse;
  return Lengths.to(tx + k * dy, ty - k * dx);
}

/** The share nearest to the given one on the open part of the selected bottleneck. */
function toOpenPart(share: f64): f64 {
  const margin = HAS_RADIUS ? radius * 2 * halfInverse : 0;
  return max<f64>(margin, min<f64>(1 - margin, share));
}

function overTable(one: Bottleneck): f64 {
  findTargetBounds(one);
  if (HAS_RADIUS && fromA == Infinity) return Infinity;
  const length = one.length;
  const share = toOpenPart((fromA - fromB + length) * halfInverse);
  const x = ax + share * dx;
  const y = ay + share * dy;
  const rest = max(fromA - share * length, fromB - (1 - share) * length);
  const bound = Lengths.to(x, y) + rest;
  // `overStraight` is the least length over any place of the side and straight on to the target. So
  // it cannot exceed `bound` if `rest` is at least the straight distance from (x, y) to the target.
  // Discs do without `overStraight`: rarely the larger, it costs one more length around circles.
  const square = (tx - x) * (tx - x) + (ty - y) * (ty - y);
  return HAS_RADIUS || (rest > 0 && square <= rest * rest) ? bound : max(bound, overStraight());
}

/** B(a) and B(b) of the header, as `findTargetBounds` has found them: a is the left end. */
let fromA: f64 = 0;
let fromB: f64 = 0;

function boundsOf(one: Bottleneck): TargetBounds {
  const place = <usize>(one.tableIndex >> 1) * offsetof<TargetBounds>();
  return changetype<TargetBounds>(targetBounds + place);
}
/** Finds B(a) and B(b) of a bottleneck, once per query: `TargetBounds` keeps them. */
function findTargetBounds(one: Bottleneck): void {
  const known = boundsOf(one);
  if (known.query != query) {
    const first = nearest;
    let least = overEntrance(first, one, f64x2.splat(Infinity));
    for (let i: u32 = 0; i < entranceCount; i++) {
      if (i == first) continue;
      const other = overEntrance(i, one, least);
      if (f64x2.extract_lane(other, 0) < f64x2.extract_lane(least, 0)) nearest = i;
      least = other;
    }
    v128.store(changetype<usize>(known), least);
    known.query = query;
  }
  const isTurned = one.tableIndex & 1;
  fromA = targetBound(known, isTurned);
  fromB = targetBound(known, isTurned ^ 1);
}

/**
 * B(a) and B(b) of the header over one entrance, or their values in `least` where those are
 * smaller. The first number belongs to the table's left end of the bottleneck.
 */
function overEntrance(number: u32, one: Bottleneck, least: v128): v128 {
  const address = entrances + <usize>number * ENTRANCE;
  const entrance = changetype<Entrance>(address);
  let toA: v128;
  let toB: v128;
  if (!hasLandmarks()) {
    const pair = v128.load(<usize>entrance.leftRow + ((<usize>(one.tableIndex >> 1)) << 4));
    toA = f64x2.promote_low_f32x4(pair);
    toB = f64x2.promote_low_f32x4(v128.shuffle<i64>(pair, pair, 1, 0));
  } else {
    toA = fromLandmarks(entrance.leftRow, one);
    toB = fromLandmarks(entrance.rightRow, one);
  }
  const length = v128.load64_splat(changetype<usize>(entrance), offsetof<Entrance>('length'));
  // The maximum of the two sums is at least their mean, so `atLeast` is a bound that costs less.
  // Mostly it is no smaller than `least` already, and the entrance does not matter.
  const both = f64x2.sub(f64x2.add(toA, toB), length);
  const atLeast = f64x2.add(
    f64x2.mul(both, f64x2.splat(0.5)),
    v128.load64_splat(changetype<usize>(entrance), offsetof<Entrance>('lowerBound')),
  );
  if (i64x2.all_true(f64x2.ge(atLeast, least))) return least;
  const meet = f64x2.mul(
    f64x2.add(f64x2.sub(toA, toB), length),
    v128.load64_splat(changetype<usize>(entrance), offsetof<Entrance>('halfInverse')),
  );
  const margin: f64 = HAS_RADIUS ? radius * 2 * entrance.halfInverse : 0;
  const share = f64x2.pmax(f64x2.splat(margin), f64x2.pmin(f64x2.splat(1 - margin), meet));
  const rest = f64x2.pmax(
    f64x2.sub(toA, f64x2.mul(share, length)),
    f64x2.sub(toB, f64x2.mul(f64x2.sub(f64x2.splat(1), share), length)),
  );
  const path = HAS_RADIUS
    ? byLines(changetype<DiscEntrance>(address), share)
    : fromTarget(changetype<PointEntrance>(address), share);
  return f64x2.pmin(least, f64x2.add(path, rest));
}

/** The lengths of a point's path from the target to two places of an entrance, by their shares. */
function fromTarget(entrance: PointEntrance, share: v128): v128 {
  const x = f64x2.add(
    v128.load64_splat(changetype<usize>(entrance), offsetof<Entrance>('x')),
    f64x2.mul(share, v128.load64_splat(changetype<usize>(entrance), offsetof<Entrance>('dx'))),
  );
  const y = f64x2.add(
    v128.load64_splat(changetype<usize>(entrance), offsetof<Entrance>('y')),
    f64x2.mul(share, v128.load64_splat(changetype<usize>(entrance), offsetof<Entrance>('dy'))),
  );
  const label = entrance.label;
  if (label == NONE) {
    const awayX = f64x2.sub(
      x,
      v128.load64_splat(changetype<usize>(entrance), offsetof<PointEntrance>('turnX')),
    );
    const awayY = f64x2.sub(
      y,
      v128.load64_splat(changetype<usize>(entrance), offsetof<PointEntrance>('turnY')),
    );
    const square = f64x2.add(f64x2.mul(awayX, awayX), f64x2.mul(awayY, awayY));
    return f64x2.add(
      v128.load64_splat(changetype<usize>(entrance), offsetof<PointEntrance>('turnLength')),
      f64x2.sqrt(square),
    );
  }
  const first = labelLengthTo(label, f64x2.extract_lane(x, 0), f64x2.extract_lane(y, 0));
  const second = labelLengthTo(label, f64x2.extract_lane(x, 1), f64x2.extract_lane(y, 1));
  return f64x2.replace_lane(f64x2.splat(first), 1, second);
}

/** Lower bounds on a disc's path from the target to two places of an entrance, by their shares. */
function byLines(entrance: DiscEntrance, share: v128): v128 {
  const away = f64x2.sub(
    f64x2.mul(share, v128.load64_splat(changetype<usize>(entrance), offsetof<Entrance>('length'))),
    f64x2.splat(radius),
  );
  return f64x2.pmax(
    f64x2.add(
      v128.load64_splat(changetype<usize>(entrance), offsetof<DiscEntrance>('left')),
      f64x2.mul(
        v128.load64_splat(changetype<usize>(entrance), offsetof<DiscEntrance>('leftGrowth')),
        away,
      ),
    ),
    f64x2.add(
      v128.load64_splat(changetype<usize>(entrance), offsetof<DiscEntrance>('right')),
      f64x2.mul(
        v128.load64_splat(changetype<usize>(entrance), offsetof<DiscEntrance>('rightGrowth')),
        away,
      ),
    ),
  );
}

/**
 * Called when the current path has come from the target to a bottleneck, which becomes an entrance.
 * Points have at most three entrances: the sector of the target is searched from one triangle, and
 * its walks end at the bottleneck of its corridor and at two behind the next node, or at the three
 * behind its own node (test/channels/entrances.test.ts).
 */
export function addEntrance(number: u32): void {
  if (!isTableReady() || isOpenGround) return;
  if (entranceCount == MOST_ENTRANCES) {
    isOpenGround = true;
    entranceCount = 0;
    return;
  }
  const address = entrances + <usize>entranceCount * ENTRANCE;
  const entrance = changetype<Entrance>(address);
  const own = bottleneck(number);
  selectBottleneck(own);
  // an entrance is kept in that direction in which its left end is the table's left end
  const one = own.tableIndex & 1 ? bottleneck(bottleneckBehind(number)) : own;
  // both records begin with the same fields, x to halfInverse
  memory.copy(address, changetype<usize>(one), offsetof<Entrance>('lowerBound'));
  entrance.leftRow = hasLandmarks() ? one.leftRow : <u32>pairsOf(one.tableIndex >> 1);
  entrance.rightRow = one.rightRow;
  if (HAS_RADIUS) addLines(changetype<DiscEntrance>(address), one);
  else {
    entrance.lowerBound = lengthToSide();
    const seen = changetype<PointEntrance>(address);
    seen.turnX = entryX(apex());
    seen.turnY = entryY(apex());
    seen.turnLength = entryLength(apex());
    const isSeen = apex() - head() <= ENTRY && tail() - apex() <= ENTRY;
    seen.label = isSeen ? NONE : addLabel(number, 0, AT_BOTTLENECK, NONE);
  }
  entranceCount++;
}

/**
 * The two lines are found at a quarter and three quarters of the open part. Any two places give
 * lower bounds; two lines follow the convex lengths better than one.
 */
function addLines(entrance: DiscEntrance, one: Bottleneck): void {
  const open = openOf(one);
  findLine(one, radius + 0.25 * open, open);
  const left = lineStart;
  const leftGrowth = lineGrowth;
  findLine(one, radius + 0.75 * open, open);
  entrance.left = left;
  entrance.leftGrowth = leftGrowth;
  entrance.right = lineStart;
  entrance.rightGrowth = lineGrowth;
  entrance.lowerBound = max(
    min(left, left + leftGrowth * open),
    min(lineStart, lineStart + lineGrowth * open),
  );
  // where the lines meet
  if (leftGrowth < 0 && lineGrowth > 0)
    entrance.lowerBound = left + (leftGrowth * (lineStart - left)) / (leftGrowth - lineGrowth);
}

/** The length of the open part of a bottleneck, where the disc's centre may be. */
export function openOf(one: Bottleneck): f64 {
  return max<f64>(0, one.length - 2 * radius);
}

/** The length of the current path to the place at a distance `along` from the left end. */
export function lengthToPlace(one: Bottleneck, along: f64): f64 {
  const share = along * 2 * one.halfInverse;
  return Lengths.to(one.x + share * one.dx, one.y + share * one.dy);
}

/** The line that `findLine` has found: its value at the open part's left end, and its slope. */
let lineStart: f64 = 0;
let lineGrowth: f64 = 0;
/**
 * Finds a line below the current path's lengths to all places of a bottleneck. The length is a
 * convex function of the place, so the tangent to its graph at the place `along` is such a line.
 * Its slope is the cosine of the angle at which the path arrives there. `along` must not be an end
 * of the open part, where rounding decides the direction. If the open part is shorter than LEVEL
 * radii, or if the path starts at the place, the line is level: the length to the place less the
 * length of the open part. Along the open part no length changes by more than that.
 */
function findLine(one: Bottleneck, along: f64, open: f64): void {
  const length = lengthToPlace(one, along);
  const size = sqrt(toX() * toX() + toY() * toY());
  if (!(open > LEVEL * radius) || size == 0) {
    lineStart = length - open;
    lineGrowth = 0;
    return;
  }
  const ahead = toX() * one.dx + toY() * one.dy;
  lineGrowth = (ahead * 2 * one.halfInverse) / size;
  lineStart = length - lineGrowth * (along - radius);
}

/**
 * Of discs: the bottleneck that the current path has crossed last, NONE if it is not known or the
 * table is not by pairs; and the line below the path's lengths to its places (`findLine`).
 */
let crossed: u32 = NONE;
let crossedStart: f64 = 0;
let crossedGrowth: f64 = 0;

/** Notes that the current path is about to cross a bottleneck; NONE = it may have crossed none. */
export function crossBottleneck(number: u32): void {
  crossed = entranceCount > 0 && !hasLandmarks() ? number : NONE;
  if (crossed == NONE) return;
  const one = bottleneck(number);
  findLine(one, one.length * 0.5, openOf(one));
  crossedStart = lineStart;
  crossedGrowth = lineGrowth;
}
/** Whether `boundOnOver` may be called: the bottleneck that was crossed last is known. */
export function hasCrossed(): bool {
  return crossed != NONE;
}

/**
 * Lower bound on a path over the bottleneck crossed last and then over another, by the lengths
 * between the two. Let f be a place of the first, q a place of the second, and R(q) the larger of
 * B(a) - |a q| and B(b) - |q b|, a bound on the rest. R is least at one place p, and R(q) = R(p) +
 * |p q|. The length from f to q is smaller than that from f to p by at most |p q|. So this length
 * plus R(q) is least at q = p. The place f with the least bound is found in the same manner: the
 * line of `findLine` rises or falls by at most the distance between two places.
 */
export function boundOnOver(number: u32): f64 {
  const from = bottleneck(crossed);
  const to = bottleneck(number);
  selectBottleneck(to);
  findTargetBounds(to);
  if (fromA == Infinity || fromB == Infinity) return Infinity;
  const share = toOpenPart((fromA - fromB + to.length) * halfInverse);
  const rest = max(fromA - share * to.length, fromB - (1 - share) * to.length);
  const left = between(from, 0, to, share);
  const right = between(from, 1, to, share);
  if (left == Infinity || right == Infinity) return Infinity;
  halfInverse = from.halfInverse;
  const start = toOpenPart((left - right + from.length) * halfInverse) * from.length;
  const path = max(left - start, right - (from.length - start));
  return crossedStart + crossedGrowth * (start - radius) + path + rest;
}

/**
 * Lower bound from an end of a bottleneck, 0 = left, 1 = right, to the place `share` of another, by
 * the four lengths of the pair (`pairs` of table.ts). If the lowest bit of `tableIndex` is 1, the
 * bottleneck is crossed in the other direction than in the table, and its ends are exchanged.
 */
function between(from: Bottleneck, end: u32, to: Bottleneck, share: f64): f64 {
  const place = pairsOf(from.tableIndex >> 1) + ((<usize>(to.tableIndex >> 1)) << 4);
  const turned = (to.tableIndex & 1) << 2;
  const half = place + ((end ^ (from.tableIndex & 1)) << 3);
  const left = <f64>load<f32>(half + turned);
  const right = <f64>load<f32>(half + (turned ^ 4));
  return max(left - share * to.length, right - (1 - share) * to.length);
}

/**
 * Of discs, while a row of the table is made: notes the current path's lengths to both ends of a
 * bottleneck for their rows, and returns the smaller one.
 */
export function noteRows(number: u32): f64 {
  const one = bottleneck(number);
  const left = lengthToPlace(one, radius);
  const right = openOf(one) > 0 ? lengthToPlace(one, one.length - radius) : left;
  noteRow(one.leftRow, left);
  noteRow(one.rightRow, right);
  return min(left, right);
}
