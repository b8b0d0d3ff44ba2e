// Agents whose model runs in several threads. Which agents act in which thread: agents/pool.ts and
// agents-worker.ts.
export { type AgentsPool, type AgentsPoolOptions, createAgentsPool } from './agents/pool.ts';
export type { Model, ModelContext } from './agents/model.ts';
