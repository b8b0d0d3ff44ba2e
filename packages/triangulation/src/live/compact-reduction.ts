import { NONE } from '@wayfield/graph';
import type { LiveCorridors } from '../reduction/live-corridors.ts';
import { packReduction } from '../reduction/pack-reduction.ts';
import { collectTriangles } from '../polygons/open-triangles.ts';
import type { PolygonMesh } from '../polygons/polygon-mesh.ts';
import type { Reduction } from '../reduction/reduction.ts';
import type { Triangulation } from '../triangulation/triangulation.ts';
import { triangleOf } from '../geometry/sides.ts';

/**
 * `LiveReduction.snapshot`: new arrays of the free triangles and their reduction, numbered without
 * gaps. The arguments have the numbers of the triangulation, with gaps, and do not change.
 */
export function compactReduction(
  t: Triangulation,
  levelOf: Uint8Array,
  exitOf: Uint32Array,
  widths: Float64Array,
  live: LiveCorridors,
): { mesh: PolygonMesh; reduction: Reduction } {
  const { mesh, triangles, polygonOf } = collectTriangles(t);
  const level = new Uint8Array(triangles.length);
  const exit = new Uint32Array(triangles.length).fill(NONE);
  const passWidth = new Float64Array(3 * triangles.length);
  const sideOf = (s: number): number =>
    s === NONE ? NONE : 3 * polygonOf[triangleOf(s)] + (s % 3);
  for (let p = 0; p < triangles.length; p++) {
    const triangle = triangles[p];
    level[p] = levelOf[triangle];
    if (level[p] === 1) exit[p] = sideOf(exitOf[triangle]);
    for (let k = 0; k < 3; k++) passWidth[3 * p + k] = widths[3 * triangle + k];
  }
  const nodes = live.nodeTriangle
    .filter((triangle) => triangle !== NONE)
    .map((triangle) => polygonOf[triangle])
    // `packReduction` takes nodes in the order of their triangles
    .sort((a, b) => a - b);
  const corridors = live.corridors
    .filter((corridor) => corridor !== undefined)
    .map((corridor) => ({
      ...corridor,
      triangles: corridor.triangles.map((triangle) => polygonOf[triangle]),
      from: sideOf(corridor.from),
      to: sideOf(corridor.to),
    }));
  return { mesh, reduction: packReduction(mesh, { level, exit, passWidth }, nodes, corridors) };
}
