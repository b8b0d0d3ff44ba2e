// Target 4, first half: one-to-all Dijkstra against C++.
import { createWasmSolver } from '@wayfield/cpu-wasm';
import { type Graph, type Tree } from '@wayfield/graph';
import { validateTree } from '@wayfield/graph/validate';
import { gridToGraph } from '@wayfield/graph/reorder';
import { randomGrid, randomQueries, roadGraph } from '@wayfield/graph/generators';
import { type CppDijkstra, hashOfDistances, startCppDijkstra } from './cpp-dijkstra.ts';
import type { Difference } from '@wayfield/bench/internal/report/report';
import { median } from '@wayfield/bench/internal/run/statistics/summary';
import { describeRounds } from '../run/parts.ts';
import {
  atMost,
  notMeasured,
  result,
  type TargetContext,
  type TargetResult,
} from '../run/target.ts';

/** The most that our time may be as a multiple of the fastest C++ queue's: what noise allows. */
const TARGET = 1.1;
/** Sources per round. */
const SOURCES = 3;

interface Case {
  readonly name: string;
  readonly graph: Graph;
  /** Buckets per unit of cost of the C++ bucket queue, chosen where it is fastest on this graph. */
  readonly bucketsPerUnit: number;
}

/** The time of `tree` as a multiple of the best C++ program's, on a road-like graph and a grid. */
export async function raceOneToAll(context: TargetContext): Promise<TargetResult[]> {
  const { seed } = context;
  const grid = randomGrid(512, 512, { density: 0.2, seed });
  const cases: Case[] = [
    { name: 'roads', graph: roadGraph(500, 500, { seed }), bucketsPerUnit: 0.03 },
    { name: '512 x 512 grid', graph: gridToGraph(grid), bucketsPerUnit: 4 },
  ];
  const results: TargetResult[] = [];
  for (const one of cases) results.push(await raceCase(context, one));
  return results;
}

async function raceCase(
  context: TargetContext,
  { name, graph, bucketsPerUnit }: Case,
): Promise<TargetResult> {
  const what = `${name}: one-to-all / best C++`;
  const native = await startCppDijkstra(graph, bucketsPerUnit);
  if (!native) return notMeasured(what, atMost(TARGET, 'x'), 'no C++ compiler');
  try {
    return await race(context, name, what, graph, native);
  } finally {
    await native.close();
  }
}

async function race(
  { session, rounds, seed }: TargetContext,
  name: string,
  what: string,
  graph: Graph,
  native: CppDijkstra,
): Promise<TargetResult> {
  const { terminal } = session;
  const queries = randomQueries(graph, SOURCES, { seed });
  const problem = { name, description: 'target 4', data: graph, queries };
  const solver = createWasmSolver(graph, { algorithm: 'dijkstra' });
  let tree: Tree | undefined;
  const own: number[] = [];
  const best: number[] = [];
  const totals = new Map<string, number>();
  const differences: Difference[] = [];
  for (let round = 0; round < rounds; round++) {
    terminal.progress(`target 4, ${name}`, round, rounds);
    let mine = 0;
    const theirs = new Map<string, number>();
    for (let i = 0; i < SOURCES; i++) {
      const source = queries.source[i];
      // run once to fill the caches, as the C++ programs do with every queue
      tree = solver.tree(source, tree && { reuse: tree });
      const start = performance.now();
      tree = solver.tree(source, { reuse: tree });
      mine += performance.now() - start;
      const { ms, hash } = await native.run(source);
      for (const [queue, time] of Object.entries(ms))
        theirs.set(queue, (theirs.get(queue) ?? 0) + time);
      if (round === 0) {
        const wrong = faultOf(graph, tree, hash);
        if (wrong) {
          differences.push({
            problem: name,
            solver: 'dijkstra tree',
            query: i,
            source,
            target: source,
            what: wrong,
          });
        }
      }
    }
    own.push(mine / SOURCES);
    best.push(Math.min(...theirs.values()) / SOURCES);
    for (const [queue, time] of theirs) totals.set(queue, (totals.get(queue) ?? 0) + time);
  }
  terminal.clear();
  solver.destroy();
  session.addAnswers(problem, SOURCES, differences);
  const ratios = own.map((time, round) => time / best[round]);
  const fastest = [...totals].reduce((a, b) => (b[1] < a[1] ? b : a))[0];
  const [mine, theirs] = [own, best].map((ms) => median(ms).toFixed(1));
  const note = `${mine} and ${theirs} ms (C++ ${fastest}); ${describeRounds(ratios, 'x')}`;
  return result(what, median(ratios), atMost(TARGET, 'x'), note);
}

/**
 * The fault of a tree by its certificate, or by the distances of C++; undefined where it is right.
 */
function faultOf(graph: Graph, tree: Tree, hash: number): string | undefined {
  try {
    validateTree(graph, tree);
  } catch (error) {
    return (error as Error).message;
  }
  const own = hashOfDistances(tree.dist);
  return own === hash ? undefined : `its distances hash to ${own}, those of C++ to ${hash}`;
}
