export { type Arena, type Blocks, createArena, createBlocks, createMemory } from './arena.ts';
export { createCrew, type Crew, type CrewOptions, NoThreads, poolThreads } from './crew.ts';
export { compileKernels, instantiateKernels } from './kernels.ts';
export { inSlices, openPool, THREAD_RULES, type ThreadOptions } from './pool.ts';
export {
  type Failure,
  hardwareThreads,
  noSharedMemory,
  type Outcome,
  type PoolWorker,
  serveThread,
  startThread,
  type Thread,
  type ThreadEnd,
  type ThreadScript,
} from './threads.ts';
export { createTurns, type Turns } from './turns.ts';
