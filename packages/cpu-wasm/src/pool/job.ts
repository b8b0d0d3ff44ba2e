import type { Arena, Blocks } from '@wayfield/wasm';

/**
 * A batch in shared memory: the queries, the control words and the answers. Addresses in bytes.
 * The thread that takes query i writes entry i of every answer array, and the path into segments of
 * that thread. `runPoolJob` frees the job when the answers are copied out, or after a failure when
 * no thread works on it; segments stay with their thread for the next job.
 */
export interface PoolJob {
  readonly count: number;
  /** Threads of the pool. */
  readonly threads: number;
  /** Ends that may be replaced, see nearest.ts. */
  readonly nearest: number;
  readonly maxSettled: number;
  /** Leave the paths out. */
  readonly costOnly: boolean;
  /** Three i32: the next query to take, queries finished, 1 = stop; see NEXT, DONE, STOP. */
  readonly control: number;
  /** u32 each. */
  readonly source: number;
  readonly target: number;
  /** One byte each: agent sizes of the queries; from here on answers: statuses of `Routes`. */
  readonly size: number;
  readonly status: number;
  /** f32 each, Infinity without a path. */
  readonly cost: number;
  /** u32 each: settled nodes, address and length of the path. */
  readonly settled: number;
  readonly pathAt: number;
  readonly pathLength: number;
}

/** Indices of the control words. */
export const NEXT = 0;
export const DONE = 1;
export const STOP = 2;

/**
 * Allocates a job of `count` queries; `free` gives its memory back. Throws RangeError where memory
 * ends, and then holds none.
 */
export function allocateJob(
  blocks: Blocks,
  count: number,
  rest: Pick<PoolJob, 'threads' | 'nearest' | 'maxSettled' | 'costOnly'>,
): { job: PoolJob; free(): void } {
  const held: number[] = [];
  const block = (bytes: number): number => {
    const address = blocks.allocate(bytes);
    held.push(address);
    return address;
  };
  const free = (): void => held.forEach(blocks.free);
  try {
    const job: PoolJob = {
      ...rest,
      count,
      control: block(16),
      source: block(count * 4),
      target: block(count * 4),
      size: block(count),
      status: block(count),
      cost: block(count * 4),
      settled: block(count * 4),
      pathAt: block(count * 4),
      pathLength: block(count * 4),
    };
    return { job, free };
  } catch (error) {
    free();
    throw error;
  }
}

/** The control words of a job. */
export function controlWords(arena: Arena, job: PoolJob): Int32Array {
  return new Int32Array(arena.memory.buffer, job.control, 3);
}
