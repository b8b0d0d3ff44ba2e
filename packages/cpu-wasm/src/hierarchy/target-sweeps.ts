// Sweeps to chosen targets (RPHAST): they cover only the targets and the ranks from which arcs lead
// down to a target. A source may begin at several nodes, at a cost each.
import { list } from '@wayfield/check';
import { checkNodes } from '@wayfield/graph';
import type { Hierarchy } from '@wayfield/graph/hierarchy';
import { createDestroyGuard, type KernelHost } from '@wayfield/wasm';
import type { Kernels } from '../hierarchy.gen.ts';
import { checkLanes, lanesFor } from './lanes.ts';
import { placeArcs, type SweepOrder } from './place-arcs.ts';
import { orderTo } from './sweep-order.ts';
import { checkTableEnds } from './table-ends.ts';
import type { TargetSweeps } from './types.ts';

/** The steps of a sweep, which all sweeps of a solver share. */
interface SweepSteps {
  /** Throws if the solver was destroyed. */
  check(): void;
  orderOfAll(): SweepOrder;
  begin(order: SweepOrder, lanes: number): void;
  /** Distances of the first `count` places (placeArcs orders the ranks), after a sweep. */
  swept(count: number, lanes: number): Float32Array;
}

/** As `sweepsTo` of a solver; `steps` are those of the solver's sweeps. Throws for bad targets. */
export function createTargetSweeps(
  hierarchy: Hierarchy,
  host: KernelHost<Kernels>,
  targets: ArrayLike<number> | undefined,
  { check, orderOfAll, begin, swept }: SweepSteps,
): TargetSweeps {
  const { nodeCount, rank } = hierarchy;
  const { blocks, kernels } = host;
  if (targets !== undefined) {
    list(targets, 'targets');
    checkNodes(targets, nodeCount, 'targets');
  }
  const ranks = targets && Array.from(targets, (v) => rank[v]);
  const order = ranks ? placeArcs(hierarchy, host, orderTo(hierarchy, ranks)) : orderOfAll();
  const place = targets ? Uint32Array.from(targets, (v) => order.place[v]) : order.place;
  const guard = createDestroyGuard('sweeps');
  return {
    place,
    covered: order.count,
    run(seeds) {
      check();
      guard.check();
      checkTableEnds(seeds, nodeCount, 'seeds');
      const { node, cost, first } = seeds;
      const count = first.length - 1;
      checkLanes(count, 'seeds', 'sources');
      const lanes = lanesFor(count);
      begin(order, lanes);
      for (let i = 0; i < count; i++) {
        for (let k = first[i]; k < first[i + 1]; k++) {
          kernels.sweepSource(rank[node[k]], i, cost[k] + 0); // no -0 in distances
        }
      }
      kernels.sweepUp();
      kernels.sweepDown();
      return { lanes, dist: swept(order.count, lanes) };
    },
    free() {
      if (!guard.end() || targets === undefined) return;
      blocks.free(order.block);
    },
  };
}
