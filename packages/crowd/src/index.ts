// Crowds on the calling thread. `./pool`: the same by several threads.
export { createCrowd } from './create-crowd.ts';
export { FREE, IDLE, MOVING, RETURNING, SETTLED } from './types.ts';
export type {
  AgentChanges,
  AgentOptions,
  AgentState,
  AgentTraits,
  Bounds,
  Crowd,
  CrowdAgents,
  CrowdControl,
  CrowdOptions,
  CrowdSnapshot,
  CrowdWorld,
  Guide,
  StepReport,
  Walls,
} from './types.ts';
