import { polygonMesh } from './rules.ts';
import { NONE } from '@wayfield/graph';
import { createFunnel } from './create-funnel.ts';
import { numberDeadEnds } from './dead-ends.ts';
import { findExits, findParts } from './mesh-facts.ts';
import { findPassWidths } from './pass-widths.ts';
import type { PolygonMesh } from './polygon-mesh.ts';
import type { Reduction } from './reduction.ts';
import { createSleeve, addSide } from './sleeve.ts';

const triangleOf = (side: number): number => Math.floor(side / 3);

/**
 * The reduction of a mesh of triangles, as `buildPolygonMesh(triangulation, { merge: false })` makes it (Demyen and Buro 2006;
 * Klaffenböck 2014, whose gaps are closed: walled-in triangles, rings, neighbouring nodes). Linear time, but for widths
 * where triangles are very thin. The mesh is not kept.
 *
 * @throws RangeError for a polygon that has not three sides.
 */
export function buildReduction(mesh: PolygonMesh): Reduction {
  polygonMesh(mesh, 'mesh');
  const { polygonCount: triangleCount, firstSide, twin } = mesh;
  for (let t = 0; t < triangleCount; t++)
    if (firstSide[t + 1] !== 3 * t + 3)
      throw new RangeError(
        `polygon ${t} has ${firstSide[t + 1]! - firstSide[t]!} sides, a reduction takes triangles (merge: false)`,
      );
  const exit = findExits(mesh);
  const level = new Uint8Array(triangleCount);
  const structure = new Uint32Array(triangleCount).fill(NONE);
  const position = new Uint32Array(triangleCount);
  const passWidth = findPassWidths(mesh);
  /** Whether a side leads on: to a triangle that is in no dead end. */
  const isWay = (s: number): boolean => twin[s] !== NONE && exit[triangleOf(twin[s]!)] === NONE;
  for (let t = 0; t < triangleCount; t++) {
    let open = 0;
    let ways = 0;
    for (let s = 3 * t; s < 3 * t + 3; s++) {
      if (twin[s] !== NONE) open++;
      if (isWay(s)) ways++;
    }
    // the root of a tree has only branches
    level[t] = exit[t] !== NONE ? 1 : ways > 0 ? ways : open > 0 ? 1 : 0;
  }

  const door = numberDeadEnds(mesh, level, exit, structure, position);
  const nodes: number[] = [];
  for (let t = 0; t < triangleCount; t++)
    if (level[t] === 3) {
      structure[t] = nodes.length;
      nodes.push(t);
    }
  const nodeCorridor = new Uint32Array(3 * nodes.length).fill(NONE);
  const ends: number[] = [];
  const lengths: number[] = [];
  const widths: number[] = [];
  const first: number[] = [0];
  const triangles: number[] = [];
  const sleeve = createSleeve();
  const funnel = createFunnel();

  /** Follows the corridor over side s until a node, or where it began; gives the last side that was crossed. */
  function follow(s: number): number {
    const start = triangleOf(s);
    const corridor = first.length - 1;
    let width = Infinity;
    sleeve.count = 0;
    addSide(sleeve, mesh, start, s);
    for (;;) {
      const entry = twin[s]!;
      const t = triangleOf(entry);
      if (level[t] === 3 || structure[t] !== NONE) break;
      structure[t] = corridor;
      position[t] = triangles.length;
      triangles.push(t);
      for (s = 3 * t; s === entry || !isWay(s);) s++;
      addSide(sleeve, mesh, t, s);
      // the corner where the two sides meet
      const isNext = s === entry + 1 || s === entry - 2;
      width = Math.min(width, passWidth[isNext ? s : entry]!);
    }
    if (width === Infinity)
      width = Math.hypot(
        sleeve.leftX[0]! - sleeve.rightX[0]!,
        sleeve.leftY[0]! - sleeve.rightY[0]!,
      );
    widths.push(width);
    first.push(triangles.length);
    return s;
  }

  for (let n = 0; n < nodes.length; n++)
    for (let k = 0; k < 3; k++) {
      if (nodeCorridor[3 * n + k] !== NONE) continue;
      const c = first.length - 1;
      const start = 3 * nodes[n]! + k;
      const end = twin[follow(start)]!;
      lengths.push(funnel.toSegment(sleeve));
      ends.push(start, end);
      nodeCorridor[3 * n + k] = 2 * c;
      nodeCorridor[3 * structure[triangleOf(end)]! + (end % 3)] = 2 * c + 1;
    }
  // what is left at level 2 are rings
  for (let t = 0; t < triangleCount; t++) {
    if (level[t] !== 2 || structure[t] !== NONE) continue;
    let s = 3 * t;
    while (!isWay(s)) s++;
    // over the side that leads into t, so that the ring begins there
    follow(twin[s]!);
    lengths.push(0);
    ends.push(NONE, NONE);
  }

  return {
    triangleCount,
    level,
    structure,
    part: findParts(mesh),
    exit,
    position,
    passWidth,
    deadEndCount: door.length,
    door,
    corridorCount: lengths.length,
    firstTriangle: Uint32Array.from(first),
    corridorTriangle: Uint32Array.from(triangles),
    corridorEnd: Uint32Array.from(ends),
    corridorLength: Float64Array.from(lengths),
    corridorWidth: Float64Array.from(widths),
    nodeCount: nodes.length,
    nodeTriangle: Uint32Array.from(nodes),
    nodeCorridor,
  };
}
