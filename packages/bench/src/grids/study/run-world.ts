import { createWasmPool } from '@wayfield/cpu-wasm/pool';
import { createWasmSolver } from '@wayfield/cpu-wasm';
import { createGpuSolver } from '@wayfield/gpu';
import { buildGrid, buildQueries, type Grid, type Queries, type Routes } from '@wayfield/graph';
import { parseAgentScenario } from '@wayfield/graph/formats';
import type { CrossValidation } from '../../run/check/cross-validation.ts';
import { recordLaunches } from '../../gpu/measure/launches.ts';
import { createMeter } from '../../gpu/measure/meter.ts';
import { scenarioProblem } from '../measure/scenarios.ts';
import { InputError, naming, readBytes } from '../../run/problems/read-file.ts';
import type { Problem } from '../../run/problems/problem.ts';
import { STUDY_ALGORITHMS } from './figures.ts';
import type { Pass, WorldRun } from './world-csv.ts';
import type { WorldOptions } from './world-options.ts';

/** The machine that a world runs on. */
export interface WorldMachine {
  readonly device: GPUDevice | undefined;
  readonly threads: number;
  readonly check: CrossValidation;
  onProgress?(done: number, total: number): void;
}

/**
 * The study's benchmark mode: passes over all agents of one world. All answers are compared with
 * one thread's.
 */
export async function runWorld(options: WorldOptions, machine: WorldMachine): Promise<WorldRun> {
  const problem = await worldProblem(options);
  const { data, queries } = problem;
  const grid = data as Grid;
  const { algorithm, target, benchmarkIterations } = options;
  const passes: Pass[] = [];
  const measured =
    target === 'GPU'
      ? await gpuPasses(options, machine, problem)
      : await cpuPasses(options, machine, problem);
  for (let pass = 0; pass < benchmarkIterations; pass++) {
    passes.push(await measured.pass());
    machine.onProgress?.(pass + 1, benchmarkIterations);
  }
  const routes = measured.routes();
  await measured.destroy();
  const one = createWasmSolver(grid, { algorithm });
  const exact = algorithm !== 'greedy';
  const what = `${problem.name}: ${target} ${algorithm}`;
  machine.check.routes(what, problem, routes, {
    by: 'one thread',
    routes: one.run(queries),
    exact,
  });
  one.destroy();
  return {
    technology: target,
    algorithm: STUDY_ALGORITHMS.find(([, name]) => name === algorithm)![0],
    scenario: problem.name,
    agents: queries.count,
    width: grid.width,
    height: grid.height,
    launch: measured.launch(),
    passes,
    remarks: measured.remarks,
  };
}

/** The world with its agents, each copied by the multiplier. */
async function worldProblem(options: WorldOptions): Promise<Problem> {
  const { scenario, agents, worldsize, randSeed, neighbourhood, scenarioMultiplier } = options;
  const rules = { neighbours: neighbourhood, corners: 'never' } as const;
  if (scenario !== undefined) {
    const bytes = await readBytes(scenario);
    const { name, grid, queries } = await naming(scenario, () => parseAgentScenario(bytes, rules));
    return {
      name,
      description: scenario,
      data: grid,
      queries: multiply(queries, scenarioMultiplier),
    };
  }
  const world = { name: '', agents: agents!, side: worldsize! };
  const made = scenarioProblem(world, 0, randSeed);
  const { width, height, cost } = made.data as Grid;
  return {
    // the study's own words
    name: `Random world with seed ${randSeed} and size ${worldsize}x${worldsize}`,
    description: made.description,
    data: buildGrid({ width, height, cost, ...rules }),
    queries: multiply(made.queries, scenarioMultiplier),
  };
}

function multiply({ count, source, target }: Queries, times: number): Queries {
  const repeat = (nodes: Uint32Array): Uint32Array =>
    Uint32Array.from({ length: count * times }, (_, i) => nodes[Math.floor(i / times)]);
  return times === 1
    ? { count, source, target }
    : buildQueries({ source: repeat(source), target: repeat(target) });
}

interface Passes {
  pass(): Promise<Pass>;
  routes(): Routes;
  launch(): readonly number[];
  /** Sentences about what was not done as asked. */
  readonly remarks: readonly string[];
  destroy(): void | Promise<void>;
}

async function cpuPasses(
  { algorithm }: WorldOptions,
  { threads }: WorldMachine,
  { data, queries }: Problem,
): Promise<Passes> {
  const pool = await createWasmPool(data, { algorithm, threads });
  let routes: Routes | undefined;
  return {
    async pass() {
      const start = performance.now();
      routes = await pool.run(queries, routes && { reuse: routes });
      return { init: 0, run: performance.now() - start, deInit: 0 };
    },
    routes: () => routes!,
    launch: () => [pool.threads],
    remarks: [],
    destroy: () => pool.destroy(),
  };
}

async function gpuPasses(
  options: WorldOptions,
  { device }: WorldMachine,
  { data, queries }: Problem,
): Promise<Passes> {
  const { algorithm, gpuForceBlockDim, gpuForceMemUsage, gpuForceSMEM } = options;
  const recorder = recordLaunches(device!);
  const meter = createMeter(device!);
  const workgroupSize =
    gpuForceBlockDim === undefined ? undefined : workgroupWithin(device!, gpuForceBlockDim);
  const solver = await withinMemory(gpuForceMemUsage, () =>
    createGpuSolver(device!, data, {
      algorithm,
      ...(gpuForceMemUsage !== undefined && { memoryBudget: gpuForceMemUsage }),
      // many invocations share a search, with its state in workgroup memory
      ...(gpuForceSMEM && { variant: 'workgroup' as const }),
      ...(workgroupSize !== undefined && { tuning: { workgroupSize } }),
    }),
  );
  let routes: Routes | undefined;
  return {
    async pass() {
      recorder.clear();
      const { value, times } = await withinMemory(gpuForceMemUsage, () =>
        meter.measure(() =>
          solver.run(queries, {
            share: 'never',
            ...(routes && { reuse: routes }),
          }),
        ),
      );
      routes = value;
      return { init: times.upload, run: times.kernels, deInit: times.readBack };
    },
    routes: () => routes!,
    launch() {
      const found = recorder.largest();
      return found ? [found.threads, found.blocks, found.launches] : [];
    },
    remarks:
      workgroupSize === undefined || workgroupSize === gpuForceBlockDim
        ? []
        : [
            `GPUforceBlockDim is ${gpuForceBlockDim}: workgroups have ${workgroupSize} ` +
              'invocations, ' +
              (workgroupSize > gpuForceBlockDim!
                ? 'the fewest that there are'
                : 'the most within it that there are'),
          ],
    destroy: () => solver.destroy(),
  };
}

/** Invocations of the smallest workgroup that the searches of `@wayfield/gpu` take. */
const LEAST_WORKGROUP = 32;

/**
 * The largest workgroup of the device and the kernels with at most `most` invocations; the smallest
 * where all are larger.
 */
export function workgroupWithin({ limits }: Pick<GPUDevice, 'limits'>, most: number): number {
  const { maxComputeInvocationsPerWorkgroup, maxComputeWorkgroupSizeX } = limits;
  const widest = Math.min(most, maxComputeInvocationsPerWorkgroup, maxComputeWorkgroupSizeX);
  return Math.max(LEAST_WORKGROUP, 2 ** Math.floor(Math.log2(widest)));
}

/** Turns an error about too little memory, which the user asked for, into an input error. */
async function withinMemory<T>(bytes: number | undefined, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (bytes === undefined || !(cause instanceof RangeError)) throw cause;
    const said = cause.message.replaceAll('memoryBudget', 'GPUforceMemUsage');
    throw new InputError(`too little memory: ${said}`, { cause });
  }
}
