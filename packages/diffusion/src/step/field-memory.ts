// Where the fields lie in WebAssembly memory. A row of a field is
//
//   precision 'f32':  16 bytes of 0 | cells in whole blocks of 16
//   precision 'log':  scale words of block -1 to the block after the last | 16 bytes of 0 | cells |
//                     16 bytes of 0
//
// and 16 bytes of 0 follow the last row. All rows (of fields, between steps, and of zeros) lie in
// one range. In precision 'log' a second range of the same layout follows, which holds a scale for
// each cell of mixed blocks. What scale words and scales mean: assembly/step/log-block.ts.

import type { Arena, Blocks } from '@wayfield/wasm';
import { LOG_SCRATCH } from '../kernels.ts';
import type { Resolved } from '../model/resolve-options.ts';
import type { DiffusionMap } from '../types.ts';

/** Bytes that the rows between the steps of a pass may take: they should stay in the L2 cache. */
const RING_BYTES = 1 << 19;
/**
 * The limits of `FieldPlaces.steps`; no measurement is recorded. A pass has fewer steps at the end
 * of a call, around a test of the residual, and where it is done again up to the front's arrival.
 * The counts of cells above 0 have room for the most.
 */
const MOST_STEPS = 16;
const LEAST_STEPS = 4;
/**
 * Entries from the progress of one thread to that of the next: a cache line, and its neighbour's.
 */
export const PROGRESS_STRIDE = 32;

export interface FieldPlaces {
  readonly rowBytes: number;
  /** Bytes from the first cell of a row to the scale word of its block 0; negative. */
  readonly toScaleWords: number;
  /** Bytes from a cell to its own scale, which counts where its block is mixed. */
  readonly toScales: number;
  /** Two fields per layer, by the address of their first cell. */
  readonly fields: readonly (readonly [number, number])[];
  /** Rows between steps, for each thread: what `bindMap` wants. */
  readonly rings: readonly number[];
  readonly zeroRow: number;
  /** `LOG_SCRATCH` bytes for each thread: what `logBind` wants. */
  readonly scratch: readonly number[];
  /** One u32 per step of a pass for each thread. */
  readonly counts: readonly number[];
  /**
   * An i32 for each thread, `PROGRESS_STRIDE` entries apart: how many passes the thread has done.
   * The last i32 is 1 once a thread has ended, so that no other thread waits for that thread.
   */
  readonly progress: number;
  /** Most steps of a pass: `stepsOfPass`. */
  readonly steps: number;
}

export interface FieldMemory extends FieldPlaces {
  /** The address of the first factor of a new array of factors. */
  allocateFactors(): number;
  /** The address of the first corner of a new array of corners, with a row more than fields. */
  allocateCorners(): number;
  /** Sets a field to 0. */
  clearField(field: number): void;
}

/** Takes everything of constant size. Throws RangeError when memory ends. */
export function layOut(
  arena: Arena,
  blocks: Blocks,
  { width, height }: Pick<DiffusionMap, 'width' | 'height'>,
  { precision, layers }: Pick<Resolved, 'precision' | 'layers'>,
  threads: number,
): FieldMemory {
  const log = precision === 'log';
  const blockCount = Math.ceil(width / 16);
  // a word for each block, and for the blocks -1 and after the last, which stay empty
  const scaleBytes = log ? Math.ceil((blockCount + 3) / 4) * 16 : 0;
  const toCells = scaleBytes + 16;
  const rowBytes = toCells + blockCount * 64 + (log ? 16 : 0);
  const fieldBytes = rowBytes * height;
  const steps = stepsOfPass(rowBytes, height, threads);
  const ringBytes = rowBytes * 4 * (steps - 1);
  const total =
    layers.length * 2 * fieldBytes + threads * ringBytes + rowBytes + 16 + (log ? 16 : 0);
  const start = blocks.allocate(log ? total * 2 : total);
  let next = start + toCells;
  const take = (bytes: number): number => (next += bytes) - bytes;
  const each = <T>(make: () => T): T[] => Array.from({ length: threads }, make);
  return {
    rowBytes,
    toScaleWords: log ? 4 - toCells : 0,
    toScales: log ? total : 0,
    fields: layers.map(() => [take(fieldBytes), take(fieldBytes)] as const),
    rings: each(() => take(ringBytes)),
    zeroRow: take(rowBytes),
    scratch: each(() => blocks.allocate(LOG_SCRATCH)),
    counts: each(() => blocks.allocate(MOST_STEPS * 4)),
    progress: blocks.allocate((threads + 1) * PROGRESS_STRIDE * 4),
    steps,
    allocateFactors: () => blocks.allocate(fieldBytes + 16) + toCells,
    allocateCorners: () => blocks.allocate(fieldBytes + rowBytes + 16) + toCells,
    clearField: (field) => arena.bytes().fill(0, field - toCells, field - toCells + fieldBytes),
  };
}

/**
 * Steps of a pass: as many as rings fit `RING_BYTES`, with several threads at most sqrt(h / 2),
 * where h is the rows of a band. In a pass of s steps a thread also computes s - 1, s - 2, ... rows
 * at both sides of its band. That is about s^2 beside the s * h of its own rows, or s / h of the
 * work. Threads wait for each other once a pass: 1 / (2 s) of the work, if a wait costs half a step
 * (an assumption; no measurement is recorded). The sum of both parts is least at s = sqrt(h / 2).
 */
function stepsOfPass(rowBytes: number, height: number, threads: number): number {
  const shared = threads > 1 ? Math.round(Math.sqrt(height / threads / 2)) : MOST_STEPS;
  const fitting = Math.floor(RING_BYTES / (4 * rowBytes)) + 1;
  return Math.max(LEAST_STEPS, Math.min(MOST_STEPS, fitting, shared));
}
