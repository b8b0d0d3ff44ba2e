// The first candidates of alternatives.ts: the nodes that both upward searches of the contraction
// hierarchy reach.
import type { Hierarchy, HierarchyArcs } from '@wayfield/graph/hierarchy';
import type { End } from '../network/ends.ts';

/** A node that both searches reach, with an upper bound on the least cost of a route over it. */
export interface Meeting {
  readonly node: number;
  readonly cost: number;
}

/** Finds the via nodes of routes between two positions. */
export interface Meetings {
  /** The nodes whose bound is at most `limit`, the cheapest first. */
  find(exits: readonly End[], entries: readonly End[], limit: number): Meeting[];
}

export function createMeetings({ nodeCount, rank, node, up, down }: Hierarchy): Meetings {
  const forward = createClimb(nodeCount, rank, up);
  const backward = createClimb(nodeCount, rank, down);
  return {
    find(exits, entries, limit) {
      const reached = forward.run(exits, limit);
      backward.run(entries, limit);
      const found: Meeting[] = [];
      for (const r of reached) {
        const cost = forward.dist[r] + backward.dist[r];
        if (cost <= limit) found.push({ node: node[r], cost });
      }
      forward.clear();
      backward.clear();
      return found.sort((a, b) => a.cost - b.cost || a.node - b.node);
    },
  };
}

interface Climb {
  readonly dist: Float64Array;
  /** Searches upward from these exits or entries up to `limit`; returns the ranks reached. */
  run(ends: readonly End[], limit: number): readonly number[];
  clear(): void;
}

/** An upward search, rank after rank: a rank's cost is final when it is taken from the heap. */
function createClimb(
  nodeCount: number,
  rank: Uint32Array,
  { firstArc, head, weight }: HierarchyArcs,
): Climb {
  const dist = new Float64Array(nodeCount).fill(Infinity);
  let reached: number[] = [];
  return {
    dist,
    run(ends, limit) {
      const heap: number[] = [];
      const offer = (r: number, cost: number): void => {
        if (cost > limit || cost >= dist[r]) return;
        if (dist[r] === Infinity) {
          reached.push(r);
          push(heap, r);
        }
        dist[r] = cost;
      };
      for (const { node, cost } of ends) offer(rank[node], cost);
      while (heap.length > 0) {
        const r = pop(heap);
        for (let a = firstArc[r]; a < firstArc[r + 1]; a++) offer(head[a], dist[r] + weight[a]);
      }
      return reached;
    },
    clear() {
      for (const r of reached) dist[r] = Infinity;
      reached = [];
    },
  };
}

/** A binary heap of numbers, the least first. */
function push(heap: number[], value: number): void {
  let i = heap.push(value) - 1;
  for (; i > 0 && heap[(i - 1) >> 1] > value; i = (i - 1) >> 1) heap[i] = heap[(i - 1) >> 1];
  heap[i] = value;
}

function pop(heap: number[]): number {
  const top = heap[0];
  const last = heap.pop()!;
  if (heap.length === 0) return top;
  let i = 0;
  for (;;) {
    let child = 2 * i + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && heap[child + 1] < heap[child]) child++;
    if (heap[child] >= last) break;
    heap[i] = heap[child];
    i = child;
  }
  heap[i] = last;
  return top;
}
