export { type Arena, type Blocks, createArena, createBlocks, createMemory } from './arena.ts';
export { compileKernels } from './instantiate.ts';
