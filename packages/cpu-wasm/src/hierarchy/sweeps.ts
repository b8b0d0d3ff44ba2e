import { checkLength, typed } from '@wayfield/check';
import type { Hierarchy } from '@wayfield/graph/hierarchy';
import type { KernelHost } from '@wayfield/wasm';
import type { Kernels } from '../hierarchy.gen.ts';
import { sweepOrder } from './sweep-order.ts';
import type { HierarchyTrees } from './types.ts';

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
}

/** Sweeps on a hierarchy; their arcs and distances get memory when they are first used. */
export function createSweeps(hierarchy: Hierarchy, host: KernelHost<Kernels>): Sweeps {
  const { nodeCount, rank } = hierarchy;
  const { arena, blocks, kernels } = host;
  let order: SweepOrder | undefined;
  let dists = 0;
  /** Lanes that `dists` has room for. */
  let reserved = 0;

  function prepare(lanes: number): SweepOrder {
    order ??= bindSweeps(hierarchy, host);
    if (lanes > reserved) {
      // the new room is taken before the old one is freed: a call that throws changes nothing
      const larger = blocks.allocate(nodeCount * lanes * 4);
      blocks.free(dists);
      dists = larger;
      reserved = lanes;
    }
    return order;
  }

  function sweep(sources: ArrayLike<number>, lanes: number): SweepOrder {
    const prepared = prepare(lanes);
    kernels.sweepBegin(dists, Math.log2(lanes));
    for (let i = 0; i < sources.length; i++) kernels.sweepSource(rank[sources[i]], i);
    kernels.sweepUp();
    kernels.sweepDown();
    return prepared;
  }

  return {
    run(sources) {
      const count = sources.length;
      if (!(count >= 1 && count <= MAX_LANES)) {
        throw new RangeError(`sources has ${count} entries, expected 1 to ${MAX_LANES}`);
      }
      const lanes = count === 1 ? 1 : count <= 4 ? 4 : count <= 8 ? 8 : 16;
      const { place } = sweep(sources, lanes);
      const dist = arena.floats().subarray(dists / 4, dists / 4 + nodeCount * lanes);
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
  };
}

/** The order in which a sweep meets the nodes. */
interface SweepOrder {
  /** One entry per node: its place in the order. */
  readonly place: Uint32Array;
  /** Address of one word per place: its node. */
  readonly nodes: number;
}

/** Copies the arcs of `down` in the order of sweeps, and gives the kernels their scratch. */
function bindSweeps(
  hierarchy: Hierarchy,
  { arena, blocks, kernels }: KernelHost<Kernels>,
): SweepOrder {
  const { nodeCount, node, down } = hierarchy;
  const sizes = [
    (nodeCount + 1) * 4,
    down.head.length * 8,
    nodeCount,
    nodeCount * 4,
    Math.ceil(nodeCount / 64) * 8,
    nodeCount * 4,
  ].map((bytes) => Math.ceil(bytes / ALIGNMENT) * ALIGNMENT);
  // one block: where memory ends, nothing is left behind
  let end = blocks.allocate(sizes.reduce((sum, bytes) => sum + bytes));
  const [rows, arcs, marks, places, waiting, nodes] = sizes.map((bytes) => (end += bytes) - bytes);
  const words = arena.words();
  const floats = arena.floats();
  const order = sweepOrder(hierarchy);
  const place = new Uint32Array(nodeCount);
  order.forEach((r, p) => {
    words[places / 4 + r] = p;
    words[nodes / 4 + p] = node[r];
    place[node[r]] = p;
  });
  let next = 0;
  order.forEach((r, p) => {
    for (let a = down.firstArc[r]; a < down.firstArc[r + 1]; a++, next++) {
      words[arcs / 4 + 2 * next] = words[places / 4 + down.head[a]];
      floats[arcs / 4 + 2 * next + 1] = down.weight[a] + 0;
    }
    words[rows / 4 + p + 1] = next;
  });
  kernels.sweepBind(rows, arcs, marks, places, waiting);
  return { place, nodes };
}
