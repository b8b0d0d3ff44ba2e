import { inWords } from '../memory-plan.ts';
import type { Kernel, Resources } from '../pipeline.ts';
import type { OrderRule } from './order.ts';
import type { Result } from './wave.ts';

/** A kernel that answers queries, with what it keeps on the GPU from wave to wave. */
export interface Engine {
  readonly variant: 'workgroup' | 'invocation';
  readonly kernel: (result: Result) => Kernel;
  /** By binding number: 1, 6 and 7. The others are the wave's. */
  readonly resources: Resources;
  /** Words of the kernel's Params. */
  readonly paramWords: number;
  /** Params for the queries `begin` .. `limit` - 1 of a wave of `count` queries. */
  params(count: number, begin: number, limit: number, pathWords: number): Uint32Array<ArrayBuffer>;
  /** Workgroups for so many queries. */
  workgroups(count: number): number;
  /** Most queries of one dispatch, so that none of them lasts long. */
  readonly perDispatch: number;
  /** Queries are taken in an order by this rule, bound at 8. */
  readonly order?: OrderRule;
  /** Called before a dispatch of so many queries is recorded. */
  prepare?(encoder: GPUCommandEncoder, count: number): void;
  readonly memoryBytes: number;
  destroy(): void;
}

/** What all engines are made of. */
export interface EngineOptions {
  readonly algorithm: 'astar' | 'dijkstra' | 'greedy';
  readonly heuristic: 'zero' | 'manhattan' | 'octile' | 'euclidean';
  /** Bytes that the engine may hold. */
  readonly budget: number;
  readonly tuning: SearchTuning;
}

/** How a kernel is cut to the device; costs do not depend on it. */
export interface SearchTuning {
  /** Invocations of a workgroup: a power of two from 32 on. Default: by variant and size of the map. */
  readonly workgroupSize?: number;
  /** Searches under way at a time. Default: by the memory budget, at most 2048, by invocations 32768 (Dijkstra) or 65536. */
  readonly slots?: number;
  /** Queries per dispatch: what a browser's watchdog has to wait for. */
  readonly queriesPerDispatch?: number;
  /** 'workgroup': invocations that share the arcs of a node. Default: by the number of arcs. */
  readonly lanesPerNode?: number;
  /** 'workgroup': width of the near queue's window, in mean weights. Default 2. */
  readonly window?: number;
  /** 'workgroup': keep the state in storage even where it fits into workgroup memory. Default false. */
  readonly large?: boolean;
  /** 'invocation': heap and records as in the studies, also where queues do without. Default false. */
  readonly heap?: boolean;
  /** 'invocation': entry i of all searches side by side. Default: as `heap`. */
  readonly interleaved?: boolean;
}

/**
 * The workgroup size asked for, or the default.
 *
 * @throws RangeError where the device does not take it.
 */
export function lanesOf(device: GPUDevice, asked: number | undefined, usual: number): number {
  const { maxComputeInvocationsPerWorkgroup, maxComputeWorkgroupSizeX } = device.limits;
  const widest = Math.min(maxComputeInvocationsPerWorkgroup, maxComputeWorkgroupSizeX);
  const lanes = asked ?? Math.min(usual, widest);
  if (!(Number.isInteger(Math.log2(lanes)) && lanes >= 32 && lanes <= widest)) {
    throw new RangeError(
      `workgroupSize is ${lanes}: it must be a power of two from 32 to ${widest}`,
    );
  }
  return lanes;
}

/** Throws unless one search of `slotBytes` fits beside the map. */
export function checkSlots(
  slots: number,
  slotBytes: number,
  mapBytes: number,
  budget: number,
  binding: number,
): void {
  if (slots >= 1) return;
  throw new RangeError(
    `one search needs ${inWords(slotBytes)} bytes beside the ${inWords(mapBytes)} of the map: ` +
      `memoryBudget is ${inWords(budget)}, one binding holds ${inWords(binding)}`,
  );
}
