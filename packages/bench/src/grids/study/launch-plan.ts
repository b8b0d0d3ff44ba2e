// The memory and launches that the study's program plans (section 5.3.2), written again from its
// text, for tables 6 to 8.
import type { GpuAlgorithm } from '@wayfield/gpu';

/**
 * Bytes of the study's lists per cell: heap and keys; for A* and greedy search the closed list; for
 * A* the costs.
 */
const BYTES_PER_CELL: Readonly<Record<GpuAlgorithm, number>> = {
  astar: 17,
  greedy: 13,
  dijkstra: 12,
};
/** Bytes of the three whole numbers that the threads of a block share. */
const SHARED_BYTES = 12;
/** `GPUforceBlockDim` in all runs of the study. */
const BLOCK = 768;
/** `GPUforceMemUsage` in all runs of the study, in bytes: 900 MiB. */
const BUDGET = 943_718_400;
/** Processor threads of the study's machine. */
const CORES = 4;

/** The plan of one scenario. */
export interface LaunchPlan {
  readonly agentBytes: number;
  readonly cpuBytes: number;
  readonly threads: number;
  readonly blocks: number;
  readonly launches: number;
  readonly gpuBytes: number;
  /** With lists in shared memory: bytes of a block, and blocks of the only launch. */
  readonly blockBytes: number;
  readonly sharedBlocks: number;
}

/** Plans the launches for a number of agents on a square world. */
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
