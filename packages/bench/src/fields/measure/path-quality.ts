import { createWasmSolver } from '@wayfield/cpu-wasm';
import { measurePaths } from '@wayfield/diffusion/study';
import { FOUND, pathOf, type Routes } from '@wayfield/graph';
import type { DiffusionProblem } from './problem.ts';

/** The measures by which the study compares paths. */
export interface PathQuality {
  readonly start: number;
  readonly found: boolean;
  /** Cells, both ends included; 0 = no path. */
  readonly nodes: number;
  /** Sum of the lengths of the steps: 1, diagonal √2; NaN without a path. */
  readonly length: number;
  /**
   * Sum of the costs of entering each cell, which is the length of the step over the terrain; NaN
   * without a path.
   */
  readonly cost: number;
  /** Changes of direction. */
  readonly turns: number;
  /** Cost of the path that A* finds to the best goal; `Infinity` = none. */
  readonly optimum: number;
  /** cost / optimum: 1 is the best; NaN without a path. */
  readonly ratio: number;
  readonly cells: readonly number[];
  /** The cells of A*'s path. */
  readonly best: readonly number[];
}

/** Judges one path for each start of the problem, by A* to the goal that is cheapest from there. */
export function pathQuality(problem: DiffusionProblem, routes: Routes): PathQuality[] {
  const { grid, goals, starts, map } = problem;
  const solver = createWasmSolver(grid, { algorithm: 'astar' });
  // asks every start to every goal, then takes the cheapest goal of each start
  const all = solver.run({
    count: starts.length * goals.length,
    source: Uint32Array.from(starts.flatMap((start) => goals.map(() => start))),
    target: Uint32Array.from(starts.flatMap(() => goals)),
  });
  const optimum: number[] = [];
  const best = starts.map((_, i) => {
    let least = Infinity;
    let path: number[] = [];
    for (let q = i * goals.length; q < (i + 1) * goals.length; q++) {
      if (all.status[q] !== FOUND || !(all.cost[q] < least)) continue;
      least = all.cost[q];
      path = Array.from(pathOf(all, q));
    }
    optimum.push(least);
    return path;
  });
  solver.destroy();
  const ends = best.map((_, i) =>
    best.slice(0, i + 1).reduce((sum, { length }) => sum + length, 0),
  );
  const measures = measurePaths(map, routes, {
    count: starts.length,
    status: Uint8Array.from(best, ({ length }) => (length > 0 ? FOUND : 0)),
    cost: Float32Array.from(optimum),
    firstNode: Uint32Array.from([0, ...ends]),
    node: Uint32Array.from(best.flat()),
  });
  return starts.map((start, i) => ({
    start,
    found: routes.status[i] === FOUND,
    nodes: measures.nodes[i],
    length: measures.length[i],
    cost: measures.cost[i],
    turns: measures.turns[i],
    optimum: optimum[i],
    ratio: measures.ratio[i],
    cells: Array.from(pathOf(routes, i)),
    best: best[i],
  }));
}
