import { checkNumbersOf, sleeveRule } from '../common/rules.ts';
import { orient2d } from 'robust-predicates';
import type { Point } from '../geometry/segment-distance.ts';
import type { Sleeve } from './sleeve.ts';

/**
 * Shortest paths through sleeves. A funnel owns its scratch: nothing is allocated per call once the
 * scratch is large enough.
 */
export interface Funnel {
  /** How many points the path of the last call has, both ends included. */
  readonly count: number;
  /** The path of the last call: the first `count` entries, valid until the next call. */
  readonly x: Float64Array;
  readonly y: Float64Array;
  /**
   * The length of the shortest path from a point to a point through all portals. The source lies in
   * the polygon before the first portal or on its rim, the target in the polygon after the last
   * portal or on its rim. Without portals the path is straight.
   */
  toPoint(sleeve: Sleeve, sx: number, sy: number, tx: number, ty: number): number;
  /**
   * The length of the shortest path from anywhere on the first portal to anywhere on the last,
   * through all portals between them: a lower bound on every path through the sleeve.
   *
   * @throws RangeError for a sleeve without portals.
   */
  toSegment(sleeve: Sleeve): number;
}

/**
 * Creates the funnel algorithm (Lee and Preparata 1984) with exact predicates, linear in the number
 * of portals. Points between the ends of a path are its turns: a portal end on a straight part of
 * the path is left out. If a portal lies on the line of a straight part, the path runs as far as
 * the nearer end of that portal. That end is a turn if the path leaves the line there, or goes
 * straight back.
 *
 * `toSegment` runs the same algorithm between two points at infinity: one behind the first portal,
 * one beyond the last, each in the direction perpendicular to its portal. Seen from such a point
 * all points of the portal are equally far away. So the shortest path between the two points is,
 * between the portals, the shortest path from portal to portal. Signs in which a point at infinity
 * takes part are rounded, all others are exact. A funnel that starts from a segment and shrinks
 * that segment (Klaffenböck 2014) can give a path that is too long.
 *
 * @example
 * const sleeve = createSleeve();
 * pushPortal(sleeve, 4, 8, 4, 10);
 * const length = createFunnel().toPoint(sleeve, 1, 1, 8, 2);
 * console.log(length.toFixed(2)); // 7.07
 */
export function createFunnel(): Funnel {
  const f = createFunnelState();
  return {
    get count() {
      return f.count;
    },
    get x() {
      return f.pathX;
    },
    get y() {
      return f.pathY;
    },
    toPoint(sleeve, sx, sy, tx, ty) {
      sleeveRule(sleeve, 'sleeve');
      checkNumbersOf({ sx, sy, tx, ty });
      return toPoint(f, sleeve, [sx, sy], [tx, ty]);
    },
    toSegment(sleeve) {
      sleeveRule(sleeve, 'sleeve');
      if (sleeve.count === 0)
        throw new RangeError('the sleeve has no portals, it needs the two segments');
      return lengthToSegment(f, sleeve);
    },
  };
}

/** The funnel and the path up to its apex. */
interface State {
  /**
   * Half the number of entries of X, Y, pathX and pathY. The chains start in the middle of X and Y,
   * at `room`: the left chain grows towards 0, the right chain towards the end.
   */
  room: number;
  /**
   * The points of the chains: the left chain from `head` up to the apex, the right from there to
   * `tail`.
   */
  X: Float64Array;
  Y: Float64Array;
  head: number;
  apex: number;
  tail: number;
  /**
   * Whether the apex is a point at infinity: its X, Y are then the direction in which paths leave
   * that point, perpendicular to the first portal.
   */
  isFar: boolean;
  /** Whether `turnOnPortal` has moved the apex: the path may then have points on straight parts. */
  hasTurned: boolean;
  /** The point that is being added. */
  newX: number;
  newY: number;
  pathX: Float64Array;
  pathY: Float64Array;
  count: number;
}

export function createFunnelState(): State {
  const none = new Float64Array(0);
  return {
    room: 0,
    X: none,
    Y: none,
    head: 0,
    apex: 0,
    tail: 0,
    isFar: false,
    hasTurned: false,
    newX: 0,
    newY: 0,
    pathX: none,
    pathY: none,
    count: 0,
  };
}

function toPoint(f: State, sleeve: Sleeve, [sx, sy]: Point, [tx, ty]: Point): number {
  const { leftX, leftY, rightX, rightY } = sleeve;
  let from = 0;
  let to = sleeve.count;
  // leave out first portals that the source is on or beyond, and last portals that the target is on
  // or before: the path need not cross them
  while (from < to && !mustCross(leftX[from], leftY[from], rightX[from], rightY[from], [sx, sy]))
    from++;
  while (
    to > from &&
    !mustCross(rightX[to - 1], rightY[to - 1], leftX[to - 1], leftY[to - 1], [tx, ty])
  )
    to--;
  begin(f, to - from, sx, sy, false);
  addPortals(f, sleeve, from, to);
  if (tx !== f.X[f.head] || ty !== f.Y[f.head]) addLeft(f, tx, ty);
  for (let i = f.apex - 1; i >= f.head; i--) put(f, f.X[i], f.Y[i]);
  if (f.count === 1) put(f, tx, ty);
  if (f.hasTurned) dropStraight(f);
  return length(f);
}

/** `Funnel.toSegment` without checks. */
export function lengthToSegment(f: State, sleeve: Sleeve): number {
  const last = sleeve.count - 1;
  const { leftX, leftY, rightX, rightY } = sleeve;
  const [fromX, fromY] = [leftY[0] - rightY[0], rightX[0] - leftX[0]];
  const [toX, toY] = [leftY[last] - rightY[last], rightX[last] - leftX[last]];
  // a segment without length is a point
  if (fromX === 0 && fromY === 0) begin(f, sleeve.count, leftX[0], leftY[0], false);
  else {
    begin(f, sleeve.count, fromX, fromY, true);
    // a placeholder for the first point, which is computed below, after the first turn is known
    putFoot(f, sleeve, 0, 0, 0);
  }
  addPortals(f, sleeve, 0, sleeve.count);
  // a point of a straight path without turns, for the case that nothing is put below: the path is
  // perpendicular to both segments, and can run over the first point of the left chain
  const straightAt = Math.max(f.head, f.apex - 1);
  const [px, py] = [f.X[straightAt], f.Y[straightAt]];
  const isPoint = toX === 0 && toY === 0;
  if (!isPoint) addLeft(f, toX, toY, true);
  for (let i = f.apex - 1; i >= (isPoint ? f.head : f.head + 1); i--) put(f, f.X[i], f.Y[i]);
  if (f.count === 1) put(f, px, py);
  // the first point is the point of the first segment nearest to the first turn, and the last point
  // that of the last segment nearest to the last turn
  const turns = f.count;
  f.count = 0;
  putFoot(f, sleeve, 0, f.pathX[1], f.pathY[1]);
  f.count = turns;
  putFoot(f, sleeve, last, f.pathX[turns - 1], f.pathY[turns - 1]);
  if (f.hasTurned) dropStraight(f);
  return length(f);
}

/** Starts a funnel whose only point is the apex, with room for the ends of `portals` portals. */
function begin(f: State, portals: number, x: number, y: number, isFar: boolean): void {
  if (f.room < portals + 4) {
    f.room = Math.max(64, 2 * portals + 4);
    for (const name of ['X', 'Y', 'pathX', 'pathY'] as const)
      f[name] = new Float64Array(2 * f.room);
  }
  f.head = f.apex = f.tail = f.room;
  f.X[f.apex] = x;
  f.Y[f.apex] = y;
  f.isFar = isFar;
  f.hasTurned = false;
  f.count = 0;
  if (!isFar) put(f, x, y);
}

function put(f: State, x: number, y: number): void {
  f.pathX[f.count] = x;
  f.pathY[f.count++] = y;
}

/** Above 0 if i, k and the new point turn left. `isFar`: the new point is a direction. */
function turn(f: State, i: number, k: number, isFar: boolean): number {
  const { X, Y, newX: x, newY: y } = f;
  if (f.isFar && i === f.apex)
    return isFar ? X[i] * y - Y[i] * x : X[i] * (y - Y[k]) - Y[i] * (x - X[k]);
  if (isFar) return (X[k] - X[i]) * y - (Y[k] - Y[i]) * x;
  return -orient2d(X[i], Y[i], X[k], Y[k], x, y);
}

function moveApex(f: State, to: number): void {
  f.apex = to;
  f.isFar = false;
  put(f, f.X[to], f.Y[to]);
}

function addLeft(f: State, x: number, y: number, isFar = false): void {
  f.newX = x;
  f.newY = y;
  while (f.head < f.apex && turn(f, f.head + 1, f.head, isFar) <= 0) f.head++;
  if (f.head === f.apex) {
    while (f.apex < f.tail && turn(f, f.apex, f.apex + 1, isFar) < 0) moveApex(f, f.apex + 1);
    f.head = f.apex;
  }
  f.head--;
  f.X[f.head] = x;
  f.Y[f.head] = y;
}

function addRight(f: State, x: number, y: number): void {
  f.newX = x;
  f.newY = y;
  while (f.tail > f.apex && turn(f, f.tail - 1, f.tail, false) >= 0) f.tail--;
  if (f.tail === f.apex) {
    while (f.apex > f.head && turn(f, f.apex, f.apex - 1, false) > 0) moveApex(f, f.apex - 1);
    f.tail = f.apex;
  }
  f.tail++;
  f.X[f.tail] = x;
  f.Y[f.tail] = y;
}

function addPortals(f: State, sleeve: Sleeve, from: number, to: number): void {
  const { leftX, leftY, rightX, rightY } = sleeve;
  for (let i = from; i < to; i++) {
    const [lx, ly, rx, ry] = [leftX[i], leftY[i], rightX[i], rightY[i]];
    // a portal end equal to the last point of its chain, which may be the apex, adds nothing
    if ((f.isFar && f.head === f.apex) || lx !== f.X[f.head] || ly !== f.Y[f.head])
      addLeft(f, lx, ly);
    if ((f.isFar && f.tail === f.apex) || rx !== f.X[f.tail] || ry !== f.Y[f.tail])
      addRight(f, rx, ry);
    if (f.head === f.apex - 1 && f.tail === f.apex + 1 && !f.isFar) turnOnPortal(f);
  }
}

/**
 * If the latest portal lies ahead on a line with the apex, its nearer end becomes the apex: the
 * path runs that far, and from there it may also go straight back.
 */
function turnOnPortal(f: State): void {
  const { X, Y, head, apex, tail } = f;
  const [ax, ay] = [X[apex], Y[apex]];
  const [lx, ly, rx, ry] = [X[head] - ax, Y[head] - ay, X[tail] - ax, Y[tail] - ay];
  if (lx * rx + ly * ry <= 0 || orient2d(ax, ay, X[head], Y[head], X[tail], Y[tail]) !== 0) return;
  const isLeft = lx * lx + ly * ly <= rx * rx + ry * ry;
  const nearer = isLeft ? head : tail;
  X[apex] = X[nearer];
  Y[apex] = Y[nearer];
  if (isLeft) f.head = apex;
  else f.tail = apex;
  put(f, X[apex], Y[apex]);
  f.hasTurned = true;
}

/** Takes out the points at which the path goes straight on. */
function dropStraight(f: State): void {
  const { pathX: x, pathY: y } = f;
  let kept = 1;
  for (let i = 1; i < f.count; i++) {
    const [a, b] = [kept - 2, kept - 1];
    const isStraight =
      kept > 1 &&
      orient2d(x[a], y[a], x[b], y[b], x[i], y[i]) === 0 &&
      (x[b] - x[a]) * (x[i] - x[b]) + (y[b] - y[a]) * (y[i] - y[b]) > 0;
    if (isStraight) kept--;
    x[kept] = x[i];
    y[kept++] = y[i];
  }
  f.count = kept;
}

function length({ count, pathX, pathY }: State): number {
  let sum = 0;
  for (let i = 1; i < count; i++)
    sum += Math.hypot(pathX[i] - pathX[i - 1], pathY[i] - pathY[i - 1]);
  return sum;
}

/** Puts the point of portal i that is nearest to x, y. */
function putFoot(f: State, sleeve: Sleeve, i: number, x: number, y: number): void {
  const [lx, ly, rx, ry] = [sleeve.leftX[i], sleeve.leftY[i], sleeve.rightX[i], sleeve.rightY[i]];
  const square = (rx - lx) ** 2 + (ry - ly) ** 2;
  const share = square > 0 ? ((x - lx) * (rx - lx) + (y - ly) * (ry - ly)) / square : 0;
  if (share <= 0) put(f, lx, ly);
  else if (share >= 1) put(f, rx, ry);
  else put(f, lx + share * (rx - lx), ly + share * (ry - ly));
}

/**
 * Whether a path from a point to the region on the left of segment a - b must cross that segment.
 * That is so if the point lies on the right of the line through a and b, or on the line outside the
 * segment.
 */
function mustCross(ax: number, ay: number, bx: number, by: number, [x, y]: Point): boolean {
  const side = -orient2d(ax, ay, bx, by, x, y);
  return side < 0 || (side === 0 && (x - ax) * (x - bx) + (y - ay) * (y - by) > 0);
}
