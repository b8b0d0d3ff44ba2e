// What build.ts derives from a graph: tails, the arcs of each road, and the connected roads.
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

/**
 * Per road: 1 if an arc of it joins two nodes of a large strong component. A component is large if
 * it has at least `least` directions of roads, by default as many as the largest one.
 *
 * A road of `endsOnly`, which only the start and the end of a route may use, is also 1 if a large
 * component leads to an arc of it and an arc of it leads back to one. These are two different arcs,
 * between copies of nodes, because no route passes through such a road.
 */
export function connectedRoads(
  network: RoadNetwork,
  tail: Uint32Array,
  least?: number,
): Uint8Array {
  const { graph, roadOf, roads } = network;
  const { component, count } = strongComponents(graph);
  const size = directionsIn(component, count, { network, tail });
  const enough = least ?? size.reduce((a, b) => Math.max(a, b), 0);
  const isLarge = (u: number): boolean => size[component[u]] >= enough;
  const connected = new Uint8Array(roads.count);
  roadOf.forEach((code, a) => {
    if (code === NONE) return;
    if (component[tail[a]] === component[graph.head[a]] && isLarge(tail[a])) {
      connected[code >>> 1] = 1;
    }
  });
  const { endsOnly } = roads;
  if (!endsOnly) return connected;
  const inside = Uint8Array.from(component, (_, u) => Number(isLarge(u)));
  const ledTo = reachedFrom(inside, tail, graph.head);
  const leading = reachedFrom(inside, graph.head, tail);
  const reached = new Uint8Array(roads.count);
  const left = new Uint8Array(roads.count);
  roadOf.forEach((code, a) => {
    if (code === NONE) return;
    reached[code >>> 1] |= ledTo[tail[a]];
    left[code >>> 1] |= leading[graph.head[a]];
  });
  return connected.map((one, r) => one | (endsOnly[r] & reached[r] & left[r]));
}

/**
 * Per component: how many directions of roads have an arc inside it. Copies of an arc count once.
 */
function directionsIn(
  component: Uint32Array,
  count: number,
  { network, tail }: { readonly network: RoadNetwork; readonly tail: Uint32Array },
): Uint32Array {
  const { firstArc, arcs } = arcsByRoad(network);
  const { head } = network.graph;
  const size = new Uint32Array(count);
  const last = new Uint32Array(count).fill(NONE);
  for (let code = 0; code + 1 < firstArc.length; code++) {
    for (let k = firstArc[code]; k < firstArc[code + 1]; k++) {
      const inside = component[tail[arcs[k]]];
      if (inside !== component[head[arcs[k]]] || last[inside] === code) continue;
      last[inside] = code;
      size[inside]++;
    }
  }
  return size;
}

/** One byte per node: 1 = a start, or reached from one over arcs `from[a]` to `to[a]`. */
function reachedFrom(start: Uint8Array, from: Uint32Array, to: Uint32Array): Uint8Array {
  const first = new Uint32Array(start.length + 2);
  for (const u of from) first[u + 2]++;
  for (let u = 2; u < first.length; u++) first[u] += first[u - 1];
  const ends = new Uint32Array(from.length);
  from.forEach((u, a) => (ends[first[u + 1]++] = to[a]));
  const reached = start.slice();
  const open: number[] = [];
  reached.forEach((one, u) => {
    if (one === 1) open.push(u);
  });
  while (open.length > 0) {
    const u = open.pop()!;
    for (let k = first[u]; k < first[u + 1]; k++) {
      if (reached[ends[k]] === 1) continue;
      reached[ends[k]] = 1;
      open.push(ends[k]);
    }
  }
  return reached;
}
