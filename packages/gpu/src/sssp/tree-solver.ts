// Shortest-path trees (frontier Dijkstra). The parts, from the outside in:
//
//   types.ts           the public interface; tuning.ts: its tuning
//   tree-solver.ts     checks, one call at a time
//   tree-runs.ts       a call: waves of sources, results in arrays or on the device
//   tree-search.ts     the memory for waves; tree-plan.ts: how many sources fit; kept-memory.ts:
//                      what earlier calls left
//   tree-wave.ts       one wave: rounds, epochs, passes for parents
//   wave-buffers.ts    its buffers; wave-steps.ts: its dispatches; layout.ts: its state words
//   model.ts           what a wave knows of the map: graph-model.ts, grid-model.ts
//   rounds.wgsl.ts     what kernels share; *-tile.wgsl.ts: rule 'tiled'; frontier.wgsl.ts: others
//   finish.wgsl.ts     labels to results, parents; epoch.wgsl.ts: labels from the window on
//   partition.ts       cuts graphs into tiles; graph-tiles.ts, grid-tiles.ts: maps tile by tile
//   result-reader.ts   results to arrays; tree-rows.ts: the arrays; ranks.ts: packs compact trees
//   compact-trees.ts   unpacks compact trees on the CPU
import { aCount, aDevice, createTimer, makeGuarded } from '@wayfield/gpu-core/internal';
import { checkOptions } from '@wayfield/check';
import { createCallQueue } from '../call-queue.ts';
import { checkedSources } from '../check-sources.ts';
import {
  aMap,
  COMPACT_TREE_RULES,
  RESIDENT_RULES,
  TREE_PLAN_RULES,
  TREE_RUN_RULES,
  TREE_SOLVER_RULES,
} from '../rules.ts';
import { checkGraph, checkGrid, type Graph, type Grid, isGrid, nodeCountOf } from '@wayfield/graph';
import { createMakeRoom } from './kept-memory.ts';
import { graphModel, graphTilesFor, tilesWell } from './graph-model.ts';
import { gridModel } from './grid-model.ts';
import type { Model } from './model.ts';
import { createResultReader } from './result-reader.ts';
import { planTrees } from './tree-plan.ts';
import { createTreeRows } from './tree-rows.ts';
import { finishFor, type RunParts, runCompact, runResident, runTrees } from './tree-runs.ts';
import { createTreeSearch } from './tree-search.ts';
import { resolveTuning, type Tuned } from './tuning.ts';
import type {
  GpuTreeSolver,
  TreeRule,
  TreeRun,
  TreeRunOptions,
  TreeSolverOptions,
} from './types.ts';

const WHAT = 'tree solver';

/**
 * Shortest paths from one or many sources to all nodes, on the device. The distances are those of
 * every other solver of Wayfield, bit for bit: f32 sums rounded at every step, on uniform grids
 * ticks. The parent of a node is the tail of its first tight arc from a node with a smaller
 * distance; an arc is tight if the rounded sum of its weight and the distance of its tail is the
 * distance of its head. On grids the first arc is that of the lowest direction: E W S N SE SW NE
 * NW. A node without such an arc gets the tail of a tight arc from an equal distance that closes no
 * cycle: see finish.wgsl.ts.
 *
 * Checks and uploads the map; later changes of its arrays are not seen. Graphs are cut into tiles
 * here on the CPU, whatever the rule: half a microsecond per arc, once.
 *
 * Rejects with RangeError or TypeError for an invalid graph or grid and for options out of range,
 * with RangeError for graphs that do not fit into the device's bindings, with Error where memory
 * runs out.
 *
 * @example
 * const solver = await createGpuTreeSolver(device, graph);
 * const { dist, parent } = await solver.tree(17);
 * console.log(dist[17], parent.length); // 0 144
 * solver.destroy();
 */
export async function createGpuTreeSolver(
  device: GPUDevice,
  data: Graph | Grid,
  options: TreeSolverOptions = {},
): Promise<GpuTreeSolver> {
  aDevice(device, 'device');
  aMap(data, 'data');
  checkOptions('createGpuTreeSolver', options, TREE_SOLVER_RULES);
  if (isGrid(data)) checkGrid(data);
  else checkGraph({ ...data, heuristicScale: 0 }); // no tree needs the scale
  return openTreeSolver(device, data, options);
}

/** `createGpuTreeSolver` for a map that was checked. */
export async function openTreeSolver(
  device: GPUDevice,
  data: Graph | Grid,
  options: TreeSolverOptions,
): Promise<GpuTreeSolver> {
  const { memoryBudget } = options;
  const tuned = resolveTuning(device.limits, options.tuning ?? {});
  const nodeCount = nodeCountOf(data);
  const { rule, model, timer } = await makeGuarded(device, WHAT, (keep) => {
    const [suited, made] = modelOf(device, data, options, tuned);
    keep(made);
    return {
      rule: suited,
      model: made,
      timer: keep(createTimer(device, options.timing ?? false)),
    };
  });
  const delta = rule === 'mcmillan' ? 1 : (options.delta ?? model.defaultDelta);
  const rows = createTreeRows(nodeCount, model.params.stride);
  const calls = createCallQueue(WHAT, timer);
  const reader = createResultReader(device, model, rows, tuned.eagerBytes, calls);
  const search = createTreeSearch({ device, model, rule, delta, tuned }, timer, calls);
  const plan: RunParts['plan'] = (count, finish, resident) =>
    planTrees(device.limits, model, rule, {
      count,
      finish,
      resident,
      memoryBudget,
    });
  const makeRoom = createMakeRoom([search, reader]);
  const parts: RunParts = { model, timer, search, rows, reader, plan, makeRoom };

  async function run(
    sources: ArrayLike<number>,
    runOptions: TreeRunOptions = {},
  ): Promise<TreeRun> {
    checkOptions('run', runOptions, TREE_RUN_RULES);
    const list = checkedSources(sources, nodeCount);
    return calls.run(() => runTrees(parts, list, runOptions));
  }

  return {
    backend: 'gpu',
    rule,
    delta: rule === 'near-far' || rule === 'mcmillan' ? delta : NaN,
    get memoryBytes() {
      if (calls.destroyed) return 0;
      return model.memoryBytes + reader.memoryBytes + search.memoryBytes;
    },
    plan(sources, planOptions = {}) {
      aCount(sources, 'sources');
      checkOptions('plan', planOptions, TREE_PLAN_RULES);
      const { parents = true, resident = false } = planOptions;
      return plan(sources, finishFor(model, parents), resident);
    },
    run,
    async tree(source, runOptions = {}) {
      aCount(source, 'source');
      return (await run([source], runOptions)).trees[0];
    },
    async runCompact(sources, given = {}) {
      checkOptions('runCompact', given, COMPACT_TREE_RULES);
      const list = checkedSources(sources, nodeCount);
      return calls.run(() => runCompact(parts, list, given));
    },
    async runResident(sources, given = {}) {
      checkOptions('runResident', given, RESIDENT_RULES);
      const { parents = true, modulo = false, signal } = given;
      const list = checkedSources(sources, nodeCount);
      return calls.run(() => runResident(parts, { sources: list, parents, modulo, signal }));
    },
    destroy() {
      if (!calls.destroy()) return;
      search.release();
      reader.release();
      timer.destroy();
      model.destroy();
    },
  };
}

/** The map on the device, and the rule: the one asked for, or the one that suits the map. */
function modelOf(
  device: GPUDevice,
  data: Graph | Grid,
  { rule, diagonals = 'length' }: TreeSolverOptions,
  tuned: Tuned,
): [TreeRule, Model] {
  if (isGrid(data)) return [rule ?? 'tiled', gridModel(device, data, diagonals, tuned)];
  const tiles = graphTilesFor(data, tuned);
  const suits = tilesWell(data, tiles) ? 'tiled' : 'near-far';
  return [rule ?? suits, graphModel(device, data, tiles, tuned)];
}
