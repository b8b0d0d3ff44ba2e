import { NONE } from '@wayfield/graph';
import type { Corner, FreeBorder, Ranges } from './free-border.ts';
import type { PolygonMesh } from './polygon-mesh.ts';
import { toSegment } from './segment-distance.ts';

const TURN = 2 * Math.PI;
/** Places nearer to a triangle than this share of the radius count as in it. */
const CLOSE = 1e-7;
const triangleOf = (side: number): number => Math.floor(side / 3);
const after = (side: number): number => (side % 3 === 2 ? side - 2 : side + 1);

/** What is free of the circle around a vertex, as far as it can be seen between two walls. */
export interface Circle {
  readonly corner: Corner;
  readonly x: number;
  readonly y: number;
  /** From angle to angle, to the left. */
  readonly arcs: Ranges;
  /** The number of its first arc, of those of all circles. */
  readonly firstArc: number;
  /** The triangles around the vertex. */
  readonly fan: readonly number[];
}

/** A piece of an arc that lies in a triangle: from angle to angle. */
export interface Piece {
  readonly triangle: number;
  readonly circle: number;
  readonly arc: number;
  readonly from: number;
  readonly to: number;
}

/** The circles of which something is free, for the disc that `border` has begun for; and per side the number of that around its start, NONE where there is none. */
export function findCircles(
  { corner, x, y }: PolygonMesh,
  border: FreeBorder,
): { circles: Circle[]; circleOf: Uint32Array; arcCount: number } {
  const circleOf = new Uint32Array(corner.length).fill(NONE);
  const circles: Circle[] = [];
  let arcCount = 0;
  for (const found of border.corners()) {
    const { side, start, sweep } = found;
    // between walls that leave less than half a turn one of them is nearer than the vertex all around
    if (sweep < Math.PI - 1e-4) continue;
    const arcs = joinEnds(border.freeOfCorner(found), sweep).map(([from, to]): [number, number] => [
      start + from,
      start + to,
    ]);
    if (arcs.length === 0) continue;
    const v = corner[side]!;
    const fan = border.fan(side);
    for (const t of fan)
      for (let s = 3 * t; s < 3 * t + 3; s++) if (corner[s] === v) circleOf[s] = circles.length;
    circles.push({ corner: found, x: x[v]!, y: y[v]!, arcs, firstArc: arcCount, fan });
    arcCount += arcs.length;
  }
  return { circles, circleOf, arcCount };
}

/** Where all around is free but for some, the first range and the last are one. */
function joinEnds(ranges: Ranges, sweep: number): Ranges {
  const free = ranges.toSorted((a, b) => a[0] - b[0]);
  if (sweep < TURN || free.length < 2 || free[0]![0] > 0 || free.at(-1)![1] < TURN) return free;
  const [, end] = free.shift()!;
  free[free.length - 1] = [free.at(-1)![0], TURN + end];
  return free;
}

/** The pieces of all arcs, triangle by triangle. */
export function findPieces(mesh: PolygonMesh, circles: readonly Circle[], radius: number): Piece[] {
  const { x, y, corner, twin, polygonCount } = mesh;
  const pieces: Piece[] = [];
  const seen = new Int32Array(polygonCount).fill(-1);
  const reach = (radius * (1 + CLOSE)) ** 2;
  circles.forEach((circle, i) => {
    const queue = [...circle.fan];
    for (const t of queue) seen[t] = i;
    for (const triangle of queue) {
      circle.arcs.forEach(([from, to], k) => {
        for (const [a, b] of insideOf(mesh, triangle, circle, radius, from, to))
          pieces.push({ triangle, circle: i, arc: circle.firstArc + k, from: a, to: b });
      });
      for (let s = 3 * triangle; s < 3 * triangle + 3; s++) {
        const other = twin[s] === NONE ? NONE : triangleOf(twin[s]!);
        if (other === NONE || seen[other] === i) continue;
        const [a, b] = [corner[s]!, corner[after(s)]!];
        if (toSegment(circle.x, circle.y, x[a]!, y[a]!, x[b]!, y[b]!) > reach) continue;
        seen[other] = i;
        queue.push(other);
      }
    }
  });
  return pieces.sort((a, b) => a.triangle - b.triangle);
}

/** What lies in a triangle, or nearly, of an arc from one angle to another. */
function insideOf(
  { x, y, corner }: PolygonMesh,
  triangle: number,
  circle: Circle,
  radius: number,
  from: number,
  to: number,
): Ranges {
  const isReached = [0, 1, 2].some((k) => {
    const v = corner[3 * triangle + k]!;
    return (x[v]! - circle.x) ** 2 + (y[v]! - circle.y) ** 2 >= (radius * (1 - CLOSE)) ** 2;
  });
  if (!isReached) return [];
  /** Angles between which the circle lies to the left of a side, as far as it does not all. */
  const cuts: Ranges = [];
  for (let s = 3 * triangle; s < 3 * triangle + 3; s++) {
    const [a, b] = [corner[s]!, corner[after(s)]!];
    const [dx, dy] = [x[b]! - x[a]!, y[b]! - y[a]!];
    const across = dx * (circle.y - y[a]!) - dy * (circle.x - x[a]!);
    // a little outside, as places on sides are in both triangles
    const off = across / Math.hypot(dx, dy) + CLOSE * radius;
    if (off <= -radius) return [];
    if (off >= radius) continue;
    const turn = Math.asin(off / radius);
    const angle = Math.atan2(dy, dx);
    cuts.push([angle - turn, angle + Math.PI + turn]);
  }
  const places = cuts.flat().map((angle) => from + turned(from, angle));
  const ends = [from, ...places.filter((angle) => angle < to).sort((a, b) => a - b), to];
  const inside: Ranges = [];
  for (let i = 0; i + 1 < ends.length; i++) {
    const [start, end] = [ends[i]!, ends[i + 1]!];
    const middle = (start + end) / 2;
    if (!cuts.every(([a, b]) => turned(a, middle) <= b - a)) continue;
    const last = inside.at(-1);
    if (last && last[1] === start) last[1] = end;
    else inside.push([start, end]);
  }
  return inside;
}

/** By how much one turns to the left from one angle to another. */
function turned(from: number, to: number): number {
  return to - from - TURN * Math.floor((to - from) / TURN);
}
