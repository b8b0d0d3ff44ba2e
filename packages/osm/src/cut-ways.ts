// Ways are cut into roads at the nodes of the graph: their ends, junctions, barriers and gaps.
import { upTo } from './gather.ts';
import { createGrowing } from './growing.ts';
import { distanceE7 } from './projection.ts';
import { BLOCKED, type NodePlaces, PLACED, WANTED, type WayList } from './way-list.ts';

/** Roads in the order of the ids of their ways, so that the order of the file does not matter. */
export interface CutWays {
  readonly nodeCount: number;
  /** nodeCount entries: the number of a node in the way list. */
  readonly listNode: Uint32Array;
  /** One entry per road: its ends, the number of its way in the list, metres. */
  readonly tail: Uint32Array;
  readonly head: Uint32Array;
  readonly way: Uint32Array;
  readonly length: Float64Array;
  /** One entry more than roads; the points, ends included. */
  readonly firstPoint: Uint32Array;
  readonly lonE7: Int32Array;
  readonly latE7: Int32Array;
  readonly missingNodes: number;
  readonly shortWays: number;
  readonly repeatedNodes: number;
  readonly barriers: number;
}

/** Cuts ways into roads; with `contract` points that only give a shape are no nodes. */
export function cutWays(list: WayList, places: NodePlaces, contract: boolean): CutWays {
  const { state } = places;
  const refs = list.refs.values();
  const firstRef = list.firstRef.values();
  const ids = list.ways.ids();
  const order = upTo(ids.length);
  // a JS sort is stable and its comparator is called n log n times: only where it must
  if (!isAscending(ids)) order.sort((a, b) => ids[a] - ids[b]);

  const counted = { missing: 0, repeated: 0 };
  const chain = createGrowingChain();
  /** Calls `visit` for every run of at least two nodes with places; true if there is one. */
  const forEachChain = (
    way: number,
    visit: (nodes: Uint32Array, count: number) => void,
  ): boolean => {
    let found = false;
    chain.count = 0;
    const flush = (): void => {
      if (chain.count > 1) {
        found = true;
        visit(chain.nodes, chain.count);
      }
      chain.count = 0;
    };
    for (let i = firstRef[way]; i < firstRef[way + 1]; i++) {
      const node = refs[i];
      if (!(state[node] & PLACED)) {
        counted.missing++;
        flush();
      } else if (chain.count > 0 && chain.nodes[chain.count - 1] === node) counted.repeated++;
      else chain.push(node);
    }
    flush();
    return found;
  };

  // how often a node is named: twice, and at an end at once, makes a node of the graph
  const named = new Uint8Array(state.length);
  let shortWays = 0;
  for (let way = 0; way < order.length; way++) {
    const found = forEachChain(way, (nodes, count) => {
      for (let i = 0; i < count; i++) {
        if (named[nodes[i]] < 2) named[nodes[i]]++;
      }
      named[nodes[0]] = named[nodes[count - 1]] = 2;
    });
    if (!found) shortWays++;
  }
  const { missing: missingNodes, repeated: repeatedNodes } = counted;

  const listNode = createGrowing(Uint32Array);
  const numberOf = new Uint32Array(state.length); // + 1
  const isNode = (node: number): boolean =>
    !contract || named[node] > 1 || (state[node] & (BLOCKED | WANTED)) !== 0;
  const nodeAt = (node: number): number => {
    // whoever comes to a barrier ends there: every road has a node of its own
    if (!(state[node] & BLOCKED)) {
      if (numberOf[node] !== 0) return numberOf[node] - 1;
      numberOf[node] = listNode.length + 1;
    }
    listNode.push(node);
    return listNode.length - 1;
  };
  const tail = createGrowing(Uint32Array);
  const head = createGrowing(Uint32Array);
  const wayOf = createGrowing(Uint32Array);
  const length = createGrowing(Float64Array);
  const firstPoint = createGrowing(Uint32Array);
  const lonE7 = createGrowing(Int32Array);
  const latE7 = createGrowing(Int32Array);
  firstPoint.push(0);
  for (const way of order) {
    forEachChain(way, (nodes, count) => {
      let metres = 0;
      tail.push(nodeAt(nodes[0]));
      for (let i = 0; i < count; i++) {
        const node = nodes[i];
        const lon = places.lonE7[node];
        const lat = places.latE7[node];
        lonE7.push(lon);
        latE7.push(lat);
        if (i === 0) continue;
        const before = nodes[i - 1];
        metres += distanceE7(places.lonE7[before], places.latE7[before], lon, lat);
        const last = i === count - 1;
        if (!last && !isNode(node)) continue;
        head.push(nodeAt(node));
        wayOf.push(way);
        length.push(metres);
        firstPoint.push(lonE7.length);
        if (last) continue;
        // the next road begins where this one ends
        tail.push(nodeAt(node));
        lonE7.push(lon);
        latE7.push(lat);
        metres = 0;
      }
    });
  }
  let barriers = 0;
  for (let node = 0; node < state.length; node++) if (state[node] & BLOCKED) barriers++;
  return {
    nodeCount: listNode.length,
    listNode: listNode.values(),
    tail: tail.values(),
    head: head.values(),
    way: wayOf.values(),
    length: length.values(),
    firstPoint: firstPoint.values(),
    lonE7: lonE7.values(),
    latE7: latE7.values(),
    missingNodes,
    shortWays,
    repeatedNodes,
    barriers,
  };
}

function isAscending(values: Float64Array): boolean {
  for (let i = 1; i < values.length; i++) if (values[i] < values[i - 1]) return false;
  return true;
}

/** Nodes of one way, in an array that is used for all. */
function createGrowingChain(): { nodes: Uint32Array; count: number; push(node: number): void } {
  const chain = {
    nodes: new Uint32Array(256),
    count: 0,
    push(node: number) {
      if (chain.count === chain.nodes.length) {
        const larger = new Uint32Array(2 * chain.count);
        larger.set(chain.nodes);
        chain.nodes = larger;
      }
      chain.nodes[chain.count++] = node;
    },
  };
  return chain;
}
