// A graph and its hierarchy as inputs, and the solvers that lanes keep on them.
import { object } from '@wayfield/check';
import {
  buildHierarchy,
  createHierarchySolver,
  type HierarchySolver,
} from '@wayfield/cpu-wasm/hierarchy';
import { checkGraph, type Graph, readGraph, writeGraph } from '@wayfield/graph';
import {
  checkHierarchy,
  type Hierarchy,
  readHierarchy,
  writeHierarchy,
} from '@wayfield/graph/hierarchy';
import type { PlanContext, RunContext } from '../types.ts';

/** A road network, and its hierarchy where it was built before. */
export interface RoadMap {
  readonly graph: Graph;
  /** Default: built when the work is submitted. */
  readonly hierarchy?: Hierarchy;
}

/** Where the map of a run lies. */
export interface StoredMap {
  readonly graph: string;
  readonly hierarchy: string;
  readonly nodeCount: number;
}

const anObject = object({}, 'a road map');

/** Checks the map of a piece of work, and builds the hierarchy it lacks. */
export function completeMap(map: RoadMap): Required<RoadMap> {
  anObject(map, 'work');
  checkGraph(map.graph);
  const hierarchy = map.hierarchy ?? buildHierarchy(map.graph);
  checkHierarchy(hierarchy, map.graph);
  return { graph: map.graph, hierarchy };
}

/** Stores a map. */
export async function putMap(
  { graph, hierarchy }: Required<RoadMap>,
  { put }: PlanContext,
): Promise<StoredMap> {
  return {
    graph: await put(writeGraph(graph)),
    hierarchy: await put(writeHierarchy(hierarchy)),
    nodeCount: graph.nodeCount,
  };
}

/** The map of a run, as views on the memory that all threads of the worker share. */
export async function getMap(
  { graph, hierarchy }: StoredMap,
  { input }: RunContext,
): Promise<Required<RoadMap>> {
  return {
    graph: readGraph(await input(graph)),
    hierarchy: readHierarchy(await input(hierarchy)),
  };
}

/** The solver on a map, one per thread. */
export function solverOn(map: StoredMap, context: RunContext): Promise<HierarchySolver> {
  return context.prepared(
    `solver ${map.graph} ${map.hierarchy}`,
    async () => {
      const { graph, hierarchy } = await getMap(map, context);
      return createHierarchySolver(graph, hierarchy);
    },
    (solver) => solver.destroy(),
  );
}
