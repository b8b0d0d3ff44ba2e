// Waits at nodes, such as traffic signals: an arc into the node leads to a copy of its head
// instead. From the copy leads an arc without a road to the head; its weight is the delay. A path
// that starts or ends at a signal, or ends on the road to it, does not wait. build-network.ts calls
// `addDelays` last, after turn-costs.ts.
import { type ArcList, NONE } from '@wayfield/graph';
import type { NodeDelay } from './profile.ts';
import type { TurnNodes } from './turn-states.ts';
import type { Roads } from './types.ts';
import type { NodePlaces } from './way-list.ts';

/** What delays depend on besides their nodes. */
export interface DelayPlaces {
  /** Where delays are, by the numbers of the way list; undefined: nowhere. */
  readonly places: NodePlaces | undefined;
  /** The number of each node of the base graph in the way list. */
  readonly listNode: Uint32Array;
  readonly roads: Pick<Roads, 'length' | 'roadClass'>;
}

/** Adds the delays of nodes to a graph whose arcs are sorted by tail. */
export function addDelays(nodes: TurnNodes, { places, listNode, roads }: DelayPlaces): TurnNodes {
  const delays = new Map<number, NodeDelay>();
  if (places && places.delays.size > 0) {
    listNode.forEach((member, u) => {
      const delay = places.delays.get(member);
      if (delay) delays.set(u, delay);
    });
  }
  return delays.size === 0 ? nodes : withWaits(nodes, delays, holdsFor(nodes, delays, roads));
}

/** Metres: a sign nearer than this to a junction is meant for traffic towards that junction. */
const NEAR = 20;

/** Whether the delay of a node holds for traffic that comes by an arc, by the arc's `roadOf`. */
type Holds = (node: number, code: number) => boolean;

/** Signs without a direction hold for some of the roads at their nodes: see `NodeDelay.sign`. */
function holdsFor(
  { arcs, roadOf, baseOf }: TurnNodes,
  delays: ReadonlyMap<number, NodeDelay>,
  { length, roadClass }: DelayPlaces['roads'],
): Holds {
  /** By node with a sign: the roads there. */
  const roadsAt = new Map<number, Set<number>>();
  for (const [node, { sign }] of delays) if (sign) roadsAt.set(node, new Set());
  if (roadsAt.size === 0) return () => true;
  for (let a = 0; a < roadOf.length; a++) {
    if (roadOf[a] === NONE) continue;
    for (const v of [arcs.tail[a], arcs.head[a]]) roadsAt.get(baseOf[v])?.add(roadOf[a] >>> 1);
  }
  return (node, code) => {
    const all = roadsAt.get(node);
    if (!all) return true;
    const from = code >>> 1;
    if (delays.get(node)!.sign === 'minor') {
      return [...all].some((road) => roadClass[road] < roadClass[from]);
    }
    // On a short road from a junction to the sign, traffic comes from the junction and leaves the
    // sign behind. So the sign is not for this traffic.
    const away = length[from] < NEAR && [...all].some((r) => r !== from && length[r] > NEAR);
    return !(all.size === 2 && away);
  };
}

function withWaits(
  nodes: TurnNodes,
  delays: ReadonlyMap<number, NodeDelay>,
  holds: Holds,
): TurnNodes {
  const { arcs } = nodes;
  const baseOf = Array.from(nodes.baseOf);
  const endOf = nodes.endOf.slice();
  const ends = new Map<number, number>();
  /** The copy at which paths wait, by the head of the arc and the seconds of the wait. */
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
  const extra: number[] = [];
  const put = (from: number, to: number, cost: number, road: number): void => {
    tail.push(from);
    head.push(to);
    weight.push(cost);
    roadOf.push(road);
    extra.push(0);
  };
  for (let a = 0; a < arcs.head.length; a++) {
    const [to, code] = [arcs.head[a], nodes.roadOf[a]];
    const delay = code === NONE ? undefined : delays.get(baseOf[to]);
    const seconds =
      delay && holds(baseOf[to], code) ? ((code & 1) === 1 ? delay.backward : delay.forward) : 0;
    put(arcs.tail[a], seconds > 0 ? waitAt(to, seconds) : to, arcs.weight[a], code);
    if (nodes.extra) extra[a] = nodes.extra[a];
  }
  for (const [node, end] of ends) put(node, end, 0, NONE);
  for (const { tail: from, head: to, weight: cost } of added) put(from, to, cost, NONE);
  return {
    ...sortByTail({ tail, head, weight, roadOf, baseOf, extra }, arcs),
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
  /** See `TurnNodes`. */
  readonly extra: readonly number[];
}

/** The arcs sorted by tail; arcs of one tail keep their order. turn-costs.ts calls this too. */
export function sortByTail(
  { tail, head, weight, roadOf, baseOf, extra }: Columns,
  { x, y }: ArcList,
): Pick<TurnNodes, 'arcs' | 'roadOf' | 'extra'> {
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
    ...(extra.some((one) => one !== 0) && { extra: Float64Array.from(order, (a) => extra[a]) }),
  };
}
