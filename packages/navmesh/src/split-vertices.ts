import { NONE } from '@wayfield/graph';
import { type PolygonMesh, sideOwners } from './polygon-mesh.ts';

/**
 * The same mesh with a vertex of its own for each of the sectors that walls part a vertex into, so that who reaches a vertex has
 * not reached what lies behind the walls. Sectors beyond the first get vertices behind those of the mesh.
 */
export function splitVertices(mesh: PolygonMesh): PolygonMesh {
  const { firstSide, twin } = mesh;
  const owner = sideOwners(mesh);
  const before = (s: number): number => {
    const p = owner[s]!;
    return s === firstSide[p] ? firstSide[p + 1]! - 1 : s - 1;
  };
  const after = (s: number): number => {
    const p = owner[s]!;
    return s + 1 === firstSide[p + 1] ? firstSide[p]! : s + 1;
  };
  const corner = new Uint32Array(mesh.corner.length).fill(NONE);
  const x = Array.from(mesh.x);
  const y = Array.from(mesh.y);
  const isTaken = new Uint8Array(mesh.vertexCount);
  for (let start = 0; start < corner.length; start++) {
    if (corner[start] !== NONE) continue;
    const old = mesh.corner[start]!;
    let v = old;
    if (isTaken[old]) {
      v = x.length;
      x.push(mesh.x[old]!);
      y.push(mesh.y[old]!);
    }
    isTaken[old] = 1;
    // around the vertex both ways, until a wall or all around
    for (let s = start; s !== NONE && corner[s] === NONE; s = twin[before(s)]!) corner[s] = v;
    for (let t = twin[start]!; t !== NONE && corner[after(t)] === NONE; t = twin[after(t)]!)
      corner[after(t)] = v;
  }
  return {
    ...mesh,
    vertexCount: x.length,
    x: Float64Array.from(x),
    y: Float64Array.from(y),
    corner,
  };
}
