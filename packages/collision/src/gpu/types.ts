import type { Target } from '@wayfield/gpu';
import type { BodyArray } from './body-buffer.ts';
import type { AsyncCollisionSolver, CellLevel, NeighbourOptions, SolverOptions } from '../types.ts';

/** How kernels are cut to the device. Answers do not depend on it. */
export interface GpuTuning {
  /** Invocations per workgroup of the searches, 32, 64, 128 or 256. Default 128. */
  readonly workgroupSize?: number;
  /** Pairs that a workgroup gathers before it writes them. Default four per invocation. */
  readonly gather?: number;
  /** Runs of more candidates are scanned by whole workgroups. Default 512. */
  readonly long?: number;
  /** Queries that meet more rows of cells than this are shared by a workgroup. Default 64. */
  readonly many?: number;
  /** Long runs that can be listed at first. Default 65,536. */
  readonly heavyRuns?: number;
  /** Of so few bodies, pairs are found without a grid, all by all. Default 12,288. */
  readonly direct?: number;
  /** A grid whose box has more cells than this for each body uses a hash table instead. Default 4. */
  readonly keysPerBody?: number;
  /** Up to so many bodies `update` checks on the host, beyond on the GPU. Default 16,384. */
  readonly hostChecks?: number;
}

export interface GpuSolverOptions extends SolverOptions {
  readonly tuning?: GpuTuning;
}

/** Pairs that stay on the GPU. */
export interface ResidentPairs {
  /** Two u32 a pair: slots, the smaller first. Valid until a call that asks for a larger capacity. */
  readonly pairs: GPUBuffer;
  /** u32 0: pairs there are; more than `capacity`: not all were written. */
  readonly count: GPUBuffer;
  readonly capacity: number;
}

/** Neighbour lists that stay on the GPU. */
export interface ResidentLists {
  /** One u32 for each slot, and the sum: row `i` is `slots[first[i]]` to `slots[first[i + 1] − 1]`. */
  readonly first: GPUBuffer;
  readonly slots: GPUBuffer;
  /** Rows: `bodies.end`. first[rows] > capacity: not all entries were written. */
  readonly rows: number;
  readonly capacity: number;
}

/** Where the bodies are on the GPU: kernels of the caller may write positions and radii. */
export interface ResidentBodies {
  readonly buffer: GPUBuffer;
  /** Byte offset of each array in the buffer; undefined where there is none. All f32, or as in `Bodies`. */
  readonly offset: Readonly<Partial<Record<BodyArray, number>>>;
}

/** Collisions on the GPU. */
export interface GpuCollisionSolver extends AsyncCollisionSolver {
  readonly backend: 'gpu';
  readonly device: GPUDevice;
  /**
   * Takes the bodies as they are now. `changed`: only these arrays were written since the last update
   * (others are not uploaded); default all. Where bodies in a row are `fixed`, they are not uploaded
   * again until `fixedVersion` or `version` changed. The promise is the verdict on the values: calls
   * need not wait for it, they are about the bodies that it lets stand.
   */
  update(changed?: readonly BodyArray[]): Promise<void>;
  /** Valid until an update after the bodies got more capacity or arrays. */
  readonly resident: ResidentBodies;
  /**
   * Records a whole tick without the host: sorts the bodies where `resident` now has them, and finds the
   * pairs of massive bodies that touch. Values must be in the range of `Bodies`; nobody checks. Nothing
   * is submitted. Submit it before any other call. `fixed`: also pairs of two fixed bodies, as in `pairs`.
   */
  encodePairs(
    target: Target,
    options: { capacity: number; bounds?: boolean; fixed?: boolean },
  ): ResidentPairs;
  /** The same for lists of neighbours within a radius. */
  encodeNeighbours(
    target: Target,
    options: Required<Pick<NeighbourOptions, 'radius' | 'capacity'>>,
  ): ResidentLists;
  /**
   * Compiles what `encodePairs` will run with these options, all kernels at a time and beside everything else. Without it
   * they are compiled when they are first recorded, and a page stands still meanwhile.
   */
  compile(options?: { bounds?: boolean }): Promise<void>;
  /** Reads the grids of the last pairs or lists, the finest first; none where bodies were too few for one. */
  cells(): Promise<readonly CellLevel[]>;
  destroy(): void;
}
