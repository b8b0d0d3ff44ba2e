import { createWasmPool, type WasmPool } from '@wayfield/cpu-wasm/pool';
import { createWasmSolver } from '@wayfield/cpu-wasm';
import { createGpuSolver, type GpuAlgorithm, type GpuSolver } from '@wayfield/gpu';
import { buildQueries, type Routes } from '@wayfield/graph';
import { findRouteFaults } from '../../run/check/route-faults.ts';
import { type Scenario, scenarioProblem, SCENARIOS } from '../measure/scenarios.ts';
import type { Problem } from '../../run/problems/problem.ts';
import type { Measurement } from '../../run/statistics/measurement.ts';
import { type Contestant, measureInTurns } from '../../run/statistics/measure-in-turns.ts';
import {
  type Effort,
  noGpuTime,
  type StudyContext,
  type StudyUnit,
  type Value,
} from '../../run/study/study.ts';
import { MULTIPLIERS, STUDY_ALGORITHMS } from './figures.ts';
import { planLaunch } from './launch-plan.ts';
import { rivalUnits } from './rivals.ts';

/** The study's three categories: how agents are multiplied and whether they may share. */
interface Category {
  readonly table: 'T9' | 'T10' | 'T11';
  readonly copies: boolean;
  readonly share: 'never' | 'auto';
}

const CATEGORIES: readonly Category[] = [
  { table: 'T9', copies: false, share: 'never' },
  { table: 'T10', copies: true, share: 'never' },
  { table: 'T11', copies: true, share: 'auto' },
];
/** The most nodes that the searches of a unit may settle, by effort. */
const MOST_SETTLED: readonly (readonly [number, Effort])[] = [
  [300, 'tiny'],
  [3e6, 'quick'],
  [Infinity, 'full'],
];
/** The most nodes on a software device, which is for correctness only. */
const SOFTWARE_SETTLED = 6000;
/** Above this number of nodes only the pool runs: one thread takes seconds and is never faster. */
const POOL_SETTLED = 2e6;
/** Milliseconds of warm-up of each program. */
const WARM_UP_MS = 20;
/** Nodes per second and thread, which the time left is estimated from. */
const SPEED = 5e6;

/** Estimated nodes that the searches of all agents settle: half of the world, or a line. */
function settledBy(algorithm: GpuAlgorithm, { agents, side }: Scenario): number {
  return agents * (algorithm === 'dijkstra' ? (side * side) / 2 : side / 2);
}

/** The least effort that allows this number of nodes. */
function effortFor(settled: number): Effort {
  return MOST_SETTLED.find(([most]) => settled <= most)![1];
}

/** The agents of a category; copies of an agent lie beside each other. */
export function categoryProblem(s: number, copies: boolean, seed: number): Problem {
  const scenario = SCENARIOS[s];
  if (!copies) return scenarioProblem(scenario, 0, seed);
  const [distinct, multiplier] = MULTIPLIERS[s];
  const few = scenarioProblem({ ...scenario, agents: distinct }, 0, seed);
  const { source, target } = few.queries;
  const repeat = (nodes: Uint32Array): Uint32Array =>
    Uint32Array.from(
      { length: distinct * multiplier },
      (_, i) => nodes[Math.floor(i / multiplier)],
    );
  const queries = buildQueries({ source: repeat(source), target: repeat(target) });
  return { ...few, name: `${scenario.name}, multiplied`, queries };
}

/** A unit per scenario, algorithm and category; then the plans and the rivals. */
export function gridUnits(): StudyUnit[] {
  const units: StudyUnit[] = SCENARIOS.map((scenario, s) => planUnit(scenario, s));
  for (const [s, scenario] of SCENARIOS.entries()) {
    for (const [name, algorithm] of STUDY_ALGORITHMS) {
      const settled = settledBy(algorithm, scenario);
      const row = `${scenario.name}, ${name}`;
      units.push({
        key: `${scenario.name} ${name}`,
        rows: [...CATEGORIES.map(({ table }) => [table, row] as const), ['T6', row], ['T7', row]],
        from: effortFor(settled),
        // three categories of about five passes each
        seconds: 1 + (15 * settled) / SPEED,
        run: (context) => searches(context, s, name, algorithm, settled),
      });
    }
  }
  return [...units, ...rivalUnits()];
}

/** No figure of ours: what the study's planner gives, which no program of ours launches. */
const planned = (value: number): Value => ({
  value: null,
  note: `its planner, written again: ${value}`,
});

/** T4, T5 and T8: what needs no clock. */
function planUnit(scenario: Scenario, s: number): StudyUnit {
  const { name, agents, side } = scenario;
  return {
    key: `${name} plan`,
    rows: [
      ['T4', name],
      ['T5', name],
      ...STUDY_ALGORITHMS.map(([algorithm]) => ['T8', `${name}, ${algorithm}`] as const),
    ],
    from: 'tiny',
    seconds: 0.01,
    async run({ put, seed }) {
      const { data, queries } = categoryProblem(s, false, seed);
      const cells = 'cost' in data ? data.cost.length : 0;
      put('T4', name, { agents: queries.count, 'world side': Math.sqrt(cells), nodes: cells });
      const { queries: multiplied } = categoryProblem(s, true, seed);
      const key = (i: number): number => multiplied.source[i] * cells + multiplied.target[i];
      let distinct = 1;
      for (let i = 1; i < multiplied.count; i++) if (key(i) !== key(i - 1)) distinct++;
      // two neighbouring agents may have drawn the same pair
      const [meant, multiplier] = MULTIPLIERS[s];
      const note =
        distinct < meant ? `${meant - distinct} of them drew their neighbour’s pair` : undefined;
      put('T5', name, {
        'distinct agents': { value: multiplied.count / multiplier, ...(note && { note }) },
        multiplier: multiplied.count / meant,
      });
      for (const [label, algorithm] of STUDY_ALGORITHMS) {
        const plan = planLaunch(algorithm, agents, side);
        put('T8', `${name}, ${label}`, {
          'bytes per block': planned(plan.blockBytes),
          'threads per block': planned(plan.threads),
          'blocks per launch': planned(plan.sharedBlocks),
        });
      }
    },
  };
}

/** All three categories of one scenario and algorithm, and the memory of their solvers. */
async function searches(
  context: StudyContext,
  s: number,
  name: string,
  algorithm: GpuAlgorithm,
  settled: number,
): Promise<void> {
  const { put } = context;
  const row = `${SCENARIOS[s].name}, ${name}`;
  let [poolBytes, gpuBytes] = [0, null as number | null];
  let gpuNote = '';
  for (const category of CATEGORIES) {
    const problem = categoryProblem(s, category.copies, context.seed);
    const raced = await race(context, problem, algorithm, category.share, settled);
    poolBytes = Math.max(poolBytes, raced.poolBytes);
    gpuBytes = raced.gpuBytes === undefined ? gpuBytes : Math.max(gpuBytes ?? 0, raced.gpuBytes);
    gpuNote = raced.gpuNote;
    const gpu: Value = raced.gpu
      ? { value: raced.gpu, by: raced.gpuBy }
      : { value: null, note: raced.gpuNote };
    put(category.table, row, {
      CPU: { value: raced.cpu, by: raced.cpuBy },
      CUDA: gpu,
      OpenCL: gpu,
    });
  }
  const { agents, side } = SCENARIOS[s];
  const plan = planLaunch(algorithm, agents, side);
  put('T6', row, { 'bytes per agent': planned(plan.agentBytes), 'all threads': poolBytes });
  put('T7', row, {
    'GPU memory': gpuBytes === null ? { value: null, note: gpuNote } : gpuBytes,
    'threads per block': planned(plan.threads),
    'blocks per launch': planned(plan.blocks),
    launches: planned(plan.launches),
  });
}

interface Raced {
  readonly cpu: Measurement;
  readonly cpuBy: string;
  readonly gpu: Measurement | undefined;
  readonly gpuBy: string;
  readonly gpuNote: string;
  readonly poolBytes: number;
  readonly gpuBytes: number | undefined;
}

/** The faster of one thread and a pool, and the GPU, in turns; all answers are compared. */
async function race(
  context: StudyContext,
  problem: Problem,
  algorithm: GpuAlgorithm,
  share: 'never' | 'auto',
  settled: number,
): Promise<Raced> {
  const { check, sampling, threads } = context;
  const { data, queries } = problem;
  const pool: WasmPool | undefined =
    threads > 1 ? await createWasmPool(data, { algorithm, threads }) : undefined;
  const one = pool && settled > POOL_SETTLED ? undefined : createWasmSolver(data, { algorithm });
  const device = context.software && settled > SOFTWARE_SETTLED ? undefined : context.device;
  const solver: GpuSolver | undefined =
    device && (await createGpuSolver(device, data, { algorithm }));
  try {
    let [single, many, gpu]: (Routes | undefined)[] = [];
    const contestants: Contestant[] = [];
    if (one)
      contestants.push({
        name: 'one',
        run: () => void (single = one.run(queries, single && { reuse: single })),
      });
    if (pool)
      contestants.push({
        name: 'pool',
        run: async () => void (many = await pool.run(queries, many && { reuse: many })),
      });
    if (solver)
      contestants.push({
        name: 'gpu',
        run: async () =>
          void (gpu = await solver.run(queries, { share, ...(gpu && { reuse: gpu }) })),
      });
    const times = await measureInTurns(contestants, 'batch', {
      ...sampling,
      // compilers still work while a solver is young, and a GPU's clock rises slowly
      ...(context.effort !== 'tiny' && { warmUpMs: WARM_UP_MS }),
    });
    const exact = algorithm !== 'greedy';
    const what = `${problem.name}: ${algorithm}`;
    // every path of one thread, or of the pool, is walked; the other programs must give the same
    const first = single ?? many!;
    const by = single ? 'one thread' : 'pool';
    const faults = [...findRouteFaults(data, queries, first).values()];
    check.count(`${what}, ${by}`, 'its paths', queries.count, faults.length, faults[0]);
    for (const [other, routes] of Object.entries({ pool: many, GPU: gpu })) {
      if (!routes || routes === first) continue;
      check.routes(`${what}, ${other}`, problem, routes, { by, routes: first, exact });
    }
    if (exact) certify(context, problem, algorithm, first);
    const timeOf = (name: string): Measurement | undefined =>
      times.figures.find((figure) => figure.name === name)?.time;
    const [alone, together] = [timeOf('one'), timeOf('pool')];
    const poolWins = together !== undefined && !(alone && alone.median <= together.median);
    return {
      cpu: poolWins ? together : alone!,
      cpuBy: poolWins ? `pool of ${threads}` : 'one thread',
      // the time of a software driver says nothing about GPUs
      gpu: context.software ? undefined : timeOf('gpu'),
      gpuBy: share === 'auto' ? 'GPU, goals shared' : 'GPU',
      gpuNote: noGpuTime(context, solver !== undefined),
      poolBytes: pool?.memoryBytes ?? one!.memoryBytes,
      gpuBytes: solver?.memoryBytes,
    };
  } finally {
    one?.destroy();
    solver?.destroy();
    await pool?.destroy();
  }
}

/** On an open world the least cost is known without a search: the octile distance. */
function certify(
  { check }: StudyContext,
  { name, data, queries }: Problem,
  algorithm: string,
  routes: Routes,
): void {
  const width = 'width' in data ? data.width : 1;
  let differed = 0;
  let first: string | undefined;
  for (let i = 0; i < queries.count; i++) {
    const [a, b] = [queries.source[i], queries.target[i]];
    const dx = Math.abs((a % width) - (b % width));
    const dy = Math.abs(Math.floor(a / width) - Math.floor(b / width));
    const least = Math.abs(dx - dy) + Math.SQRT2 * Math.min(dx, dy);
    if (Math.abs(routes.cost[i] - least) <= 1e-5 * least) continue;
    differed++;
    first ??= `agent ${i}: cost ${routes.cost[i]}, the octile distance is ${least}`;
  }
  check.count(`${name}: ${algorithm}`, 'octile distances', queries.count, differed, first);
}
