// One thread of an oriented pool: keeps the pairs of its part that touch. Runs as a web worker and
// as a Node worker thread.
import { type KernelStart, serveKernels } from '@wayfield/wasm';
import { bindNarrow, type NarrowLayout } from './oriented/narrow.ts';
import type { Kernels } from './oriented.gen.ts';

/** A part of the candidates, which the thread compacts in place. */
export interface NarrowWork {
  readonly type: 'work';
  readonly layout: NarrowLayout;
  /** The address of the first pair of the part, and the number of pairs. */
  readonly pairs: number;
  readonly count: number;
}

/** The number of pairs that the thread kept; they are at the front of its part. */
export interface NarrowDone {
  readonly kept: number;
}

serveKernels<Kernels, KernelStart, NarrowWork, NarrowDone>(({ kernels }) => {
  return ({ layout, pairs, count }) => {
    bindNarrow(kernels, layout);
    return { kept: kernels.keepPairs(pairs, count) >>> 0 };
  };
});
