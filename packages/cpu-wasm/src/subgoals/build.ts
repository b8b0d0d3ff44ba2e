import { checkOptions } from '@wayfield/check';
import type { Grid } from '@wayfield/graph';
import type { Hierarchy } from '@wayfield/graph/hierarchy';
import { openKernels } from '@wayfield/wasm';
import { buildHierarchy, type BuildHierarchyOptions } from '../hierarchy/build.ts';
import { aGrid, BUILD_SUBGOALS_RULES } from '../options.ts';
import { type Kernels, KERNELS_BASE64 } from '../subgoals.gen.ts';
import { checkSubgoalGrid, createSubgoalLayer, subgoalGraph } from './layer.ts';
import { checkSteps } from './reach.ts';

/** Options of `buildSubgoalHierarchy`. */
export interface BuildSubgoalOptions extends BuildHierarchyOptions {
  /** Cells that an agent measures across, 1 to 255. Default 1. */
  agentSize?: number;
}

/**
 * The contraction hierarchy of the subgoals of the given grid, for agents of one size: the
 * cells where shortest paths turn, and the arcs between them. `writeHierarchy` makes a file of it,
 * `buildHubLabels` the labels that queries need. The same grid gives the same hierarchy on every
 * machine; after a change of the grid build it again.
 *
 * Open maps with few corners take seconds; maps of scattered obstacles have a node in every third
 * cell and take minutes.
 *
 * Throws RangeError for a grid that is not valid, has 4 neighbours, has open cells of different
 * costs or may have paths of more than 4988 steps, and when memory ends; the signal's reason when
 * aborted.
 *
 * @example
 * const hierarchy = buildSubgoalHierarchy(grid);
 * const solver = createSubgoalSolver(grid, hierarchy, buildHubLabels(hierarchy));
 * console.log(solver.route(source, target).path.length); // 30
 */
export function buildSubgoalHierarchy(grid: Grid, options: BuildSubgoalOptions = {}): Hierarchy {
  aGrid(grid, 'grid');
  checkOptions('buildSubgoalHierarchy', options, BUILD_SUBGOALS_RULES);
  const { agentSize = 1, ...watch } = options;
  options.signal?.throwIfAborted();
  checkSubgoalGrid(grid);
  const host = openKernels<Kernels>(KERNELS_BASE64);
  const layer = createSubgoalLayer(host, grid, agentSize);
  const { width, height } = grid;
  checkSteps(host.arena.bytes().slice(layer.moves, layer.moves + width * height), width);
  return buildHierarchy(subgoalGraph(host, layer), watch);
}
