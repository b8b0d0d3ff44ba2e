// Judges whether triangles are a triangulation of points that contains all edges. It shares no code
// with any triangulator.
import type { CdtInput } from '@wayfield/navmesh/formats';
import { orient2d } from 'robust-predicates';
import type { Triangles } from './triangulators.ts';

/**
 * The first fault of a triangulation, '' where it has none. Faults are triangles without an area,
 * two triangles on one side of an edge, holes or overlaps (the areas do not add up to that of the
 * convex hull, or of what is to be covered), points that are no corner, and edges that are not a
 * chain of sides.
 */
export function judgeTriangles(input: CdtInput, triangles: Triangles): string {
  const points = indexPoints(triangles.points);
  const { sides, fault } = collectSides(points, triangles);
  if (fault !== '') return fault;
  // points on one line have no triangles, and nothing more to judge
  const isFlat = (triangles.covers ?? hullArea(triangles.points)) === 0;
  if (isFlat) return '';
  // a library may number points differently, so the input's points are found by their place
  const given: number[] = [];
  for (let i = 0; i < input.points.length / 2; i++) {
    const vertex = points.find(input.points[2 * i], input.points[2 * i + 1]);
    if (vertex === undefined || !sides.has(vertex)) return `point ${i} is no corner`;
    given.push(vertex);
  }
  const beside = bothWays(sides);
  for (let i = 0; i < input.edges.length; i += 2) {
    const [from, to] = [given[input.edges[i]], given[input.edges[i + 1]]];
    if (!isChain(points, beside, from, to))
      return `edge ${input.edges[i]} to ${input.edges[i + 1]} is not there`;
  }
  return '';
}

type Point = readonly [x: number, y: number];

interface PointIndex {
  readonly count: number;
  at(i: number): Point;
  /** The first of the points at the place of point i: equal points count as one. */
  same(i: number): number;
  find(x: number, y: number): number | undefined;
}

function indexPoints(points: Float64Array): PointIndex {
  const count = points.length / 2;
  // + 0 makes 0 of -0
  const keyOf = (x: number, y: number): string => `${x + 0},${y + 0}`;
  const first = new Map<string, number>();
  const same = Array.from({ length: count }, (_, i) => {
    const key = keyOf(points[2 * i], points[2 * i + 1]);
    if (!first.has(key)) first.set(key, i);
    return first.get(key)!;
  });
  return {
    count,
    at: (i) => [points[2 * i], points[2 * i + 1]],
    same: (i) => same[i],
    find: (x, y) => first.get(keyOf(x, y)),
  };
}

/** The directed sides of all triangles by their first point, or the first fault. */
function collectSides(
  { count, at, same }: PointIndex,
  { points, corner, covers }: Triangles,
): { sides: Map<number, number[]>; fault: string } {
  const sides = new Map<number, number[]>();
  let area = 0;
  for (let t = 0; t < corner.length / 3; t++) {
    const ring = [corner[3 * t], corner[3 * t + 1], corner[3 * t + 2]];
    if (ring.some((i) => !(i >= 0 && i < count)))
      return { sides, fault: `triangle ${t} has a corner that is no point` };
    const [a, second, third] = ring.map(same) as [number, number, number];
    // above 0 where the corners turn left: orient2d of robust-predicates has the other sign
    const turn = -orient2d(...at(a), ...at(second), ...at(third));
    if (turn === 0) return { sides, fault: `triangle ${t} has no area` };
    const [b, c] = turn > 0 ? [second, third] : [third, second];
    const [[ax, ay], [bx, by], [cx, cy]] = [at(a), at(b), at(c)];
    area += (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
    for (const [p, q] of [
      [a, b],
      [b, c],
      [c, a],
    ] as const) {
      const list = sides.get(p);
      if (!list) sides.set(p, [q]);
      else if (list.includes(q))
        return { sides, fault: `two triangles on one side of the edge ${p} to ${q}` };
      else list.push(q);
    }
  }
  // rounding of a sum of a million areas stays far below 1e-9; one of them is about 1e-6 of the
  // hull
  const hull = covers ?? hullArea(points);
  const share = `${((100 * area) / hull).toPrecision(4)} %`;
  const isWhole = Math.abs(area - hull) <= 1e-9 * hull;
  return { sides, fault: isWhole ? '' : `areas sum up to ${share} of what is to be covered` };
}

/** The neighbours of each point along sides in either direction. */
function bothWays(sides: ReadonlyMap<number, readonly number[]>): Map<number, Set<number>> {
  const beside = new Map<number, Set<number>>();
  const add = (p: number, q: number): void => {
    const set = beside.get(p);
    if (set) set.add(q);
    else beside.set(p, new Set([q]));
  };
  for (const [p, list] of sides)
    for (const q of list) {
      add(p, q);
      add(q, p);
    }
  return beside;
}

/**
 * Whether sides lead from one point to another, with no point between that is further from the
 * straight line than rounding puts it.
 */
function isChain(
  { at }: PointIndex,
  beside: ReadonlyMap<number, ReadonlySet<number>>,
  from: number,
  to: number,
): boolean {
  const [[fx, fy], [tx, ty]] = [at(from), at(to)];
  const [dx, dy] = [tx - fx, ty - fy];
  // upper bound on twice the area of three points in line whose coordinates were rounded to f64
  const most = 1e-12 * Math.hypot(dx, dy) * Math.max(...[fx, fy, tx, ty].map(Math.abs));
  for (let p = from; p !== to;) {
    const [px, py] = at(p);
    let after = -1;
    let least = most;
    for (const q of beside.get(p) ?? []) {
      const [qx, qy] = at(q);
      const away = Math.abs(dx * (qy - fy) - dy * (qx - fx));
      if (away > least || (qx - px) * dx + (qy - py) * dy <= 0) continue;
      least = away;
      after = q;
    }
    if (after < 0) return false;
    p = after;
  }
  return true;
}

/** Twice the area of the convex hull (Andrew 1979). */
function hullArea(points: Float64Array): number {
  const order = Array.from({ length: points.length / 2 }, (_, i) => i).sort(
    (a, b) => points[2 * a] - points[2 * b] || points[2 * a + 1] - points[2 * b + 1],
  );
  const at = (i: number): Point => [points[2 * i], points[2 * i + 1]];
  const half = (list: readonly number[]): number[] => {
    const chain: number[] = [];
    const turnsLeft = (p: number): boolean => {
      const [a, b] = chain.slice(-2);
      return -orient2d(...at(a), ...at(b), ...at(p)) > 0;
    };
    for (const p of list) {
      while (chain.length > 1 && !turnsLeft(p)) chain.pop();
      chain.push(p);
    }
    return chain.slice(0, -1);
  };
  const hull = [...half(order), ...half(order.toReversed())];
  let area = 0;
  const [ox, oy] = [points[0], points[1]];
  hull.forEach((p, i) => {
    const q = hull[(i + 1) % hull.length];
    area +=
      (points[2 * p] - ox) * (points[2 * q + 1] - oy) -
      (points[2 * q] - ox) * (points[2 * p + 1] - oy);
  });
  return area;
}
