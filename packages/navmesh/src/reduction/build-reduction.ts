import { polygonMesh } from '../common/rules.ts';
import { NONE } from '@wayfield/graph';
import { numberDeadEnds } from './dead-ends.ts';
import { findExits, findParts } from '../polygons/mesh-facts.ts';
import { findPassWidths } from './pass-widths.ts';
import type { PolygonMesh } from '../polygons/polygon-mesh.ts';
import type { Reduction } from './reduction.ts';
import {
  type Corridor,
  type CorridorTriangles,
  createCorridorWalk,
  ringStart,
} from './walk-corridor.ts';
import { triangleOf } from '../geometry/sides.ts';

/**
 * Builds the reduction of a mesh of triangles, as `buildPolygonMesh(triangulation, { merge: false
 * })` makes it (Demyen and Buro 2006; Klaffenböck 2014). Their gaps are closed: triangles with
 * walls on all sides, rings, and neighbouring nodes. Linear time, except for widths where triangles
 * are very thin. The mesh is not kept.
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
  const structure = new Uint32Array(triangleCount).fill(NONE);
  const position = new Uint32Array(triangleCount);
  const mouth = numberDeadEnds(mesh, level, exit, structure, position);
  const isCore = Uint8Array.from(exit, (side) => (side === NONE ? 1 : 0));
  const { corridors, nodes, nodeCorridor } = findCorridors(
    { ...mesh, level, passWidth, isCore },
    structure,
  );
  const firstTriangle = new Uint32Array(corridors.length + 1);
  const corridorEnd = new Uint32Array(2 * corridors.length);
  for (let c = 0; c < corridors.length; c++) {
    const { triangles, from, to } = corridors[c];
    firstTriangle[c + 1] = firstTriangle[c] + triangles.length;
    corridorEnd[2 * c] = from;
    corridorEnd[2 * c + 1] = to;
  }
  const corridorTriangle = new Uint32Array(firstTriangle[corridors.length]);
  for (let c = 0; c < corridors.length; c++)
    corridorTriangle.set(corridors[c].triangles, firstTriangle[c]);
  for (let i = 0; i < corridorTriangle.length; i++) position[corridorTriangle[i]] = i;
  return {
    triangleCount,
    level,
    structure,
    part: findParts(mesh),
    exit,
    position,
    passWidth,
    deadEndCount: mouth.length,
    mouth,
    corridorCount: corridors.length,
    firstTriangle,
    corridorTriangle,
    corridorEnd,
    corridorLength: Float64Array.from(corridors, ({ length }) => length),
    corridorWidth: Float64Array.from(corridors, ({ width }) => width),
    nodeCount: nodes.length,
    nodeTriangle: Uint32Array.from(nodes),
    nodeCorridor,
  };
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

/** Finds nodes and corridors, and writes their numbers into `structure`. */
function findCorridors(
  on: CorridorTriangles,
  structure: Uint32Array,
): { corridors: Corridor[]; nodes: number[]; nodeCorridor: Uint32Array } {
  const { level } = on;
  const walk = createCorridorWalk();
  const corridors: Corridor[] = [];
  const nodes: number[] = [];
  for (let t = 0; t < level.length; t++)
    if (level[t] === 3) {
      structure[t] = nodes.length;
      nodes.push(t);
    }
  const nodeCorridor = new Uint32Array(3 * nodes.length).fill(NONE);
  const add = (start: number): Corridor => {
    const corridor = walk(on, start);
    for (const t of corridor.triangles) structure[t] = corridors.length;
    corridors.push(corridor);
    return corridor;
  };
  for (let n = 0; n < nodes.length; n++)
    for (let k = 0; k < 3; k++) {
      if (nodeCorridor[3 * n + k] !== NONE) continue;
      const c = corridors.length;
      const { to } = add(3 * nodes[n] + k);
      nodeCorridor[3 * n + k] = 2 * c;
      nodeCorridor[3 * structure[triangleOf(to)] + (to % 3)] = 2 * c + 1;
    }
  // triangles of level 2 in no corridor between nodes form rings
  for (let t = 0; t < level.length; t++)
    if (level[t] === 2 && structure[t] === NONE) add(ringStart(on, t));
  return { corridors, nodes, nodeCorridor };
}
