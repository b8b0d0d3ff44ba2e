import { NONE } from '@wayfield/graph';
import type { ArcPath } from '../src/discs.ts';
import type { PolygonMesh } from '../src/index.ts';

/** Segments that a disc keeps clear of, ax, ay, bx, by: walls, and vertices as segments without length. */
export function wallsOf(mesh: PolygonMesh): Float64Array {
  const { x, y, corner, twin, firstSide, polygonCount } = mesh;
  const walls: number[] = [];
  for (let p = 0; p < polygonCount; p++)
    for (let s = firstSide[p]!; s < firstSide[p + 1]!; s++) {
      const a = corner[s]!;
      const b = twin[s] === NONE ? corner[s + 1 === firstSide[p + 1] ? firstSide[p]! : s + 1]! : a;
      walls.push(x[a]!, y[a]!, x[b]!, y[b]!);
    }
  return Float64Array.from(walls);
}

function toSegment(px: number, py: number, ax: number, ay: number, bx: number, by: number): number {
  const [dx, dy] = [bx - ax, by - ay];
  const square = dx * dx + dy * dy;
  const t = square > 0 ? Math.min(1, Math.max(0, ((px - ax) * dx + (py - ay) * dy) / square)) : 0;
  return Math.hypot(ax + t * dx - px, ay + t * dy - py);
}

function doCross(a: readonly number[], b: readonly number[]): boolean {
  const side = (s: readonly number[], x: number, y: number): number =>
    (s[2]! - s[0]!) * (y - s[1]!) - (s[3]! - s[1]!) * (x - s[0]!);
  return (
    side(a, b[0]!, b[1]!) * side(a, b[2]!, b[3]!) < 0 &&
    side(b, a[0]!, a[1]!) * side(b, a[2]!, a[3]!) < 0
  );
}

/** The distance of two segments. */
function between(a: readonly number[], b: readonly number[]): number {
  if (doCross(a, b)) return 0;
  const [ax, ay, bx, by] = a as [number, number, number, number];
  const [cx, cy, dx, dy] = b as [number, number, number, number];
  return Math.min(
    toSegment(ax, ay, cx, cy, dx, dy),
    toSegment(bx, by, cx, cy, dx, dy),
    toSegment(cx, cy, ax, ay, bx, by),
    toSegment(dx, dy, ax, ay, bx, by),
  );
}

const TURN = 2 * Math.PI;
const past = (angle: number, from: number, sweep: number): number => {
  const d = (sweep > 0 ? angle - from : from - angle) % TURN;
  return d < 0 ? d + TURN : d;
};

/** The distance of an arc to a segment. */
function arcTo(
  cx: number,
  cy: number,
  r: number,
  start: number,
  sweep: number,
  wall: readonly number[],
): number {
  const [ax, ay, bx, by] = wall as [number, number, number, number];
  const isOn = (x: number, y: number): boolean =>
    past(Math.atan2(y - cy, x - cx), start, sweep) <= Math.abs(sweep);
  let least = Infinity;
  for (const angle of [start, start + sweep])
    least = Math.min(
      least,
      toSegment(cx + r * Math.cos(angle), cy + r * Math.sin(angle), ax, ay, bx, by),
    );
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
    const [ax, ay, bx, by] = [path.x[i]!, path.y[i]!, path.x[i + 1]!, path.y[i + 1]!];
    const [cx, cy, sweep] = [path.centreX[i]!, path.centreY[i]!, path.sweep[i]!];
    for (let k = 0; k < walls.length; k += 4) {
      const wall = [walls[k]!, walls[k + 1]!, walls[k + 2]!, walls[k + 3]!];
      const away =
        sweep === 0
          ? between([ax, ay, bx, by], wall)
          : arcTo(cx, cy, Math.hypot(ax - cx, ay - cy), path.startAngle[i]!, sweep, wall);
      if (away < least) least = away;
    }
  }
  return least;
}

interface Tangent {
  /** Circle and hand it leaves and comes to: 2 x vertex + (1 = left); -1 the source, -2 the target. */
  readonly from: number;
  readonly to: number;
  readonly length: number;
  readonly leaves: number;
  readonly comes: number;
}

/**
 * The length of the shortest path of a disc, by Dijkstra on the graph of all tangents between circles around all vertices, and arcs; it knows
 * nothing of triangles. For tests: cubic and more. Infinity where there is none.
 */
export function shortestByTangents(
  mesh: PolygonMesh,
  walls: Float64Array,
  radius: number,
  sx: number,
  sy: number,
  tx: number,
  ty: number,
): number {
  const limit = radius * (1 - 1e-9);
  const isClear = (piece: readonly number[]): boolean => {
    for (let k = 0; k < walls.length; k += 4)
      if (between(piece, [walls[k]!, walls[k + 1]!, walls[k + 2]!, walls[k + 3]!]) < limit)
        return false;
    return true;
  };
  if (!isClear([sx, sy, sx, sy]) || !isClear([tx, ty, tx, ty])) return Infinity;
  const vertices = new Set(mesh.corner);
  const circles: { id: number; x: number; y: number; hand: number }[] = [
    { id: -1, x: sx, y: sy, hand: 0 },
    { id: -2, x: tx, y: ty, hand: 0 },
  ];
  for (const v of vertices)
    for (const left of [0, 1])
      circles.push({ id: 2 * v + left, x: mesh.x[v]!, y: mesh.y[v]!, hand: left ? 1 : -1 });
  const tangents: Tangent[] = [];
  const leaving = new Map<number, Tangent[]>();
  for (const a of circles)
    for (const b of circles) {
      if (b.id === -1 || a.id === -2 || (a.x === b.x && a.y === b.y)) continue;
      const [dx, dy] = [b.x - a.x, b.y - a.y];
      const across = (b.hand - a.hand) * radius;
      const square = dx * dx + dy * dy;
      if (square < across * across * (1 - 1e-12)) continue;
      const length = Math.sqrt(Math.max(0, square - across * across));
      const [ux, uy] = [(length * dx + across * dy) / square, (length * dy - across * dx) / square];
      const [outX, outY] = [a.hand * radius * uy, -a.hand * radius * ux];
      const [inX, inY] = [b.hand * radius * uy, -b.hand * radius * ux];
      if (!isClear([a.x + outX, a.y + outY, b.x + inX, b.y + inY])) continue;
      const tangent = {
        from: a.id,
        to: b.id,
        length,
        leaves: Math.atan2(outY, outX),
        comes: Math.atan2(inY, inX),
      };
      tangents.push(tangent);
      leaving.set(a.id, [...(leaving.get(a.id) ?? []), tangent]);
    }
  const dist = new Map<Tangent, number>();
  const done = new Set<Tangent>();
  for (const tangent of leaving.get(-1) ?? []) dist.set(tangent, tangent.length);
  for (;;) {
    let next: Tangent | undefined;
    for (const [tangent, d] of dist)
      if (!done.has(tangent) && (!next || d < dist.get(next)!)) next = tangent;
    if (!next) return Infinity;
    const d = dist.get(next)!;
    if (next.to === -2) return d;
    done.add(next);
    const [v, hand] = [next.to >> 1, next.to & 1 ? 1 : -1];
    for (const on of leaving.get(next.to) ?? []) {
      let sweep = past(on.leaves, next.comes, hand);
      if (sweep > TURN - 1e-9) sweep = 0;
      const length = d + radius * sweep + on.length;
      if (length >= (dist.get(on) ?? Infinity)) continue;
      const [cx, cy] = [mesh.x[v]!, mesh.y[v]!];
      let free = true;
      for (let k = 0; k < walls.length && free && sweep > 0; k += 4) {
        const wall = [walls[k]!, walls[k + 1]!, walls[k + 2]!, walls[k + 3]!];
        free = arcTo(cx, cy, radius, next.comes, hand * sweep, wall) >= limit;
      }
      if (free) dist.set(on, length);
    }
  }
}
