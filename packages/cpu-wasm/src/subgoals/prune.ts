import { buildGraph, type Graph } from '@wayfield/graph';

/**
 * The graph without each arc for which a path of two arcs is as long. Distances stay: lengths are
 * above 0, so that the two arcs are shorter and are there or have such a path themselves.
 */
export function pruned({ nodeCount, firstOut, head, weight }: Graph): Graph {
  const tail = new Uint32Array(head.length);
  const keptHead = new Uint32Array(head.length);
  const keptWeight = new Float32Array(head.length);
  let used = 0;
  /** The arc of the current node to each node; its weight is taken away once it is pruned. */
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
