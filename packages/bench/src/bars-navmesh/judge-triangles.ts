// Whether triangles are a triangulation of points with all edges in it; by a program that knows no triangulator.
import type { CdtInput } from '@wayfield/navmesh/formats';
import { orient2d } from 'robust-predicates';
import type { Triangles } from './triangulators.ts';

/**
 * What is wrong first, '' for nothing: triangles without an area, two on one side of an edge, holes or overlaps (the areas do not sum
 * up to that of the convex hull, or of what is to be covered), points that are no corner, edges that are not there as sides one after another.
 */
export function judgeTriangles(input: CdtInput, { points, corner, covers }: Triangles): string {
  const [count, triangles] = [points.length / 2, corner.length / 3];
  const at = (i: number): [number, number] => [points[2 * i]!, points[2 * i + 1]!];
  const turn = (a: number, b: number, c: number): number => -orient2d(...at(a), ...at(b), ...at(c));
  // equal points count as one, whichever a library takes
  const first = new Map<string, number>();
  const same = Array.from({ length: count }, (_, i) => {
    const key = `${at(i)[0] + 0},${at(i)[1] + 0}`;
    if (!first.has(key)) first.set(key, i);
    return first.get(key)!;
  });
  const sides = new Map<number, number[]>();
  let area = 0;
  for (let t = 0; t < triangles; t++) {
    const ring = [corner[3 * t]!, corner[3 * t + 1]!, corner[3 * t + 2]!];
    if (ring.some((i) => !(i >= 0 && i < count)))
      return `triangle ${t} has a corner that is no point`;
    const [a, second, third] = ring.map((i) => same[i]!) as [number, number, number];
    const side = turn(a, second, third);
    if (side === 0) return `triangle ${t} has no area`;
    const [b, c] = side > 0 ? [second, third] : [third, second];
    const [[ax, ay], [bx, by], [cx, cy]] = [at(a), at(b), at(c)];
    area += (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
    for (const [p, q] of [
      [a, b],
      [b, c],
      [c, a],
    ] as const) {
      const list = sides.get(p);
      if (!list) sides.set(p, [q]);
      else if (list.includes(q)) return `two triangles on one side of the edge ${p} to ${q}`;
      else list.push(q);
    }
  }
  const hull = covers ?? hullArea(points);
  if (Math.abs(area - hull) > 1e-9 * hull)
    return `areas sum up to ${((100 * area) / hull).toPrecision(4)} % of what is to be covered`;
  // a library may number points anew, so those of the input are found by their place
  const given = Array.from({ length: input.points.length / 2 }, (_, i) =>
    first.get(`${input.points[2 * i]! + 0},${input.points[2 * i + 1]! + 0}`),
  );
  for (let i = 0; i < given.length && hull > 0; i++)
    if (given[i] === undefined || !sides.has(given[i]!)) return `point ${i} is no corner`;
  // edges, by undirected sides
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
  for (let i = 0; i < input.edges.length && hull > 0; i += 2) {
    const [from, to] = [given[input.edges[i]!]!, given[input.edges[i + 1]!]!];
    if (!isThere(from, to)) return `edge ${input.edges[i]} to ${input.edges[i + 1]} is not there`;
  }
  return '';

  /** Whether sides lead from one point to another, none further from the straight line than rounding puts it. */
  function isThere(from: number, to: number): boolean {
    const [[fx, fy], [tx, ty]] = [at(from), at(to)];
    const [dx, dy] = [tx - fx, ty - fy];
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
}

/** Twice the area of the convex hull (Andrew 1979). */
function hullArea(points: Float64Array): number {
  const order = Array.from({ length: points.length / 2 }, (_, i) => i).sort(
    (a, b) => points[2 * a]! - points[2 * b]! || points[2 * a + 1]! - points[2 * b + 1]!,
  );
  const half = (list: readonly number[]): number[] => {
    const chain: number[] = [];
    for (const p of list) {
      while (
        chain.length > 1 &&
        -orient2d(
          points[2 * chain.at(-2)!]!,
          points[2 * chain.at(-2)! + 1]!,
          points[2 * chain.at(-1)!]!,
          points[2 * chain.at(-1)! + 1]!,
          points[2 * p]!,
          points[2 * p + 1]!,
        ) <= 0
      )
        chain.pop();
      chain.push(p);
    }
    return chain.slice(0, -1);
  };
  const hull = [...half(order), ...half(order.toReversed())];
  let area = 0;
  const [ox, oy] = [points[0]!, points[1]!];
  hull.forEach((p, i) => {
    const q = hull[(i + 1) % hull.length]!;
    area +=
      (points[2 * p]! - ox) * (points[2 * q + 1]! - oy) -
      (points[2 * q]! - ox) * (points[2 * p + 1]! - oy);
  });
  return area;
}
