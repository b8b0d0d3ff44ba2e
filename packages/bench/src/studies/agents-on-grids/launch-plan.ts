// The memory and launches that the study's program plans (section 5.3.2), written again from its text: tables 6 to 8.
import type { GpuAlgorithm } from '@wayfield/gpu';

/** Bytes of its lists per cell: heap and keys, for A* and greedy search the closed list, for A* the costs. */
const BYTES_PER_CELL: Readonly<Record<GpuAlgorithm, number>> = {
  astar: 17,
  greedy: 13,
  dijkstra: 12,
};
/** Three whole numbers that the threads of a block share. */
const SHARED_BYTES = 12;
/** `GPUforceBlockDim` and `GPUforceMemUsage` of all its runs. */
const BLOCK = 768;
const BUDGET = 943_718_400;
/** Processor threads. */
const CORES = 4;

/** What it takes for one scenario. */
export interface LaunchPlan {
  readonly agentBytes: number;
  readonly cpuBytes: number;
  readonly threads: number;
  readonly blocks: number;
  readonly launches: number;
  readonly gpuBytes: number;
  /** Lists in shared memory: bytes of a block, and blocks of the only launch. */
  readonly blockBytes: number;
  readonly sharedBlocks: number;
}

/** The plan for so many agents on a square world. */
export function planLaunch(algorithm: GpuAlgorithm, agents: number, side: number): LaunchPlan {
  const agentBytes = BYTES_PER_CELL[algorithm] * side * side;
  const threads = Math.min(agents, BLOCK);
  const all = Math.ceil(agents / threads);
  const blocks = Math.min(all, Math.floor(BUDGET / (threads * agentBytes)));
  return {
    agentBytes,
    cpuBytes: CORES * agentBytes,
    threads,
    blocks,
    launches: Math.ceil(all / blocks),
    gpuBytes: threads * blocks * agentBytes,
    blockBytes: agentBytes + SHARED_BYTES,
    sharedBlocks: all,
  };
}
