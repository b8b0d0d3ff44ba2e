import { inWords, largestBinding } from '../memory-plan.ts';

/** Most queries of one wave, and most words of their paths. */
export interface WaveShape {
  readonly queries: number;
  readonly words: number;
}

/** Bytes of a query in a wave: the pair, results, lengths and first nodes, their way back, the order. */
const QUERY_BYTES = 8 + 20 + 8 + 24 + 16;
/** Bytes of a path's node: where it is traced, packed and read back. */
const NODE_BYTES = 12;

/**
 * Splits what an engine of `held` bytes leaves of the memory budget between the queries and, mostly,
 * their paths. Allocates nothing.
 *
 * @throws RangeError, with the numbers, where not even one path fits.
 */
export function waveShapeOf(
  device: GPUDevice,
  budget: number,
  held: number,
  nodeCount: number,
): WaveShape {
  const left = budget - held;
  const binding = largestBinding(device.limits);
  const queries = Math.floor(Math.min(2 ** 20, (left * 0.25) / QUERY_BYTES, binding / 20));
  const words = Math.floor(Math.min((left * 0.75) / NODE_BYTES, binding / 4 - 8));
  if (queries < 1 || words < nodeCount) {
    throw new RangeError(
      `paths need room for ${inWords(nodeCount * NODE_BYTES)} bytes at least: memoryBudget is ` +
        `${inWords(budget)}, of which ${inWords(Math.max(0, left))} are left`,
    );
  }
  return { queries, words };
}
