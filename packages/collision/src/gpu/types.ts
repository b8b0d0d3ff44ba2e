import type { Target } from '@wayfield/gpu-core';
import type { BodyArray } from './bodies/body-buffer.ts';
import type { AsyncCollisionSolver, CellLevel, NeighbourOptions, SolverOptions } from '../types.ts';

/** How the work is divided on the device. Answers do not depend on it. */
export interface GpuTuning {
  /** Invocations per workgroup of the searches: 32, 64, 128 or 256. Default 128. */
  readonly workgroupSize?: number;
  /** Pairs that a workgroup gathers before it writes them. Default 4 per invocation. */
  readonly gather?: number;
  /** Runs of more sorted bodies than this are scanned by whole workgroups. Default 512. */
  readonly long?: number;
  /**
   * The cells of an area, or around a body whose neighbours are sought, are scanned by whole
   * workgroups if they are in more rows than this. Default 64.
   */
  readonly many?: number;
  /** The room, at first, for runs and areas that whole workgroups scan. Default 65,536. */
  readonly heavyRuns?: number;
  /** Up to this many bodies, all are compared with all, without a grid. Default 12,288. */
  readonly direct?: number;
  /** A level with more cells than this per body uses a hash table. Default 4. */
  readonly keysPerBody?: number;
  /** Up to this many bodies `update` checks on the host, more on the GPU. Default 16,384. */
  readonly hostChecks?: number;
}

export interface GpuSolverOptions extends SolverOptions {
  /**
   * The defaults were measured on an NVIDIA H200, but those of `workgroupSize` and `gather`, for
   * which no measurement is recorded.
   */
  readonly tuning?: GpuTuning;
}

/** Pairs that stay on the GPU. */
export interface ResidentPairs {
  /**
   * Two u32 per pair, the smaller slot first. The next search for pairs writes into this buffer, or
   * replaces it by a larger one; a call that rejects may destroy it.
   */
  readonly pairs: GPUBuffer;
  /**
   * Word 0: the pairs found, modulo 2^32. Word 2: how often the count passed 2^32. If more than
   * `capacity` were found, not all were written.
   */
  readonly count: GPUBuffer;
  readonly capacity: number;
}

/** Neighbour lists that stay on the GPU, in buffers that live as those of `ResidentPairs`. */
export interface ResidentLists {
  /** rows + 1 u32: row `i` is `slots[first[i]]` to `slots[first[i + 1] − 1]`. */
  readonly first: GPUBuffer;
  readonly slots: GPUBuffer;
  /** `bodies.end`. If first[rows] is more than `capacity`, not all entries were written. */
  readonly rows: number;
  readonly capacity: number;
}

/** The bodies on the GPU: kernels of the caller may write positions and radii. */
export interface ResidentBodies {
  readonly buffer: GPUBuffer;
  /**
   * Byte offset of each array in the buffer; undefined: absent. Types of entries as in `Bodies`.
   */
  readonly offset: Readonly<Partial<Record<BodyArray, number>>>;
}

/** A solver on the GPU. */
export interface GpuCollisionSolver extends AsyncCollisionSolver {
  readonly backend: 'gpu';
  readonly device: GPUDevice;
  /**
   * Takes the bodies as they are now. `changed` names the arrays that were written since the last
   * update; only these are uploaded. Default: all. After `addBody` or `removeBody` all are uploaded
   * unless `changed` names `kind`. Values of fixed bodies may be left out until `fixedVersion` or
   * `version` changes. The promise is the verdict on the values. Other calls need not wait for it:
   * they answer for the new bodies or, if these are refused, for the old ones.
   */
  update(changed?: readonly BodyArray[]): Promise<void>;
  /** Valid until an update after the bodies got a larger capacity or another array. */
  readonly resident: ResidentBodies;
  /**
   * Records a tick without the host: sorts the bodies of `resident` and finds the pairs of massive
   * bodies that touch (with `bounds`, whose bounds touch). Values must be in the range of `Bodies`;
   * they are not checked. Nothing is submitted: submit before any other call. Call it while no
   * other call is pending, because a pending call reads the same buffers later. `fixed`: as in
   * `pairs`. Throws Error after `destroy`.
   */
  encodePairs(
    target: Target,
    options: { capacity: number; bounds?: boolean; fixed?: boolean },
  ): ResidentPairs;
  /** As `encodePairs`, but finds the neighbours within a radius. */
  encodeNeighbours(
    target: Target,
    options: Required<Pick<NeighbourOptions, 'radius' | 'capacity'>>,
  ): ResidentLists;
  /**
   * Compiles the kernels of `encodePairs` with these options, in the background. Without this call
   * they are compiled when they are first recorded, and the page waits.
   */
  compile(options?: { bounds?: boolean }): Promise<void>;
  /**
   * The levels that the last question sorted bodies into, the finest first. Empty where there are
   * so few bodies that pairs are found without a grid.
   */
  cells(): Promise<readonly CellLevel[]>;
  destroy(): void;
}
