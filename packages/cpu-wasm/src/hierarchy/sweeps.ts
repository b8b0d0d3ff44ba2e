import { checkLength, typed } from '@wayfield/check';
import type { Hierarchy } from '@wayfield/graph/hierarchy';
import type { KernelHost } from '@wayfield/wasm';
import type { Kernels } from '../hierarchy.gen.ts';
import { allocateAll } from '../allocate-all.ts';
import { sweepOrder } from './sweep-order.ts';
import { placeArcs, type SweepOrder } from './place-arcs.ts';
import { checkLanes, lanesFor } from './lanes.ts';
import { createTargetSweeps } from './target-sweeps.ts';
import type { HierarchyTrees, TargetSweeps } from './types.ts';

const distances = typed(Float32Array);

/** Sweeps of one solver. All write into the same memory: each overwrites those of the last. */
export interface Sweeps {
  /** As `trees` of a solver. */
  run(sources: ArrayLike<number>): HierarchyTrees;
  /**
   * Sweeps from one node; returns the addresses of its distances and of the nodes, both by place.
   */
  runOne(source: number): { dists: number; nodes: number };
  /**
   * Sweeps that cover only `targets` and the ranks from which paths lead down to them; without
   * targets, all ranks. `check` is called before each sweep.
   */
  to(targets: ArrayLike<number> | undefined, check: () => void): TargetSweeps;
}

/** Sweeps on a hierarchy; their arcs and distances get memory when they are first used. */
export function createSweeps(hierarchy: Hierarchy, host: KernelHost<Kernels>): Sweeps {
  const { nodeCount, rank } = hierarchy;
  const { arena, blocks, kernels } = host;
  let scratch: Scratch | undefined;
  /** The order of sweeps to all nodes. */
  let all: SweepOrder | undefined;
  /** Address of the distances by place, an f32 per lane. */
  let dists = 0;
  /** Lanes that `dists` has room for. */
  let reserved = 0;

  function makeScratch(): Scratch {
    if (scratch !== undefined) return scratch;
    const [marks, waiting] = allocateAll(blocks, [nodeCount, Math.ceil(nodeCount / 64) * 8]);
    scratch = { marks, waiting };
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

  /** Distances of the first `count` places, after a sweep. */
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
    to: (targets, check) =>
      createTargetSweeps(hierarchy, host, targets, { check, orderOfAll, begin, swept }),
  };
}

/** Addresses of memory that all sweeps share: see assembly/hierarchy/sweep.ts. */
interface Scratch {
  readonly marks: number;
  readonly waiting: number;
}
