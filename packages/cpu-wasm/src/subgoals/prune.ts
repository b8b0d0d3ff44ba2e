import { buildGraph, type Graph } from '@wayfield/graph';

/**
 * The graph without the arcs p -> q for which a path p -> r -> q of two arcs is at most as long.
 * Distances stay: weights are above 0, so both arcs of that path are shorter than the arc left out.
 * Each of the two is kept, or is replaced by a path of still shorter arcs. The comparison needs no
 * tolerance: weights are whole ticks, and sums of two are exact in f64.
 */
export function pruned({ nodeCount, firstOut, head, weight }: Graph): Graph {
  const tail = new Uint32Array(head.length);
  const keptHead = new Uint32Array(head.length);
  const keptWeight = new Float32Array(head.length);
  let used = 0;
  /** The weight of the arc from p to each node; -1 where there is no arc, or it is pruned. */
  const weightTo = new Float32Array(nodeCount).fill(-1);
  for (let p = 0; p < nodeCount; p++) {
    const [from, end] = [firstOut[p], firstOut[p + 1]];
    for (let a = from; a < end; a++) weightTo[head[a]] = weight[a];
    for (let a = from; a < end; a++) {
      const r = head[a];
      const toR = weight[a];
      for (let b = firstOut[r], last = firstOut[r + 1]; b < last; b++) {
        if (toR + weight[b] <= weightTo[head[b]]) weightTo[head[b]] = -1;
      }
    }
    for (let a = from; a < end; a++) {
      if (weightTo[head[a]] >= 0) {
        tail[used] = p;
        keptHead[used] = head[a];
        keptWeight[used++] = weight[a];
      }
      weightTo[head[a]] = -1;
    }
  }
  return buildGraph({
    nodeCount,
    tail: tail.subarray(0, used),
    head: keptHead.subarray(0, used),
    weight: keptWeight.subarray(0, used),
  });
}
