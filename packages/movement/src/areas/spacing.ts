// The spacing of nodes of an area graph: when it is measured, and on which sides. The host of a
// pool chooses the spacing for its threads (area-pool.ts), so a worker that replaces a dead one
// uses the spacing of the others.

import { after, triangleOf } from '@wayfield/triangulation/internal/half-edges';
import type { Cells } from '../corridors/cells.ts';

/** The number of triangles that a graph of `count` triangles has room for. */
export const roomFor = (count: number): number => count + (count >>> 1) + 64;

/** The length of a side. */
export function lengthOf(cells: Cells, s: number): number {
  const next = after(s);
  return Math.hypot(cells.x(next) - cells.x(s), cells.y(next) - cells.y(s));
}

/** The lengths of those sides of the first `count` triangles that agents can cross, each once. */
export function sideLengths(cells: Cells, count: number): number[] {
  const lengths: number[] = [];
  for (let s = 0; s < 3 * count; s++)
    if (cells.isFree(triangleOf(s)) && cells.across(s) > s) lengths.push(lengthOf(cells, s));
  return lengths;
}

/**
 * Returns a function that chooses the spacing on the current mesh: sides get `points` nodes on
 * average. The spacing is measured at the first call, and again when the mesh has outgrown
 * `roomFor` its triangles at the last measurement. Otherwise the spacing stays. So the
 * spacing depends only on the meshes at the calls, not on how a graph has numbered its nodes.
 */
export function createSpacing(
  cells: Cells,
  points: number,
  triangleCount: () => number,
): () => number {
  let [spacing, most] = [1, -1];
  return () => {
    const count = triangleCount();
    if (count <= most) return spacing;
    most = roomFor(count);
    const lengths = sideLengths(cells, count);
    const sum = lengths.reduce((all, length) => all + length, 0);
    spacing = sum > 0 ? sum / (lengths.length * points) : 1;
    return spacing;
  };
}
