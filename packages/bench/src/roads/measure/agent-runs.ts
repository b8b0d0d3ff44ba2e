// The study's experiment: a number of agents with a route each, on one map, by one solver, repeated
// with other routes. Every answer is compared with a second solver's.
import type { Graph, Queries, Routes } from '@wayfield/graph';
import {
  type AgentPlan,
  planAgents,
  type RouteEnds,
  runAgents,
  summariseAgents,
} from '@wayfield/osm/agents';
import type { RoadNetwork } from '@wayfield/osm';
import type { AgentRunReport, Difference } from '../../report/report.ts';
import { summarise } from '../../run/statistics/summary.ts';
import type { BenchSolver, BuiltSolver } from '../../run/solvers/solver.ts';
import { compareAgents } from './compare-agents.ts';

/** A solver that is ready, with its name. */
export interface ReadySolver {
  readonly name: string;
  readonly buildMs: number;
  run(queries: Queries): Routes | Promise<Routes>;
  destroy(): void | Promise<void>;
}

/** What to run on a map. */
export interface AgentExperiment {
  /** Name of the map. */
  readonly map: string;
  readonly network: RoadNetwork;
  /** How the routes were chosen: 'random', 'classified', 'by hand'. */
  readonly routes: AgentRunReport['routes'];
  /** The starts and goals of repeat `r` for a number of agents. */
  ends(agents: number, repeat: number): RouteEnds;
  readonly agents: number;
  /** Sets of routes. */
  readonly repeat: number;
  /** Runs of each set, of which the fastest counts: on a shared machine the others say little. */
  readonly runs: number;
  /** The solver that the answers are compared with. */
  readonly second: ReadySolver;
  /** Receives the milliseconds of each set of routes. */
  onTime?(ms: number): void;
}

/** The result of an experiment. */
export interface AgentResult {
  readonly report: AgentRunReport;
  readonly compared: number;
  readonly differences: readonly Difference[];
}

/** Makes a solver for a graph. */
export async function makeReady(
  solver: BenchSolver,
  name: string,
  graph: Graph,
): Promise<ReadySolver> {
  const queries: Queries = { count: 1, source: new Uint32Array(1), target: new Uint32Array(1) };
  const problem = { name, description: '', data: graph, queries };
  const reason = solver.refuse(problem);
  if (reason !== undefined) throw new Error(`${solver.name} on ${name}: ${reason}`);
  const begun = performance.now();
  const built: BuiltSolver = await solver.build(problem);
  const { batch } = built;
  if (!batch) throw new Error(`${solver.name} answers no batches`);
  return {
    name: solver.name,
    buildMs: performance.now() - begun,
    run: (asked) => batch(asked),
    destroy: () => built.destroy(),
  };
}

/**
 * Runs an experiment with a solver: first once without a clock, so that everything is compiled,
 * then `repeat` sets of routes. Between the batches of the first run of a set the second solver
 * answers them too, which is not timed. Times are those of the solver alone, from queries to arrays
 * with paths. Solvers take no turns.
 */
export async function runExperiment(
  experiment: AgentExperiment,
  solver: ReadySolver,
): Promise<AgentResult> {
  const { map, network, agents, repeat, runs, second, ends, routes } = experiment;
  const comparison = {
    problem: `${map}, ${routes}, ${agents} agents`,
    solver: solver.name,
    second: second.name,
    graph: network.graph,
  };
  const planOf = (r: number): AgentPlan => planAgents(network, ends(agents, r), agents);
  const times: number[] = [];
  const differences: Difference[] = [];
  let compared = 0;
  let [nodes, found, zero, cost] = [0, 0, 0, 0];
  await runAgents(network, planOf(0), solver);
  for (let r = 0; r < repeat; r++) {
    const plan = planOf(r);
    const run = await runAgents(network, plan, solver, {
      async onBatch(batch) {
        const others = await second.run(batch.queries);
        differences.push(...compareAgents(comparison, batch.queries, batch.routes, others));
        compared += batch.queries.count;
      },
    });
    const summary = summariseAgents(run);
    let least = summary.milliseconds;
    for (let again = 1; again < runs; again++) {
      least = Math.min(least, (await runAgents(network, plan, solver)).milliseconds);
    }
    times.push(least);
    experiment.onTime?.(least);
    nodes += summary.meanNodes / repeat;
    found += summary.meanFoundNodes / repeat;
    cost += summary.meanCost / repeat;
    zero += summary.zeroShare / repeat;
  }
  const totalMs = summarise(times);
  return {
    compared,
    differences,
    report: {
      map,
      nodeCount: network.graph.nodeCount,
      arcCount: network.graph.arcCount,
      routes,
      agents,
      solver: solver.name,
      buildMs: solver.buildMs,
      repeat,
      totalMs,
      msPerAgent: totalMs.median / Math.max(1, agents),
      meanNodes: nodes,
      meanFoundNodes: found,
      meanCost: cost,
      zeroShare: zero,
      against: second.name,
    },
  };
}
