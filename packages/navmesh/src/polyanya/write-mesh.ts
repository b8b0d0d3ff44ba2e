import { NONE } from '@wayfield/graph';
import type { KernelHost } from '@wayfield/wasm';
import type { MeshChange, MeshFacts } from './live-mesh.ts';
import type { Kernels } from '../kernels.gen.ts';

/**
 * Writes a whole mesh into the records of assembly/polyanya/layout.ts. The arrays are copied as
 * they are and the kernels make records of them: one call per side made `createPolyanya` 40 %
 * slower.
 */
export function writeMesh(host: KernelHost<Kernels>, facts: MeshFacts): void {
  const { mesh, turns, owner, exit } = facts;
  const { x, y, firstSide, corner, twin } = mesh;
  const arrays = [x, y, turns, firstSide, corner, twin, owner, exit];
  const addresses = arrays.map(host.put);
  host.kernels.loadMesh(...(addresses as Parameters<Kernels['loadMesh']>));
  for (const address of addresses) host.blocks.free(address);
}

/** Writes the polygons and vertices that have changed. */
export function writeChange(
  kernels: Kernels,
  facts: MeshFacts,
  { polygons, vertices }: MeshChange,
): void {
  const { exit } = facts;
  const { firstSide, twin } = facts.mesh;
  for (const v of vertices) writeVertex(kernels, facts, v);
  for (const p of polygons) {
    writePolygon(kernels, facts, p);
    // whether a side of a neighbour leads down into a dead end depends on this polygon
    for (let s = firstSide[p]; s < firstSide[p + 1]; s++)
      if (twin[s] !== NONE) kernels.setAcross(twin[s], p, exit[p] === s ? 1 : 0);
  }
}

function writeVertex(kernels: Kernels, { mesh, turns }: MeshFacts, v: number): void {
  kernels.setVertex(v, mesh.x[v], mesh.y[v], turns[v]);
}

function writePolygon(kernels: Kernels, facts: MeshFacts, p: number): void {
  const { owner, exit } = facts;
  const { firstSide, corner, twin } = facts.mesh;
  const first = firstSide[p];
  const end = firstSide[p + 1];
  kernels.setPolygon(p, first, end, exit[p]);
  for (let s = first; s < end; s++) {
    const other = twin[s];
    const q = other === NONE ? 0 : owner[other];
    const isDown = other !== NONE && exit[q] === other ? 1 : 0;
    kernels.setSide(s, corner[s], corner[s + 1 === end ? first : s + 1], other, q, isDown);
  }
}
