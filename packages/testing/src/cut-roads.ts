// A reference for routing between positions: the graph is cut at the positions, and Dijkstra's
// algorithm runs on the result. It shares no code with the packages that it judges.

/** A road graph by arcs; `roadOf` is twice the number of a road, plus 1 against its direction. */
export interface CutInput {
  readonly nodeCount: number;
  readonly tail: ArrayLike<number>;
  readonly head: ArrayLike<number>;
  readonly weight: ArrayLike<number>;
  readonly roadOf: ArrayLike<number>;
  /**
   * Nodes from this number on are copies that remember turns: routes do not start on their arcs.
   */
  readonly baseCount: number;
  /** The costs of parts of arcs are whole multiples of this. */
  readonly tick: number;
}

/** A place on a road. */
export interface CutPoint {
  readonly road: number;
  /** The part of the road, 0 to 1, that lies before it. */
  readonly share: number;
  /** In which directions of the road it is left and reached. Default 'both'. */
  readonly directions?: 'both' | 'along' | 'against' | undefined;
}

/** A graph cut at some points. */
export interface CutRoads {
  /** Costs from one point to all points; `Infinity`: there is no route. */
  costs(from: number): Float64Array;
  /**
   * The cost over several points in this order. At a point between the first and the last the route
   * goes on along the arc on which it came. With `turn` it may also turn into the arcs of the other
   * direction of the road that start at nodes below `baseCount`.
   */
  over(order: readonly number[], turn: boolean): number;
  /** Costs from one point to all nodes of the uncut graph. */
  nodeCosts(from: number): Float64Array;
}

/** Cuts a graph at points. `closed` has 1 for every road that must not be used. */
export function cutRoads(
  input: CutInput,
  points: readonly CutPoint[],
  closed?: ArrayLike<number>,
): CutRoads {
  const { nodeCount, tail, head, weight, roadOf, baseCount, tick } = input;
  const onRoad = new Map<number, number[]>();
  points.forEach(({ road }, i) => onRoad.set(road, [...(onRoad.get(road) ?? []), i]));
  const from: number[] = [];
  const to: number[] = [];
  const cost: number[] = [];
  /**
   * Per point: its nodes on arcs of its road; against: the arc goes against the road; base: the arc
   * starts at a node below `baseCount`.
   */
  const passes: { node: number; against: boolean; base: boolean }[][] = points.map(() => []);
  let nodes = nodeCount + 2 * points.length;
  const link = (u: number, v: number, w: number): void => {
    from.push(u);
    to.push(v);
    cost.push(w);
  };
  const sourceOf = (i: number): number => nodeCount + 2 * i;
  const targetOf = (i: number): number => nodeCount + 2 * i + 1;
  for (let a = 0; a < tail.length; a++) {
    const road = roadOf[a] === 0xffffffff ? -1 : roadOf[a] >>> 1;
    if (road >= 0 && closed?.[road] === 1) continue;
    const against = (roadOf[a] & 1) === 1;
    const cuts = (onRoad.get(road) ?? []).map((i) => {
      const cut = Math.round((points[i].share * weight[a]) / tick) * tick;
      return { i, at: against ? weight[a] - cut : cut };
    });
    cuts.sort((p, q) => p.at - q.at);
    // the last node on the arc so far, and its cost from the tail; -1: the node is the tail
    let [node, at] = [tail[a], -1];
    for (const cut of cuts) {
      if (cut.at !== at) {
        link(node, nodes, cut.at - Math.max(at, 0));
        [node, at] = [nodes++, cut.at];
      }
      const { directions = 'both' } = points[cut.i];
      if (directions === (against ? 'along' : 'against')) continue;
      if (tail[a] < baseCount) link(sourceOf(cut.i), node, 0);
      link(node, targetOf(cut.i), 0);
      passes[cut.i].push({ node, against, base: tail[a] < baseCount });
    }
    link(node, head[a], weight[a] - Math.max(at, 0));
  }
  const search = dijkstra(nodes, from, to, cost);
  return {
    over(order, turn) {
      const layers = order.length - 1;
      const at = (layer: number, node: number): number => layer * nodes + node;
      const [tails, heads, costs]: number[][] = [[], [], []];
      const join = (u: number, v: number, w: number): void => {
        tails.push(u);
        heads.push(v);
        costs.push(w);
      };
      for (let l = 0; l < layers; l++) {
        for (let a = 0; a < from.length; a++) join(at(l, from[a]), at(l, to[a]), cost[a]);
        if (l + 1 === layers) continue;
        const here = passes[order[l + 1]];
        for (const p of here) {
          join(at(l, p.node), at(l + 1, p.node), 0);
          for (const q of turn ? here : []) {
            if (q.base && q.against !== p.against) join(at(l, p.node), at(l + 1, q.node), 0);
          }
        }
      }
      const dist = dijkstra(layers * nodes, tails, heads, costs)(sourceOf(order[0]));
      return dist[at(layers - 1, targetOf(order[layers]))];
    },
    costs(i) {
      const dist = search(sourceOf(i));
      return Float64Array.from(points, (_, j) => dist[targetOf(j)]);
    },
    nodeCosts: (i) => search(sourceOf(i)).slice(0, nodeCount),
  };
}

/** Distances from one node to all, with a binary heap, in f64. */
function dijkstra(
  nodeCount: number,
  from: readonly number[],
  to: readonly number[],
  cost: readonly number[],
): (source: number) => Float64Array {
  const first = new Uint32Array(nodeCount + 1);
  for (const u of from) first[u + 1]++;
  for (let u = 0; u < nodeCount; u++) first[u + 1] += first[u];
  const next = first.slice(0, nodeCount);
  const arcs = new Uint32Array(from.length);
  from.forEach((u, a) => (arcs[next[u]++] = a));
  return (source) => {
    const dist = new Float64Array(nodeCount).fill(Infinity);
    const heap: [number, number][] = [];
    const push = (d: number, u: number): void => {
      let i = heap.push([d, u]) - 1;
      for (; i > 0 && heap[(i - 1) >> 1][0] > d; i = (i - 1) >> 1) heap[i] = heap[(i - 1) >> 1];
      heap[i] = [d, u];
    };
    const pop = (): [number, number] => {
      const top = heap[0];
      const last = heap.pop()!;
      if (heap.length === 0) return top;
      let i = 0;
      for (;;) {
        let child = 2 * i + 1;
        if (child >= heap.length) break;
        if (child + 1 < heap.length && heap[child + 1][0] < heap[child][0]) child++;
        if (heap[child][0] >= last[0]) break;
        heap[i] = heap[child];
        i = child;
      }
      heap[i] = last;
      return top;
    };
    dist[source] = 0;
    push(0, source);
    while (heap.length > 0) {
      const [d, u] = pop();
      if (d > dist[u]) continue;
      for (let k = first[u]; k < first[u + 1]; k++) {
        const a = arcs[k];
        const sum = d + cost[a];
        if (sum >= dist[to[a]]) continue;
        dist[to[a]] = sum;
        push(sum, to[a]);
      }
    }
    return dist;
  };
}
