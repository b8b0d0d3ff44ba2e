import { measureModel, modelBackends } from '../measure/measure-model.ts';
import { MODEL_SIZES, MODEL_TICKS } from '../measure/model.ts';
import { createWolvesAndSheep } from '../peers/wolves-and-sheep.ts';
import type { ModelRunReport } from '../../report/report.ts';
import { compareFigures } from '../../run/statistics/measure-in-turns.ts';
import {
  type Effort,
  noGpuTime,
  type StudyContext,
  type StudyUnit,
  type Value,
} from '../../run/study/study.ts';

/** The most agents by effort. */
const MOST: readonly (readonly [number, Effort])[] = [
  [1500, 'tiny'],
  [5000, 'quick'],
  [Infinity, 'full'],
];
/** Ticks by effort. */
const TICKS: Readonly<Record<Effort, number>> = { tiny: 3, quick: 20, full: MODEL_TICKS };
/**
 * From this number of agents on fewer ticks are measured: an R-tree takes half a second for each.
 */
const MANY = 40_000;
const FEW_TICKS = 8;
/**
 * The most agents on a software driver: none, because the model asks the GPU several times a tick.
 */
const SOFTWARE_AGENTS = 0;

/** M1 and M2 are ticks and commits of the same runs; M3 are the runs with trees. */
export function modelUnits(): StudyUnit[] {
  return MODEL_SIZES.M1.map((agents): StudyUnit => {
    const row = String(agents);
    const tables = [
      'Figure 7.5',
      'Figure 7.6',
      ...(MODEL_SIZES.M3.includes(agents) ? ['Figure 7.7'] : []),
    ];
    return {
      key: `M1 to M3 ${agents} agents`,
      rows: tables.map((table) => [table, row] as const),
      from: MOST.find(([most]) => agents <= most)![1],
      seconds: 0.5 + agents / 10_000,
      run: (context) => oneModel(context, agents, tables),
    };
  });
}

/** The mean milliseconds of a tick of Wolves and Sheep, after a warm-up on another world. */
function gridTick(agents: number, ticks: number, seed: number): number {
  const warmUp = createWolvesAndSheep(Math.min(agents, 600), seed);
  for (let tick = 0; tick < 30; tick++) warmUp.tick();
  const world = createWolvesAndSheep(agents, seed);
  const start = performance.now();
  for (let tick = 0; tick < ticks; tick++) world.tick();
  return (performance.now() - start) / ticks;
}

async function oneModel(
  context: StudyContext,
  agents: number,
  tables: readonly string[],
): Promise<void> {
  const { effort, session, device, software, threads, seed, put } = context;
  const uses = device && (!software || agents <= SOFTWARE_AGENTS) ? device : undefined;
  const there = { wasm: true, pool: threads > 1, gpu: uses !== undefined };
  const size = effort === 'tiny' ? 150 : agents;
  const backends = modelBackends('M3', size, there);
  const ticks = agents > MANY ? Math.min(FEW_TICKS, TICKS[effort]) : TICKS[effort];
  const { runs, race } = await measureModel(session, backends, {
    agents: size,
    ticks,
    seed,
    threads,
    device: uses,
  });
  const of = (backend: string): ModelRunReport | undefined =>
    runs.find((run) => run.backend === backend);
  const ours = runs.filter(({ backend }) => ['wasm', 'pool', 'gpu'].includes(backend));
  const best = ours.reduce((a, b) => (b.commitMs.mean < a.commitMs.mean ? b : a));
  const tree = of('R-tree');
  const noTree: Value = { value: null, note: 'flatbush is not installed' };
  const row = String(agents);
  const note = effort === 'tiny' ? { note: `${size} agents` } : {};
  const cells = (time: (run: ModelRunReport) => number): Record<string, Value> => {
    const cell = (backend: string, why: string): Value => {
      const run = of(backend);
      return run ? { value: time(run), ...note } : { value: null, note: why };
    };
    return {
      'one thread': cell('wasm', ''),
      pool: cell('pool', 'one thread'),
      GPU: cell('gpu', noGpuTime(context, false)),
      'R-tree': cell('R-tree', 'flatbush is not installed'),
    };
  };
  const tick = (run: ModelRunReport): number => run.tickMs.mean;
  const commit = (run: ModelRunReport): number => run.commitMs.mean;
  put('Figure 7.5', row, {
    ...cells(tick),
    saved: tree ? { value: 100 * (1 - tick(best) / tick(tree)), by: best.backend } : noTree,
  });
  put('Figure 7.6', row, {
    ...cells(commit),
    'times as fast as the tree': tree
      ? { value: commit(tree) / commit(best), by: best.backend }
      : noTree,
    'share of the tick': { value: (100 * commit(best)) / tick(best), by: best.backend },
    'share of the tick, tree': tree ? (100 * commit(tree)) / tick(tree) : noTree,
  });
  if (tables.includes('Figure 7.7')) {
    put('Figure 7.7', row, {
      ...cells(tick),
      'tree / ours': tree ? { value: tick(tree) / tick(best), by: best.backend } : noTree,
      quadtree: of('quadtree')
        ? { value: tick(of('quadtree')!), ...note }
        : { value: null, note: 'd3-quadtree is not installed' },
      'Wolves and Sheep on a grid': { value: gridTick(size, ticks, seed), ...note },
    });
  }
  if (tree) {
    context.rival({
      task: `M2, ${agents.toLocaleString('en-US')} agents: the environment’s part of a tick`,
      rival: 'environment on flatbush',
      program: best.backend,
      unit: 'ms',
      comparison: compareFigures(race.figure(best.backend), race.figure(tree.backend)),
      // preparation is part of every tick
      preparation: { ours: 0, theirs: 0 },
    });
  }
}
