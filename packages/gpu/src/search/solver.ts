// Batches of queries on one map. The parts, from the outside in:
//
//   types.ts          the public interface
//   solver.ts         checks, one job at a time
//   batch-runner.ts   a batch: which queries share trees, what searches for the others
//   wave-runner.ts    the waves that a list of queries is cut into, and the memory for them;
//                     wave-turns.ts: a whole batch in one wave, or in two that take turns
//   wave.ts           one wave; wave-memory.ts, layout.ts: its buffers; order*.ts: its queries by
//                     length; pack*.ts: its paths
//   answers*.ts, costs.ts, collector.ts   statuses and costs; waves merged into one result
//   compact-*.ts      batches whose paths come back as directions: runner, wave, result
//   agents*.ts        paths that stay on the device
//   engine.ts         what a searcher, an engine and a tree engine are; choose-engine.ts picks one
//   workgroup-*.ts    a workgroup per search
//   invocation-*.ts   an invocation per search
//   lower-bound.wgsl.ts, heuristic.ts   the bounds of A*, and which one a solver takes
//   tree-*.ts         answers from shared trees; sharing.ts, share*.ts, end-trees.ts, rates.ts,
//                     workload.ts: for which queries
//   problem.ts        the map on the device: the sections of its words
//   nearest.ts        the option `nearest`: other ends, before the searches
//
// The solver owns all buffers but those of agents; `destroy` frees them. A lost device fails the
// run under way: every submit and every read is `guarded` (see @wayfield/gpu-core), which rejects
// with the reason.
import { defaultMemoryBudget } from '@wayfield/gpu-core';
import { aDevice, grouped } from '@wayfield/gpu-core/internal';
import { checkOptions, type OptionRules } from '@wayfield/check';
import { AGENTS_RULES, aMap, COMPACT_RULES, RUN_RULES, SOLVER_RULES } from '../rules.ts';
import {
  checkGraph,
  checkGrid,
  type Graph,
  type Grid,
  isGrid,
  type Queries,
} from '@wayfield/graph';
import { checkHold, createAgents } from './agents.ts';
import { createBatchRunner } from './batch-runner.ts';
import { checkBatch } from './check-batch.ts';
import { type CompactRunner, createCompactRunner } from './compact-runner.ts';
import { createEngine } from './choose-engine.ts';
import type { Engine, Internals } from './engine.ts';
import { chooseHeuristic, type GpuAlgorithm, type GpuHeuristic } from './heuristic.ts';
import { checkNearest, replaceEnds } from './nearest.ts';
import { layOut, type Problem } from './problem.ts';
import { createSharing, type Sharing } from './sharing.ts';
import type { GpuSolver, GpuSolverOptions } from './types.ts';
import { createWaveRunner, type WaveRunner } from './wave-runner.ts';

/**
 * A solver for a grid or a graph on the caller's device. The arrays of the map must not change
 * while the solver is used: the option `nearest` reads them, and so do trees of shared ends when
 * they are first made. Rejects with RangeError or TypeError for a map or options that are not
 * valid, and with RangeError, with the numbers, for a map that does not fit the memory.
 *
 * @example
 * const solver = await createGpuSolver(device, grid);
 * const { cost, firstNode, node } = await solver.run(buildQueries([[0, 899], [31, 35]]));
 * console.log(cost[0].toFixed(2), firstNode[1], node[0]); // 41.01 30 0
 * solver.destroy();
 */
export function createGpuSolver(
  device: GPUDevice,
  data: Graph | Grid,
  options: GpuSolverOptions = {},
): Promise<GpuSolver> {
  return createSolver(device, data, options, {});
}

/** `createGpuSolver`, with settings that only tests change. */
export async function createSolver(
  device: GPUDevice,
  data: Graph | Grid,
  options: GpuSolverOptions,
  internals: Internals,
): Promise<GpuSolver> {
  aDevice(device, 'device');
  aMap(data, 'data');
  checkOptions('createGpuSolver', options, SOLVER_RULES);
  checkData(data);
  const { algorithm = 'astar' } = options;
  const heuristic = chooseHeuristic(data, options);
  const problem = layOut(data, internals);
  const budget = options.memoryBudget ?? defaultMemoryBudget(device.limits);
  // undefined where no search can count the ticks of the longest paths: trees answer everything
  const engine = await createEngine(device, data, problem, options.variant ?? 'auto', {
    algorithm,
    heuristic,
    budget,
    tuning: options.tuning ?? {},
    mayOverestimate: options.allowInadmissible ?? false,
    internals,
  });
  // what the engine leaves is for trees and waves, half each
  const treeBytes = (budget - (engine?.mostBytes ?? 0)) / 2;
  const wave = options.tuning?.compactWave;
  const map = { device, data, problem, engine, budget };
  const waves = destroyingEngine(engine, () => createWaveRunner({ ...map, treeBytes, wave }));
  const sharing = sharingOf({ ...map, algorithm, heuristic, treeBytes, internals });
  const batches = createBatchRunner({ problem, engine, waves, sharing });
  const jobs = createJobs(data, waves);
  const compact = createCompact({ ...map, sharing, treeBytes, waves, wave });

  return {
    backend: 'gpu',
    algorithm,
    heuristic,
    variant: engine?.variant ?? 'workgroup',
    get memoryBytes() {
      if (waves.destroyed) return 0;
      return (
        (engine?.memoryBytes ?? 0) +
        waves.memoryBytes +
        compact.memoryBytes +
        (sharing?.memoryBytes ?? 0)
      );
    },
    run: (queries, runOptions = {}) =>
      jobs.alone('run', queries, runOptions, RUN_RULES, async () => {
        compact.release();
        checkNearest(data, runOptions.nearest);
        const asked = replaceEnds(data, problem, queries, runOptions.nearest);
        const routes = await batches.run(asked.queries, runOptions);
        asked.mark(routes);
        return routes;
      }),
    runCompact: (queries, given = {}) =>
      jobs.alone('runCompact', queries, given, COMPACT_RULES, () => compact.run(queries, given)),
    agents: (queries, given = {}) =>
      jobs.alone('agents', queries, given, AGENTS_RULES, async () => {
        if (!engine) throw uncountable('agents', problem);
        checkHold(given.hold, queries.count);
        compact.release();
        return createAgents(
          device,
          queries,
          await waves.hold(engine, queries, given.signal),
          given,
        );
      }),
    destroy() {
      if (waves.destroyed) return;
      for (const part of [waves, compact, engine, sharing]) part?.destroy();
    },
  };
}

function checkData(data: Graph | Grid): void {
  if (isGrid(data)) checkGrid(data);
  else checkGraph(data);
}

const uncountable = (where: string, { longest }: Problem): Error =>
  new RangeError(`${where}: a path could have ${grouped(longest)} ticks, more than 2^32`);

/** What shares trees; undefined for greedy search, whose paths are not those of trees. */
function sharingOf({
  device,
  data,
  problem,
  engine,
  ...given
}: {
  readonly device: GPUDevice;
  readonly data: Graph | Grid;
  readonly problem: Problem;
  readonly engine: Engine | undefined;
  readonly algorithm: GpuAlgorithm;
  readonly heuristic: GpuHeuristic;
  readonly treeBytes: number;
  readonly internals: Internals;
}): Sharing | undefined {
  const { algorithm, treeBytes: budget, ...rest } = given;
  if (algorithm === 'greedy') return undefined;
  const map = engine && ((): GPUBuffer => engine.map);
  return createSharing(device, data, problem, { ...rest, algorithm, budget, map });
}

interface CompactParts {
  readonly device: GPUDevice;
  readonly data: Graph | Grid;
  readonly problem: Problem;
  readonly engine: Engine | undefined;
  readonly budget: number;
  readonly treeBytes: number;
  readonly sharing: Sharing | undefined;
  readonly waves: WaveRunner;
  readonly wave: number | undefined;
}

/**
 * What `runCompact` needs. Its waves are not those of `run`: a call of either frees the waves of
 * the other. Half of what the engine leaves is kept for trees.
 */
function createCompact({ waves, sharing, treeBytes, ...parts }: CompactParts): CompactRunner {
  const { data, engine, problem } = parts;
  let runner: CompactRunner | undefined;
  return {
    async run(queries, options) {
      if (!isGrid(data)) throw new RangeError('runCompact needs a grid, this is a graph: take run');
      if (!engine) throw uncountable('runCompact', problem);
      waves.release();
      const check = (): void => {
        if (waves.destroyed) throw waves.gone();
      };
      const held = engine.mostBytes + (sharing ? treeBytes : 0);
      runner ??= createCompactRunner({ ...parts, data, engine, held, check });
      const asked = replaceEnds(data, problem, queries, options.nearest);
      const routes = await runner.run(asked.queries, options);
      asked.mark(routes);
      return routes;
    },
    release: () => runner?.release(),
    destroy: () => runner?.release(),
    get memoryBytes() {
      return runner?.memoryBytes ?? 0;
    },
  };
}

/** What `make` gives; where it throws the engine is destroyed. */
function destroyingEngine<T>(engine: Engine | undefined, make: () => T): T {
  try {
    return make();
  } catch (error) {
    engine?.destroy();
    throw error;
  }
}

interface Jobs {
  /** Checks options and queries, then runs a job. Rejects while another one runs. */
  alone<T>(
    where: string,
    queries: Queries,
    given: object,
    rules: OptionRules,
    job: () => Promise<T>,
  ): Promise<T>;
}

/** One job at a time. A job that fails after `destroy` rejects with the error of `waves.gone`. */
function createJobs(data: Graph | Grid, waves: WaveRunner): Jobs {
  let busy = false;
  return {
    async alone(where, queries, given, rules, job) {
      checkOptions(where, given, rules);
      if (waves.destroyed) throw waves.gone();
      if (busy) throw new Error('the solver is at work: one run at a time');
      checkBatch(data, queries);
      busy = true;
      try {
        return await job();
      } catch (error) {
        throw waves.destroyed ? waves.gone() : error;
      } finally {
        busy = false;
      }
    },
  };
}
