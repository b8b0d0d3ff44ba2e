// Agents that sense, reason, explore and act in ticks, on the environment of Kayser's thesis.
export { createAgents } from './agents.ts';
export type {
  Agent,
  AgentEnvironment,
  Agents,
  AgentsOptions,
  AgentType,
  Interaction,
  NewBody,
  Place,
  Sensor,
  Spot,
} from './types.ts';
