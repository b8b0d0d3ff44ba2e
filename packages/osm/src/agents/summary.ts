// The figures of the study of 2010 from the result of `runAgents`.
import { number, object, typed, whole } from '@wayfield/check';
import { planRule } from './plan.ts';
import { type AgentRun, hasPath } from './run.ts';

/** The figures of the study. Means are over agents: a route counts once for each agent on it. */
export interface AgentSummary {
  readonly agents: number;
  readonly routes: number;
  /** Agents without a path, and their share of all. */
  readonly zeroPaths: number;
  readonly zeroShare: number;
  /**
   * Nodes of a path: the mean over all agents, where an agent without a path counts as 0 nodes, as
   * in the study; and the mean over the agents that have a path.
   */
  readonly meanNodes: number;
  readonly meanFoundNodes: number;
  /** Cost of a path, in the network's weight, mean over the agents that have one; the largest. */
  readonly meanCost: number;
  readonly mostCost: number;
  readonly milliseconds: number;
  readonly millisecondsPerAgent: number;
}

const RUN = object(
  {
    plan: planRule,
    status: typed(Uint8Array),
    cost: typed(Float32Array),
    nodes: typed(Uint32Array),
    milliseconds: number(0),
    batches: whole(),
    pathBytes: whole(),
  },
  'an AgentRun',
);

/** The figures of a run; means over no agents are 0. */
export function summariseAgents(run: AgentRun): AgentSummary {
  RUN(run, 'run');
  const { plan, cost, nodes, milliseconds } = run;
  const { agentCount, routeCount } = plan;
  let [zeroPaths, sumNodes, sumCost, mostCost] = [0, 0, 0, 0];
  for (let i = 0; i < routeCount; i++) {
    // agents i, i + routeCount, i + 2 * routeCount …
    const agents = Math.ceil((agentCount - i) / routeCount);
    if (!hasPath(run, i)) {
      zeroPaths += agents;
      continue;
    }
    sumNodes += agents * nodes[i];
    sumCost += agents * cost[i];
    mostCost = Math.max(mostCost, cost[i]);
  }
  const per = (sum: number, count: number): number => (count > 0 ? sum / count : 0);
  const found = agentCount - zeroPaths;
  return {
    agents: agentCount,
    routes: routeCount,
    zeroPaths,
    zeroShare: per(zeroPaths, agentCount),
    meanNodes: per(sumNodes, agentCount),
    meanFoundNodes: per(sumNodes, found),
    meanCost: per(sumCost, found),
    mostCost,
    milliseconds,
    millisecondsPerAgent: per(milliseconds, agentCount),
  };
}
