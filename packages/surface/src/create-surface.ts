import { checkOptions } from '@wayfield/check';
import { checkEitherMesh } from '@wayfield/triangulation/internal/checks';
import type { NavMesh, PolygonMesh } from '@wayfield/triangulation';
import { clearanceAt } from './calls/clearance-at.ts';
import { closestPoint } from './calls/closest-point.ts';
import { locateAt } from './calls/locate-at.ts';
import { moveAlong } from './calls/move-along.ts';
import { randomPlaces } from './calls/random-points.ts';
import { raycast } from './calls/raycast.ts';
import type { Surface } from './surface.ts';
import { openSurfaceHost } from './surface-host.ts';
import { wallsNear } from './calls/walls-near.ts';

/**
 * Creates a surface of a mesh: places where discs fit, moves that slide along walls, first walls on
 * straight moves, clearances, walls near agents, random places. A surface of a `NavMesh` follows
 * the changes of the mesh: answers hold for the mesh at the time of the call. A `PolygonMesh` is
 * copied. Only the lengths and numbers of its arrays are checked, not that its polygons are convex
 * (`checkPolygonMesh`). A vertex on no wall, such as an obstacle that is a single point, keeps
 * discs away; points pass it.
 *
 * Moves are exact for a constant push: the centre of the disc is a projected dynamical system
 * (Nagurney and Zhang, "Projected Dynamical Systems and Variational Inequalities with
 * Applications", 1996), whose contacts with walls and corners are solved for.
 *
 * @throws TypeError for what is neither a `NavMesh` nor a `PolygonMesh`. RangeError for arrays of a
 *   `PolygonMesh` that do not agree, for coordinates beyond 1e60, and where memory ends.
 *
 * @example
 * const surface = createSurface(mesh);
 * const { x, y } = surface.moveAlong(1, 1, 0.5, 0, 0.25); // a disc of radius 0.25
 * console.log(x, y); // 1.5 1
 * surface.destroy();
 */
export function createSurface(mesh: NavMesh | PolygonMesh, options: SurfaceOptions = {}): Surface {
  checkEitherMesh(mesh);
  checkOptions('createSurface', options, {});
  const host = openSurfaceHost(mesh);
  return {
    ...closestPoint(host),
    ...moveAlong(host),
    ...raycast(host),
    ...clearanceAt(host),
    ...wallsNear(host),
    ...locateAt(host),
    ...randomPlaces(host),
    get memoryBytes() {
      return host.memoryBytes;
    },
    update: () => host.ready(),
    destroy: () => host.destroy(),
  };
}

/** There are none yet. */
export type SurfaceOptions = Readonly<Record<string, never>>;
