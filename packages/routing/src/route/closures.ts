// Routes around closed roads, for `avoid` of router.ts: a customizable hierarchy on which arcs of
// closed roads weigh 2^60, more than any open route. avoid.ts says which roads are closed, and
// ends.ts gives positions on them no exits and no entries. without-roads.ts leaves closed arcs out
// instead, for services that take no `avoid`.
import { buildCustomizable, createCustomizableSolver } from '@wayfield/cpu-wasm/customizable';
import type { CustomizableSolver } from '@wayfield/cpu-wasm/customizable';
import { FOUND, NO_PATH } from '@wayfield/graph';
import { CLOSED } from '../network/ticks.ts';
import type { RoutingNetwork } from '../types.ts';
import type { NodeRouter } from './search.ts';

/** Answers node queries on a network of which some roads are closed. */
export interface Closures {
  /**
   * The router for these closed roads, 1 = closed; valid until the next call. Throws Error after
   * `destroy`.
   */
  around(closed: Uint8Array): NodeRouter;
  readonly memoryBytes: number;
  destroy(): void;
}

/** The first call of `around` builds the customizable hierarchy; `destroy` frees it. */
export function createClosures(routing: RoutingNetwork): Closures {
  const { firstArc, arcs } = routing;
  const weight = routing.graph.weight.slice();
  const graph = { ...routing.graph, weight };
  let solver: CustomizableSolver | undefined;
  let current = new Uint8Array(routing.network.roads.count);
  let isDestroyed = false;

  /** Updates the weights of the roads that were closed or opened since the call before. */
  function close(closed: Uint8Array): CustomizableSolver {
    const changed: number[] = [];
    for (let r = 0; r < closed.length; r++) {
      if (closed[r] === current[r]) continue;
      for (const a of arcs.subarray(firstArc[2 * r], firstArc[2 * r + 2])) {
        weight[a] = closed[r] === 1 ? CLOSED : routing.graph.weight[a];
        changed.push(a);
      }
    }
    current = closed.slice();
    if (solver === undefined) {
      solver = createCustomizableSolver(graph, buildCustomizable(graph));
    } else if (changed.length > 0) {
      solver.update(changed);
    }
    return solver;
  }

  return {
    around(closed) {
      if (isDestroyed) throw new Error('the router was destroyed');
      const inner = close(closed);
      return {
        route(source, target) {
          const found = inner.route(source, target);
          const blocked = found.status === FOUND && found.cost >= CLOSED;
          return blocked ? { ...found, status: NO_PATH, cost: Infinity } : found;
        },
      };
    },
    get memoryBytes() {
      return solver?.memoryBytes ?? 0;
    },
    destroy() {
      isDestroyed = true;
      solver?.destroy();
      solver = undefined;
    },
  };
}
