import { checkLength, typed } from '@wayfield/check';
import { NONE } from '@wayfield/graph';
import type { Hierarchy } from '@wayfield/graph/hierarchy';
import type { KernelHost } from '@wayfield/wasm';
import type { Kernels } from '../hierarchy.gen.ts';
import { orderTo, sweepOrder } from './sweep-order.ts';
import type { HierarchyTrees, TargetSweeps } from './types.ts';

const distances = typed(Float32Array);

/** Bytes: arrays of a block begin at multiples of a vector. */
const ALIGNMENT = 16;

/** Sources of a sweep: four vectors of four. */
export const MAX_LANES = 16;

export interface Sweeps {
  run(sources: ArrayLike<number>): HierarchyTrees;
  /**
   * Sweeps from one node; returns the addresses of its distances and of the nodes, both by place.
   */
  runOne(source: number): { dists: number; nodes: number };
  /** Sweeps that cover only what leads to some targets; without targets all nodes. */
  to(targets: ArrayLike<number> | undefined): TargetSweeps;
}

/** Sweeps on a hierarchy; their arcs and distances get memory when they are first used. */
export function createSweeps(hierarchy: Hierarchy, host: KernelHost<Kernels>): Sweeps {
  const { nodeCount, rank } = hierarchy;
  const { arena, blocks, kernels } = host;
  let scratch: Scratch | undefined;
  let all: SweepOrder | undefined;
  let dists = 0;
  /** Lanes that `dists` has room for. */
  let reserved = 0;

  function makeScratch(): Scratch {
    scratch ??= {
      marks: blocks.allocate(nodeCount),
      waiting: blocks.allocate(Math.ceil(nodeCount / 64) * 8),
    };
    return scratch;
  }

  function orderOfAll(): SweepOrder {
    all ??= placeArcs(hierarchy, host, sweepOrder(hierarchy));
    return all;
  }

  /** Prepares a sweep of `lanes`, whose sources are still to be given. */
  function begin({ rows, arcs, places, count }: SweepOrder, lanes: number): void {
    const { marks, waiting } = makeScratch();
    if (lanes > reserved) {
      // the new room is taken before the old one is freed: a call that throws changes nothing
      const larger = blocks.allocate(nodeCount * lanes * 4);
      blocks.free(dists);
      dists = larger;
      reserved = lanes;
    }
    kernels.sweepBind(rows, arcs, marks, places, waiting, count);
    kernels.sweepBegin(dists, Math.log2(lanes));
  }

  function sweep(sources: ArrayLike<number>, lanes: number): SweepOrder {
    const order = orderOfAll();
    begin(order, lanes);
    for (let i = 0; i < sources.length; i++) kernels.sweepSource(rank[sources[i]], i, 0);
    kernels.sweepUp();
    kernels.sweepDown();
    return order;
  }

  /** Distances by place, after a sweep. */
  const swept = (count: number, lanes: number): Float32Array =>
    arena.floats().subarray(dists / 4, dists / 4 + count * lanes);

  return {
    run(sources) {
      const count = sources.length;
      checkLanes(count, 'sources');
      const lanes = lanesFor(count);
      const { place } = sweep(sources, lanes);
      const dist = swept(nodeCount, lanes);
      return {
        count,
        lanes,
        place,
        dist,
        distInto(i, out) {
          if (!(Number.isInteger(i) && i >= 0 && i < count)) {
            throw new RangeError(`i is ${i}, there are ${count} sources`);
          }
          distances(out, 'out');
          checkLength(out, nodeCount, 'out');
          for (let v = 0; v < nodeCount; v++) out[v] = dist[place[v] * lanes + i];
        },
      };
    },
    runOne(source) {
      const { nodes } = sweep([source], 1);
      return { dists, nodes };
    },
    to(targets) {
      const order = targets
        ? placeArcs(
            hierarchy,
            host,
            orderTo(
              hierarchy,
              Array.from(targets, (v) => rank[v]),
            ),
          )
        : orderOfAll();
      const place = targets ? Uint32Array.from(targets, (v) => order.place[v]) : order.place;
      return {
        place,
        covered: order.count,
        run({ node, cost, first }) {
          const count = first.length - 1;
          const lanes = lanesFor(count);
          begin(order, lanes);
          for (let i = 0; i < count; i++) {
            for (let k = first[i]; k < first[i + 1]; k++) {
              kernels.sweepSource(rank[node[k]], i, cost[k]);
            }
          }
          kernels.sweepUp();
          kernels.sweepDown();
          return { lanes, dist: swept(order.count, lanes) };
        },
        free() {
          if (order === all) return;
          for (const at of [order.rows, order.arcs, order.places, order.nodes]) blocks.free(at);
        },
      };
    },
  };
}

/** Throws RangeError for more sources than lanes, and for none. */
export function checkLanes(count: number, name: string): void {
  if (!(count >= 1 && count <= MAX_LANES)) {
    throw new RangeError(`${name} has ${count} entries, expected 1 to ${MAX_LANES}`);
  }
}

function lanesFor(count: number): number {
  if (count <= 1) return 1;
  if (count <= 4) return 4;
  return count <= 8 ? 8 : 16;
}

/** Memory that all sweeps share. */
interface Scratch {
  readonly marks: number;
  readonly waiting: number;
}

/** The order in which a sweep meets the nodes. */
interface SweepOrder {
  /** One entry per node: its place in the order. */
  readonly place: Uint32Array;
  /** The places that a sweep covers; the other nodes follow in any order. */
  readonly count: number;
  /** Addresses: rows and arcs by place, the place of each rank, the node of each place. */
  readonly rows: number;
  readonly arcs: number;
  readonly places: number;
  readonly nodes: number;
}

/** Copies the arcs of `down` of some ranks in the order of sweeps. */
function placeArcs(
  { nodeCount, node, down }: Hierarchy,
  { arena, blocks }: KernelHost<Kernels>,
  order: Uint32Array,
): SweepOrder {
  const { firstArc } = down;
  let arcCount = 0;
  for (let p = 0; p < order.length; p++) arcCount += firstArc[order[p] + 1] - firstArc[order[p]];
  const rows = blocks.allocate((order.length + 1) * 4);
  const arcs = blocks.allocate(arcCount * 8);
  const places = blocks.allocate(nodeCount * 4);
  const nodes = blocks.allocate(nodeCount * 4);
  const words = arena.words();
  const floats = arena.floats();
  const place = new Uint32Array(nodeCount);
  const placeOf = words.subarray(places / 4, places / 4 + nodeCount).fill(NONE);
  const put = (r: number, p: number): void => {
    placeOf[r] = p;
    words[nodes / 4 + p] = node[r];
    place[node[r]] = p;
  };
  order.forEach(put);
  if (order.length < nodeCount) {
    let next = order.length;
    for (let r = 0; r < nodeCount; r++) if (placeOf[r] === NONE) put(r, next++);
  }
  let next = 0;
  words[rows / 4] = 0;
  order.forEach((r, p) => {
    for (let a = firstArc[r]; a < firstArc[r + 1]; a++, next++) {
      words[arcs / 4 + 2 * next] = placeOf[down.head[a]];
      floats[arcs / 4 + 2 * next + 1] = down.weight[a] + 0;
    }
    words[rows / 4 + p + 1] = next;
  });
  return { place, count: order.length, rows, arcs, places, nodes };
}
