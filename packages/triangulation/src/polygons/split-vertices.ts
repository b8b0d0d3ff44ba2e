import { NONE } from '@wayfield/graph';
import { type PolygonMesh, sideOwners } from './polygon-mesh.ts';

/**
 * The same mesh with one vertex per sector. A sector of a vertex is a run of polygons around the
 * vertex from one wall to the next. A path that reaches the vertex in one sector has not reached it
 * in another sector, behind walls. The first sector keeps the vertex, all others get new vertices,
 * numbered after those of the mesh.
 */
export function splitVertices(mesh: PolygonMesh): PolygonMesh {
  const { firstSide, twin } = mesh;
  const owner = sideOwners(mesh);
  const before = (s: number): number => {
    const p = owner[s];
    return s === firstSide[p] ? firstSide[p + 1] - 1 : s - 1;
  };
  const after = (s: number): number => {
    const p = owner[s];
    return s + 1 === firstSide[p + 1] ? firstSide[p] : s + 1;
  };
  const corner = new Uint32Array(mesh.corner.length).fill(NONE);
  /** One per new vertex: the vertex of the mesh at the same point. */
  const more: number[] = [];
  const isTaken = new Uint8Array(mesh.vertexCount);
  for (let start = 0; start < corner.length; start++) {
    if (corner[start] !== NONE) continue;
    const old = mesh.corner[start];
    let v = old;
    if (isTaken[old]) {
      v = mesh.vertexCount + more.length;
      more.push(old);
    }
    isTaken[old] = 1;
    // to the left and to the right around the vertex, each until a wall or all around
    for (let s = start; s !== NONE && corner[s] === NONE; s = twin[before(s)]) corner[s] = v;
    for (let t = twin[start]; t !== NONE && corner[after(t)] === NONE; t = twin[after(t)])
      corner[after(t)] = v;
  }
  const vertexCount = mesh.vertexCount + more.length;
  const withMore = (values: Float64Array): Float64Array => {
    const all = new Float64Array(vertexCount);
    all.set(values.subarray(0, mesh.vertexCount));
    more.forEach((old, i) => (all[mesh.vertexCount + i] = values[old]));
    return all;
  };
  return { ...mesh, vertexCount, x: withMore(mesh.x), y: withMore(mesh.y), corner };
}
