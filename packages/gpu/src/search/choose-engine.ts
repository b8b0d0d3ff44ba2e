// Which engine suits a map, and whether any can count the ticks of its paths.
import { type Graph, type Grid, isGrid } from '@wayfield/graph';
import type { Engine, EngineOptions } from './engine.ts';
import { createInvocationEngine } from './invocation-engine.ts';
import type { Problem } from './problem.ts';
import { createWorkgroupEngine, WINDOW } from './workgroup-engine.ts';

/** 'workgroup': many invocations share a search. 'invocation': each has a search of its own. */
export type GpuVariant = 'workgroup' | 'invocation';

/**
 * Cells up to which an invocation per search is faster than a workgroup, for A* and Dijkstra.
 * Measured on an H200: 3.5 times faster at 48 x 48 cells; at 64 x 64 as fast for A*, slower for
 * Dijkstra. The limit lies between both sizes.
 */
const INVOCATION_CELLS = 3072;
/**
 * `INVOCATION_CELLS` for greedy search, which follows one path and gains little from a workgroup.
 * Chosen: no figure was kept.
 */
const INVOCATION_CELLS_GREEDY = 2 ** 14;

function suitsInvocations(
  data: Graph | Grid,
  { integer }: Problem,
  variant: GpuVariant | 'auto',
  algorithm: string,
): boolean {
  if (variant === 'invocation') return true;
  if (variant === 'workgroup' || !isGrid(data)) return false;
  const cells = data.cost.length;
  if (algorithm === 'greedy') return cells <= INVOCATION_CELLS_GREEDY;
  return integer && cells <= INVOCATION_CELLS;
}

/**
 * The engine of this variant, with 'auto' that of `suitsInvocations`. Undefined where no engine can
 * count the ticks of the longest paths.
 */
export async function createEngine(
  device: GPUDevice,
  data: Graph | Grid,
  problem: Problem,
  variant: GpuVariant | 'auto',
  options: EngineOptions,
): Promise<Engine | undefined> {
  if (!canCount(data, problem, options)) return undefined;
  return suitsInvocations(data, problem, variant, options.algorithm)
    ? createInvocationEngine(device, data, problem, options)
    : createWorkgroupEngine(device, problem, options);
}

/**
 * Whether every key fits into 32 bits. The key of a relaxed node is below the length of the longest
 * path and one window more. The key of its successor adds at most one step and one lower bound.
 * Four steps are counted: three are spare, at most 10,089 of 2^32 ticks. If a heuristic
 * overestimates by a factor, labels exceed the longest path by at most that factor. On uniform
 * grids only manhattan on 8 neighbours overestimates, by at most 4756 / 3363 < 1.5.
 */
function canCount(
  data: Graph | Grid,
  { longest, ticks, meanWeight }: Problem,
  { algorithm, tuning, mayOverestimate }: EngineOptions,
): boolean {
  // greedy search: the workgroup kernel counts arcs, and the heap stops counting at TOO_LONG
  if (longest === 0 || algorithm === 'greedy' || !isGrid(data)) return true;
  const heuristic = (data.width + data.height) * ticks[1];
  const window = (tuning.window ?? WINDOW) * meanWeight;
  const most = (mayOverestimate ? 1.5 : 1) * longest + heuristic + window + 4 * ticks[1];
  return most < 2 ** 32 - 2;
}
