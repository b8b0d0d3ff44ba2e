import type { KernelHost } from '@wayfield/wasm';
import type { Kernels } from './kernels.gen.ts';

/** One instance of the kernels on a memory, for bodies of two or three dimensions. */
export interface Host extends KernelHost<Kernels> {
  /** The bodies are in 3D. */
  readonly three: boolean;
}
