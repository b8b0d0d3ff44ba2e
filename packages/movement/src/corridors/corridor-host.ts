// Kernels with a mesh and slots, for create-corridors.ts, batches.ts and snapshot.ts.

import { type Kernels, KERNELS_BASE64 } from '../corridors.gen.ts';
import type { NavMesh, PolygonMesh } from '@wayfield/triangulation';
import { type Column, createColumn } from './column.ts';
import { openWalks, type Walks } from './walks.ts';

/** The kernels of corridors on a mesh, and the columns of their batches. */
export interface CorridorHost extends Walks<Kernels> {
  /** How many slots there are. */
  readonly slots: number;
  readonly columns: CorridorColumns;
  bytes(): Uint8Array;
}

/** The columns apart from `x` and `y`: slots of rows; answers as bytes or lengths; corners. */
type CorridorColumns = Readonly<
  Record<'slots' | 'bytes' | 'lengths' | 'cornerX' | 'cornerY' | 'counts' | 'hasTarget', Column>
>;

/** Opens kernels with a number of slots, all empty. */
export function openCorridorHost(mesh: NavMesh | PolygonMesh, slots: number): CorridorHost {
  const walks = openWalks<Kernels>(KERNELS_BASE64, mesh, slots);
  const { kernels, opened } = walks;
  kernels.mendCreate();
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
