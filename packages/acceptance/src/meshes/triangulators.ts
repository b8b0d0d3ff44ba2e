// Other triangulators, each used as its documentation says. Their input is made before the clock
// starts.
import { triangulate } from '@wayfield/navmesh';
import type { CdtInput } from '@wayfield/navmesh/formats';
import { importPackage } from '@wayfield/bench/internal/run/peers/peer';

/** The result of a triangulator: points, and three corners per triangle. */
export interface Triangles {
  readonly points: Float64Array;
  readonly corner: ArrayLike<number>;
  /** Twice the area that the library means to cover. Default: that of the convex hull. */
  readonly covers?: number;
}

export interface Triangulator {
  readonly name: string;
  /** The packages that it needs. */
  readonly packages: readonly string[];
  /**
   * Returns the function that is timed, which returns the function that extracts the result,
   * untimed. Throws where the library has no form for such input.
   */
  prepare(input: CdtInput): Promise<() => () => Triangles>;
}

export const WAYFIELD: Triangulator = {
  name: 'wayfield',
  packages: ['@wayfield/navmesh'],
  async prepare({ points, edges }) {
    return () => {
      const { triangulation: t } = triangulate(points, edges);
      return () => {
        const all = new Float64Array(2 * t.vertexCount);
        for (let v = 0; v < t.vertexCount; v++) all.set([t.x[v], t.y[v]], 2 * v);
        return { points: all, corner: t.corner.subarray(0, 3 * t.triangleCount) };
      };
    };
  },
};

interface DelaunatorClass {
  new (points: Float64Array): { readonly triangles: Uint32Array };
}
type ConstrainautorClass = new (
  delaunay: { readonly triangles: Uint32Array },
  edges: readonly (readonly [number, number])[],
) => unknown;

const constrainautor: Triangulator = {
  name: 'constrainautor',
  packages: ['@kninnug/constrainautor', 'delaunator'],
  async prepare({ points, edges }) {
    const Delaunator = await importPackage<DelaunatorClass>('delaunator');
    const Constrainautor = await importPackage<ConstrainautorClass>('@kninnug/constrainautor');
    const pairs = pairsOf(edges);
    return () => {
      const delaunay = new Delaunator(points);
      if (pairs.length > 0) new Constrainautor(delaunay, pairs);
      return () => ({ points, corner: delaunay.triangles });
    };
  },
};

type Cdt2d = (
  points: readonly (readonly [number, number])[],
  edges: readonly (readonly [number, number])[],
) => [number, number, number][];

const cdt2d: Triangulator = {
  name: 'cdt2d',
  packages: ['cdt2d'],
  async prepare({ points, edges }) {
    const run = await importPackage<Cdt2d>('cdt2d');
    const places = pairsOf(points);
    const pairs = pairsOf(edges);
    return () => {
      const triangles = run(places, pairs);
      return () => ({ points, corner: triangles.flat() });
    };
  },
};

interface Poly2triPoint {
  readonly x: number;
  readonly y: number;
  readonly id: number;
}
interface Poly2tri {
  SweepContext: new (contour: Poly2triPoint[]) => {
    addHole(ring: Poly2triPoint[]): void;
    addPoints(points: Poly2triPoint[]): void;
    triangulate(): void;
    getTriangles(): { getPoint(i: number): Poly2triPoint }[];
  };
}

/**
 * The library takes an outline, holes in it and points. It gets the ring around everything, or a
 * box where there is none, the other rings as holes, and the remaining points.
 */
const poly2tri: Triangulator = {
  name: 'poly2tri',
  packages: ['poly2tri'],
  async prepare({ points, edges }) {
    const { SweepContext } = await importPackage<Poly2tri>('poly2tri');
    const places = pairsOf(points).map(([x, y], id) => ({ x, y, id }));
    const rings = ringsOf(edges).map((ring) => ring.map((i) => places[i]));
    const inRings = new Set(edges);
    const [xs, ys] = [places.map(({ x }) => x), places.map(({ y }) => y)];
    const least = (values: number[]): number => values.reduce((a, b) => Math.min(a, b), Infinity);
    const most = (values: number[]): number => values.reduce((a, b) => Math.max(a, b), -Infinity);
    const [left, right, low, high] = [least(xs), most(xs), least(ys), most(ys)];
    const margin = Math.max(right - left, high - low) / 10;
    // the ring whose box is the box of all points
    const around = rings.find(
      (ring) =>
        least(ring.map(({ x }) => x)) === left &&
        most(ring.map(({ x }) => x)) === right &&
        least(ring.map(({ y }) => y)) === low &&
        most(ring.map(({ y }) => y)) === high,
    );
    const outline =
      around ??
      [
        [left - margin, low - margin],
        [right + margin, low - margin],
        [right + margin, high + margin],
        [left - margin, high + margin],
      ].map(([x, y], i) => ({ x: x!, y: y!, id: places.length + i }));
    const holes = rings.filter((ring) => ring !== around);
    const boxes = holes.map((ring) => [
      least(ring.map(({ x }) => x)),
      most(ring.map(({ x }) => x)),
      least(ring.map(({ y }) => y)),
      most(ring.map(({ y }) => y)),
    ]);
    for (const ring of holes)
      if (boxes.some((box, i) => holes[i] !== ring && isInside(holes[i], box, ring[0])))
        throw new Error('takes no rings inside rings');
    const lone = places.filter(({ id }) => !inRings.has(id));
    const added = around ? [] : outline;
    const all = Float64Array.from([...places, ...added].flatMap(({ x, y }) => [x, y]));
    const sum = holes.reduce((area, ring) => area + Math.abs(areaOf(ring)), 0);
    const covers = Math.abs(areaOf(outline)) - sum;
    return () => {
      const context = new SweepContext([...outline]);
      for (const ring of holes) context.addHole(ring);
      context.addPoints(lone);
      context.triangulate();
      return () => ({
        points: all,
        covers,
        corner: context
          .getTriangles()
          .flatMap((triangle) => [0, 1, 2].map((i) => triangle.getPoint(i).id)),
      });
    };
  },
};

export const TRIANGULATORS: readonly Triangulator[] = [constrainautor, cdt2d, poly2tri];

function pairsOf(values: ArrayLike<number>): [number, number][] {
  return Array.from({ length: values.length / 2 }, (_, i) => [values[2 * i], values[2 * i + 1]]);
}

/**
 * The edges as closed rings; throws where they are not closed, since poly2tri takes nothing else.
 */
function ringsOf(edges: Uint32Array): number[][] {
  const beside = new Map<number, number[]>();
  for (let i = 0; i < edges.length; i++) {
    const list = beside.get(edges[i]);
    if (list) list.push(edges[i ^ 1]);
    else beside.set(edges[i], [edges[i ^ 1]]);
  }
  for (const [point, others] of beside)
    if (others.length !== 2)
      throw new Error(`takes closed rings only: ${others.length} edges end at point ${point}`);
  const seen = new Set<number>();
  const rings: number[][] = [];
  for (const start of beside.keys()) {
    if (seen.has(start)) continue;
    const ring: number[] = [];
    for (let at: number | undefined = start; at !== undefined;) {
      seen.add(at);
      ring.push(at);
      at = beside.get(at)!.find((other) => !seen.has(other));
    }
    rings.push(ring);
  }
  return rings;
}

/** Twice the area of a ring. */
function areaOf(ring: readonly Poly2triPoint[]): number {
  return ring.reduce((sum, a, i) => {
    const b = ring[(i + 1) % ring.length];
    return sum + a.x * b.y - b.x * a.y;
  }, 0);
}

/** Whether a point is inside a ring, by the even-odd rule; the ring's box rules out most points. */
function isInside(
  ring: readonly Poly2triPoint[],
  [left, right, low, high]: readonly number[],
  { x, y }: Poly2triPoint,
): boolean {
  if (x < left! || x > right! || y < low! || y > high!) return false;
  let inside = false;
  ring.forEach((a, i) => {
    const b = ring[(i + 1) % ring.length];
    if (a.y > y !== b.y > y && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x) inside = !inside;
  });
  return inside;
}
