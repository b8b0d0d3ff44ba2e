// A small made-up road network and its contraction hierarchy, for several pictures.
import { buildHierarchy } from '@wayfield/cpu-wasm/hierarchy';
import { roadGraph } from '@wayfield/graph/generators';

/** 13 x 9 junctions, 100 m apart. */
export const roads = roadGraph(13, 9, { seed: 4, missing: 0.25 });
export const hierarchy = buildHierarchy(roads);

/** One per rank: its level. */
export const levelOf = new Uint32Array(hierarchy.nodeCount);
for (let level = 0; level + 1 < hierarchy.levelStart.length; level++)
  levelOf.fill(level, hierarchy.levelStart[level], hierarchy.levelStart[level + 1]);
export const levelCount = hierarchy.levelStart.length - 1;

/** The arcs of the road graph as lines, each once. */
export function roadLines(graph) {
  const lines = [];
  for (let u = 0; u < graph.firstOut.length - 1; u++)
    for (let a = graph.firstOut[u]; a < graph.firstOut[u + 1]; a++)
      if (u < graph.head[a])
        lines.push([graph.x[u], graph.y[u], graph.x[graph.head[a]], graph.y[graph.head[a]]]);
  return lines;
}

export const boxOf = ({ x, y }) => [Math.min(...x), Math.min(...y), Math.max(...x), Math.max(...y)];

/**
 * Dijkstra's algorithm on the arcs of one side of the hierarchy: distance and the arc before of
 * each rank that can be climbed to.
 */
export function climb(arcs, source) {
  const dist = new Float64Array(hierarchy.nodeCount).fill(Infinity);
  const before = new Int32Array(hierarchy.nodeCount).fill(-1);
  dist[source] = 0;
  // arcs lead to higher ranks only, so ascending ranks are an order that settles each node once
  for (let r = source; r < hierarchy.nodeCount; r++) {
    if (dist[r] === Infinity) continue;
    for (let a = arcs.firstArc[r]; a < arcs.firstArc[r + 1]; a++) {
      const cost = dist[r] + arcs.weight[a];
      if (cost < dist[arcs.head[a]]) {
        dist[arcs.head[a]] = cost;
        before[arcs.head[a]] = r;
      }
    }
  }
  return { dist, before };
}
