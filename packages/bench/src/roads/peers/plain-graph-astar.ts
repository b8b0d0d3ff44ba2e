// A* and Dijkstra on compressed rows in plain JavaScript with typed arrays and a 4-ary heap: a
// rival of the targets for graphs.
import type { Graph } from '@wayfield/graph';
import { KeyedHeap } from '../../run/peers/heap.ts';
import { type PlainSearch, tracePath } from '../../grids/peers/plain-grid-astar.ts';

/**
 * A* with the straight-line heuristic if the graph has one (`heuristicScale` above 0) and
 * `heuristic` is not false, else Dijkstra. Distances are f32 sums, as everywhere in Wayfield.
 */
export function createPlainGraphAstar(graph: Graph, heuristic = true): PlainSearch {
  const { nodeCount, firstOut, head, weight } = graph;
  // slightly less than the scale, so that rounding in the square root cannot make it overestimate
  const scale = heuristic && graph.x && graph.y ? graph.heuristicScale * (1 - 1e-6) : 0;
  const x = graph.x ?? new Float32Array(0),
    y = graph.y ?? new Float32Array(0);
  const dist = new Float32Array(nodeCount);
  const parent = new Uint32Array(nodeCount);
  const seen = new Uint32Array(nodeCount); // twice the number of the query, plus 1 when settled
  const heap = new KeyedHeap(2);
  let generation = 0;
  let settled = 0;
  let last = { source: 0, target: 0, found: false };

  function search(source: number, target: number): number {
    last = { source, target, found: false };
    settled = 0;
    heap.clear();
    generation++;
    const open = generation * 2;
    seen[source] = open;
    dist[source] = 0;
    heap.push(0, source);
    const tx = scale > 0 ? x[target] : 0,
      ty = scale > 0 ? y[target] : 0;
    while (heap.size > 0) {
      const u = heap.pop();
      if (seen[u] > open) continue; // an entry with an older, larger key
      seen[u] = open + 1;
      settled++;
      const du = dist[u];
      if (u === target) {
        last.found = true;
        return du;
      }
      for (let a = firstOut[u], end = firstOut[u + 1]; a < end; a++) {
        const v = head[a];
        const d = Math.fround(du + weight[a]);
        if (seen[v] >= open && d >= dist[v]) continue;
        // a settled node is opened again if rounding of the heuristic settled it too early
        seen[v] = open;
        dist[v] = d;
        parent[v] = u;
        let key = d;
        if (scale > 0) {
          const dx = x[v] - tx,
            dy = y[v] - ty;
          key += scale * Math.sqrt(dx * dx + dy * dy);
        }
        heap.push(key, v);
      }
    }
    return Infinity;
  }

  return {
    search,
    path: () => (last.found ? tracePath(parent, last.source, last.target) : []),
    get settled() {
      return settled;
    },
    get memoryBytes() {
      return dist.byteLength + parent.byteLength + seen.byteLength + heap.byteLength;
    },
  };
}
