import { NONE } from '@wayfield/graph';
import { numberDeadEnds } from './dead-ends.ts';
import { findParts } from '../polygons/mesh-facts.ts';
import type { PolygonMesh } from '../polygons/polygon-mesh.ts';
import type { Reduction } from './reduction.ts';
import type { Corridor } from './walk-corridor.ts';
import { triangleOf } from '../geometry/sides.ts';

/** What is known of each triangle, as in `Reduction`. */
type TriangleFacts = Pick<Reduction, 'level' | 'exit' | 'passWidth'>;

/**
 * The reduction of a mesh, from its nodes, as triangles in increasing order, and its corridors in
 * any order. The arrays of `facts` become part of the reduction.
 */
export function packReduction(
  mesh: PolygonMesh,
  facts: TriangleFacts,
  nodes: readonly number[],
  corridors: readonly Corridor[],
): Reduction {
  const triangleCount = mesh.polygonCount;
  const structure = new Uint32Array(triangleCount).fill(NONE);
  const position = new Uint32Array(triangleCount);
  const mouth = numberDeadEnds(mesh, facts.level, facts.exit, structure, position);
  const nodeTriangle = Uint32Array.from(nodes);
  for (let n = 0; n < nodes.length; n++) structure[nodes[n]] = n;
  const corridorCount = corridors.length;
  const firstTriangle = new Uint32Array(corridorCount + 1);
  for (let c = 0; c < corridorCount; c++)
    firstTriangle[c + 1] = firstTriangle[c] + corridors[c].triangles.length;
  const corridorTriangle = new Uint32Array(firstTriangle[corridorCount]);
  const corridorEnd = new Uint32Array(2 * corridorCount);
  const nodeCorridor = new Uint32Array(3 * nodes.length).fill(NONE);
  for (let c = 0; c < corridorCount; c++) {
    const { triangles, from, to } = corridors[c];
    let at = firstTriangle[c];
    for (const t of triangles) {
      structure[t] = c;
      position[t] = at;
      corridorTriangle[at++] = t;
    }
    [from, to].forEach((side, i) => {
      corridorEnd[2 * c + i] = side;
      if (side !== NONE) nodeCorridor[3 * structure[triangleOf(side)] + (side % 3)] = 2 * c + i;
    });
  }
  return {
    ...facts,
    triangleCount,
    structure,
    part: findParts(mesh),
    position,
    deadEndCount: mouth.length,
    mouth,
    corridorCount,
    firstTriangle,
    corridorTriangle,
    corridorEnd,
    corridorLength: Float64Array.from(corridors, ({ length }) => length),
    corridorWidth: Float64Array.from(corridors, ({ width }) => width),
    nodeCount: nodes.length,
    nodeTriangle,
    nodeCorridor,
  };
}
