import { check, triangulationRule } from '../common/rules.ts';
import { hilbertOrder, NONE } from '@wayfield/graph';
import { joinAlong, type Rings, squareLength } from './join-polygons.ts';
import { collectTriangles, isFree, isOpen } from './open-triangles.ts';
import type { PolygonMesh } from './polygon-mesh.ts';
import { type Triangulation } from '../triangulation/triangulation.ts';
import { after, before } from '../geometry/sides.ts';

/** How triangles are merged into convex polygons. */
export interface MergeOptions {
  /**
   * true: neighbouring triangles are merged while the result stays convex. false: every free
   * triangle is a polygon, as reductions and triangle searches need. Default true.
   */
  readonly merge?: boolean;
}

/**
 * Builds a mesh of the free triangles of a triangulation (depth 0), merged to convex polygons: a
 * side goes if its two polygons are convex together, the longest sides first (Hertel and Mehlhorn
 * 1983). If the free space has no holes and all vertices lie on walls, there are at most four times
 * as many polygons as the smallest possible number.
 *
 * @example
 * const boundary = [0, 0, 30, 0, 30, 10, 0, 10];
 * const mesh = buildPolygonMesh(createNavMesh({ boundary, obstacles }).triangulation);
 * console.log(mesh.polygonCount); // 4
 */
export function buildPolygonMesh(t: Triangulation, options: MergeOptions = {}): PolygonMesh {
  triangulationRule(t, 'triangulation');
  check('buildPolygonMesh', options);
  return (options.merge ?? true) ? mergeTriangles(t).mesh : collectTriangles(t).mesh;
}

/** A mesh and its numbering in terms of the triangulation. */
export interface MergedMesh {
  readonly mesh: PolygonMesh;
  /** One per side: its half-edge. */
  readonly half: Uint32Array;
  /** One per half-edge: its side; NONE inside polygons and in triangles that are not free. */
  readonly sideOf: Uint32Array;
  /** One per vertex of the triangulation: the vertex of the mesh, -1 = none. */
  readonly vertexOf: Int32Array;
}

export function mergeTriangles(t: Triangulation): MergedMesh {
  const sides = t.triangleCount * 3;
  const rings: Rings = { after: new Int32Array(sides), before: new Int32Array(sides) };
  const candidates: number[] = [];
  const length = new Float64Array(sides);
  for (let e = 0; e < sides; e++) {
    if (!isFree(t, e)) continue;
    rings.after[e] = after(e);
    rings.before[e] = before(e);
    if (t.twin[e] < e || !isOpen(t, e)) continue;
    length[e] = squareLength(t, e);
    candidates.push(e);
  }
  const gone = new Uint8Array(sides);
  candidates.sort((a, b) => length[b] - length[a] || a - b);
  for (const e of candidates) {
    if (!joinAlong(t, rings, e)) continue;
    gone[e] = 1;
    gone[t.twin[e]] = 1;
  }
  return collect(t, rings, gone);
}

function collect(t: Triangulation, rings: Rings, gone: Uint8Array): MergedMesh {
  const sides = t.triangleCount * 3;
  const sideOf = new Uint32Array(sides).fill(NONE);
  const vertexOf = new Int32Array(t.vertexCount).fill(-1);
  // room for the largest possible counts, cut at the end
  const order = new Uint32Array(sides);
  const firstSide = new Uint32Array(t.triangleCount + 1);
  const vertices = new Uint32Array(t.vertexCount);
  let sideCount = 0;
  let polygonCount = 0;
  let vertexCount = 0;
  for (const start of startsOf(t, rings, gone)) {
    let e = start;
    do {
      sideOf[e] = sideCount;
      order[sideCount++] = e;
      const v = t.corner[e];
      if (vertexOf[v] < 0) {
        vertexOf[v] = vertexCount;
        vertices[vertexCount++] = v;
      }
      e = rings.after[e];
    } while (e !== start);
    firstSide[++polygonCount] = sideCount;
  }
  const x = new Float64Array(vertexCount);
  const y = new Float64Array(vertexCount);
  for (let i = 0; i < vertexCount; i++) {
    x[i] = t.x[vertices[i]];
    y[i] = t.y[vertices[i]];
  }
  const corner = new Uint32Array(sideCount);
  const twin = new Uint32Array(sideCount);
  for (let s = 0; s < sideCount; s++) {
    const e = order[s];
    corner[s] = vertexOf[t.corner[e]];
    twin[s] = isOpen(t, e) ? sideOf[t.twin[e]] : NONE;
  }
  const mesh = {
    vertexCount,
    polygonCount,
    x,
    y,
    firstSide: firstSide.slice(0, polygonCount + 1),
    corner,
    twin,
  };
  return { mesh, half: order.subarray(0, sideCount), sideOf, vertexOf };
}

/**
 * One half-edge of every polygon, in the order of a Hilbert curve. Polygons are numbered in this
 * order, so that near polygons lie near each other in memory and in the cache of a search.
 */
function startsOf(t: Triangulation, rings: Rings, gone: Uint8Array): number[] {
  const seen = gone.slice();
  const starts: number[] = [];
  for (let start = 0; start < seen.length; start++) {
    if (seen[start] || !isFree(t, start)) continue;
    starts.push(start);
    for (let e = start; !seen[e]; e = rings.after[e]) seen[e] = 1;
  }
  const place = (of: Float64Array): Float32Array =>
    Float32Array.from(starts, (e) => of[t.corner[e]]);
  const order = hilbertOrder({ nodeCount: starts.length, x: place(t.x), y: place(t.y) });
  return Array.from(order, (i) => starts[i]);
}
