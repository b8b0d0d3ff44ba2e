// The buffers of a crowd on the device, and how they are made.
import { allocate, storageBytes } from '@wayfield/gpu-core';
import { MOVING, SETTLED } from '../../types.ts';
import { PLAN_WORDS, TALLY_WORDS } from '../scene.wgsl.ts';
import { MOTION, POSITION, PREFERRED, REST, TRAITS } from './words.ts';

/** By place: position, body (velocity, radius, priority), facts (slot, group, mask, rest). */
const PLACES = 12;

/** The buffers of a crowd: see the arrays in architecture/gpu.md. */
export interface CrowdBuffers {
  readonly position: GPUBuffer;
  readonly motion: GPUBuffer;
  readonly preferred: GPUBuffer;
  readonly traits: GPUBuffer;
  /**
   * Home in two parts, or for moving and settled agents the cruising speed in the first word; then
   * a word of status, level and stall.
   */
  readonly rest: GPUBuffer;
  /**
   * By slot the rank in its cell; from `findNear` on, by place the length of its list of
   * neighbours. The tally follows, from word `capacity` on.
   */
  readonly rank: GPUBuffer;
  readonly places: GPUBuffer;
  /**
   * First places of cells. From `steer` on, places whose programs are in doubt; from word
   * `capacity` on, places of agents that may touch a wall.
   */
  readonly cells: GPUBuffer;
  readonly plan: GPUBuffer;
}

/** The table of the cells of a crowd: see `cellsWgsl`. */
export interface CellTable {
  readonly cells: number;
  /** Keys from a cell to the cell in the next row. */
  readonly stride: number;
}

/**
 * The fewest cells of a table. With 90 keys from row to row (√8192, rounded down), cells at most 34
 * rows and columns apart have different keys.
 */
const FEWEST_CELLS = 8192;

/** Two cells per agent: a square crowd with one agent per cell fills half of the table. */
export function tableFor(capacity: number): CellTable {
  const cells = Math.max(FEWEST_CELLS, 2 * capacity);
  return { cells, stride: Math.floor(Math.sqrt(cells)) };
}

/** Takes the memory of a crowd. Rejects where a buffer exceeds a binding, or memory runs out. */
export function takeBuffers(
  device: GPUDevice,
  capacity: number,
  { cells }: CellTable,
): Promise<CrowdBuffers> {
  return allocate(device, 'crowd', {
    position: POSITION * capacity,
    motion: MOTION * capacity,
    preferred: PREFERRED * capacity,
    traits: TRAITS * capacity,
    rest: REST * capacity,
    rank: capacity + TALLY_WORDS,
    places: PLACES * capacity,
    cells: cells + 1,
    plan: PLAN_WORDS,
  });
}

/** Bytes of some buffers. */
export function bytesOf(buffers: Iterable<GPUBuffer>): number {
  let sum = 0;
  for (const { size } of buffers) sum += size;
  return sum;
}

/**
 * Bytes of the lists of `most` neighbours. `steer` overwrites the first three words of each list.
 * The shortest lists of `lengthFor` have 4.
 */
export function nearBytes(capacity: number, most: number): number {
  return storageBytes(most * capacity);
}

/** Whether the first word of `rest` is the cruising speed: the agent has no home. */
export function hasCruise(status: number): boolean {
  return status === MOVING || status === SETTLED;
}
