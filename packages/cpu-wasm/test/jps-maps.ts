import { buildGrid, type CornerRule, type Grid, type Queries, type Routes } from '@wayfield/graph';
import { sameArray } from '@wayfield/testing';
import * as assert from 'uvu/assert';
import { type Algorithm, createWasmSolver, type RunOptions } from '../src/index.ts';
import { numbers } from './random-grids.ts';

export const JUMPING: readonly Algorithm[] = ['jps', 'jps+'];

/** A map with `percent` of its cells blocked at random. */
export function scattered(
  width: number,
  height: number,
  percent: number,
  corners: CornerRule,
  seed: number,
): Grid {
  const random = numbers(seed);
  const blocked = Array.from({ length: width * height }, () => random() * 100 < percent);
  return buildGrid({ width, height, blocked, corners });
}

/** Cells of a map, drawn at random, blocked ones included. */
export function randomCells(grid: Grid, count: number, seed: number): number[] {
  const random = numbers(seed);
  return Array.from({ length: count }, () => Math.floor(random() * grid.cost.length));
}

/** Throws unless both jump point searches answer as A* does, to the last bit of every cost. */
export function likeAstar(grid: Grid, queries: Queries, options: RunOptions = {}): Routes {
  const astar = createWasmSolver(grid);
  const expected = astar.run(queries, options);
  for (const algorithm of JUMPING) {
    const solver = createWasmSolver(grid, { algorithm });
    const routes = solver.run(queries, options);
    sameArray(routes.status, expected.status, `${algorithm} status`);
    sameArray(routes.cost, expected.cost, `${algorithm} cost`);
    sameArray(routes.firstNode, expected.firstNode, `${algorithm} firstNode`);
    followsSteps(grid, routes);
    solver.destroy();
  }
  astar.destroy();
  return expected;
}

/** Throws unless the cells of each path are neighbours. What they cost is compared elsewhere. */
function followsSteps(grid: Grid, routes: Routes): void {
  const { firstNode, node, count } = routes;
  for (let i = 0; i < count; i++) {
    for (let k = firstNode[i] + 1; k < firstNode[i + 1]; k++) {
      const [u, v] = [node[k - 1], node[k]];
      const across = Math.abs((u % grid.width) - (v % grid.width));
      const along = Math.abs(Math.floor(u / grid.width) - Math.floor(v / grid.width));
      assert.ok(Math.max(across, along) === 1, `path ${i} steps from ${u} to ${v}`);
    }
  }
}
