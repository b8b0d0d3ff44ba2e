// The oracle of disc searches: shortest paths of a disc among segments as given, by Dijkstra on all
// tangents and arcs. It shares no code with the searches and knows of no triangles.

import type { Coordinates, NavMeshInput, Polygon } from '../../src/index.ts';

/** Segments ax, ay, bx, by; single points have no length. */
export type Segments = Float64Array;

const ringsOf = (polygon: Polygon): readonly Coordinates[] =>
  (typeof polygon[0] === 'number' ? [polygon] : polygon) as readonly Coordinates[];

/** The sides of all rings and walls of the input, before any triangles are made of them. */
export function segmentsOf({ boundary, obstacles = [], walls = [] }: NavMeshInput): Segments {
  const segments: number[] = [];
  const add = (points: Coordinates, isClosed: boolean): void => {
    const count = points.length / 2;
    for (let i = 0; i < count; i++) {
      const j = (i + 1) % count;
      if (j > 0 || isClosed || count === 1)
        segments.push(points[2 * i], points[2 * i + 1], points[2 * j], points[2 * j + 1]);
    }
  };
  for (const polygon of [...(boundary ? [boundary] : []), ...obstacles])
    for (const ring of ringsOf(polygon)) add(ring, true);
  for (const wall of walls) add(wall, false);
  return Float64Array.from(segments);
}

/** Whether a point is in the boundary and in no obstacle, by the even-odd rule. */
export function isOutside(
  { boundary, obstacles = [] }: NavMeshInput,
  x: number,
  y: number,
): boolean {
  const isIn = (polygon: Polygon): boolean => {
    let inside = false;
    for (const ring of ringsOf(polygon))
      for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
        const [ax, ay, bx, by] = [ring[i], ring[i + 1], ring[j], ring[j + 1]];
        if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) inside = !inside;
      }
    return inside;
  };
  return (!boundary || isIn(boundary)) && !obstacles.some(isIn);
}

const TURN = 2 * Math.PI;
/**
 * The turn from angle `from` to `angle` to the given hand, from 0 to 2 pi. 0 also if it is a whole
 * turn but for rounding.
 */
function past(angle: number, from: number, hand: number): number {
  const d = (hand * (angle - from)) % TURN;
  const turned = d < 0 ? d + TURN : d;
  return turned > TURN - 1e-9 ? 0 : turned;
}

function squareToPoint(s: Segments, k: number, px: number, py: number): number {
  const ax = s[k];
  const ay = s[k + 1];
  const dx = s[k + 2] - ax;
  const dy = s[k + 3] - ay;
  const square = dx * dx + dy * dy;
  const t = square > 0 ? ((px - ax) * dx + (py - ay) * dy) / square : 0;
  const u = t > 0 ? (t < 1 ? t : 1) : 0;
  const x = ax + u * dx - px;
  const y = ay + u * dy - py;
  return x * x + y * y;
}

/** The distance of a point to the nearest segment. */
export function distanceTo(segments: Segments, x: number, y: number): number {
  let least = Infinity;
  for (let k = 0; k < segments.length; k += 4)
    least = Math.min(least, squareToPoint(segments, k, x, y));
  return Math.sqrt(least);
}

interface Circle {
  readonly x: number;
  readonly y: number;
  /** 1 = gone around to the left, -1 to the right, 0 = a point. */
  readonly hand: number;
  /**
   * Where the circle is too near to a segment: the angle at which the range starts, and the width
   * of the range to the circle's hand.
   */
  readonly closed: readonly (readonly [number, number])[];
  readonly out: Tangent[];
}

/** A straight piece from circle to circle. */
interface Tangent {
  readonly from: Circle;
  readonly to: Circle;
  /** The angles at which the piece touches the two circles. */
  readonly leaves: number;
  readonly arrives: number;
  readonly length: number;
  /**
   * In the current search: the least length of a path over the tangent, the tangent before, and the
   * number of the search.
   */
  cost: number;
  before: Tangent | undefined;
  search: number;
}

export interface Oracle {
  /** The length of the shortest path, Infinity where there is none. */
  shortest(sx: number, sy: number, tx: number, ty: number): number;
  /** Rows [x, y, hand]: the circles that the last path goes around, then its target. */
  turns(): number[][];
  /**
   * The shortest path of the last call: points so close to one another on arcs that they can be
   * checked one by one.
   */
  points(): number[];
}

/**
 * Shortest paths of a disc by Dijkstra on the graph of all tangents between circles of its radius
 * around all ends of segments, and arcs: shortest paths consist of nothing else (Chew 1985). It
 * knows of no triangles. `tolerance`: the share of the radius by which a path may be too near to a
 * segment. For tests: cubic.
 */
export function createOracle(segments: Segments, radius: number, tolerance = 1e-9): Oracle {
  const limit = radius * (1 - tolerance);
  const square = limit * limit;
  const circles: Circle[] = [];
  const keys = new Set<string>();
  for (let i = 0; i < segments.length; i += 2) {
    const [x, y] = [segments[i], segments[i + 1]];
    const key = `${x} ${y}`;
    if (keys.has(key)) continue;
    keys.add(key);
    const closed = closedAngles(segments, x, y, radius, limit);
    for (const hand of [1, -1])
      circles.push({
        x,
        y,
        hand,
        closed: closed.map(([a, b]) => (hand > 0 ? [a, b] : [a + b, b])),
        out: [],
      });
  }

  function isClear(ax: number, ay: number, bx: number, by: number): boolean {
    const minX = Math.min(ax, bx) - limit;
    const maxX = Math.max(ax, bx) + limit;
    const minY = Math.min(ay, by) - limit;
    const maxY = Math.max(ay, by) + limit;
    const s = segments;
    const dx = bx - ax;
    const dy = by - ay;
    const own = Float64Array.of(ax, ay, bx, by);
    for (let k = 0; k < s.length; k += 4) {
      const px = s[k];
      const py = s[k + 1];
      const qx = s[k + 2];
      const qy = s[k + 3];
      if (px < minX && qx < minX) continue;
      if (px > maxX && qx > maxX) continue;
      if (py < minY && qy < minY) continue;
      if (py > maxY && qy > maxY) continue;
      if (squareToPoint(s, k, ax, ay) < square || squareToPoint(s, k, bx, by) < square)
        return false;
      if (squareToPoint(own, 0, px, py) < square || squareToPoint(own, 0, qx, qy) < square)
        return false;
      const atP = dx * (py - ay) - dy * (px - ax);
      const atQ = dx * (qy - ay) - dy * (qx - ax);
      const atA = (qx - px) * (ay - py) - (qy - py) * (ax - px);
      const atB = (qx - px) * (by - py) - (qy - py) * (bx - px);
      if (atP * atQ < 0 && atA * atB < 0) return false;
    }
    return true;
  }

  const make = (
    from: Circle,
    to: Circle,
    leaves: number,
    arrives: number,
    length: number,
  ): Tangent => ({ from, to, leaves, arrives, length, cost: 0, before: undefined, search: 0 });

  /** The tangent from a circle to another that keeps each on its hand. */
  function join(a: Circle, b: Circle): Tangent | undefined {
    const dx = b.x - a.x;
    const dy = b.y - a.y;
    const distance = Math.hypot(dx, dy);
    const across = (b.hand - a.hand) * radius;
    if (distance === 0 || distance < Math.abs(across) * (1 - tolerance)) return undefined;
    const length = Math.sqrt(Math.max(0, (distance - across) * (distance + across)));
    // the direction of the tangent: each centre lies on its circle's hand
    const heading = Math.atan2(dy, dx) + Math.atan2(-across, length);
    const leaves = heading - (a.hand * Math.PI) / 2;
    const arrives = heading - (b.hand * Math.PI) / 2;
    const [ra, rb] = [Math.abs(a.hand) * radius, Math.abs(b.hand) * radius];
    const clear = isClear(
      a.x + ra * Math.cos(leaves),
      a.y + ra * Math.sin(leaves),
      b.x + rb * Math.cos(arrives),
      b.y + rb * Math.sin(arrives),
    );
    return clear ? make(a, b, leaves, arrives, length) : undefined;
  }

  for (let i = 0; i < circles.length; i++)
    for (let j = i + 1; j < circles.length; j++) {
      const [a, b] = [circles[i], circles[j]];
      const tangent = join(a, b);
      if (!tangent) continue;
      a.out.push(tangent);
      // the reversed tangent goes around both circles to the other hand
      const [back, on] = [circles[j ^ 1], circles[i ^ 1]];
      back.out.push(make(back, on, tangent.arrives, tangent.leaves, tangent.length));
    }

  let search = 0;
  let last: Tangent | undefined;
  return {
    shortest(sx, sy, tx, ty) {
      last = undefined;
      if (!isClear(sx, sy, sx, sy) || !isClear(tx, ty, tx, ty)) return Infinity;
      if (sx === tx && sy === ty) return 0;
      search++;
      const source = { x: sx, y: sy, hand: 0, closed: [], out: [] };
      const target = { x: tx, y: ty, hand: 0, closed: [], out: [] };
      const arrivals = new Map<Circle, Tangent>();
      const heap: { cost: number; tangent: Tangent }[] = [];
      const relax = (tangent: Tangent | undefined, cost: number, before?: Tangent): void => {
        if (!tangent || (tangent.search === search && tangent.cost <= cost)) return;
        tangent.search = search;
        tangent.cost = cost;
        tangent.before = before;
        push(heap, { cost, tangent });
      };
      const start = (tangent: Tangent | undefined): void => relax(tangent, tangent?.length ?? 0);
      start(join(source, target));
      for (const circle of circles) {
        start(join(source, circle));
        const arrival = join(circle, target);
        if (arrival) arrivals.set(circle, arrival);
      }
      while (heap.length > 0) {
        const { cost, tangent } = pop(heap);
        if (cost > tangent.cost) continue;
        const { to, arrives } = tangent;
        if (to === target) {
          last = tangent;
          return cost;
        }
        let most = Infinity;
        for (const [from, width] of to.closed) {
          const before = past(from, arrives, to.hand);
          const isIn = past(arrives, from, to.hand) < width - 1e-9;
          most = Math.min(most, isIn ? 0 : before);
        }
        const go = (next: Tangent): void => {
          const sweep = past(next.leaves, arrives, to.hand);
          if (sweep <= most + 1e-10) relax(next, cost + radius * sweep + next.length, tangent);
        };
        to.out.forEach(go);
        const arrival = arrivals.get(to);
        if (arrival) go(arrival);
      }
      return Infinity;
    },
    turns() {
      const turns: number[][] = [];
      for (let tangent = last; tangent; tangent = tangent.before)
        turns.unshift([tangent.to.x, tangent.to.y, tangent.to.hand]);
      return turns;
    },
    points() {
      const points: number[] = [];
      for (let tangent = last; tangent; tangent = tangent.before) {
        const { from, to } = tangent;
        const end = (circle: Circle, angle: number): void => {
          const r = Math.abs(circle.hand) * radius;
          points.unshift(circle.x + r * Math.cos(angle), circle.y + r * Math.sin(angle));
        };
        end(to, tangent.arrives);
        end(from, tangent.leaves);
        const { before } = tangent;
        if (!before) break;
        const sweep = past(tangent.leaves, before.arrives, from.hand);
        const steps = Math.ceil(sweep / 0.01);
        for (let i = steps - 1; i > 0; i--)
          end(from, before.arrives + (from.hand * sweep * i) / steps);
      }
      return points;
    },
  };
}

/**
 * The ranges in which the circle around (x, y) is nearer to a segment than the limit: the angle at
 * which each starts, and its width to the left.
 */
function closedAngles(
  s: Segments,
  x: number,
  y: number,
  radius: number,
  limit: number,
): [number, number][] {
  const closed: [number, number][] = [];
  for (let k = 0; k < s.length; k += 4) {
    if (squareToPoint(s, k, x, y) >= (radius + limit) ** 2) continue;
    // The points too near to a segment are bounded by two circles and two lines. The circle enters
    // and leaves that area where it crosses these.
    const cuts: number[] = [];
    const [ax, ay, bx, by] = [s[k], s[k + 1], s[k + 2], s[k + 3]];
    for (const [px, py] of [
      [ax, ay],
      [bx, by],
    ] as const) {
      const away = Math.hypot(px - x, py - y);
      const cosine = (radius * radius + away * away - limit * limit) / (2 * radius * away);
      if (!(Math.abs(cosine) <= 1)) continue;
      const angle = Math.atan2(py - y, px - x);
      cuts.push(angle - Math.acos(cosine), angle + Math.acos(cosine));
    }
    const length = Math.hypot(bx - ax, by - ay);
    if (length > 0) {
      const [nx, ny] = [(ay - by) / length, (bx - ax) / length];
      const off = nx * (ax - x) + ny * (ay - y);
      for (const line of [off - limit, off + limit]) {
        if (!(Math.abs(line) <= radius)) continue;
        const [angle, half] = [Math.atan2(ny, nx), Math.acos(line / radius)];
        cuts.push(angle - half, angle + half);
      }
    }
    if (cuts.length === 0) cuts.push(0);
    const sorted = cuts.map((angle) => past(angle, 0, 1)).sort((a, b) => a - b);
    sorted.forEach((from, i) => {
      const to = sorted[i + 1] ?? sorted[0] + TURN;
      const middle = (from + to) / 2;
      const [mx, my] = [x + radius * Math.cos(middle), y + radius * Math.sin(middle)];
      if (to > from && squareToPoint(s, k, mx, my) < limit * limit) closed.push([from, to - from]);
    });
  }
  return closed;
}

interface Item {
  readonly cost: number;
  readonly tangent: Tangent;
}

function push(heap: Item[], item: Item): void {
  let i = heap.length;
  for (; i > 0 && heap[(i - 1) >> 1].cost > item.cost; i = (i - 1) >> 1)
    heap[i] = heap[(i - 1) >> 1];
  heap[i] = item;
}

function pop(heap: Item[]): Item {
  const top = heap[0];
  const item = heap.pop()!;
  let i = 0;
  for (let child = 1; child < heap.length; child = 2 * i + 1) {
    if (child + 1 < heap.length && heap[child + 1].cost < heap[child].cost) child++;
    if (heap[child].cost >= item.cost) break;
    heap[i] = heap[child];
    i = child;
  }
  if (heap.length > 0) heap[i] = item;
  return top;
}
