import type { Queries } from '@wayfield/graph';
import type { DestroyGuard, KernelHost } from '@wayfield/wasm';
import type { SlicedWork } from '../batch.ts';
import type { Kernels } from '../hub-labels.gen.ts';
import { PROGRESS_MS } from '../progress.ts';
import type { DistanceOptions } from './types.ts';

/** Queries that lie in WebAssembly memory at a time, 12 bytes each: 24 KiB fit the first cache. */
const BLOCK = 2048;

/** Distances of many pairs without paths, a block of queries per call of the kernels. */
export interface Distances {
  begin(queries: Queries, options: DistanceOptions): SlicedWork<Float32Array>;
}

export function createDistances(
  { arena, blocks, kernels }: KernelHost<Kernels>,
  guard: DestroyGuard,
): Distances {
  /** Address of sources, targets and distances, BLOCK words each. */
  let sources = 0;

  /** Answers the queries from `from` to `to` - 1. */
  function answer({ source, target }: Queries, from: number, to: number, out: Float32Array): void {
    if (sources === 0) sources = blocks.allocate(BLOCK * 12);
    const targets = sources + BLOCK * 4;
    const dists = targets + BLOCK * 4;
    const words = arena.words();
    words.set(source.subarray(from, to), sources / 4);
    words.set(target.subarray(from, to), targets / 4);
    kernels.hubLabelsDistances(sources, targets, dists, to - from);
    out.set(arena.floats().subarray(dists / 4, dists / 4 + to - from), from);
  }

  return {
    begin(queries, { reuse, onProgress, signal }) {
      signal?.throwIfAborted();
      const { count } = queries;
      const out = reuse?.length === count ? reuse : new Float32Array(count);
      const watched = onProgress !== undefined || signal !== undefined;
      let reported = watched ? performance.now() : 0;
      let next = 0;
      return {
        advance(ms) {
          const timed = watched || ms < Infinity;
          const end = timed ? performance.now() + ms : 0;
          while (next < count) {
            const to = Math.min(count, next + BLOCK);
            answer(queries, next, to, out);
            next = to;
            if (!timed) continue;
            const now = performance.now();
            if (watched && now - reported >= PROGRESS_MS) {
              reported = now;
              onProgress?.(next, count);
              // the callback may have destroyed the solver
              guard.check();
              signal?.throwIfAborted();
            }
            if (now >= end) break;
          }
          return next === count;
        },
        finish() {
          onProgress?.(count, count);
          return out;
        },
      };
    },
  };
}
