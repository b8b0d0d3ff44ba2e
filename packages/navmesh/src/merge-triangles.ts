import { check, triangulationRule } from './rules.ts';
import { hilbertOrder, NONE } from '@wayfield/graph';
import { joinAlong, squareLength } from './join-polygons.ts';
import { collectTriangles, isFree, isOpen } from './open-triangles.ts';
import type { PolygonMesh } from './polygon-mesh.ts';
import { next, previous, type Triangulation } from './triangulation.ts';

export interface MergeOptions {
  /** false: every free triangle is a polygon of its own. Default true: neighbours are joined while they stay convex. */
  readonly merge?: boolean;
}

/**
 * The free triangles of a triangulation (depth 0) as convex polygons: sides that both neighbours can do without go, the longest first
 * (Hertel and Mehlhorn 1983: never more than four times the fewest possible).
 */
export function buildPolygonMesh(t: Triangulation, options: MergeOptions = {}): PolygonMesh {
  triangulationRule(t, 'triangulation');
  check('buildPolygonMesh', options);
  return (options.merge ?? true) ? mergeTriangles(t).mesh : collectTriangles(t).mesh;
}

/** A mesh and what of a triangulation it is made of. */
export interface MergedMesh {
  readonly mesh: PolygonMesh;
  /** One per side: its half-edge. */
  readonly half: Uint32Array;
  /** One per half-edge: its side; NONE where it is inside of a polygon or not free. */
  readonly sideOf: Uint32Array;
  /** One per vertex of the triangulation: that of the mesh, -1 where it has none. */
  readonly vertexOf: Int32Array;
}

export function mergeTriangles(t: Triangulation): MergedMesh {
  const sides = t.triangleCount * 3;
  const after = new Int32Array(sides);
  const before = new Int32Array(sides);
  const candidates: number[] = [];
  const length = new Float64Array(sides);
  for (let e = 0; e < sides; e++) {
    if (!isFree(t, e)) continue;
    after[e] = next(e);
    before[e] = previous(e);
    if (t.twin[e]! < e || !isOpen(t, e)) continue;
    length[e] = squareLength(t, e);
    candidates.push(e);
  }
  const rings = { after, before };
  const gone = new Uint8Array(sides);
  candidates.sort((a, b) => length[b]! - length[a]! || a - b);
  for (const e of candidates) {
    if (!joinAlong(t, rings, e)) continue;
    gone[e] = 1;
    gone[t.twin[e]!] = 1;
  }
  return collect(t, after, gone);
}

function collect(t: Triangulation, after: Int32Array, gone: Uint8Array): MergedMesh {
  const sides = t.triangleCount * 3;
  const sideOf = new Uint32Array(sides).fill(NONE);
  const vertexOf = new Int32Array(t.vertexCount).fill(-1);
  // room for all, cut down at the end
  const order = new Uint32Array(sides);
  const firstSide = new Uint32Array(t.triangleCount + 1);
  const vertices = new Uint32Array(t.vertexCount);
  let sideCount = 0;
  let polygonCount = 0;
  let vertexCount = 0;
  for (const start of startsOf(t, after, gone)) {
    let e = start;
    do {
      sideOf[e] = sideCount;
      order[sideCount++] = e;
      const v = t.corner[e]!;
      if (vertexOf[v]! < 0) {
        vertexOf[v] = vertexCount;
        vertices[vertexCount++] = v;
      }
      e = after[e]!;
    } while (e !== start);
    firstSide[++polygonCount] = sideCount;
  }
  const x = new Float64Array(vertexCount);
  const y = new Float64Array(vertexCount);
  for (let i = 0; i < vertexCount; i++) {
    x[i] = t.x[vertices[i]!]!;
    y[i] = t.y[vertices[i]!]!;
  }
  const corner = new Uint32Array(sideCount);
  const twin = new Uint32Array(sideCount);
  for (let s = 0; s < sideCount; s++) {
    const e = order[s]!;
    corner[s] = vertexOf[t.corner[e]!]!;
    twin[s] = isOpen(t, e) ? sideOf[t.twin[e]!]! : NONE;
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

/** A side of every polygon; those that are near each other follow each other, so that searches find them in the cache. */
function startsOf(t: Triangulation, after: Int32Array, gone: Uint8Array): number[] {
  const seen = gone.slice();
  const starts: number[] = [];
  for (let start = 0; start < seen.length; start++) {
    if (seen[start] || !isFree(t, start)) continue;
    starts.push(start);
    for (let e = start; !seen[e]; e = after[e]!) seen[e] = 1;
  }
  const place = (of: Float64Array): Float32Array =>
    Float32Array.from(starts, (e) => of[t.corner[e]!]!);
  const order = hilbertOrder({ nodeCount: starts.length, x: place(t.x), y: place(t.y) });
  return Array.from(order, (i) => starts[i]!);
}
