// Vertices on no wall, such as obstacles that are single points. Discs touch them, so each is
// written as two walls of length 0 (`addPoint` of assembly/change.ts), held by one side that starts
// there.
import { forHalfEdgesAround, isFree } from '@wayfield/triangulation/internal/half-edges';
import type { Kernels } from '../kernels.gen.ts';
import type { Triangulation } from '@wayfield/triangulation';

/** The kernels that add and remove the two walls of length 0 at the start of a side. */
export type PointKernels = Pick<Kernels, 'addPoint' | 'removeWalls'>;

/** The vertices on no wall of a `NavMesh`, in the memory of kernels. */
export interface LivePoints {
  /** Forgets all, without a call of kernels: before the mesh is written into an empty memory. */
  clear(): void;
  /** To be called before a triangle is removed: kernels remove the walls of its sides with it. */
  forget(triangle: number): void;
  /** Adds the vertices on no wall at a triangle's corners; removes those where a wall ends now. */
  update(kernels: PointKernels, triangle: number): void;
}

export function createLivePoints(t: Triangulation): LivePoints {
  /** Per vertex the side that holds its walls of length 0; and per side the vertex. */
  const sideOf = new Map<number, number>();
  const vertexOf = new Map<number, number>();

  /** Whether no wall ends at the vertex where a half-edge starts. */
  function isLoose(e: number): boolean {
    let isOnWall = false;
    forHalfEdgesAround(t, t.corner[e], (half) => {
      isOnWall ||= t.constraint[half] >= 0;
    });
    return !isOnWall;
  }

  function forget(side: number): void {
    const v = vertexOf.get(side);
    if (v === undefined) return;
    vertexOf.delete(side);
    sideOf.delete(v);
  }

  return {
    clear() {
      sideOf.clear();
      vertexOf.clear();
    },
    forget(triangle) {
      for (let e = 3 * triangle; e < 3 * triangle + 3; e++) forget(e);
    },
    update(kernels, triangle) {
      for (let e = 3 * triangle; e < 3 * triangle + 3 && t.corner[e] >= 0; e++) {
        const v = t.corner[e];
        const side = sideOf.get(v);
        const isPoint = isFree(t, e) && isLoose(e);
        if (isPoint && side === undefined) {
          kernels.addPoint(e);
          sideOf.set(v, e);
          vertexOf.set(e, v);
        } else if (!isPoint && side !== undefined) {
          kernels.removeWalls(side);
          forget(side);
        }
      }
    },
  };
}
