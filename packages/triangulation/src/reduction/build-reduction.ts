import { polygonMesh } from '../common/rules.ts';
import { NONE } from '@wayfield/graph';
import { addNode, createLiveCorridors, createTracer, growCorridors } from './live-corridors.ts';
import { findExits } from '../polygons/mesh-facts.ts';
import { packReduction } from './pack-reduction.ts';
import { findPassWidths } from './pass-widths.ts';
import type { PolygonMesh } from '../polygons/polygon-mesh.ts';
import type { Reduction } from './reduction.ts';
import { triangleOf } from '../geometry/sides.ts';

/**
 * Builds the reduction of a mesh of triangles, as `buildPolygonMesh(triangulation, { merge: false
 * })` makes it (Demyen and Buro 2006; Klaffenböck 2014). Also covers what these papers leave open:
 * triangles with walls on all sides, rings, and neighbouring nodes. Linear time, except for widths
 * where triangles are very thin. The mesh is not kept.
 *
 * @example
 * const mesh = buildPolygonMesh(nav.triangulation, { merge: false });
 * const { nodeCount, corridorWidth } = buildReduction(mesh);
 * console.log(nodeCount, corridorWidth.length); // 0 1
 *
 * @throws RangeError for a polygon that does not have three sides.
 */
export function buildReduction(mesh: PolygonMesh): Reduction {
  polygonMesh(mesh, 'mesh');
  const { polygonCount: triangleCount, firstSide, twin } = mesh;
  for (let t = 0; t < triangleCount; t++)
    if (firstSide[t + 1] !== 3 * t + 3)
      throw new RangeError(
        `polygon ${t} has ${firstSide[t + 1] - firstSide[t]} sides, a reduction takes ` +
          'triangles (merge: false)',
      );
  const exit = findExits(mesh);
  const level = findLevels(twin, exit);
  const passWidth = findPassWidths(mesh);
  const found = createLiveCorridors();
  growCorridors(found, triangleCount);
  for (let t = 0; t < triangleCount; t++)
    if (level[t] === 3) addNode(found, t);
    else if (level[t] === 2) found.looseTriangles.push(t);
  createTracer()(found, { ...mesh, level, passWidth });
  const corridors = found.corridors.filter((corridor) => corridor !== undefined);
  return packReduction(mesh, { level, exit, passWidth }, found.nodeTriangle, corridors);
}

/** One per triangle: its level, from the exits of dead ends. */
function findLevels(twin: Uint32Array, exit: Uint32Array): Uint8Array {
  const level = new Uint8Array(exit.length);
  for (let t = 0; t < exit.length; t++) {
    let neighbours = 0;
    let inCore = 0;
    for (let s = 3 * t; s < 3 * t + 3; s++) {
      if (twin[s] === NONE) continue;
      neighbours++;
      if (exit[triangleOf(twin[s])] === NONE) inCore++;
    }
    // the root of a part that is a tree has an exit of NONE, and no neighbour in the core
    level[t] = exit[t] !== NONE ? 1 : inCore > 0 ? inCore : neighbours > 0 ? 1 : 0;
  }
  return level;
}
