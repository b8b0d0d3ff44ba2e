// What solvers by WebAssembly have in common: memory, instances of kernels, threads.
// Files and steps of a call: ARCHITECTURE.md. assembly/: what kernels of several packages import.
export { type Arena, type Blocks, createArena, createBlocks, createMemory } from './arena.ts';
export { createCrew, type Crew, type CrewOptions, NoThreads, poolThreads } from './crew.ts';
export { createDestroyGuard, type DestroyGuard, destroyedError } from './destroy-guard.ts';
export {
  type SharedHost,
  type KernelHost,
  type KernelPlace,
  openKernels,
  type TypedArray,
} from './host.ts';
export {
  createKernelCrew,
  type KernelCrew,
  type KernelCrewOptions,
  type KernelReply,
  type KernelStart,
  serveKernels,
} from './kernel-crew.ts';
export { compileKernels, instantiateKernels } from './kernels.ts';
export { inSlices, openPool, THREAD_RULES, type ThreadOptions } from './pool.ts';
export { hardwareThreads, noSharedMemory, serveThread, startThread } from './threads.ts';
export type { Failure, Outcome, PoolWorker, Thread, ThreadEnd, ThreadScript } from './threads.ts';
export { createTurns, type Turns } from './turns.ts';
