// Target 7: the calls on grids against brute force, 100,000 random cases each.
import { createWasmPool } from '@wayfield/cpu-wasm/pool';
import { type Algorithm, createWasmSolver } from '@wayfield/cpu-wasm';
import {
  buildGrid,
  buildQueries,
  cellAt,
  FOUND,
  type Grid,
  NEAREST,
  nearestCell,
  NONE,
  pathLength,
  pathOf,
  pathXY,
  type Queries,
  type Routes,
  xyOf,
} from '@wayfield/graph';
import { lineOfSight, lineOfSightXY, smoothPaths } from '@wayfield/graph/sight';
import { buildPointQueries, createNavMesh, createPolyanya, outlineGrid } from '@wayfield/navmesh';
import { atMost, result, type Target, type TargetContext } from '../run/target.ts';
import { floodComponents, nearestByBruteForce, seesByBruteForce } from './grid-oracle.ts';
import { randomNumbers } from './random-numbers.ts';

/** Random cases of each call: a requirement; none of them may be wrong. */
const CASES = 100_000;
const QUICK_CASES = 1500;
const WRONG = atMost(0, 'cases');
const ALGORITHMS: readonly Algorithm[] = [
  'astar',
  'dijkstra',
  'bidirectional',
  'greedy',
  'jps',
  'jps+',
];
/** Queries of each random grid. */
const BATCH = 20;
const ENDS = [false, true, 'source', 'target', 'both'] as const;

export const gridCalls: Target = {
  name: '7',
  title: 'calls on grids: cells, nearest ends, lines of sight, paths of any angle by brute force',
  async run(context) {
    const cases = context.quick ? QUICK_CASES : CASES;
    const random = randomNumbers(context.seed);
    const below = (n: number): number => Math.floor(random() * n);
    const check = { cases, below, random, context };
    places(check);
    sight(check);
    await nearestEnds(check);
    anyAngle(check);
  },
};

interface Check {
  readonly cases: number;
  readonly context: TargetContext;
  random(): number;
  /** A whole number from 0 to n - 1. */
  below(n: number): number;
}

/** Counts cases and the wrong ones. */
function tally({ add }: TargetContext, what: string): { put(right: boolean): void; end(): void } {
  let [cases, wrong] = [0, 0];
  return {
    put(right) {
      cases++;
      if (!right) wrong++;
    },
    end: () => add(result(`${what}: wrong of ${cases}`, cases > 0 ? wrong : NaN, WRONG)),
  };
}

/**
 * A grid of up to `most` by `most` cells, with few or many blocked cells. `rules`: 4 draws every
 * corner rule and sometimes 4 neighbours; 3 draws what `jps` takes, 8 neighbours and any corner
 * rule.
 */
function anyGrid({ random, below }: Check, most: number, rules = 4): Grid {
  const [width, height] = [1 + below(most), 1 + below(most)];
  const density = random() * 0.8;
  const blocked = Array.from({ length: width * height }, () => random() < density);
  const corners = (['never', 'one-open', 'always', 'never'] as const)[below(rules)];
  const neighbours = rules === 4 && below(4) === 0 ? 4 : 8;
  return buildGrid({ width, height, blocked, corners, neighbours });
}

/** `cellAt`, `xyOf` and `nearestCell`. */
function places(check: Check): void {
  const { cases, below, random, context } = check;
  const cell = tally(context, 'cellAt, xyOf');
  const nearest = tally(context, 'nearestCell');
  for (let k = 0; k < cases; k++) {
    const grid = anyGrid(check, 8);
    const { width, height, cost } = grid;
    const degenerate = below(2) === 0;
    const [x, y] = [width, height].map((most) =>
      degenerate ? below(2 * most + 3) / 2 - 0.5 : random() * (most + 2) - 1,
    );
    // the square that holds the point, by a look at all of them
    let expected = -1;
    for (let v = 0; v < cost.length; v++) {
      const [cx, cy] = xyOf(grid, v);
      if (x >= cx - 0.5 && x < cx + 0.5 && y >= cy - 0.5 && y < cy + 0.5) expected = v;
    }
    cell.put(cellAt(grid, x, y) === expected);
    const from = below(cost.length);
    const odd = below(3);
    const accept = (v: number): boolean => odd > 0 || v % 2 === 1;
    const found = nearestByBruteForce(grid, from, (v) => cost[v] > 0 && accept(v));
    nearest.put(nearestCell(grid, from, accept) === (found < 0 ? NONE : found));
  }
  cell.end();
  nearest.end();
}

/** `lineOfSight`, and `lineOfSightXY` for degenerate, nearly degenerate and any points. */
function sight(check: Check): void {
  const { cases, below, random, context } = check;
  const cells = tally(context, 'lineOfSight');
  const points = tally(context, 'lineOfSightXY');
  let seen = 0;
  for (let k = 0; k < cases; k++) {
    const grid = anyGrid(check, 7);
    const { width, height } = grid;
    const [a, b] = [below(width * height), below(width * height)];
    const ends = [...xyOf(grid, a), ...xyOf(grid, b)] as [number, number, number, number];
    const sees = lineOfSight(grid, a, b);
    cells.put(sees === seesByBruteForce(grid, ends) && sees === lineOfSight(grid, b, a));
    const place = (most: number): number => {
      const kind = below(4);
      if (kind === 0) return Math.floor(random() * most * 2 ** 40) / 2 ** 40;
      const near = kind === 1 ? (below(5) - 2) / 2 ** 40 : 0;
      return Math.min(most, Math.max(0, below(8 * most + 1) / 8 + near));
    };
    const [ax, ay, bx, by] = [place(width), place(height), place(width), place(height)];
    const free = lineOfSightXY(grid, ax, ay, bx, by);
    const back = lineOfSightXY(grid, bx, by, ax, ay);
    points.put(free === seesByBruteForce(grid, [ax, ay, bx, by]) && back === free);
    if (free) seen++;
  }
  const few = `${seen} of ${cases} segments are free: too few to tell`;
  context.session.addCheck(few, seen >= cases / 10);
  cells.end();
  points.end();
}

/**
 * Per query the pair that `nearest` must search in its place, by brute force; undefined: the source
 * is blocked.
 */
function replaced(
  grid: Grid,
  { source, target }: Queries,
  nearest: (typeof ENDS)[number],
): ([number, number] | undefined)[] {
  const component = floodComponents(grid);
  return Array.from(source, (from, i) => {
    let s = from;
    let t = target[i];
    if (nearest === 'source' || nearest === 'both') {
      s = nearestByBruteForce(grid, s, (v) => component[v] >= 0);
    }
    if (s < 0 || component[s] < 0) return undefined;
    if (nearest !== false && nearest !== 'source') {
      t = nearestByBruteForce(grid, t, (v) => component[v] === component[s]);
    }
    return [s, t];
  });
}

/** `nearest` of every algorithm on one thread. */
async function nearestEnds(check: Check): Promise<void> {
  const { cases, below, context } = check;
  const one = tally(context, 'nearest, one thread');
  for (let k = 0; k < cases / BATCH; k++) {
    const algorithm = ALGORITHMS[k % ALGORITHMS.length];
    const grid = anyGrid(check, 12, algorithm.startsWith('jps') ? 3 : 4);
    const cells = grid.cost.length;
    const pairs = Array.from({ length: BATCH }, () => [below(cells), below(cells)] as const);
    const queries = buildQueries(pairs);
    const nearest = ENDS[below(ENDS.length)];
    const solver = createWasmSolver(grid, { algorithm });
    const routes = solver.run(queries, { nearest });
    const asked = replaced(grid, queries, nearest);
    const plain = solver.run(buildQueries(asked.map((pair) => pair ?? [0, 0])));
    solver.destroy();
    asked.forEach((pair, i) => one.put(isRight({ queries, routes, plain }, pair, i)));
  }
  one.end();
  await nearestOfPools(check);
}

/** Batches of a pool, large enough that its threads take part. */
async function nearestOfPools(check: Check): Promise<void> {
  const { cases, below, context } = check;
  const many = tally(context, 'nearest, pool');
  // a quick run makes a pool for each algorithm, no more: starting threads is what takes the time
  const size = context.quick ? cases / ALGORITHMS.length : 1000;
  for (let k = 0; k < cases / size; k++) {
    const algorithm = ALGORITHMS[k % ALGORITHMS.length];
    const grid = anyGrid(check, 40, algorithm.startsWith('jps') ? 3 : 4);
    const cells = grid.cost.length;
    const pairs = Array.from({ length: size }, () => [below(cells), below(cells)] as const);
    const queries = buildQueries(pairs);
    const nearest = ENDS[below(ENDS.length)];
    const pool = await createWasmPool(grid, { algorithm, threads: 2 });
    const routes = await pool.run(queries, { nearest });
    const asked = replaced(grid, queries, nearest);
    const plain = await pool.run(buildQueries(asked.map((pair) => pair ?? [0, 0])));
    await pool.destroy();
    asked.forEach((pair, i) => many.put(isRight({ queries, routes, plain }, pair, i)));
  }
  many.end();
}

/** Whether route `i` is what a plain query between the ends of `pair` gives. */
function isRight(
  { queries, routes, plain }: { queries: Queries; routes: Routes; plain: Routes },
  pair: readonly [number, number] | undefined,
  i: number,
): boolean {
  const path = pathOf(routes, i);
  if (pair === undefined) return routes.status[i] !== FOUND && path.length === 0;
  const same = pair[0] === queries.source[i] && pair[1] === queries.target[i];
  const found = plain.status[i] === FOUND;
  const status = found && !same ? NEAREST : plain.status[i];
  const ends = !found || (path[0] === pair[0] && path.at(-1) === pair[1]);
  return routes.status[i] === status && routes.cost[i] === plain.cost[i] && ends;
}

/**
 * Smoothed paths and Theta*: their segments are in sight by brute force, and they are neither
 * longer than the path on the grid nor shorter than Polyanya's.
 */
function anyAngle(check: Check): void {
  const { cases, below, context } = check;
  const lines = tally(context, 'smoothPaths, theta*: every segment in sight');
  const lengths = tally(context, 'smoothPaths: not longer than the path, nor the best than others');
  const theta = tally(context, 'theta*: not longer than the path');
  const exact = tally(context, 'smoothPaths, theta*: not shorter than Polyanya');
  for (let k = 0; k < cases / BATCH; k++) {
    const grid = anyGrid(check, 14);
    const cells = grid.cost.length;
    const pairs = Array.from({ length: BATCH }, () => [below(cells), below(cells)] as const);
    const [routes, turning] = (['astar', 'theta*'] as const).map((algorithm) => {
      const solver = createWasmSolver(grid, { algorithm });
      const found = solver.run(buildQueries(pairs), { nearest: 'both' });
      solver.destroy();
      return found;
    });
    const greedy = smoothPaths(routes, grid);
    const best = smoothPaths(routes, grid, { optimal: true });
    const made = [greedy, best, turning];
    for (let i = 0; i < BATCH; i++) {
      lines.put(inSight(grid, pathXY(made[k % 3], i, grid)));
      const path = pathOf(routes, i);
      const length = path.length > 0 ? Math.fround(pathLength(grid, path)) : routes.cost[i];
      lengths.put(best.cost[i] <= greedy.cost[i] && greedy.cost[i] <= length);
      theta.put(turning.status[i] === routes.status[i] && turning.cost[i] <= length);
    }
    // a mesh closes the gaps through which 'always' squeezes
    if (grid.corners === 'always' || k % 5 > 0) continue;
    const shortest = exactLengths(grid, best);
    for (let i = 0; i < BATCH; i++) {
      const least = Math.min(best.cost[i], turning.cost[i]);
      if (least < Infinity) exact.put(least >= shortest[i] * (1 - 1e-6));
    }
  }
  lines.end();
  lengths.end();
  theta.end();
  exact.end();
}

/** Whether every segment of a polyline has line of sight. */
function inSight(grid: Grid, points: Float64Array): boolean {
  for (let p = 2; p < points.length; p += 2) {
    const [ax, ay, bx, by] = points.subarray(p - 2, p + 2);
    if (!seesByBruteForce(grid, [ax, ay, bx, by])) return false;
  }
  return true;
}

/** The lengths of the shortest paths of any angle between the ends of routes, on the exact mesh. */
function exactLengths(grid: Grid, routes: Routes): Float32Array {
  const mesh = createNavMesh(outlineGrid(grid));
  const solver = createPolyanya(mesh);
  const ends = Array.from(routes.status, (_, i) => {
    const path = pathOf(routes, i);
    // without a path the ends do not matter: the caller ignores this length
    return path.length > 0 ? [...xyOf(grid, path[0]), ...xyOf(grid, path.at(-1)!)] : [0, 0, 0, 0];
  });
  const { cost } = solver.run(buildPointQueries(ends as [number, number, number, number][]));
  solver.destroy();
  return Float32Array.from(cost);
}
