// Where the fields lie in WebAssembly memory. A row of a field is
//
//   precision 'f32':  16 bytes of 0 | cells in whole blocks of 16
//   precision 'log':  K of block -1 to the block after the last | 16 bytes of 0 | cells | 16 bytes of 0
//
// and 16 bytes of 0 follow the last row. All rows, of fields, between steps and of zeros, lie in one stretch,
// so that in precision 'log' a second stretch of the same shape holds the offsets of mixed blocks.

import type { Arena, Blocks } from '@wayfield/wasm';
import type { Resolved } from './resolve-options.ts';

/** Bytes that the rows between the steps of one pass may take: they should stay in the second-level cache. */
const RING_BYTES = 1 << 19;
const MOST_STEPS = 16;
/** Entries from the progress of one worker to that of the next: a cache line each, and the neighbour's. */
export const PROGRESS_STRIDE = 32;

export interface FieldPlaces {
  readonly rowBytes: number;
  /** From the first cell of a row to the K of its block 0; negative. */
  readonly exponents: number;
  /** From a cell to its offset, where its block is mixed. */
  readonly offsetDelta: number;
  /** Two fields per layer, by the address of their first cell. */
  readonly fields: readonly (readonly [number, number])[];
  /** Rows between steps, for each worker: what `bindMap` wants. */
  readonly rings: readonly number[];
  readonly zeroRow: number;
  /** 416 bytes for each worker. */
  readonly blocks: readonly number[];
  /** One i32 per step of a pass for each worker. */
  readonly counts: readonly number[];
  /**
   * An i32 for each worker, `PROGRESS_STRIDE` entries apart: how many passes it has done; then one that is 1
   * once a worker has ended, so that no other worker waits for that one.
   */
  readonly progress: number;
  /** Steps of a pass. */
  readonly steps: number;
}

export interface FieldMemory extends FieldPlaces {
  /** The address of the first factor of a new array of factors. */
  allocateFactors(): number;
}

/** Takes everything of constant size. Throws RangeError when memory ends. */
export function layOut(
  blocks: Blocks,
  width: number,
  height: number,
  { precision, layers }: Pick<Resolved, 'precision' | 'layers'>,
  workers: number,
): FieldMemory {
  const log = precision === 'log';
  const blockCount = Math.ceil(width / 16);
  const cellBytes = blockCount * 64;
  const exponentBytes = log ? Math.ceil((blockCount + 3) / 4) * 16 : 0;
  const rowBytes = exponentBytes + 16 + cellBytes + (log ? 16 : 0);
  // a band also works out the rows beside it, the more of them the more steps a pass has; with fewer
  // steps threads meet more often
  const shared = workers > 1 ? Math.round(Math.sqrt(height / workers / 2)) : MOST_STEPS;
  const fitting = Math.floor(RING_BYTES / (4 * rowBytes)) + 1;
  const steps = Math.max(4, Math.min(MOST_STEPS, fitting, shared));
  const fieldBytes = rowBytes * height;
  const ringBytes = rowBytes * 4 * (steps - 1);
  const total =
    layers.length * 2 * fieldBytes + workers * ringBytes + rowBytes + 16 + (log ? 16 : 0);
  const start = blocks.allocate(log ? total * 2 : total);
  const toCells = exponentBytes + 16;
  let next = start + toCells;
  const take = (bytes: number): number => (next += bytes) - bytes;
  const each = <T>(make: () => T): T[] => Array.from({ length: workers }, make);
  return {
    rowBytes,
    exponents: log ? 4 - toCells : 0,
    offsetDelta: log ? total : 0,
    fields: layers.map(() => [take(fieldBytes), take(fieldBytes)] as const),
    rings: each(() => take(ringBytes)),
    zeroRow: take(rowBytes),
    blocks: each(() => blocks.allocate(416)),
    counts: each(() => blocks.allocate(MOST_STEPS * 4)),
    progress: blocks.allocate((workers + 1) * PROGRESS_STRIDE * 4),
    steps,
    allocateFactors: () => blocks.allocate(fieldBytes + 16) + toCells,
  };
}

/** Writes the factor of every cell. */
export function fillFactors(
  arena: Arena,
  { rowBytes }: FieldMemory,
  address: number,
  width: number,
  height: number,
  factor: (cell: number) => number,
): void {
  const floats = arena.floats();
  for (let y = 0, v = 0; y < height; y++) {
    const row = (address + y * rowBytes) / 4;
    for (let x = 0; x < width; x++, v++) floats[row + x] = factor(v);
  }
}
