// Sweeps that begin at several nodes per source and cover only what leads to chosen targets.
import { checkLength, list, number, object, refuse } from '@wayfield/check';
import { checkNodes } from '@wayfield/graph';
import type { Hierarchy } from '@wayfield/graph/hierarchy';
import { createDestroyGuard, type KernelHost } from '@wayfield/wasm';
import type { Kernels } from '../hierarchy.gen.ts';
import { placeArcs, type SweepOrder } from './place-arcs.ts';
import { orderTo } from './sweep-order.ts';
import type { SweepSeeds, TargetSweeps } from './types.ts';

/** Sources of a sweep: four vectors of four. */
const MAX_LANES = 16;

/** Throws RangeError for more sources than lanes, and for none. */
export function checkLanes(count: number, name: string): void {
  if (!(count >= 1 && count <= MAX_LANES)) {
    throw new RangeError(`${name} has ${count} entries, expected 1 to ${MAX_LANES}`);
  }
}

/** Distances side by side for some sources. */
export function lanesFor(count: number): number {
  if (count <= 1) return 1;
  if (count <= 4) return 4;
  return count <= 8 ? 8 : 16;
}

/** The steps of a sweep, which all sweeps of a solver share. */
interface SweepSteps {
  /** Throws where the solver was destroyed. */
  check(): void;
  orderOfAll(): SweepOrder;
  begin(order: SweepOrder, lanes: number): void;
  /** Distances by place, after a sweep. */
  swept(count: number, lanes: number): Float32Array;
}

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
      checkSeeds(seeds, nodeCount);
      const { node, cost, first } = seeds;
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
      if (!guard.end() || targets === undefined) return;
      blocks.free(order.block);
    },
  };
}

const SEEDS = object({ node: list, cost: list, first: list }, 'SweepSeeds');
const COST = number(0);

/** Throws RangeError for seeds that are none, and for more sources than lanes. */
function checkSeeds(seeds: SweepSeeds, nodeCount: number): void {
  SEEDS(seeds, 'seeds');
  const { node, cost, first } = seeds;
  checkLanes(first.length - 1, 'seeds.first');
  checkNodes(node, nodeCount, 'seeds.node');
  checkLength(cost, node.length, 'seeds.cost');
  for (let k = 0; k < cost.length; k++) COST(cost[k], `seeds.cost[${k}]`);
  for (let i = 0; i < first.length; i++) {
    const least = i === 0 ? 0 : first[i - 1];
    const most = i === 0 ? 0 : i + 1 === first.length ? node.length : Infinity;
    const right = Number.isInteger(first[i]) && first[i] >= least && first[i] <= most;
    if (!right) refuse(`seeds.first[${i}]`, first[i], `a whole number from ${least} to ${most}`);
  }
}
