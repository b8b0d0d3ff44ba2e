export { type Arena, type Blocks, createArena, createBlocks, createMemory } from './arena.ts';
export { createCrew, type Crew, poolThreads } from './crew.ts';
export { compileKernels, instantiateKernels } from './kernels.ts';
export {
  type Failure,
  hardwareThreads,
  noSharedMemory,
  serveThread,
  startThread,
  type Thread,
  type ThreadModule,
} from './threads.ts';
export { createTurns, type Turns } from './turns.ts';
