// The road network of the targets of the cluster.
import { buildHierarchy } from '@wayfield/cpu-wasm/hierarchy';
import { type Graph, strongComponents } from '@wayfield/graph';
import type { Hierarchy } from '@wayfield/graph/hierarchy';
import { madeUpRoads, publicRoads } from '../roads/road-maps.ts';
import type { TargetContext } from '../run/target.ts';

/** A road network with its hierarchy. */
export interface ClusterMap {
  readonly name: string;
  readonly graph: Graph;
  readonly hierarchy: Hierarchy;
}

/** Malta; made-up roads with `--quick`; undefined where the data sets are missing. */
export async function clusterMap(context: TargetContext): Promise<ClusterMap | undefined> {
  const { data, quick, seed, session } = context;
  const maps = quick ? madeUpRoads(seed) : data === undefined ? [] : publicRoads(data);
  const map = maps.find(({ name }) => quick || name === 'malta');
  if (map === undefined) return undefined;
  session.terminal.progress(map.name);
  const graph = await map.graph();
  return { name: map.name, graph, hierarchy: buildHierarchy(graph) };
}

/** Nodes of the largest strong component, ascending: those of random queries. */
export function nodesOf(graph: Graph): Uint32Array {
  const { component, size } = strongComponents(graph);
  const largest = size.indexOf(size.reduce((a, b) => Math.max(a, b), 0));
  return Uint32Array.from(component.keys()).filter((u) => component[u] === largest);
}
