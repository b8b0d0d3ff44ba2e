import type { ArcPath } from '../../src/discs.ts';
import type { PolygonMesh } from '../../src/index.ts';

/** ax, ay, bx, by. */
type Segment = ArrayLike<number>;

/** The distance of a point to a segment. */
function toSegment(px: number, py: number, segment: Segment): number {
  const [ax, ay, bx, by] = [segment[0], segment[1], segment[2], segment[3]];
  const [dx, dy] = [bx - ax, by - ay];
  const square = dx * dx + dy * dy;
  const t = square > 0 ? Math.min(1, Math.max(0, ((px - ax) * dx + (py - ay) * dy) / square)) : 0;
  const [x, y] = [ax + t * dx - px, ay + t * dy - py];
  return Math.sqrt(x * x + y * y);
}

const side = (s: Segment, x: number, y: number): number =>
  (s[2] - s[0]) * (y - s[1]) - (s[3] - s[1]) * (x - s[0]);

function doCross(a: Segment, b: Segment): boolean {
  return (
    side(a, b[0], b[1]) * side(a, b[2], b[3]) < 0 && side(b, a[0], a[1]) * side(b, a[2], a[3]) < 0
  );
}

/** The distance of two segments. */
function between(a: Segment, b: Segment): number {
  if (doCross(a, b)) return 0;
  const [ax, ay, bx, by] = [a[0], a[1], a[2], a[3]];
  const [cx, cy, dx, dy] = [b[0], b[1], b[2], b[3]];
  return Math.min(
    toSegment(ax, ay, b),
    toSegment(bx, by, b),
    toSegment(cx, cy, a),
    toSegment(dx, dy, a),
  );
}

const TURN = 2 * Math.PI;
const past = (angle: number, from: number, sweep: number): number => {
  const d = (sweep > 0 ? angle - from : from - angle) % TURN;
  return d < 0 ? d + TURN : d;
};

interface Arc {
  readonly centre: readonly [x: number, y: number];
  readonly radius: number;
  /** The angle at which the arc starts. */
  readonly start: number;
  readonly sweep: number;
}

/** The distance of an arc to a segment. */
function arcTo({ centre: [cx, cy], radius: r, start, sweep }: Arc, wall: Segment): number {
  const [ax, ay, bx, by] = [wall[0], wall[1], wall[2], wall[3]];
  const isOn = (x: number, y: number): boolean =>
    past(Math.atan2(y - cy, x - cx), start, sweep) <= Math.abs(sweep);
  let least = Infinity;
  for (const angle of [start, start + sweep])
    least = Math.min(least, toSegment(cx + r * Math.cos(angle), cy + r * Math.sin(angle), wall));
  for (const [x, y] of [
    [ax, ay],
    [bx, by],
  ] as const)
    if (isOn(x, y)) least = Math.min(least, Math.abs(Math.hypot(x - cx, y - cy) - r));
  // the foot of the centre, and where the circle crosses
  const [dx, dy] = [bx - ax, by - ay];
  const square = dx * dx + dy * dy;
  if (square === 0) return least;
  const t = ((cx - ax) * dx + (cy - ay) * dy) / square;
  const [fx, fy] = [ax + t * dx, ay + t * dy];
  const away = Math.hypot(fx - cx, fy - cy);
  if (away >= r) {
    if (t > 0 && t < 1 && isOn(fx, fy)) least = Math.min(least, away - r);
  } else {
    const half = Math.sqrt((r * r - away * away) / square);
    for (const u of [t - half, t + half])
      if (u > 0 && u < 1 && isOn(ax + u * dx, ay + u * dy)) least = 0;
    // the points of the circle nearest to the line
    for (const sign of [1, -1]) {
      const nx = away > 1e-12 * r ? (fx - cx) / away : -dy / Math.sqrt(square);
      const ny = away > 1e-12 * r ? (fy - cy) / away : dx / Math.sqrt(square);
      if (t > 0 && t < 1 && isOn(cx + sign * nx, cy + sign * ny))
        least = Math.min(least, Math.abs(r - sign * away));
    }
  }
  return least;
}

/** The least distance of the pieces of a path, points from to to - 1, to any wall. */
export function clearanceOf(path: ArcPath, from: number, to: number, walls: Float64Array): number {
  let least = Infinity;
  for (let i = from; i + 1 < to; i++) {
    const [ax, ay, bx, by] = [path.x[i], path.y[i], path.x[i + 1], path.y[i + 1]];
    const [cx, cy, sweep] = [path.centreX[i], path.centreY[i], path.sweep[i]];
    for (let k = 0; k < walls.length; k += 4) {
      const wall = [walls[k], walls[k + 1], walls[k + 2], walls[k + 3]];
      const away =
        sweep === 0
          ? between([ax, ay, bx, by], wall)
          : arcTo(
              {
                centre: [cx, cy],
                radius: Math.hypot(ax - cx, ay - cy),
                start: path.startAngle[i],
                sweep,
              },
              wall,
            );
      if (away < least) least = away;
    }
  }
  return least;
}

/**
 * A place where tangents touch the circle around a vertex, for paths that go around the vertex to
 * one hand; and the tangents and arcs that continue such paths.
 */
interface Touch {
  readonly angle: number;
  readonly edges: { readonly to: Touch; readonly length: number }[];
  /** The least length found so far in the current search. */
  length: number;
  isDone: boolean;
}

interface Circle {
  readonly x: number;
  readonly y: number;
  /** 1 = gone around to the left, -1 to the right, 0 = a point. */
  readonly hand: number;
  readonly touches: Touch[];
}

export interface ShortestOptions {
  /** The share of the radius by which paths may be too near to walls. Default 1e-9. */
  readonly tolerance?: number;
  /** Touches of one circle that are no further apart count as one. Default 1e-9. */
  readonly sameAngle?: number;
}

/**
 * The lengths of the shortest paths of a disc, by Dijkstra on the graph of all tangents between
 * circles around all vertices, and arcs; it knows nothing of triangles. Infinity where there is
 * none. For tests: cubic.
 */
export function shortestByTangents(
  mesh: PolygonMesh,
  walls: Float64Array,
  radius: number,
  rows: readonly (readonly number[])[],
  { tolerance = 1e-9, sameAngle = 1e-9 }: ShortestOptions = {},
): number[] {
  const limit = radius * (1 - tolerance);
  const all = Array.from({ length: walls.length / 4 }, (_, k) => walls.slice(4 * k, 4 * k + 4));
  const isClear = (piece: Segment): boolean =>
    all.every((wall) => isFar(piece, wall, limit) || between(piece, wall) >= limit);
  const circleOf = (x: number, y: number, hand: number): Circle => ({ x, y, hand, touches: [] });
  const circles = [...new Set(mesh.corner)].flatMap((v) =>
    [1, -1].map((hand) => circleOf(mesh.x[v], mesh.y[v], hand)),
  );
  const ends = rows.map(([sx, sy, tx, ty]) => [circleOf(sx!, sy!, 0), circleOf(tx!, ty!, 0)]);
  const touch = (circle: Circle, angle: number): Touch => {
    const made = { angle, edges: [], length: Infinity, isDone: false };
    circle.touches.push(made);
    return made;
  };
  const join = (a: Circle, b: Circle): void => {
    const [dx, dy] = [b.x - a.x, b.y - a.y];
    const across = (b.hand - a.hand) * radius;
    const square = dx * dx + dy * dy;
    if (square === 0 || square < across * across * (1 - 2 * tolerance)) return;
    const length = Math.sqrt(Math.max(0, square - across * across));
    const [ux, uy] = [(length * dx + across * dy) / square, (length * dy - across * dx) / square];
    const [outX, outY] = [a.hand * radius * uy, -a.hand * radius * ux];
    const [inX, inY] = [b.hand * radius * uy, -b.hand * radius * ux];
    if (!isClear([a.x + outX, a.y + outY, b.x + inX, b.y + inY])) return;
    const to = touch(b, Math.atan2(inY, inX));
    touch(a, Math.atan2(outY, outX)).edges.push({ to, length });
  };
  for (const a of circles) for (const b of circles) join(a, b);
  for (const [source, target] of ends) {
    join(source!, target!);
    for (const circle of circles) {
      join(source!, circle);
      join(circle, target!);
    }
  }
  for (const { x, y, hand, touches } of circles) {
    const near = all.filter((wall) => toSegment(x, y, wall) < 2 * radius);
    touches.sort((a, b) => hand * (a.angle - b.angle));
    touches.forEach((from, i) => {
      const to = touches[(i + 1) % touches.length];
      const sweep =
        i + 1 < touches.length ? Math.abs(to.angle - from.angle) : past(to.angle, from.angle, hand);
      if (sweep < sameAngle) {
        from.edges.push({ to, length: 0 });
        to.edges.push({ to: from, length: 0 });
        return;
      }
      const arc = { centre: [x, y], radius, start: from.angle, sweep: hand * sweep } as const;
      const isFree = near.every((wall) => arcTo(arc, wall) >= limit);
      if (isFree) from.edges.push({ to, length: radius * sweep });
    });
  }
  const touches = [...circles, ...ends.flat()].flatMap((circle) => circle.touches);
  return ends.map(([source, target]) => {
    const isFree = (end: Circle): boolean => isClear([end.x, end.y, end.x, end.y]);
    if (!isFree(source!) || !isFree(target!)) return Infinity;
    if (source!.x === target!.x && source!.y === target!.y) return 0;
    return dijkstra(touches, source!.touches, new Set(target!.touches));
  });
}

/** Whether the boxes around two segments are at least `limit` apart in x or in y. */
function isFar(a: Segment, b: Segment, limit: number): boolean {
  for (let k = 0; k < 2; k++) {
    if (Math.min(a[k], a[k + 2]) - Math.max(b[k], b[k + 2]) >= limit) return true;
    if (Math.min(b[k], b[k + 2]) - Math.max(a[k], a[k + 2]) >= limit) return true;
  }
  return false;
}

function dijkstra(all: readonly Touch[], from: readonly Touch[], to: ReadonlySet<Touch>): number {
  for (const touch of all) {
    touch.length = Infinity;
    touch.isDone = false;
  }
  const open = new Set(from);
  for (const touch of from) touch.length = 0;
  while (open.size > 0) {
    let next: Touch | undefined;
    for (const touch of open) if (!next || touch.length < next.length) next = touch;
    if (to.has(next!)) return next!.length;
    open.delete(next!);
    next!.isDone = true;
    for (const { to: other, length } of next!.edges) {
      if (other.isDone || next!.length + length >= other.length) continue;
      other.length = next!.length + length;
      open.add(other);
    }
  }
  return Infinity;
}
