import { createDestroyGuard, type KernelHost, openKernels } from '@wayfield/wasm';
import type { NavMesh } from '../obstacles/create-nav-mesh.ts';
import type { PolygonMesh } from '../polygons/polygon-mesh.ts';
import { type Kernels, KERNELS_BASE64 } from '../surface.gen.ts';
import { type Columns, createColumns } from './columns.ts';
import { followNavMesh, type LiveSides } from './live-sides.ts';
import { writeWorld } from './write-world.ts';

/** The kernels of one surface, its mesh in their memory, and the columns of its batches. */
export interface SurfaceHost {
  /** Throws after `destroy`; takes over what has changed. For the first line of every call. */
  ready(): void;
  readonly kernels: Kernels;
  readonly columns: Columns;
  readonly memoryBytes: number;
  /** An obstacle on a side: its id, or -1 where none is known. */
  obstacleOf(side: number): number;
  destroy(): void;
}

export function openSurfaceHost(mesh: NavMesh | PolygonMesh): SurfaceHost {
  const guard = createDestroyGuard('surface');
  const live: LiveSides | undefined = 'triangulation' in mesh ? followNavMesh(mesh) : undefined;
  let { host, columns } = open();

  /** Kernels with a memory of their own, in which the whole mesh is written. */
  function open(): { host: KernelHost<Kernels>; columns: Columns } {
    const opened = openKernels<Kernels>(KERNELS_BASE64);
    if (live) live.write(opened.kernels);
    else writeWorld(opened.kernels, mesh as PolygonMesh);
    return { host: opened, columns: createColumns(opened) };
  }

  return {
    ready() {
      guard.check();
      if (live?.isStale !== true) return;
      if (live.update(host.kernels)) return;
      // no room for more triangles
      host.blocks.freeAll();
      ({ host, columns } = open());
    },
    get kernels() {
      return host.kernels;
    },
    get columns() {
      return columns;
    },
    get memoryBytes() {
      return host.blocks.held();
    },
    obstacleOf: (side) => live?.obstacleOf(side) ?? -1,
    destroy() {
      if (!guard.end()) return;
      live?.destroy();
      host.blocks.freeAll();
    },
  };
}
