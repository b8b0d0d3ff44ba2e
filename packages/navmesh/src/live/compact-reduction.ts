import { NONE } from '@wayfield/graph';
import { numberDeadEnds } from '../reduction/dead-ends.ts';
import type { LiveCorridors } from './live-corridors.ts';
import { findParts } from '../polygons/mesh-facts.ts';
import { collectTriangles } from '../polygons/open-triangles.ts';
import type { PolygonMesh } from '../polygons/polygon-mesh.ts';
import type { Reduction } from '../reduction/reduction.ts';
import type { Triangulation } from '../triangulation/triangulation.ts';
import { triangleOf } from '../geometry/sides.ts';

/**
 * The free triangles and their reduction, numbered without gaps, from arrays in the numbering of
 * the triangulation.
 */
export function compactReduction(
  t: Triangulation,
  levelOf: Uint8Array,
  exitOf: Uint32Array,
  widths: Float64Array,
  live: LiveCorridors,
): { mesh: PolygonMesh; reduction: Reduction } {
  const { mesh, triangles, polygonOf } = collectTriangles(t);
  const triangleCount = mesh.polygonCount;
  const level = new Uint8Array(triangleCount);
  const structure = new Uint32Array(triangleCount).fill(NONE);
  const position = new Uint32Array(triangleCount);
  const exit = new Uint32Array(triangleCount).fill(NONE);
  const passWidth = new Float64Array(3 * triangleCount);
  const sideOf = (s: number): number =>
    s === NONE ? NONE : 3 * polygonOf[triangleOf(s)] + (s % 3);
  for (let p = 0; p < triangleCount; p++) {
    const triangle = triangles[p];
    level[p] = levelOf[triangle];
    if (level[p] === 1) exit[p] = sideOf(exitOf[triangle]);
    for (let k = 0; k < 3; k++) passWidth[3 * p + k] = widths[3 * triangle + k];
  }
  const mouth = numberDeadEnds(mesh, level, exit, structure, position);

  const nodeTriangle = Uint32Array.from(
    live.nodeTriangle.filter((triangle) => triangle !== NONE),
    (triangle) => polygonOf[triangle],
  );
  // by triangle, not in the order of changes
  nodeTriangle.sort();
  for (let n = 0; n < nodeTriangle.length; n++) structure[nodeTriangle[n]] = n;
  const corridors = live.corridors.filter((corridor) => corridor !== undefined);
  const corridorCount = corridors.length;
  const firstTriangle = new Uint32Array(corridorCount + 1);
  for (let c = 0; c < corridorCount; c++)
    firstTriangle[c + 1] = firstTriangle[c] + corridors[c].triangles.length;
  const corridorTriangle = new Uint32Array(firstTriangle[corridorCount]);
  const corridorEnd = new Uint32Array(2 * corridorCount).fill(NONE);
  const nodeCorridor = new Uint32Array(3 * nodeTriangle.length).fill(NONE);
  for (let c = 0; c < corridorCount; c++) {
    const corridor = corridors[c];
    let at = firstTriangle[c];
    for (const triangle of corridor.triangles) {
      const p = polygonOf[triangle];
      structure[p] = c;
      position[p] = at;
      corridorTriangle[at++] = p;
    }
    [corridor.from, corridor.to].forEach((end, i) => {
      const side = sideOf(end);
      corridorEnd[2 * c + i] = side;
      if (side !== NONE) nodeCorridor[3 * structure[triangleOf(side)] + (side % 3)] = 2 * c + i;
    });
  }
  const reduction = {
    triangleCount,
    level,
    structure,
    part: findParts(mesh),
    exit,
    position,
    passWidth,
    deadEndCount: mouth.length,
    mouth,
    corridorCount,
    firstTriangle,
    corridorTriangle,
    corridorEnd,
    corridorLength: Float64Array.from(corridors, ({ length }) => length),
    corridorWidth: Float64Array.from(corridors, ({ width }) => width),
    nodeCount: nodeTriangle.length,
    nodeTriangle,
    nodeCorridor,
  };
  return { mesh, reduction };
}
