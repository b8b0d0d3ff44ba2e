import type { Corridors } from '../channels/channel-host.ts';
import { after, before } from '../geometry/sides.ts';
import type { PolygonMesh } from '../polygons/polygon-mesh.ts';
import { findHalves, packSteps } from '../reduction/corridor-steps.ts';
import type { Reduction } from '../reduction/reduction.ts';

/**
 * The corridors for discs. Half 2i leads from node side i to the bottleneck of the corridor behind
 * it, half 2i + 1 on from there to the next node. A corridor whose shortest side has a vertex in
 * the circle around it has no bottleneck: half 2i leads to the next node.
 */
export interface DiscCorridors extends Corridors {
  /** Per half: how wide it is. */
  readonly halfWidth: Float64Array;
  /** Per half: how wide it is for paths that begin or end there. */
  readonly halfInner: Float64Array;
}

/**
 * The widths around corners, of paths that pass, and of those that begin or end near the corner.
 */
interface Widths {
  readonly pass: Float64Array;
  readonly inner: Float64Array;
}

export function findDiscCorridors(
  mesh: PolygonMesh,
  reduction: Reduction,
  onward: Uint32Array,
  { pass, inner }: Widths,
  epsilon: number,
): DiscCorridors {
  const halfWidth = new Float64Array(6 * reduction.nodeCount).fill(Infinity);
  const halfInner = halfWidth.slice();
  const least = (widths: Float64Array, corners: readonly number[]): number =>
    corners.reduce((width, side) => Math.min(width, widths[side]), Infinity);
  const { lists, ...found } = findHalves(mesh, reduction, onward, {
    epsilon,
    canBeBottleneck: (side) => !hasVertexAround(mesh, side),
    clearance(half, corners) {
      halfWidth[half] = least(pass, corners);
      halfInner[half] = least(inner, corners);
      // no disc that passes is wider
      return halfWidth[half];
    },
  });
  return { ...found, ...packSteps(mesh, lists, true), halfWidth, halfInner };
}

/**
 * Whether the circle around a side has the far corner of one of its two triangles strictly inside.
 */
function hasVertexAround({ corner, twin, x, y }: PolygonMesh, side: number): boolean {
  return [side, twin[side]].some((s) => {
    const [a, b, c] = [corner[s], corner[after(s)], corner[before(s)]];
    return (x[a] - x[c]) * (x[b] - x[c]) + (y[a] - y[c]) * (y[b] - y[c]) < 0;
  });
}
