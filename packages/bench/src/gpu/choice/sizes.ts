import { createWasmSolver } from '@wayfield/cpu-wasm';
import { buildQueries, type Graph, type Grid, type Queries } from '@wayfield/graph';
import { type BackendTask, type CalibrateOptions } from '@wayfield/auto/choose';
import {
  mazeGrid,
  openGrid,
  randomGrid,
  randomQueries,
  roadGraph,
  roomsGrid,
} from '@wayfield/graph/generators';
import { SCENARIOS } from '../../grids/measure/scenarios.ts';

/** One map with everything that is asked on it: every task with every count. */
export interface SizedMap {
  readonly name: string;
  readonly build: () => Graph | Grid;
  readonly tasks: readonly BackendTask[];
  readonly counts: readonly number[];
  /**
   * The walls are not scattered cells, so the number of nodes that a search settles is measured by
   * a few queries (`askSome`).
   */
  readonly structured?: boolean;
}

const ALL = ['astar', 'dijkstra', 'greedy'] as const;
const EXACT = ['astar', 'dijkstra'] as const;

const open = (side: number) => (): Grid => openGrid(side, side);
const random = (side: number, seed: number, density = 0.2) => {
  return (): Grid => randomGrid(side, side, { density, seed });
};
const road = (side: number, seed: number) => (): Graph => roadGraph(side, side, { seed });
const tree = ['tree'] as const;

/** The problem sizes by which choices are judged; none is a map of the calibration. */
export function sizedMaps(quick: boolean, seed: number): SizedMap[] {
  if (quick) {
    return [
      { name: 'random 10', build: random(10, seed), tasks: EXACT, counts: [1, 40] },
      { name: 'random 24', build: random(24, seed), tasks: tree, counts: [1, 4] },
    ];
  }
  const study = SCENARIOS.map(({ name, side, agents }) => {
    return {
      name: `${name}, ${side} x ${side} open`,
      build: open(side),
      tasks: ALL,
      counts: [agents],
    };
  });
  return [
    ...study,
    { name: 'random 30, 20 %', build: random(30, seed), tasks: ALL, counts: [1, 64, 4096, 65_536] },
    { name: 'random 96, 20 %', build: random(96, seed), tasks: ALL, counts: [1, 32, 1024, 16_384] },
    {
      name: 'random 256, 35 %',
      build: random(256, seed, 0.35),
      tasks: ALL,
      counts: [1, 16, 256, 4096],
    },
    {
      name: 'random 600, 10 %',
      build: random(600, seed, 0.1),
      tasks: ALL,
      counts: [1, 16, 256, 1024],
    },
    {
      name: 'rooms 200',
      build: () => roomsGrid(200, 200, { seed }),
      tasks: EXACT,
      counts: [16, 1024],
      structured: true,
    },
    {
      name: 'maze 129',
      build: () => mazeGrid(129, 129, { seed }),
      tasks: EXACT,
      counts: [16, 1024],
      structured: true,
    },
    { name: 'road 10,000', build: road(100, seed), tasks: EXACT, counts: [1, 64, 2048] },
    { name: 'road 90,000', build: road(300, seed), tasks: EXACT, counts: [1, 64, 2048] },
    { name: 'random 64, 20 %', build: random(64, seed), tasks: tree, counts: [1, 8, 64] },
    { name: 'random 256, 20 %', build: random(256, seed), tasks: tree, counts: [1, 8, 64] },
    { name: 'random 1024, 20 %', build: random(1024, seed), tasks: tree, counts: [1, 8] },
    { name: 'road 4,096', build: road(64, seed), tasks: tree, counts: [1, 8, 64] },
    { name: 'road 65,536', build: road(256, seed), tasks: tree, counts: [1, 8, 64] },
  ];
}

/** The calibration options of each kind of map. */
export function calibrations(quick: boolean): (CalibrateOptions & { readonly name: string })[] {
  if (quick) {
    const size = { maps: ['uniform'] as const, sides: [8, 16], limitMs: 5, mostQueries: 64 };
    return [...EXACT, ...tree].map((task) => ({ name: `${task}, grids`, tasks: [task], ...size }));
  }
  const search = ALL.map((task) => ({ name: `${task}, grids`, tasks: [task] }));
  const graphs = EXACT.map((task) => {
    return { name: `${task}, graphs`, tasks: [task], maps: ['graph'] as const };
  });
  return [
    ...search,
    ...graphs,
    { name: 'trees, grids', tasks: tree },
    { name: 'trees, graphs', tasks: tree, maps: ['graph'] },
  ];
}

/** The most pairs that are drawn: `randomQueries` proves that each has a path, which takes time. */
const PAIRS = 4096;

/**
 * `count` queries: random pairs; above PAIRS of them, the same sources with the targets of other
 * pairs, shifted by 11 pairs for each further PAIRS.
 */
export function drawQueries(data: Graph | Grid, count: number, seed: number): Queries {
  const pairs = randomQueries(data, Math.min(count, PAIRS), { seed });
  if (count <= PAIRS) return pairs;
  const source = new Uint32Array(count).map((_, i) => pairs.source[i % PAIRS]);
  const target = new Uint32Array(count).map((_, i) => {
    return pairs.target[(i + 11 * Math.floor(i / PAIRS)) % PAIRS];
  });
  return buildQueries({ source, target });
}

/** The mean number of nodes that the first eight queries settle. */
export function askSome(data: Graph | Grid, task: BackendTask, queries: Queries): number {
  if (task === 'tree') return NaN;
  const solver = createWasmSolver(data, { algorithm: task });
  const [source, target] = [queries.source.slice(0, 8), queries.target.slice(0, 8)];
  const { settled } = solver.run({ count: source.length, source, target });
  solver.destroy();
  return settled!.reduce((sum, nodes) => sum + nodes, 0) / source.length;
}
