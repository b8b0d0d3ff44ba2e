import type { Queries } from '@wayfield/graph';
import type { RoadNetwork } from '../types.ts';
import type { RouteEnds } from './route-ends.ts';

/** Agents and the routes they take: agent `k` takes route `k % routeCount`. */
export interface AgentPlan {
  readonly agentCount: number;
  /** Not more than there are agents. */
  readonly routeCount: number;
  /** routeCount entries each: the nodes of the map between which a route leads. */
  readonly start: Uint32Array;
  readonly goal: Uint32Array;
  /** One query per route, for any solver on the network's graph. */
  readonly queries: Queries;
}

/**
 * Gives `agentCount` agents their routes, as the study does: where there are fewer routes than agents, groups share
 * a route, which is searched once; where there are more, the last ones are left out. Throws RangeError where there
 * are agents and no routes.
 */
export function planAgents(
  network: RoadNetwork,
  ends: RouteEnds,
  agentCount: number = ends.count,
): AgentPlan {
  if (!(Number.isInteger(agentCount) && agentCount >= 0 && agentCount < 2 ** 32)) {
    throw new RangeError(`agentCount is ${agentCount}, expected a whole number below 2^32`);
  }
  const routeCount = Math.min(ends.count, agentCount);
  if (routeCount === 0 && agentCount > 0) {
    throw new RangeError(`there are no routes for ${agentCount} agents`);
  }
  const start = ends.start.slice(0, routeCount);
  const goal = ends.goal.slice(0, routeCount);
  const { endOf, baseCount } = network;
  for (let i = 0; i < routeCount; i++) {
    if (start[i] < baseCount && goal[i] < baseCount) continue;
    throw new RangeError(
      `route ${i} leads from ${start[i]} to ${goal[i]}, the map has ${baseCount} nodes`,
    );
  }
  const target = goal.map((u) => endOf[u]);
  return {
    agentCount,
    routeCount,
    start,
    goal,
    queries: { count: routeCount, source: start, target },
  };
}
