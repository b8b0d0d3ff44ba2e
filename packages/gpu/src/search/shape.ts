import { defaultMemoryBudget, inWords, largestBinding } from '../memory-plan.ts';
import type { Problem } from './problem.ts';

export interface SearchTuning {
  /** Invocations that work on one search: a power of two from 32 on. Default: by the size of the map. */
  readonly workgroupSize?: number;
  /** Invocations that share the arcs of a node. Default: by the number of arcs. */
  readonly lanesPerNode?: number;
  /** Searches under way at a time. Default: by the memory budget, at most 2048. */
  readonly slots?: number;
  /** Width of the near queue's window, in mean weights. Default 2. */
  readonly window?: number;
  /** Keep the state in storage even where it fits into workgroup memory. Default false. */
  readonly large?: boolean;
  /** Queries per dispatch: what a browser's watchdog and an abort have to wait for. */
  readonly queriesPerDispatch?: number;
}

/** How searches are laid out on a device. */
export interface SearchShape {
  readonly lanes: number;
  readonly lanesPerNode: number;
  readonly slots: number;
  /** Room for nodes in workgroup memory; undefined: the state is in storage. */
  readonly smallNodes: number | undefined;
  readonly window: number;
  readonly perDispatch: number;
  /** Most queries of one wave, and most words of their paths. */
  readonly waveQueries: number;
  readonly waveWords: number;
}

/** Words of one slot: a label per node and a bit per node. */
export const labelWords = (nodes: number): number => nodes + Math.ceil(nodes / 32);
/** Words of one slot: the near ring (2), the far pile and the touched nodes. */
export const listWords = (nodes: number): number => 4 * nodes;

/** Workgroup memory, in bytes, beside the arrays by node. */
const SMALL_REST = 256;
/** Bytes of a query in a wave: the pair, the results, lengths and first nodes, and their way back. */
const QUERY_BYTES = 8 + 20 + 8 + 24;
/** Bytes of a path's node: where it is traced, packed and read back. */
const NODE_BYTES = 12;

/**
 * Cuts the searches on `problem` to the device and the memory budget. Allocates nothing.
 *
 * @throws RangeError, with the numbers, where not even one search fits.
 */
export function shapeOf(
  device: GPUDevice,
  problem: Problem,
  { memoryBudget, tuning = {} }: { memoryBudget?: number; tuning?: SearchTuning },
): SearchShape {
  const { limits } = device;
  const budget = memoryBudget ?? defaultMemoryBudget(limits);
  const nodes = Math.max(1, problem.nodeCount);
  const rounded = Math.ceil(nodes / 32) * 32;
  const smallBytes = (rounded * 4 + rounded / 32) * 4 + SMALL_REST;
  const small = !tuning.large && smallBytes <= limits.maxComputeWorkgroupStorageSize;
  const widest = Math.min(
    limits.maxComputeInvocationsPerWorkgroup,
    limits.maxComputeWorkgroupSizeX,
  );
  const lanes = tuning.workgroupSize ?? Math.min(small ? 64 : 128, widest);
  if (!(Number.isInteger(Math.log2(lanes)) && lanes >= 32 && lanes <= widest)) {
    throw new RangeError(
      `workgroupSize is ${lanes}: it must be a power of two from 32 to ${widest}`,
    );
  }
  const perNode = problem.degree > 4 ? 8 : problem.degree > 2 ? 4 : 2;
  const slotBytes = small ? 0 : (labelWords(nodes) + listWords(nodes)) * 4;
  const mapBytes = problem.words.length * 4;
  const most = Math.min(
    tuning.slots ?? 2048,
    limits.maxComputeWorkgroupsPerDimension,
    small ? Infinity : Math.floor(largestBinding(limits) / (listWords(nodes) * 4)),
    small ? Infinity : Math.floor(((budget - mapBytes) * 0.6) / slotBytes),
  );
  if (!(most >= 1)) {
    throw new RangeError(
      `one search needs ${inWords(slotBytes)} bytes beside the ${inWords(mapBytes)} of the map: ` +
        `memoryBudget is ${inWords(budget)}, one binding holds ${inWords(largestBinding(limits))}`,
    );
  }
  // what is left goes to the queries and, mostly, to their paths
  const left = budget - mapBytes - most * slotBytes;
  const binding = largestBinding(limits);
  const waveQueries = Math.floor(Math.min(2 ** 20, (left * 0.25) / QUERY_BYTES, binding / 20));
  const waveWords = Math.floor(Math.min((left * 0.75) / NODE_BYTES, binding / 4 - 8));
  if (waveQueries < 1 || waveWords < nodes) {
    throw new RangeError(
      `paths need room for ${inWords(nodes * NODE_BYTES)} bytes at least: memoryBudget is ` +
        `${inWords(budget)}, of which ${inWords(Math.max(0, left))} are left`,
    );
  }
  return {
    lanes,
    lanesPerNode: tuning.lanesPerNode ?? perNode,
    slots: most,
    smallNodes: small ? rounded : undefined,
    window: tuning.window ?? 2,
    perDispatch: tuning.queriesPerDispatch ?? (small ? 2 ** 18 : Math.max(256, most * 8)),
    waveQueries,
    waveWords,
  };
}
