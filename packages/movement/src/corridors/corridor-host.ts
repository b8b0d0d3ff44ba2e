// Kernels with a mesh and slots: opened by create-corridors.ts, called there, in batches.ts and in
// snapshot.ts.

import { type Kernels, KERNELS_BASE64 } from '../corridors.gen.ts';
import type { NavMesh, PolygonMesh } from '@wayfield/triangulation';
import { type Column, createColumn } from './column.ts';
import { orDestroy } from './or-destroy.ts';
import { openWalks, type Walks } from './walks.ts';

/** The kernels of corridors on a mesh, and the columns of their batches. */
export interface CorridorHost extends Walks<Kernels> {
  /** How many slots there are. */
  readonly slots: number;
  readonly columns: CorridorColumns;
  /** A view of the memory of the kernels. It is lost when a kernel or a column allocates. */
  bytes(): Uint8Array;
}

/** The columns beside `x` and `y` of `Walks`: slots of rows; answers; corners of slots. */
type CorridorColumns = Readonly<
  Record<'slots' | 'bytes' | 'lengths' | 'cornerX' | 'cornerY' | 'counts' | 'hasTarget', Column>
>;

/** Opens kernels with a number of slots, all empty. If memory ends, the mesh is not followed. */
export function openCorridorHost(mesh: NavMesh | PolygonMesh, slots: number): CorridorHost {
  const walks = openWalks<Kernels>(KERNELS_BASE64, mesh, slots);
  const { kernels, opened } = walks;
  orDestroy(walks.destroy, kernels.mendCreate);
  const columns = {
    slots: createColumn(opened, 4),
    bytes: createColumn(opened, 1),
    lengths: createColumn(opened, 8),
    cornerX: createColumn(opened, 8),
    cornerY: createColumn(opened, 8),
    counts: createColumn(opened, 1),
    hasTarget: createColumn(opened, 1),
  };
  return {
    ...walks,
    slots,
    columns,
    bytes: opened.arena.bytes,
  };
}
