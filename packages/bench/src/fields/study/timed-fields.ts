// Times fields and trees of open maps by every useful backend, in turns.
import { createWasmSolver } from '@wayfield/cpu-wasm';
import type { DiffusionMap, DiffusionOptions, SettleReport } from '@wayfield/diffusion';
import { gridOfMap } from '@wayfield/diffusion';
import { createGpuTreeSolver, type TreeRule } from '@wayfield/gpu';
import type { Tree } from '@wayfield/graph';
import { type Backend, backendMaker, type Model } from '../measure/backends.ts';
import type { Measurement } from '../../run/statistics/measurement.ts';
import { type Contestant, measureInTurns } from '../../run/statistics/measure-in-turns.ts';
import type { StudyContext } from '../../run/study/study.ts';

/** Cells from which on a pool is used. */
const POOL_CELLS = 256 * 256;
/** From this number of cells on one thread takes long: the pool runs alone, or with the GPU. */
const MANY_CELLS = 1024 * 1024;
/** The most cells of a map for a software driver, which is there for its answers. */
export const SOFTWARE_CELLS = 1024;

/** A goal and a field. */
export interface FieldTask {
  readonly map: DiffusionMap;
  readonly options: DiffusionOptions;
  readonly goal: number;
  readonly strength?: number;
  readonly limit?: number;
}

export interface FieldTimes {
  /** The time of the fastest backend without software drivers. */
  readonly time: Measurement;
  readonly by: string;
  readonly report: SettleReport;
  /** By backend. */
  readonly fields: ReadonlyMap<Backend, Float32Array>;
  readonly reports: ReadonlyMap<Backend, SettleReport>;
}

const NAMES: Readonly<Record<Backend, string>> = {
  wasm: 'one thread',
  pool: 'pool',
  gpu: 'GPU',
};

/** Settles the field from empty by one thread, by a pool where the map is large, and by the GPU. */
export async function timeFields(
  context: StudyContext,
  { map, options, goal, strength, limit }: FieldTask,
): Promise<FieldTimes> {
  const { threads, device, software, sampling } = context;
  const cells = map.terrain.length;
  const many = cells >= MANY_CELLS;
  const gpu = device && (!software || cells <= SOFTWARE_CELLS);
  const backends: Backend[] = [];
  // CPUs would take minutes for tens of thousands of steps
  const slow = many && gpu && options.precision === 'f32';
  if (!slow && !(many && threads > 1)) backends.push('wasm');
  if (!slow && threads > 1 && cells >= POOL_CELLS) backends.push('pool');
  if (gpu) backends.push('gpu');
  const models = new Map<Backend, Model>();
  const reports = new Map<Backend, SettleReport>();
  const contestants: Contestant[] = [];
  try {
    for (const backend of backends) {
      const model = await backendMaker(backend, { device, threads })!(map, options);
      models.set(backend, model);
      const goals = strength === undefined ? { cell: [goal] } : { cell: [goal], strength };
      contestants.push({
        name: backend,
        before: () => {
          model.reset();
          model.setGoals('goal', goals);
        },
        run: async () => void reports.set(backend, await model.settle(limit ? { limit } : {})),
      });
    }
    const times = await measureInTurns(contestants, 'whole', sampling);
    const fields = new Map<Backend, Float32Array>();
    for (const [backend, model] of models) fields.set(backend, await model.field('goal'));
    const real = backends.filter((one) => one !== 'gpu' || !software);
    const fastest = real.reduce((a, b) => (times.time(b).median < times.time(a).median ? b : a));
    return {
      time: times.time(fastest),
      by: fastest === 'pool' ? `pool of ${threads}` : NAMES[fastest],
      report: reports.get(fastest)!,
      fields,
      reports,
    };
  } finally {
    for (const model of models.values()) await model.destroy();
  }
}

export interface TreeTimes {
  readonly time: Measurement;
  readonly by: string;
  readonly tree: Tree;
  /** Times by rule of the GPU; empty on software drivers. */
  readonly rules: ReadonlyMap<TreeRule, Measurement>;
  /** Iterations of the study's rule, where the GPU ran it. */
  readonly iterations: number | undefined;
  /** Trees of the GPU, whose diagonals cost the same as straight steps. */
  readonly straight: Tree | undefined;
}

/**
 * Times exact distances to all cells: Dijkstra in WebAssembly on one thread; on the GPU by tiles
 * and by the study's rule.
 */
export async function timeTrees(
  context: StudyContext,
  map: DiffusionMap,
  goal: number,
): Promise<TreeTimes> {
  const { device, software, sampling } = context;
  const grid = gridOfMap(map);
  const one = createWasmSolver(grid, { algorithm: 'dijkstra' });
  let tree: Tree | undefined;
  const contestants: Contestant[] = [
    { name: 'one thread', run: () => void (tree = one.tree(goal, tree && { reuse: tree })) },
  ];
  const uses = device && (!software || map.terrain.length <= SOFTWARE_CELLS) ? device : undefined;
  const solvers: { destroy(): void }[] = [one];
  let iterations: number | undefined;
  let straight: Tree | undefined;
  let tiled: Tree | undefined;
  try {
    if (uses) {
      for (const rule of ['tiled', 'mcmillan'] as const) {
        const diagonals = rule === 'mcmillan' ? 'straight' : 'length';
        const solver = await createGpuTreeSolver(uses, grid, { rule, diagonals });
        solvers.push(solver);
        contestants.push({
          name: rule,
          run: async () => {
            const reuse = rule === 'tiled' ? tiled : straight;
            const run = await solver.run([goal], reuse ? { reuse: [reuse] } : {});
            if (rule === 'tiled') [tiled] = run.trees;
            else {
              [straight] = run.trees;
              [iterations] = run.iterations;
            }
          },
        });
      }
    }
    const times = await measureInTurns(contestants, 'whole', sampling);
    if (tiled) context.check.cells('exact distances, GPU', 'one thread', tiled.dist, tree!.dist);
    const rules = new Map<TreeRule, Measurement>();
    if (!software) {
      for (const rule of ['tiled', 'mcmillan'] as const) {
        const own = times.figures.find(({ name }) => name === rule);
        if (own) rules.set(rule, own.time);
      }
    }
    const cpu = times.time('one thread');
    const gpu = rules.get('tiled');
    const wins = gpu !== undefined && gpu.median < cpu.median;
    return {
      time: wins ? gpu : cpu,
      by: wins ? 'GPU' : 'one thread',
      tree: tree!,
      rules,
      iterations,
      straight,
    };
  } finally {
    for (const solver of solvers) solver.destroy();
  }
}
