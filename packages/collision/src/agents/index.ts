// Agents that sense, reason, explore and act in ticks, on the environment of Kayser's thesis.
export { createAgents } from './agents.ts';
export type {
  Agent,
  Agents,
  AgentsOptions,
  AgentType,
  Interaction,
  Place,
  Sensor,
} from './types.ts';
