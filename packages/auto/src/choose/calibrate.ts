import { callback, checkOptions, listOf, object, positive, whole } from '@wayfield/check';
import type { BackendName, BackendTask, Calibration, CostCurve, MapKind } from './backend.ts';
import { aKind, aTask } from './calibration-rule.ts';
import { describeProblem } from './problem.ts';
import type { Graph, Grid, Queries } from '@wayfield/graph';
import {
  openGrid,
  randomGrid,
  randomQueries,
  roadGraph,
  terrainGrid,
} from '@wayfield/graph/generators';

/** A solver that `calibrate` times. */
export interface OpenedSolver {
  /** Answers the queries; task 'tree': makes the trees of their sources. Called again and again. */
  run(queries: Queries): unknown;
  destroy(): unknown;
}

/** Makes a solver for a map; the first runs, which compile and allocate, are not counted. */
export type OpenSolver = (
  data: Graph | Grid,
  task: BackendTask,
) => OpenedSolver | Promise<OpenedSolver>;

/** How solvers of both backends are made. */
export type CalibratedBackends = Readonly<Record<BackendName, OpenSolver>>;

/** Options of `calibrate`. */
export interface CalibrateOptions {
  /** What will be asked. Default: 'astar'. */
  readonly tasks?: readonly BackendTask[];
  /** On which maps. Default: 'uniform'. */
  readonly maps?: readonly MapKind[];
  /** Sides of the probe maps, cells. Default: 8, 48 and 320. */
  readonly sides?: readonly number[];
  /**
   * Milliseconds. A curve ends with the first run that takes longer while the machine is busy, or
   * more than 8 times as long. Default 4.
   */
  readonly limitMs?: number;
  /** Most queries of a run. Default 65,536. */
  readonly mostQueries?: number;
  /** Milliseconds, for tests. Default: `performance.now`. */
  readonly now?: () => number;
}

const someBackends = object({ cpu: callback, gpu: callback }, 'CalibratedBackends');
const RULES = {
  tasks: listOf(aTask),
  maps: listOf(aKind),
  sides: listOf(whole(2, 4096)),
  limitMs: positive,
  mostQueries: whole(1),
  now: callback,
};
/** The ratio of the numbers of queries of two runs that follow each other. */
const STEP = 4;
/**
 * The machine is busy if STEP times the queries take at least BUSY times as long. Chosen, not
 * measured.
 */
const BUSY = 2.5;
/** Most queries of a warm-up run, and most warm-up runs. Chosen, not measured. */
const WARM_QUERIES = 64;
const WARM_RUNS = 40;
/**
 * Times of single queries vary: runs of fewer queries are repeated with other queries, and never
 * count as busy. Chosen, not measured.
 */
const FEW = 16;
/** Different queries on a map. With fewer, queries would share targets more often than usual. */
const PAIRS = 16_384;

/**
 * Measures both backends on a few probe maps with growing numbers of queries, for `chooseBackend`.
 * Takes a fraction of a second per task, and the time to create the solvers. Nothing else should
 * run meanwhile.
 *
 * @throws RangeError for options that are not as described; rejects with what a solver throws.
 */
export async function calibrate(
  backends: CalibratedBackends,
  options: CalibrateOptions = {},
): Promise<Calibration> {
  someBackends(backends, 'backends');
  checkOptions('calibrate', options, RULES);
  const { tasks = ['astar'], maps = ['uniform'], sides = [8, 48, 320] } = options;
  const curves: CostCurve[] = [];
  for (const map of maps) {
    for (const side of sides) {
      for (const [i, [data, pairs]] of probes(map, side, tasks.includes('astar')).entries()) {
        for (const task of tasks) {
          // the second probe map, an open grid, is for A* alone, whose work depends most on the
          // share of blocked cells
          if (task !== 'astar' && i > 0) continue;
          const { nodes, work } = describeProblem(data, task, pairs);
          for (const backend of ['cpu', 'gpu'] as const) {
            const solver = await backends[backend](data, task);
            try {
              const curve = await measure(solver, pairs, options);
              curves.push({ backend, task, map, nodes, work, ...curve });
            } finally {
              await solver.destroy();
            }
          }
        }
      }
    }
  }
  return { version: 1, curves };
}

function probes(map: MapKind, side: number, astar: boolean): [Graph | Grid, Queries][] {
  const list: (Graph | Grid)[] = [];
  if (map === 'uniform') {
    list.push(randomGrid(side, side, { density: 0.2, seed: 97 }));
    // an open grid too, at middle sizes: on tiny and on large maps it would change no choice
    if (astar && side > 16 && side < 200) list.push(openGrid(side, side));
  } else if (map === 'weighted') list.push(terrainGrid(side, side, { seed: 97 }));
  else list.push(roadGraph(side, side, { seed: 97 }));
  return list.map((data) => [data, randomQueries(data, PAIRS, { seed: 97 })]);
}

/** Times runs of 1, 4, 16 … queries, until one takes long: see `limitMs`. */
async function measure(
  solver: OpenedSolver,
  pairs: Queries,
  { limitMs = 4, mostQueries = 65_536, now = () => performance.now() }: CalibrateOptions,
): Promise<{ count: number[]; ms: number[] }> {
  const counts: number[] = [];
  const times: number[] = [];
  let some = 1;
  for (let i = 0, begun = now(); i < WARM_RUNS && now() - begun < 2 * limitMs; i++) {
    const start = now();
    await solver.run(drawn(pairs, some));
    if (now() - start < limitMs / 4) some = Math.min(2 * some, WARM_QUERIES, mostQueries);
  }
  for (let count = 1; count <= mostQueries; count *= STEP) {
    const few = count < FEW;
    let queries = drawn(pairs, count);
    await solver.run(queries); // not counted: the solver allocates for this number of queries
    const rounds: number[] = [];
    let spent = 0;
    for (let k = 0; k < (few ? 5 : 3) && (k === 0 || spent < 3 * limitMs); k++) {
      if (few) queries = drawn(pairs, count, k * count);
      const start = now();
      await solver.run(queries);
      rounds.push(now() - start);
      spent += rounds[k];
    }
    // Few: the median, because other queries take other times. Else the least: the rounds have the
    // same queries, so a longer time was disturbed.
    rounds.sort((a, b) => a - b);
    const before = times.at(-1) ?? 0;
    const time = rounds[few ? rounds.length >> 1 : 0];
    counts.push(count);
    times.push(Math.max(time, 1e-4)); // a coarse clock may say 0
    // a time over twice STEP times the one before was disturbed: it does not show a busy machine
    const busy = !few && time > BUSY * before && time < 2 * STEP * before;
    if ((time > limitMs && busy) || time > 8 * limitMs) break;
  }
  // fewer queries never take longer: a longer time was disturbed, and is lowered to the next one
  for (let i = times.length - 2; i >= 0; i--) times[i] = Math.min(times[i], times[i + 1]);
  return { count: counts, ms: times };
}

/**
 * `count` pairs out of those given, from number `first` on. Beyond the last pair the sources come
 * again, with other targets.
 */
function drawn(pairs: Queries, count: number, first = 0): Queries {
  const source = new Uint32Array(count);
  const target = new Uint32Array(count);
  for (let i = 0, k = first; i < count; i++, k++) {
    source[i] = pairs.source[k % PAIRS];
    target[i] = pairs.target[(k + 7 * Math.floor(k / PAIRS)) % PAIRS];
  }
  return { count, source, target };
}
