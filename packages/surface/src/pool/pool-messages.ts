import type { KernelStart } from '@wayfield/wasm';
import type { RowKernel } from '../calls/batch.ts';

/** Addresses of the mesh, and of the record of its columns. */
export interface SurfaceStart extends KernelStart {
  readonly world: number;
  readonly record: number;
}

/** Rows `first` to `end` - 1 of the columns, to be answered by a function of the kernels. */
export interface SurfaceWork {
  readonly type: 'run';
  readonly kernel: RowKernel;
  readonly first: number;
  readonly end: number;
  readonly options: readonly number[];
}
