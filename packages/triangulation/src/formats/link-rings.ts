import { NONE } from '@wayfield/graph';
import { type Points, turnOf } from '../geometry/convex-parts.ts';
import type { PolygonMesh } from '../polygons/polygon-mesh.ts';

/** A number for the directed side from vertex a to vertex b; exact for fewer than 2^26 vertices. */
const keyOf = (a: number, b: number): number => a * 2 ** 26 + b;

/**
 * Makes each vertex that lies on a side of another ring a corner of that ring, if the side has no
 * neighbour. Returns how many corners were added. Exact: a vertex that is off the side by one last
 * bit is not on the side.
 */
export function linkRings(points: Points, rings: number[][]): number {
  const { x, y } = points;
  const sides = new Set<number>();
  const lone: number[] = [];
  for (const ring of rings)
    for (let i = 0; i < ring.length; i++) sides.add(keyOf(ring[i], ring[(i + 1) % ring.length]));
  const ends = new Set<number>();
  for (let r = 0; r < rings.length; r++) {
    const ring = rings[r];
    for (let i = 0; i < ring.length; i++) {
      const [a, b] = [ring[i], ring[(i + 1) % ring.length]];
      if (sides.has(keyOf(b, a))) continue;
      lone.push(r, a, b);
      ends.add(a).add(b);
    }
  }
  // vertices by x, so that a side tests only the vertices in its range of x
  const order = [...ends].sort((a, b) => x[a] - x[b] || y[a] - y[b]);
  const sorted = Float64Array.from(order, (v) => x[v]);
  let added = 0;
  for (let i = 0; i < lone.length; i += 3) {
    const [r, a, b] = [lone[i], lone[i + 1], lone[i + 2]];
    const [low, high] = [Math.min(x[a], x[b]), Math.max(x[a], x[b])];
    const on: number[] = [];
    for (let k = firstFrom(sorted, low); k < order.length && sorted[k] <= high; k++) {
      const v = order[k];
      if (v === a || v === b) continue;
      if (y[v] < Math.min(y[a], y[b]) || y[v] > Math.max(y[a], y[b])) continue;
      if (turnOf(points, a, b, v) === 0) on.push(v);
    }
    if (on.length === 0) continue;
    const along = (v: number): number =>
      (x[v] - x[a]) * (x[b] - x[a]) + (y[v] - y[a]) * (y[b] - y[a]);
    on.sort((p, q) => along(p) - along(q));
    const ring = rings[r];
    const at = ring.indexOf(a) + 1;
    // not by `splice`: a call takes only so many arguments, and a side can have more vertices
    rings[r] = [...ring.slice(0, at), ...on, ...ring.slice(at)];
    added += on.length;
  }
  return added;
}

function firstFrom(sorted: Float64Array, value: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Convex rings as a mesh; rings that share a side are neighbours. `onOverlap` is called for two
 * rings that overlap because both have the same directed side, with their inside on its left.
 */
export function meshOfRings(
  points: Points,
  rings: readonly (readonly number[])[],
  onOverlap: (p: number, q: number) => never,
): PolygonMesh {
  const vertexOf = new Map<number, number>();
  const vertices: number[] = [];
  const firstSide = new Uint32Array(rings.length + 1);
  const corner: number[] = [];
  const byEnds = new Map<number, number>();
  const owner: number[] = [];
  rings.forEach((ring, r) => {
    ring.forEach((v, i) => {
      const after = ring[(i + 1) % ring.length];
      const same = byEnds.get(keyOf(v, after));
      if (same !== undefined) onOverlap(owner[same], r);
      byEnds.set(keyOf(v, after), corner.length);
      owner.push(r);
      let number = vertexOf.get(v);
      if (number === undefined) {
        number = vertices.push(v) - 1;
        vertexOf.set(v, number);
      }
      corner.push(number);
    });
    firstSide[r + 1] = corner.length;
  });
  const twin = new Uint32Array(corner.length).fill(NONE);
  for (const [key, s] of byEnds) {
    const [a, b] = [Math.floor(key / 2 ** 26), key % 2 ** 26];
    const other = byEnds.get(keyOf(b, a));
    if (other !== undefined) twin[s] = other;
  }
  return {
    vertexCount: vertices.length,
    polygonCount: rings.length,
    x: Float64Array.from(vertices, (v) => points.x[v]),
    y: Float64Array.from(vertices, (v) => points.y[v]),
    firstSide,
    corner: Uint32Array.from(corner),
    twin,
  };
}
