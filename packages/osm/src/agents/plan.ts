// Who travels where: agents, the routes that they share, and one query per route. `runAgents`
// (run.ts) searches the queries.
import { object, refuse, type Rule, typed, whole } from '@wayfield/check';
import type { Queries } from '@wayfield/graph';
import { checkNetwork, queriesRule } from '../rules.ts';
import type { RoadNetwork } from '../types.ts';
import type { RouteEnds } from './route-ends.ts';

/** Agents and the routes they take: agent `k` takes route `k % routeCount`. */
export interface AgentPlan {
  readonly agentCount: number;
  /** The number of different routes, at most `agentCount`. */
  readonly routeCount: number;
  /**
   * routeCount entries each: the nodes of the map between which a route leads. The target of its
   * query is `endOf[goal]`, which differs from the goal where the goal has copies.
   */
  readonly start: Uint32Array;
  readonly goal: Uint32Array;
  /** One query per route, for any solver on the network's graph. */
  readonly queries: Queries;
}

const COUNT = whole(0, 2 ** 32 - 1);
const ENDS = object(
  { count: COUNT, start: typed(Uint32Array), goal: typed(Uint32Array) },
  'RouteEnds',
);

/** A plan, as `planAgents` makes it. */
export const planRule: Rule = object(
  {
    agentCount: COUNT,
    routeCount: COUNT,
    start: typed(Uint32Array),
    goal: typed(Uint32Array),
    queries: queriesRule,
  },
  'an AgentPlan',
);

/** Throws unless the argument is a plan with as many queries as routes. */
export function checkPlan(plan: AgentPlan): void {
  planRule(plan, 'plan');
  if (plan.queries.count !== plan.routeCount) {
    refuse('plan.routeCount', plan.routeCount, `${plan.queries.count}, the count of its queries`);
  }
}

/**
 * Assigns routes to `agentCount` agents, as McNally's study of 2010 does. Default: one agent per
 * route. If there are fewer routes than agents, groups of agents share a route, which is searched
 * once. If there are more, the last routes are left out. Throws RangeError if there are agents and
 * no routes, and for a node that the map lacks.
 */
export function planAgents(network: RoadNetwork, ends: RouteEnds, agentCount?: number): AgentPlan {
  checkNetwork(network);
  ENDS(ends, 'ends');
  for (const name of ['start', 'goal'] as const) {
    if (ends[name].length < ends.count) {
      refuse('ends.count', ends.count, `at most the ${ends[name].length} entries of ${name}`);
    }
  }
  return makePlan(network, ends, agentCount === undefined ? ends.count : agentCount);
}

function makePlan(network: RoadNetwork, ends: RouteEnds, agentCount: number): AgentPlan {
  COUNT(agentCount, 'agentCount');
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
