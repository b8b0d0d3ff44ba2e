// Which of the engines suits a map, and whether any can count its paths.
import { type Graph, type Grid, isGrid } from '@wayfield/graph';
import type { Engine, EngineOptions } from './engine.ts';
import { createInvocationEngine } from './invocation-engine.ts';
import type { Problem } from './problem.ts';
import { createWorkgroupEngine, WINDOW } from './workgroup-engine.ts';

export type GpuVariant = 'workgroup' | 'invocation';

/**
 * Cells up to which one invocation per search is faster than a workgroup, measured on an H200 with
 * 100,000 queries. Greedy search, which follows one way, gains nothing from a workgroup.
 */
const INVOCATION_CELLS = 3072;
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

/** The engine of this variant, by default the faster one; undefined where none can count the ticks of a path. */
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
 * What is queued has f below that of the longest path and a window more; a step and a heuristic come on
 * top. A heuristic that overestimates, by less than half, makes that path longer by as much.
 */
function canCount(
  data: Graph | Grid,
  { longest, ticks, meanWeight }: Problem,
  { algorithm, tuning, loose }: EngineOptions,
): boolean {
  // greedy search counts arcs
  if (longest === 0 || algorithm === 'greedy' || !isGrid(data)) return true;
  const heuristic = (data.width + data.height) * ticks[1];
  const window = (tuning.window ?? WINDOW) * meanWeight;
  return (loose ? 1.5 : 1) * longest + heuristic + window + 4 * ticks[1] < 2 ** 32 - 2;
}
