import { checkNumbersOf, sleeveRule } from './rules.ts';
import { orient2d } from 'robust-predicates';
import type { Sleeve } from './sleeve.ts';

/** Shortest paths through sleeves. It owns its scratch; nothing is allocated per call once it is large enough. */
export interface Funnel {
  /** How many points the path of the last call has, both ends included. */
  readonly count: number;
  /** The path of the last call: the first `count` entries, valid until the next call. */
  readonly x: Float64Array;
  readonly y: Float64Array;
  /**
   * The length of the shortest path from a point to a point through all portals. The source lies in the polygon before the first
   * portal or on its rim, the target in the one after the last or on its rim; without portals the path is straight.
   */
  toPoint(sleeve: Sleeve, sx: number, sy: number, tx: number, ty: number): number;
  /**
   * The length of the shortest path from anywhere on the first portal to anywhere on the last, through those between: no way through
   * the sleeve is shorter.
   *
   * @throws RangeError for a sleeve without portals.
   */
  toSegment(sleeve: Sleeve): number;
}

/**
 * The funnel algorithm (Lee and Preparata 1984) with exact predicates, linear in the number of portals. A path turns at
 * every point between its ends, by more than nothing: a corner that it only touches is not listed, and where portals
 * lie in one line with the path the nearer end counts as passed on the side that the sleeve goes on to.
 *
 * From segment to segment it is the same algorithm between two points infinitely far behind the first portal and beyond
 * the last, each square to its segment: of all paths from there those over the segment differ only by what comes after it. So it is
 * exact, where growing a funnel from a shrinking segment (Klaffenböck 2014) can end too long.
 */
export function createFunnel(): Funnel {
  let room = 64;
  // the funnel: left chain from `head` up to the apex, right chain from there to `tail`
  let X = new Float64Array(2 * room);
  let Y = new Float64Array(2 * room);
  let head = 0;
  let apex = 0;
  let tail = 0;
  let pathX = new Float64Array(2 * room);
  let pathY = new Float64Array(2 * room);
  let count = 0;
  /** Whether the apex is still the source, at infinity: X, Y are the direction from there, square to the first portal. */
  let isFar = false;

  function begin(portals: number, x: number, y: number, far: boolean): void {
    if (room < portals + 4) {
      room = 2 * portals + 4;
      X = new Float64Array(2 * room);
      Y = new Float64Array(2 * room);
      pathX = new Float64Array(2 * room);
      pathY = new Float64Array(2 * room);
    }
    head = apex = tail = room;
    X[apex] = x;
    Y[apex] = y;
    isFar = far;
    count = 0;
    if (!far) put(x, y);
  }

  function put(x: number, y: number): void {
    pathX[count] = x;
    pathY[count++] = y;
  }

  /** Above 0 where the way over i and k to a point turns left; `far`: the point is a direction. */
  function turn(i: number, k: number, x: number, y: number, far: boolean): number {
    if (isFar && i === apex)
      return far ? X[i]! * y - Y[i]! * x : X[i]! * (y - Y[k]!) - Y[i]! * (x - X[k]!);
    if (far) return (X[k]! - X[i]!) * y - (Y[k]! - Y[i]!) * x;
    return -orient2d(X[i]!, Y[i]!, X[k]!, Y[k]!, x, y);
  }

  function moveApex(to: number): void {
    apex = to;
    isFar = false;
    put(X[to]!, Y[to]!);
  }

  function addLeft(x: number, y: number, far = false): void {
    while (head < apex && turn(head + 1, head, x, y, far) <= 0) head++;
    if (head === apex) {
      while (apex < tail && turn(apex, apex + 1, x, y, far) < 0) moveApex(apex + 1);
      head = apex;
    }
    head--;
    X[head] = x;
    Y[head] = y;
  }

  function addRight(x: number, y: number): void {
    while (tail > apex && turn(tail - 1, tail, x, y, false) >= 0) tail--;
    if (tail === apex) {
      while (apex > head && turn(apex, apex - 1, x, y, false) > 0) moveApex(apex - 1);
      tail = apex;
    }
    tail++;
    X[tail] = x;
    Y[tail] = y;
  }

  function addPortals(sleeve: Sleeve, from: number, to: number): void {
    const { leftX, leftY, rightX, rightY } = sleeve;
    for (let i = from; i < to; i++) {
      const [lx, ly, rx, ry] = [leftX[i]!, leftY[i]!, rightX[i]!, rightY[i]!];
      // an end that stays, or that is the apex, adds nothing
      if ((isFar && head === apex) || lx !== X[head] || ly !== Y[head]) addLeft(lx, ly);
      if ((isFar && tail === apex) || rx !== X[tail] || ry !== Y[tail]) addRight(rx, ry);
    }
  }

  function length(): number {
    let sum = 0;
    for (let i = 1; i < count; i++)
      sum += Math.hypot(pathX[i]! - pathX[i - 1]!, pathY[i]! - pathY[i - 1]!);
    return sum;
  }

  return {
    get count() {
      return count;
    },
    get x() {
      return pathX;
    },
    get y() {
      return pathY;
    },
    toPoint(sleeve, sx, sy, tx, ty) {
      sleeveRule(sleeve, 'sleeve');
      checkNumbersOf({ sx, sy, tx, ty });
      const { leftX, leftY, rightX, rightY } = sleeve;
      let from = 0;
      let to = sleeve.count;
      // portals that an end lies on are passed already
      while (
        from < to &&
        !isBehind(leftX[from]!, leftY[from]!, rightX[from]!, rightY[from]!, sx, sy)
      )
        from++;
      while (
        to > from &&
        !isBehind(rightX[to - 1]!, rightY[to - 1]!, leftX[to - 1]!, leftY[to - 1]!, tx, ty)
      )
        to--;
      begin(to - from, sx, sy, false);
      addPortals(sleeve, from, to);
      if (tx !== X[head] || ty !== Y[head]) addLeft(tx, ty);
      for (let i = apex - 1; i >= head; i--) put(X[i]!, Y[i]!);
      if (count === 1) put(tx, ty);
      return length();
    },
    toSegment(sleeve) {
      sleeveRule(sleeve, 'sleeve');
      const last = sleeve.count - 1;
      if (last < 0) throw new RangeError('the sleeve has no portals, it needs the two segments');
      const { leftX, leftY, rightX, rightY } = sleeve;
      const [fromX, fromY] = [leftY[0]! - rightY[0]!, rightX[0]! - leftX[0]!];
      const [toX, toY] = [leftY[last]! - rightY[last]!, rightX[last]! - leftX[last]!];
      // a segment without length is a point
      if (fromX === 0 && fromY === 0) begin(sleeve.count, leftX[0]!, leftY[0]!, false);
      else {
        begin(sleeve.count, fromX, fromY, true);
        putFoot(sleeve, 0, 0, 0);
      }
      addPortals(sleeve, 0, sleeve.count);
      // where the path is straight, square to both, it can run over the first corner of the left chain
      const [px, py] = [X[Math.max(head, apex - 1)]!, Y[Math.max(head, apex - 1)]!];
      const isPoint = toX === 0 && toY === 0;
      if (!isPoint) addLeft(toX, toY, true);
      for (let i = apex - 1; i >= (isPoint ? head : head + 1); i--) put(X[i]!, Y[i]!);
      if (count === 1) put(px, py);
      // from the first turn straight to the one segment, from the last to the other
      const turns = count;
      count = 0;
      putFoot(sleeve, 0, pathX[1]!, pathY[1]!);
      count = turns;
      putFoot(sleeve, last, pathX[turns - 1]!, pathY[turns - 1]!);
      return length();
    },
  };

  /** The point of a portal that is next to x, y. */
  function putFoot(sleeve: Sleeve, i: number, x: number, y: number): void {
    const [lx, ly, rx, ry] = [
      sleeve.leftX[i]!,
      sleeve.leftY[i]!,
      sleeve.rightX[i]!,
      sleeve.rightY[i]!,
    ];
    const square = (rx - lx) ** 2 + (ry - ly) ** 2;
    const share = square > 0 ? ((x - lx) * (rx - lx) + (y - ly) * (ry - ly)) / square : 0;
    if (share <= 0) put(lx, ly);
    else if (share >= 1) put(rx, ry);
    else put(lx + share * (rx - lx), ly + share * (ry - ly));
  }
}

/** Whether a point lies strictly on the right of the way from left to right end: behind who looks over the portal. */
function isBehind(lx: number, ly: number, rx: number, ry: number, x: number, y: number): boolean {
  return -orient2d(lx, ly, rx, ry, x, y) < 0;
}
