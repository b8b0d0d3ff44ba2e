import type { Grid } from '@wayfield/graph';
import type { Hierarchy } from '@wayfield/graph/hierarchy';
import { openKernels, type SharedHost } from '@wayfield/wasm';
import { type HubLabelLayout, putHubLabels } from '../hub-labels/map.ts';
import type { HubLabels } from '../hub-labels/types.ts';
import type { Kernels } from '../subgoals.gen.ts';
import { checkSubgoalGrid, createSubgoalLayer, subgoalGraph, type SubgoalLayer } from './layer.ts';

/** All that a thread must know of a grid and of the hub labels of its subgoals. */
export interface SubgoalLayout {
  readonly grid: SubgoalLayer;
  readonly labels: HubLabelLayout;
}

/** The part of the memory that all searches share. */
export interface SubgoalMap extends SharedHost {
  readonly layout: SubgoalLayout;
}

/** What the subgoals of a grid are searched by. */
export interface LabelledGrid {
  readonly grid: Grid;
  readonly hierarchy: Hierarchy;
  readonly labels: HubLabels;
  readonly agentSize: number;
}

/**
 * Copies a grid and the hub labels of its subgoals into a WebAssembly memory of its own. Throws
 * RangeError for a grid that `checkSubgoalGrid` refuses, for a hierarchy that is not of its
 * subgoals, for labels that are not of the hierarchy, and when memory ends.
 */
export function createSubgoalMap(
  { grid, hierarchy, labels, agentSize }: LabelledGrid,
  module: WebAssembly.Module,
  shared: boolean,
): SubgoalMap {
  checkSubgoalGrid(grid);
  const host = openKernels<Kernels>(module, { shared });
  const { arena, blocks } = host;
  const layer = createSubgoalLayer(host, grid, agentSize);
  const graph = subgoalGraph(host, layer);
  const layout = { grid: layer, labels: putHubLabels(host, graph, hierarchy, labels) };
  return { module, arena, blocks, layout };
}
