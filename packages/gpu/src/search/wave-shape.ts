// How the memory budget is split between queries and paths of a wave. wave-runner.ts calls
// `waveShapeOf` when a solver is made and when trees take their share, compact-runner.ts at the
// first `runCompact`.
import { largestBinding } from '@wayfield/gpu-core';
import { grouped, lastingError } from '@wayfield/gpu-core/internal';

/** Most queries of one wave, and most words of their paths. */
export interface WaveShape {
  readonly queries: number;
  readonly words: number;
  /** Bytes for queries and words together, also where a binding or MOST_QUERIES allows less. */
  readonly bytes: number;
}

/**
 * Bytes of a query in a wave: source and target 8, results 20, status and cost 5, length and
 * firstNode 8, staging memory 32, the order 16. See wave-memory.ts.
 */
const QUERY_BYTES = 8 + 20 + 5 + 8 + 32 + 16;
/** Bytes of a path's node: traced, packed and in staging memory. */
const NODE_BYTES = 12;

/** Shares of what is left for waves: for queries, and for their paths. */
const QUERY_SHARE = 0.25;
const PATH_SHARE = 0.75;
/** Most queries of a wave, whatever the memory: progress is reported wave by wave. */
const MOST_QUERIES = 2 ** 20;
/** Bytes of a query in its largest buffer: the five sections of `results`. */
const RESULT_BYTES = 20;

/** The approximate bytes of a wave. */
export const waveBytes = (queries: number, words: number): number =>
  queries * QUERY_BYTES + words * NODE_BYTES;

/** What there is for waves. */
export interface WaveBudget {
  /** The memory budget of the solver. */
  readonly budget: number;
  /** Bytes of it that the engine and the trees may take. */
  readonly held: number;
  /** Nodes of the map: one path may have them all. */
  readonly nodeCount: number;
  /** Waves that are held at a time, of the same size. Default 1. */
  readonly waves?: number;
}

/**
 * The shape of each wave. Splits what `held` leaves of the memory budget: a quarter for queries,
 * three quarters for their paths, so that both run out together at a mean of 22 nodes per path
 * (QUERY_BYTES * 3 / NODE_BYTES). Allocates nothing.
 *
 * @throws RangeError, with the numbers, where not even one path fits.
 */
export function waveShapeOf(
  device: GPUDevice,
  { budget, held, nodeCount, waves = 1 }: WaveBudget,
): WaveShape {
  const left = (budget - held) / waves;
  const binding = largestBinding(device.limits);
  const queries = Math.floor(
    Math.min(MOST_QUERIES, (left * QUERY_SHARE) / QUERY_BYTES, binding / RESULT_BYTES),
  );
  // 8 words less: buffers are rounded up
  const words = Math.floor(Math.min((left * PATH_SHARE) / NODE_BYTES, binding / 4 - 8));
  if (queries < 1 || words < nodeCount) {
    const least = Math.max(QUERY_BYTES / QUERY_SHARE, (nodeCount * NODE_BYTES) / PATH_SHARE);
    throw lastingError(
      `waves need ${grouped(waves * least)} bytes at least: memoryBudget is ` +
        `${grouped(budget)}, of which ${grouped(Math.max(0, budget - held))} are left`,
    );
  }
  return { queries, words, bytes: left };
}
