// Checks a customizable hierarchy and counts its lower triangles. customizer.ts and solver.ts call
// `checkedTriangles` before they upload anything.
import { grouped } from '@wayfield/gpu-core/internal';
import { NONE } from '@wayfield/graph';
import { TRIANGLE_WORDS } from './customizer.wgsl.ts';
import type { GpuCustomizable } from './types.ts';

/**
 * Checks that levels, rows and heads ascend, and that arcs and places are in range. That the third
 * arc of each triangle exists is not checked, because it would take a search per triangle: if it is
 * missing, kernels lower the weight of another arc. Returns the first triangle of each rank
 * (nodeCount + 1 entries), and the number of triangles.
 *
 * @throws RangeError for a number out of range, and for 2^32 / 3 triangles or more.
 */
export function checkedTriangles({
  nodeCount,
  arcCount,
  graphArcCount,
  levelStart,
  firstArc,
  head,
  arcOf,
}: GpuCustomizable): { firstTriangle: Uint32Array; triangles: number } {
  const refuse = (what: string, expected: string | number): never => {
    throw new RangeError(`customizable is damaged: ${what}, expected ${expected}`);
  };
  const checkEntries = (name: string, { length }: Uint32Array, expected: number): void => {
    if (length !== expected) refuse(`${name} has ${length} entries`, expected);
  };
  checkEntries('firstArc', firstArc, nodeCount + 1);
  checkEntries('head', head, arcCount);
  checkEntries('arcOf', arcOf, graphArcCount);
  const levels = levelStart.length - 1;
  if (levels < 0 || levelStart[0] !== 0 || levelStart[levels] !== nodeCount) {
    refuse(`levelStart is ${levelStart[0]} to ${levelStart[levels]}`, `0 to ${nodeCount}`);
  }
  if (firstArc[0] !== 0 || firstArc[nodeCount] !== arcCount) {
    refuse(`firstArc is ${firstArc[0]} to ${firstArc[nodeCount]}`, `0 to ${arcCount}`);
  }
  const firstTriangle = new Uint32Array(nodeCount + 1);
  let triangles = 0;
  for (let l = 0; l < levels; l++) {
    const end = levelStart[l + 1];
    if (end < levelStart[l] || end > nodeCount) {
      refuse(`levelStart[${l + 1}] is ${end}`, `${levelStart[l]} to ${nodeCount}`);
    }
    for (let r = levelStart[l]; r < end; r++) {
      const [begin, stop] = [firstArc[r], firstArc[r + 1]];
      if (stop < begin || stop > arcCount) {
        refuse(`firstArc[${r + 1}] is ${stop}`, `${begin} to ${arcCount}`);
      }
      let before = end - 1; // arcs lead to higher levels
      for (let e = begin; e < stop; e++) {
        if (head[e] <= before || head[e] >= nodeCount) {
          refuse(`head[${e}] is ${head[e]}`, `above ${before} and below ${nodeCount}`);
        }
        before = head[e];
      }
      const degree = stop - begin;
      triangles += (degree * (degree - 1)) / 2;
      firstTriangle[r + 1] = triangles;
    }
  }
  for (let a = 0; a < graphArcCount; a++) {
    if (arcOf[a] >= 2 * arcCount && arcOf[a] !== NONE) {
      refuse(`arcOf[${a}] is ${arcOf[a]}`, `below ${2 * arcCount}, or NONE`);
    }
  }
  if (triangles * TRIANGLE_WORDS >= 2 ** 32) {
    const most = grouped(Math.floor((2 ** 32 - 1) / TRIANGLE_WORDS));
    throw new RangeError(
      `the hierarchy has ${grouped(triangles)} lower triangles, expected at most ${most}`,
    );
  }
  return { firstTriangle, triangles };
}
