// What createSurface and the pool share: kernels, the mesh in their memory, and columns. A live
// mesh is followed here. A mesh that outgrows its room is written again, into new kernels.
import { createDestroyGuard, type KernelHost, openKernels, type SharedHost } from '@wayfield/wasm';
import type { NavMesh, PolygonMesh } from '@wayfield/triangulation';
import { type Kernels, KERNELS_BASE64 } from './kernels.gen.ts';
import { type Columns, createColumns } from './calls/columns.ts';
import { followNavMesh, type LiveSides, type ObstaclesOf } from './mesh/live-sides.ts';
import { writeWorld } from './mesh/write-world.ts';

/** The kernels of one surface, its mesh in their memory, and the columns of its batches. */
export interface SurfaceHost {
  /** Throws after `destroy`; takes over changes of the mesh. The first line of every call. */
  ready(): void;
  readonly kernels: Kernels;
  readonly columns: Columns;
  readonly memoryBytes: number;
  /** What threads need to work on the mesh. A new object each time the whole mesh is written. */
  readonly place: SurfacePlace;
  /** The id of the obstacle on a side, or -1; always -1 for a `PolygonMesh`. */
  obstacleOf(side: number): number;
  readonly obstaclesOf: ObstaclesOf;
  /** An `obstaclesOf` that answers for the mesh at the time of this call, also after changes. */
  keepObstacles(): ObstaclesOf;
  /** Frees the memory and stops following the mesh. A second call does nothing. */
  destroy(): void;
}

export interface SurfacePlace {
  readonly host: SharedHost;
  /** Addresses of the mesh, and of the record of its columns. */
  readonly world: number;
  readonly record: number;
}

/** `sharedKernels`: kernels to open on shared memory, in place of those for one thread. */
export function openSurfaceHost(mesh: NavMesh | PolygonMesh, sharedKernels?: string): SurfaceHost {
  const guard = createDestroyGuard('surface');
  const live: LiveSides | undefined = 'triangulation' in mesh ? followNavMesh(mesh) : undefined;
  let { host, columns, place } = openFirst();

  /** Calls `open`. If it throws, stops following the mesh: nobody could call `destroy` later. */
  function openFirst(): ReturnType<typeof open> {
    try {
      return open();
    } catch (error) {
      live?.destroy();
      throw error;
    }
  }

  /** Kernels with a memory of their own, in which the whole mesh is written. */
  function open(): { host: KernelHost<Kernels>; columns: Columns; place: SurfacePlace } {
    const shared = sharedKernels !== undefined;
    const opened = openKernels<Kernels>(sharedKernels ?? KERNELS_BASE64, { shared });
    const { kernels } = opened;
    const made = createColumns(opened);
    // last: if memory ends before the mesh is complete, `live` stays stale, and `ready` tries again
    const world = live ? live.write(kernels) : writeWorld(kernels, mesh as PolygonMesh);
    const there = { host: opened, world: world >>> 0, record: made.record };
    return { host: opened, columns: made, place: there };
  }

  const obstaclesOf: ObstaclesOf = (sides, ids, count) => {
    if (live) live.obstaclesOf(sides, ids, count);
    else ids.fill(-1, 0, count);
  };

  return {
    ready() {
      guard.check();
      if (live?.isStale !== true) return;
      if (live.update(host.kernels)) return;
      // as `LiveSides.update` says: the whole mesh has to be written, into new kernels
      host.blocks.freeAll();
      ({ host, columns, place } = open());
    },
    get kernels() {
      return host.kernels;
    },
    get columns() {
      return columns;
    },
    get place() {
      return place;
    },
    get memoryBytes() {
      return host.blocks.held();
    },
    obstacleOf: (side) => live?.obstacleOf(side) ?? -1,
    obstaclesOf,
    keepObstacles: () => live?.keepObstacles() ?? obstaclesOf,
    destroy() {
      if (!guard.end()) return;
      live?.destroy();
      host.blocks.freeAll();
    },
  };
}
