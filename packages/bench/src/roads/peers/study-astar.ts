// The searches that McNally (2010) tried: A* with sets of bytes, of bits and without a closed set
// (sections 3.3.2 and 4.6), and real-time A* (section 2.4.1; Korf, Real-time heuristic search,
// 1990). In plain JavaScript, to be compared with each other.
import type { Graph } from '@wayfield/graph';
import { KeyedHeap } from '../../run/peers/heap.ts';

/** What a search found. */
export interface StudyPath {
  /** Infinity: no path, or of real-time A* none within its moves. */
  readonly cost: number;
  /** Nodes taken from the open list, or moves of real-time A*. */
  readonly expanded: number;
}

export type SetKind = 'bytes' | 'bits' | 'no closed set';

/** The nodes of a search that are open, or closed. */
interface NodeSet {
  readonly bytes: number;
  clear(): void;
  has(node: number): boolean;
  add(node: number): void;
  remove(node: number): void;
}

function byteSet(count: number): NodeSet {
  const set = new Uint8Array(count);
  return {
    bytes: set.byteLength,
    clear: () => void set.fill(0),
    has: (node) => set[node] === 1,
    add: (node) => void (set[node] = 1),
    remove: (node) => void (set[node] = 0),
  };
}

/** The study's bits: `set[i / 8] |= 1 << (i % 8)`. */
function bitSet(count: number): NodeSet {
  const set = new Uint8Array(Math.ceil(count / 8));
  return {
    bytes: set.byteLength,
    clear: () => void set.fill(0),
    has: (node) => ((set[node >>> 3] >> (node & 7)) & 1) === 1,
    add: (node) => void (set[node >>> 3] |= 1 << (node & 7)),
    remove: (node) => void (set[node >>> 3] &= ~(1 << (node & 7))),
  };
}

/** The straight-line heuristic, a little below the truth so that rounding cannot overestimate. */
function heuristicOf({ x, y, heuristicScale }: Graph): (u: number, target: number) => number {
  if (!x || !y) return () => 0;
  const scale = heuristicScale * (1 - 1e-6);
  return (u, target) => scale * Math.sqrt((x[u] - x[target]) ** 2 + (y[u] - y[target]) ** 2);
}

/** A* with one kind of sets. `bytes` are those of its sets for one agent. */
export function createStudyAstar(
  graph: Graph,
  kind: SetKind,
): { bytes: number; search(source: number, target: number): StudyPath } {
  const { nodeCount, firstOut, head, weight } = graph;
  const makeSet = kind === 'bits' ? bitSet : byteSet;
  const open = makeSet(nodeCount);
  const closed = kind === 'no closed set' ? undefined : makeSet(nodeCount);
  const dist = new Float64Array(nodeCount);
  const heap = new KeyedHeap(2);
  const h = heuristicOf(graph);
  return {
    bytes: open.bytes + (closed?.bytes ?? 0),
    search(source, target) {
      heap.clear();
      open.clear();
      closed?.clear();
      dist.fill(Infinity);
      dist[source] = 0;
      open.add(source);
      heap.push(h(source, target), source);
      let expanded = 0;
      while (heap.size > 0) {
        const u = heap.pop();
        // an entry with an older, larger key
        if (!open.has(u)) continue;
        open.remove(u);
        closed?.add(u);
        expanded++;
        if (u === target) return { cost: dist[u], expanded };
        for (let a = firstOut[u]; a < firstOut[u + 1]; a++) {
          const v = head[a];
          if (closed?.has(v)) continue;
          const d = dist[u] + weight[a];
          if (d >= dist[v]) continue;
          dist[v] = d;
          open.add(v);
          heap.push(d + h(v, target), v);
        }
      }
      return { cost: Infinity, expanded };
    },
  };
}

/**
 * Real-time A*: moves to the neighbour with the least cost and estimate, and keeps for the node it
 * leaves the second least. It looks one arc ahead, plans while it walks, and walks back where an
 * estimate has become too large. It finds every target that can be reached from everywhere, on a
 * path that is mostly not the shortest.
 */
export function createRealTimeAstar(
  graph: Graph,
  mostMoves: number,
): { search(source: number, target: number): StudyPath } {
  const { firstOut, head, weight } = graph;
  const h = heuristicOf(graph);
  return {
    search(source, target) {
      const learned = new Map<number, number>();
      let at = source;
      let cost = 0;
      for (let moves = 0; moves < mostMoves; moves++) {
        if (at === target) return { cost, expanded: moves };
        let best = -1;
        let least = Infinity;
        let second = Infinity;
        let step = 0;
        for (let a = firstOut[at]; a < firstOut[at + 1]; a++) {
          const v = head[a];
          const f = weight[a] + (learned.get(v) ?? h(v, target));
          if (f < least) {
            second = least;
            least = f;
            best = v;
            step = weight[a];
          } else if (f < second) second = f;
        }
        if (best < 0) return { cost: Infinity, expanded: moves };
        learned.set(at, second);
        cost += step;
        at = best;
      }
      return { cost: Infinity, expanded: mostMoves };
    },
  };
}
