// Ways are cut into roads at the nodes of the graph. A node of OpenStreetMap becomes one if it is
// an end of a way, a junction, a barrier (BLOCKED), WANTED (way-list.ts says why), or beside a gap:
// a node that the source does not hold. Without `contract` every node becomes one.
//
// Two numberings of nodes meet here. A "member" of a way is a node of the source, by its number in
// the way list; members of relations do not occur here. A "node" is a node of the graph. `listNode`
// leads from nodes to members. build-network.ts calls `cutWays`.
import { upTo } from './gather.ts';
import { createGrowing } from './growing.ts';
import { type Measure, MEASURES } from './projection.ts';
import type { RoadOptions } from './types.ts';
import { BLOCKED, type NodePlaces, PLACED, WANTED, type WayList } from './way-list.ts';

/**
 * Roads in the order of the ids of their ways, so that the order of the file does not matter. Ids
 * from 2^53 on are in the order of the file: see ids.ts.
 */
export interface CutWays {
  readonly nodeCount: number;
  /** nodeCount entries: the number of each node of the graph among the nodes of the way list. */
  readonly listNode: Uint32Array;
  /** One entry per road: its end nodes, the number of its way in the list, its length in metres. */
  readonly tail: Uint32Array;
  readonly head: Uint32Array;
  readonly way: Uint32Array;
  readonly length: Float64Array;
  /** The points of road `r`, with both ends: `firstPoint[r]` to `firstPoint[r + 1]` − 1. */
  readonly firstPoint: Uint32Array;
  readonly lonE7: Int32Array;
  readonly latE7: Int32Array;
  /** Per point: the number of its node in the way list. Empty unless ids of points are wanted. */
  readonly member: Uint32Array;
  /** How the lengths of roads were measured. */
  readonly measure: Measure;
  readonly missingNodes: number;
  readonly shortWays: number;
  readonly repeatedNodes: number;
  readonly barriers: number;
}

type CutOptions = Pick<RoadOptions, 'contract' | 'pointIds' | 'lengths'>;

/**
 * Cuts ways into roads. With `contract`, points that only shape a road are no nodes of the graph.
 */
export function cutWays(
  list: WayList,
  places: NodePlaces,
  { contract = true, pointIds = false, lengths = 'sphere' }: CutOptions,
): CutWays {
  const { state } = places;
  const ids = list.ways.ids();
  const order = upTo(ids.length);
  // files are mostly sorted by id, and sorting calls its comparator n log n times
  if (!isAscending(ids)) order.sort((a, b) => ids[a] - ids[b]);
  const chains = createChains(list, state);
  const { mentions, shortWays } = countMentions(chains, ids.length, state.length);
  // copied now, because `chains.each` below visits all ways again and counts both twice
  const { missing: missingNodes, repeated: repeatedNodes } = chains;

  const measure = MEASURES[lengths];
  const isGraphNode = (member: number): boolean =>
    !contract || mentions[member] > 1 || (state[member] & (BLOCKED | WANTED)) !== 0;
  const roads = createRoadWriter(places, isGraphNode, { pointIds, measure });
  for (const way of order) chains.each(way, (members, count) => roads.add(way, members, count));
  let barriers = 0;
  for (let member = 0; member < state.length; member++) if (state[member] & BLOCKED) barriers++;
  return { ...roads.values(), measure, missingNodes, shortWays, repeatedNodes, barriers };
}

/** The nodes of ways, as numbers in the way list ("members"). */
interface Chains {
  /** Members without a place, in all calls of `each`. */
  missing: number;
  /** Members that follow themselves, in all calls of `each`. */
  repeated: number;
  /**
   * Visits each run of at least two members with places; the next run overwrites `members`. Returns
   * false if there is no such run.
   */
  each(way: number, visit: (members: Uint32Array, count: number) => void): boolean;
}

function createChains(list: WayList, state: Uint8Array): Chains {
  const refs = list.refs.values();
  const firstRef = list.firstRef.values();
  const chain = createGrowingChain();
  const chains: Chains = {
    missing: 0,
    repeated: 0,
    each(way, visit) {
      let found = false;
      chain.count = 0;
      const flush = (): void => {
        if (chain.count > 1) {
          found = true;
          visit(chain.members, chain.count);
        }
        chain.count = 0;
      };
      for (let i = firstRef[way]; i < firstRef[way + 1]; i++) {
        const member = refs[i];
        if (!(state[member] & PLACED)) {
          chains.missing++;
          flush();
        } else if (chain.count > 0 && chain.members[chain.count - 1] === member) {
          chains.repeated++;
        } else {
          chain.push(member);
        }
      }
      flush();
      return found;
    },
  };
  return chains;
}

/**
 * How many times ways mention each member, up to 2. A member mentioned twice is a junction. An end
 * of a run counts as 2 at once, because it is a node of the graph in any case.
 */
function countMentions(
  chains: Chains,
  wayCount: number,
  memberCount: number,
): { mentions: Uint8Array; shortWays: number } {
  const mentions = new Uint8Array(memberCount);
  let shortWays = 0;
  for (let way = 0; way < wayCount; way++) {
    const found = chains.each(way, (members, count) => {
      for (let i = 0; i < count; i++) if (mentions[members[i]] < 2) mentions[members[i]]++;
      mentions[members[0]] = mentions[members[count - 1]] = 2;
    });
    if (!found) shortWays++;
  }
  return { mentions, shortWays };
}

type RoadColumns = Omit<
  CutWays,
  'measure' | 'missingNodes' | 'shortWays' | 'repeatedNodes' | 'barriers'
>;

/** Collects roads: cuts runs of members at the nodes of the graph, which it numbers. */
interface RoadWriter {
  add(way: number, members: Uint32Array, count: number): void;
  values(): RoadColumns;
}

function createRoadWriter(
  { lonE7: lons, latE7: lats, state }: NodePlaces,
  isGraphNode: (member: number) => boolean,
  { pointIds, measure }: { readonly pointIds: boolean; readonly measure: Measure },
): RoadWriter {
  const listNode = createGrowing(Uint32Array);
  const tail = createGrowing(Uint32Array);
  const head = createGrowing(Uint32Array);
  const wayOf = createGrowing(Uint32Array);
  const length = createGrowing(Float64Array);
  const firstPoint = createGrowing(Uint32Array);
  const lonE7 = createGrowing(Int32Array);
  const latE7 = createGrowing(Int32Array);
  const memberOf = createGrowing(Uint32Array);
  firstPoint.push(0);

  /** By member: the number of its node of the graph, plus 1. */
  const numberOf = new Uint32Array(state.length);
  const nodeAt = (member: number): number => {
    // each road that ends at a barrier gets a node of its own there, so no path passes it
    if (!(state[member] & BLOCKED)) {
      if (numberOf[member] !== 0) return numberOf[member] - 1;
      numberOf[member] = listNode.length + 1;
    }
    listNode.push(member);
    return listNode.length - 1;
  };

  return {
    add(way, members, count) {
      let metres = 0;
      tail.push(nodeAt(members[0]));
      for (let i = 0; i < count; i++) {
        const member = members[i];
        const [lon, lat] = [lons[member], lats[member]];
        lonE7.push(lon);
        latE7.push(lat);
        if (pointIds) memberOf.push(member);
        if (i === 0) continue;
        metres += measure(lons[members[i - 1]], lats[members[i - 1]], lon, lat);
        const isLast = i === count - 1;
        if (!isLast && !isGraphNode(member)) continue;
        head.push(nodeAt(member));
        wayOf.push(way);
        length.push(metres);
        firstPoint.push(lonE7.length);
        if (isLast) continue;
        // the next road begins where this one ends
        tail.push(nodeAt(member));
        lonE7.push(lon);
        latE7.push(lat);
        if (pointIds) memberOf.push(member);
        metres = 0;
      }
    },
    values: () => ({
      nodeCount: listNode.length,
      listNode: listNode.values(),
      tail: tail.values(),
      head: head.values(),
      way: wayOf.values(),
      length: length.values(),
      firstPoint: firstPoint.values(),
      lonE7: lonE7.values(),
      latE7: latE7.values(),
      member: memberOf.values(),
    }),
  };
}

function isAscending(values: Float64Array): boolean {
  for (let i = 1; i < values.length; i++) if (values[i] < values[i - 1]) return false;
  return true;
}

/** The members of one run, in an array that is used for all runs. */
function createGrowingChain(): {
  members: Uint32Array;
  count: number;
  push(member: number): void;
} {
  const chain = {
    members: new Uint32Array(256),
    count: 0,
    push(member: number) {
      if (chain.count === chain.members.length) {
        const larger = new Uint32Array(2 * chain.count);
        larger.set(chain.members);
        chain.members = larger;
      }
      chain.members[chain.count++] = member;
    },
  };
  return chain;
}
