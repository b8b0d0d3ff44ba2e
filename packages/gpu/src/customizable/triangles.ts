import { grouped } from '@wayfield/gpu-core/internal';
import { TRIANGLE_WORDS } from './customizer.wgsl.ts';
import type { GpuCustomizable } from './types.ts';

/**
 * Checks what kernels rely on: ascending levels, rows and heads, arcs and places in range. The
 * first triangle of each rank, and the number of all.
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
  const refuse = (what: string): never => {
    throw new RangeError(`customizable is damaged: ${what}`);
  };
  if (firstArc.length !== nodeCount + 1) refuse(`firstArc has ${firstArc.length} entries`);
  if (head.length !== arcCount) refuse(`head has ${head.length} entries`);
  if (arcOf.length !== graphArcCount) refuse(`arcOf has ${arcOf.length} entries`);
  const levels = levelStart.length - 1;
  if (levels < 0 || levelStart[0] !== 0 || levelStart[levels] !== nodeCount) {
    refuse(`levelStart ends at ${levelStart[Math.max(0, levels)]}, there are ${nodeCount} nodes`);
  }
  if (firstArc[0] !== 0 || firstArc[nodeCount] !== arcCount) {
    refuse(`firstArc ends at ${firstArc[nodeCount]}, there are ${arcCount} arcs`);
  }
  const firstTriangle = new Uint32Array(nodeCount + 1);
  let triangles = 0;
  for (let l = 0; l < levels; l++) {
    const end = levelStart[l + 1];
    if (end < levelStart[l] || end > nodeCount) refuse(`levelStart[${l + 1}] is ${end}`);
    for (let r = levelStart[l]; r < end; r++) {
      const [begin, stop] = [firstArc[r], firstArc[r + 1]];
      if (stop < begin || stop > arcCount) refuse(`firstArc[${r + 1}] is ${stop}`);
      let before = end - 1; // arcs lead to higher levels
      for (let e = begin; e < stop; e++) {
        if (head[e] <= before || head[e] >= nodeCount) refuse(`head[${e}] is ${head[e]}`);
        before = head[e];
      }
      const degree = stop - begin;
      triangles += (degree * (degree - 1)) / 2;
      firstTriangle[r + 1] = triangles;
    }
  }
  for (let a = 0; a < graphArcCount; a++) {
    if (arcOf[a] >= 2 * arcCount && arcOf[a] !== 0xffffffff) refuse(`arcOf[${a}] is ${arcOf[a]}`);
  }
  if (triangles * TRIANGLE_WORDS >= 2 ** 32) {
    throw new RangeError(`${grouped(triangles)} triangles, there is room for 2^32 / 3`);
  }
  return { firstTriangle, triangles };
}
