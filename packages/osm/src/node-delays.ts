// Waiting at nodes, such as traffic signals: an arc into such a node leads to a copy of its head
// instead, from which an arc without a road, as long as the delay, leads on to the head. A path
// that ends on the road to a signal, or that starts at the signal, does not wait.
import { type ArcList, NONE } from '@wayfield/graph';
import type { NodeDelay } from './profile.ts';
import type { Turns } from './turn-states.ts';
import type { NodePlaces } from './way-list.ts';

type Nodes = Pick<Turns, 'arcs' | 'roadOf' | 'baseOf' | 'endOf'>;

/**
 * Adds the delays of nodes to a graph whose arcs are sorted by tail. `listNode`: the number of each
 * node of the base graph in the way list, by which `places` knows delays.
 */
export function addDelays(
  nodes: Nodes,
  places: NodePlaces | undefined,
  listNode: Uint32Array,
): Nodes {
  const delays = new Map<number, NodeDelay>();
  if (places && places.delays.size > 0) {
    listNode.forEach((member, u) => {
      const delay = places.delays.get(member);
      if (delay) delays.set(u, delay);
    });
  }
  return delays.size === 0 ? nodes : withWaits(nodes, delays);
}

function withWaits(nodes: Nodes, delays: ReadonlyMap<number, NodeDelay>): Nodes {
  const { arcs } = nodes;
  const baseOf = Array.from(nodes.baseOf);
  const endOf = nodes.endOf.slice();
  const ends = new Map<number, number>();
  /** By head, then by delay: the node at which paths wait. */
  const waits = new Map<number, Map<number, number>>();
  const added: { tail: number; head: number; weight: number }[] = [];

  function endAt(node: number): number {
    if (endOf[node] === node) {
      endOf[node] = baseOf.push(node) - 1;
      ends.set(node, endOf[node]);
    }
    return endOf[node];
  }

  function waitAt(head: number, seconds: number): number {
    let row = waits.get(head);
    if (!row) waits.set(head, (row = new Map()));
    let wait = row.get(seconds);
    if (wait !== undefined) return wait;
    const node = baseOf[head];
    wait = baseOf.push(node) - 1;
    row.set(seconds, wait);
    added.push({ tail: wait, head, weight: seconds }, { tail: wait, head: endAt(node), weight: 0 });
    return wait;
  }

  const tail: number[] = [];
  const head: number[] = [];
  const weight: number[] = [];
  const roadOf: number[] = [];
  const put = (from: number, to: number, cost: number, road: number): void => {
    tail.push(from);
    head.push(to);
    weight.push(cost);
    roadOf.push(road);
  };
  for (let a = 0; a < arcs.head.length; a++) {
    const [to, code] = [arcs.head[a], nodes.roadOf[a]];
    const delay = code === NONE ? undefined : delays.get(baseOf[to]);
    const seconds = delay ? ((code & 1) === 1 ? delay.backward : delay.forward) : 0;
    put(arcs.tail[a], seconds > 0 ? waitAt(to, seconds) : to, arcs.weight[a], code);
  }
  for (const [node, end] of ends) put(node, end, 0, NONE);
  for (const { tail: from, head: to, weight: cost } of added) put(from, to, cost, NONE);
  return {
    ...sortByTail({ tail, head, weight, roadOf, baseOf }, arcs),
    baseOf: Uint32Array.from(baseOf),
    endOf,
  };
}

interface Columns {
  readonly tail: readonly number[];
  readonly head: readonly number[];
  readonly weight: readonly number[];
  readonly roadOf: readonly number[];
  readonly baseOf: readonly number[];
}

/** The arcs in the order of their tails, those of one tail in the order in which they came. */
export function sortByTail(
  { tail, head, weight, roadOf, baseOf }: Columns,
  { x, y }: ArcList,
): { arcs: ArcList; roadOf: Uint32Array } {
  const order = Uint32Array.from(tail, (_, a) => a).sort((a, b) => tail[a] - tail[b] || a - b);
  return {
    arcs: {
      nodeCount: baseOf.length,
      tail: Uint32Array.from(order, (a) => tail[a]),
      head: Uint32Array.from(order, (a) => head[a]),
      weight: Float32Array.from(order, (a) => weight[a]),
      ...(x &&
        y && {
          x: Float32Array.from(baseOf, (v) => x[v]),
          y: Float32Array.from(baseOf, (v) => y[v]),
        }),
    },
    roadOf: Uint32Array.from(order, (a) => roadOf[a]),
  };
}
