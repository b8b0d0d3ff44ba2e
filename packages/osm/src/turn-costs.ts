// Turns that take time. An arc into a node leads to a copy of the node, which remembers the road of
// the arc. For a turn that costs, an arc without a road leads from the copy to an entry; its weight
// is the seconds of the turn. An entry is a node with a single arc out, that of the road after the
// turn. For a free turn, the arc of that road leaves the copy itself; for a turn of negative cost
// too, but with a reduced weight, because no solver allows negative weights. A path that starts or
// ends at the node makes no turn there.
// build-network.ts calls `addTurnCosts` after turn-states.ts and before node-delays.ts.
import { refuse } from '@wayfield/check';
import { type ArcList, NONE } from '@wayfield/graph';
import { sortByTail } from './node-delays.ts';
import type { TurnFacts } from './profile.ts';
import { shortWay } from './projection.ts';
import { ROAD_CLASSES } from './road-class.ts';
import type { PenaltyOf, TurnPenalty } from './turn-penalties.ts';
import type { TurnNodes } from './turn-states.ts';
import type { Roads } from './types.ts';

/** What turns cost, and what `addTurnCosts` needs to know of roads. */
export interface TurnPrices {
  readonly seconds: (turn: TurnFacts) => number;
  /** Penalties of single turns, which replace `seconds`. */
  readonly penalties?: PenaltyOf | undefined;
  readonly roads: Pick<Roads, 'firstPoint' | 'lonE7' | 'latE7' | 'roadClass'>;
  /** If given, seconds of turns are whole tenths: see `RoadOptions.decimals`. */
  readonly decimals?: number | undefined;
  /** Per road: 1 = traffic drives on the left. */
  readonly leftHand: Uint8Array;
}

/** Most seconds that `Profile.turn` may give. Penalties of files have no such limit. */
const MOST_SECONDS = 3600;
const RADIANS = Math.PI / 180;

/** What a turn costs: seconds, and what routes minimise. */
interface Price {
  readonly seconds: number;
  readonly cost: number;
}
const FREE: Price = { seconds: 0, cost: 0 };

/**
 * The least seconds, and the least cost, to which a turn of negative cost reduces a road, as in
 * OSRM.
 */
const LEAST = 0.1;

/** A weight plus a price that may be below 0: at least LEAST, or the weight if that is less. */
export const reducedBy = (weight: number, price: number): number =>
  Math.max(weight + price, Math.min(weight, LEAST));

/** The price of a penalty; with `decimals` in whole tenths of a second and units of cost. */
function priceOf({ seconds, cost = seconds }: TurnPenalty, decimals?: number): Price {
  const round = (value: number, units: number): number =>
    decimals === undefined ? value : Math.round(value * units) / units + 0;
  const price = { seconds: round(seconds, 10), cost: round(cost, 10 ** (decimals ?? 0)) };
  return price.seconds === 0 && price.cost === 0 ? FREE : price;
}

/** Adds the costs of turns to a graph whose arcs are sorted by tail. */
export function addTurnCosts(nodes: TurnNodes, prices: TurnPrices): TurnNodes {
  const { arcs, roadOf } = nodes;
  const price = createPrices(nodes, prices);
  const firstOut = firstOutOf(arcs);
  const baseOf = Array.from(nodes.baseOf);
  const [tail, head, weight, code, extra]: number[][] = [[], [], [], [], []];
  /** Appends an arc to a node of the old graph; the loop below may make it a copy. */
  const put = (from: number, to: number, cost: number, road: number): void => {
    tail.push(from);
    head.push(to);
    weight.push(cost);
    code.push(road);
    extra.push(0);
  };
  /** The copy of a node, by the node and the code of the arc by which paths come. */
  const copies = new Map<number, Map<number, number>>();
  /** By arc: the node from which only this arc leads on. */
  const entries = new Map<number, number>();
  const made: number[] = [];
  /** See `TurnNodes.kept`. */
  let kept = 1;

  /** Appends the arc of a turn of negative seconds or cost: arc `b` with a reduced weight. */
  function putReduced(copy: number, b: number, { seconds, cost }: Price): void {
    const left = reducedBy(arcs.weight[b], seconds);
    if (left < arcs.weight[b]) kept = Math.min(kept, left / arcs.weight[b]);
    put(copy, arcs.head[b], left, roadOf[b]);
    extra[extra.length - 1] = cost;
  }

  /** The node from which only `arc` leads on. */
  function entryOf(arc: number): number {
    let node = entries.get(arc);
    if (node !== undefined) return node;
    node = baseOf.push(baseOf[arcs.tail[arc]]) - 1;
    entries.set(arc, node);
    put(node, arcs.head[arc], arcs.weight[arc], roadOf[arc]);
    return node;
  }

  /** The copy of a node for paths that come by `from`; the node itself if all turns are free. */
  function copyOf(node: number, from: number): number {
    const turns = Array.from(roadOf.subarray(firstOut[node], firstOut[node + 1]), (to) =>
      to === NONE ? FREE : price(from, to),
    );
    if (turns.every((one) => one === FREE)) return node;
    let row = copies.get(node);
    if (!row) copies.set(node, (row = new Map()));
    let copy = row.get(from);
    if (copy !== undefined) return copy;
    copy = baseOf.push(baseOf[node]) - 1;
    row.set(from, copy);
    made.push(copy);
    for (let k = 0; k < turns.length; k++) {
      const b = firstOut[node] + k;
      const { seconds, cost } = turns[k];
      if (turns[k] === FREE) put(copy, arcs.head[b], arcs.weight[b], roadOf[b]);
      else if (seconds < 0 || cost < 0) putReduced(copy, b, turns[k]);
      else {
        put(copy, entryOf(b), seconds, NONE);
        extra[extra.length - 1] = cost - seconds;
      }
    }
    return copy;
  }

  for (let a = 0; a < roadOf.length; a++)
    put(arcs.tail[a], arcs.head[a], arcs.weight[a], roadOf[a]);
  // `copyOf` appends arcs, so the loop replaces the heads of these arcs by copies too
  for (let i = 0; i < head.length; i++) if (code[i] !== NONE) head[i] = copyOf(head[i], code[i]);

  const endOf = endsOfCopies(made, baseOf, nodes.endOf, put);
  return {
    ...sortByTail({ tail, head, weight, roadOf: code, baseOf, extra }, arcs),
    baseOf: Uint32Array.from(baseOf),
    endOf,
    ...(kept < 1 && { kept }),
  };
}

/**
 * `endOf` of the new graph: nodes that got their first copies get an end as well, to which the node
 * and its copies lead.
 */
function endsOfCopies(
  copies: readonly number[],
  baseOf: number[],
  before: Uint32Array,
  put: (from: number, to: number, cost: number, road: number) => void,
): Uint32Array {
  const endOf = before.slice();
  for (const copy of copies) {
    const v = baseOf[copy];
    // A node that had copies before has an end already. Its old copies keep their arcs to the end,
    // and each new copy has got the arcs of the node that it copies, this one among them.
    if (before[v] !== v) continue;
    if (endOf[v] === v) {
      endOf[v] = baseOf.push(v) - 1;
      put(v, endOf[v], 0, NONE);
    }
    put(copy, endOf[v], 0, NONE);
  }
  return endOf;
}

function firstOutOf({ nodeCount, tail }: ArcList): Uint32Array {
  const first = new Uint32Array(nodeCount + 1);
  for (let a = 0; a < tail.length; a++) first[tail[a] + 1]++;
  for (let u = 0; u < nodeCount; u++) first[u + 1] += first[u];
  return first;
}

/** The price of the turn from one road into another, both by the `roadOf` of their arcs. */
function createPrices(
  { arcs, roadOf, baseOf }: TurnNodes,
  { seconds, roads, leftHand, penalties, decimals }: TurnPrices,
): (from: number, to: number) => Price {
  const { firstPoint, lonE7, latE7, roadClass } = roads;
  const roadsAt = countRoads(arcs, roadOf, baseOf);
  const headOf = new Map<number, number>();
  for (let a = 0; a < roadOf.length; a++) {
    if (roadOf[a] !== NONE) headOf.set(roadOf[a], baseOf[arcs.head[a]]);
  }
  const bearing = (a: number, b: number): number => {
    const shrink = Math.cos(((latE7[a] + latE7[b]) / 2e7) * RADIANS);
    return Math.atan2(shortWay(lonE7[b] - lonE7[a]) * shrink, latE7[b] - latE7[a]) / RADIANS;
  };
  /** The directions in which a road is entered and left. */
  const directions = (code: number): [number, number] => {
    const [low, high] = [firstPoint[code >>> 1], firstPoint[(code >>> 1) + 1] - 1];
    return (code & 1) === 1
      ? [bearing(high, high - 1), bearing(low + 1, low)]
      : [bearing(low, low + 1), bearing(high - 1, high)];
  };
  return (from, to) => {
    const penalty = penalties?.(from, to);
    if (penalty) return priceOf(penalty, decimals);
    const isBack = (from ^ to) === 1;
    const turned = directions(to)[0] - directions(from)[1];
    const angle = isBack ? 180 : ((turned + 540) % 360) - 180;
    const told = seconds({
      angle,
      isBack,
      roads: roadsAt.get(headOf.get(from)!) ?? 2,
      from: ROAD_CLASSES[roadClass[from >>> 1]],
      to: ROAD_CLASSES[roadClass[to >>> 1]],
      leftHand: leftHand[from >>> 1] === 1,
    });
    const found = decimals === undefined ? told : Math.round(10 * told) / 10;
    if (!(found >= 0 && found <= MOST_SECONDS)) {
      refuse('seconds of a turn', found, `0 to ${MOST_SECONDS}`);
    }
    return found === 0 ? FREE : { seconds: found, cost: found };
  };
}

/** By node of the map: how many ends of roads meet there. */
function countRoads(arcs: ArcList, roadOf: Uint32Array, baseOf: Uint32Array): Map<number, number> {
  const seen = new Map<number, Set<number>>();
  const add = (node: number, code: number): void => {
    let roads = seen.get(node);
    if (!roads) seen.set(node, (roads = new Set()));
    roads.add(code);
  };
  for (let a = 0; a < roadOf.length; a++) {
    if (roadOf[a] === NONE) continue;
    // a road that leads back to its node has two ends there
    add(baseOf[arcs.tail[a]], roadOf[a]);
    add(baseOf[arcs.head[a]], roadOf[a] ^ 1);
  }
  return new Map([...seen].map(([node, roads]) => [node, roads.size]));
}
