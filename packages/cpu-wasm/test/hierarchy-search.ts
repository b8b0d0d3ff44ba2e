import type { Graph } from '@wayfield/graph';
import { NONE } from '@wayfield/graph';
import type { Hierarchy, HierarchyArcs } from '@wayfield/graph/hierarchy';

/**
 * What a plain search in a hierarchy finds: the cost as the hierarchy adds it up, and the arcs of
 * the graph.
 */
export interface Climb {
  readonly cost: number;
  readonly arcs: number[];
}

/**
 * A shortest path in a hierarchy by the definition: everything above the source by `up`, everything
 * above the target by `down`, the cheapest rank that both reach. Slow; for small graphs.
 */
export function climbHierarchy(hierarchy: Hierarchy, source: number, target: number): Climb {
  const { nodeCount, rank, up, down } = hierarchy;
  const there = climb(nodeCount, up, rank[source]);
  const back = climb(nodeCount, down, rank[target]);
  let cost = Infinity;
  let meeting = 0;
  for (let r = 0; r < nodeCount; r++) {
    const sum = Math.fround(there.dist[r] + back.dist[r]);
    if (sum < cost) [cost, meeting] = [sum, r];
  }
  const arcs: number[] = [];
  if (cost === Infinity) return { cost, arcs };
  const climbed: number[] = [];
  for (let r = meeting; there.arc[r] !== NONE; r = there.from[r]) climbed.push(there.arc[r]);
  for (const arc of climbed.reverse()) unpack(hierarchy, up, arc, arcs);
  for (let r = meeting; back.arc[r] !== NONE; r = back.from[r]) {
    unpack(hierarchy, down, back.arc[r], arcs);
  }
  return { cost, arcs };
}

function climb(nodeCount: number, side: HierarchyArcs, start: number) {
  const dist = new Float32Array(nodeCount).fill(Infinity);
  const arc = new Uint32Array(nodeCount).fill(NONE);
  const from = new Uint32Array(nodeCount).fill(NONE);
  dist[start] = 0;
  for (let r = start; r < nodeCount; r++) {
    if (dist[r] === Infinity) continue;
    for (let a = side.firstArc[r]; a < side.firstArc[r + 1]; a++) {
      const sum = Math.fround(dist[r] + side.weight[a]);
      const to = side.head[a];
      if (sum < dist[to]) {
        dist[to] = sum;
        arc[to] = a;
        from[to] = r;
      }
    }
  }
  return { dist, arc, from };
}

function unpack(hierarchy: Hierarchy, side: HierarchyArcs, arc: number, out: number[]): void {
  const [first, second] = [side.first[arc], side.second[arc]];
  if (second === NONE) out.push(first);
  else {
    unpack(hierarchy, hierarchy.down, first, out);
    unpack(hierarchy, hierarchy.up, second, out);
  }
}

/** Throws unless the arcs follow one another from `source` to `target`; returns their f32 sum. */
export function costOfArcs(graph: Graph, arcs: number[], source: number, target: number): number {
  let node = source;
  let cost = 0;
  for (const a of arcs) {
    if (!(a >= graph.firstOut[node] && a < graph.firstOut[node + 1])) {
      throw new Error(`arc ${a} does not leave node ${node}`);
    }
    cost = Math.fround(cost + graph.weight[a]);
    node = graph.head[a];
  }
  if (node !== target) throw new Error(`the arcs end at node ${node}, not ${target}`);
  return cost;
}
