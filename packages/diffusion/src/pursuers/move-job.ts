// A tick of pursuers, and how a thread does its part of the tick. pursuers.ts makes a `MoveJob`;
// the calling thread, or each thread of a pool, calls `runMove`.
import type { Kernels } from '../kernels.ts';

/** Bytes of scratch memory for each thread: three rows of four scores. */
export const MOVE_SCRATCH = 48;

/** A tick, as a thread needs it. */
export interface MoveJob {
  readonly width: number;
  readonly height: number;
  readonly beside: number;
  readonly rowBytes: number;
  /** See `PursuerField`. */
  readonly passage: number;
  /** The address of the table of layers that count, and how many there are. */
  readonly table: number;
  readonly used: number;
  /** The address of `MOVE_SCRATCH` bytes for each thread. */
  readonly scratch: number;
  /**
   * Exclusive pursuers: the address of a byte per cell. Else 0: then threads can share the tick.
   */
  readonly taken: number;
  /** u32 per pursuer: the cell where it is. */
  readonly positions: number;
  /** u32 per pursuer: the cell that it chooses. */
  readonly chosen: number;
  readonly count: number;
  readonly kind: number;
}

/**
 * Does a thread's part of a tick; returns how many pursuers of the part are on another cell after
 * it.
 */
export function runMove(kernels: Kernels, job: MoveJob, thread: number, threads: number): number {
  const { count } = job;
  const [first, last] = [thread, thread + 1].map((i) => Math.floor((count * i) / threads));
  kernels.pursuersBindMap(job.width, job.height, job.rowBytes, job.beside, job.passage);
  kernels.pursuersBindLayers(job.table, job.used, job.scratch + MOVE_SCRATCH * thread, job.taken);
  const [from, to] = [job.positions + 4 * first, job.chosen + 4 * first];
  return kernels.pursuersMove(from, to, last - first, job.kind);
}
