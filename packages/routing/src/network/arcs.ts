import { NONE, strongComponents, type Graph } from '@wayfield/graph';
import type { RoadNetwork } from '@wayfield/osm';

/** The node from which each arc comes. */
export function tailsOf({ arcCount, nodeCount, firstOut }: Graph): Uint32Array {
  const tail = new Uint32Array(arcCount);
  for (let u = 0; u < nodeCount; u++) tail.fill(u, firstOut[u], firstOut[u + 1]);
  return tail;
}

/** The arcs along and against each road: see `RoutingNetwork.firstArc`. */
export function arcsByRoad({ roadOf, roads }: RoadNetwork): {
  firstArc: Uint32Array;
  arcs: Uint32Array;
} {
  const firstArc = new Uint32Array(2 * roads.count + 2);
  for (const code of roadOf) if (code !== NONE) firstArc[code + 2]++;
  for (let i = 2; i < firstArc.length; i++) firstArc[i] += firstArc[i - 1];
  const arcs = new Uint32Array(firstArc[firstArc.length - 1]);
  roadOf.forEach((code, a) => {
    if (code !== NONE) arcs[firstArc[code + 1]++] = a;
  });
  return { firstArc: firstArc.slice(0, 2 * roads.count + 1), arcs };
}

/** Per road: 1 if an arc of it joins two nodes of the largest strong component. */
export function connectedRoads(
  { graph, roadOf, roads }: RoadNetwork,
  tail: Uint32Array,
): Uint8Array {
  const { component, size } = strongComponents(graph);
  const largest = size.indexOf(size.reduce((a, b) => Math.max(a, b), 0));
  const connected = new Uint8Array(roads.count);
  roadOf.forEach((code, a) => {
    if (code === NONE) return;
    if (component[tail[a]] === largest && component[graph.head[a]] === largest) {
      connected[code >>> 1] = 1;
    }
  });
  return connected;
}
