// The weights of the slices in use, with the live speeds, and a solver for each. timed-router.ts
// asks for the weights of a departure.
import {
  buildCustomizable,
  createCustomizableSolver,
  type CustomizableHierarchy,
  type CustomizableSolver,
} from '@wayfield/cpu-wasm/customizable';
import type { RoutingNetwork } from '../types.ts';
import { sliceAt, type SpeedSlice, weighDirection } from './slices.ts';

/** The weights of one slice with the live speeds, and a solver on these weights. */
export interface Timed {
  readonly slice: number;
  /**
   * The network with these weights in `graph`. Its `hierarchy` still has the weights of the
   * network, so it must not be searched.
   */
  readonly routing: RoutingNetwork;
  readonly solver: CustomizableSolver;
  /** The live speeds that the weights contain. After `setLive`, `at` updates the weights. */
  live: Float32Array | undefined;
}

/**
 * The weights of slices. The weights of the `kept` slices used last stay in memory; all others are
 * made again when needed. While a slice is added, one more is in memory.
 */
export interface TimedWeights {
  /**
   * The weights of the slice at a time of the week, with the current live speeds. Valid until
   * another slice takes their place. Throws Error after `destroy`.
   */
  at(departure: number): Timed;
  /**
   * Keeps the array: the caller must not change it. The next `at` puts the speeds into its weights.
   */
  setLive(kmh: Float32Array): void;
  memoryBytes(): number;
  destroy(): void;
}

export function createTimedWeights(
  routing: RoutingNetwork,
  slices: readonly SpeedSlice[],
  kept: number,
): TimedWeights {
  const { roads } = routing.network;
  let customizable: CustomizableHierarchy | undefined;
  let live: Float32Array | undefined;
  let isDestroyed = false;
  /** The slices in memory, in the order of their last use: the first one is dropped first. */
  const timed: Timed[] = [];

  /** The live speed of a direction, else the speed of the slice, else NaN. */
  const speedOf = (slice: number, code: number): number => {
    const now = live?.[code] ?? NaN;
    return Number.isNaN(now) ? (slices[slice]?.kmh[code] ?? NaN) : now;
  };

  /** Writes the weights of a slice with the live speeds; returns the arcs that changed. */
  function reweigh(weight: Float32Array, slice: number): number[] {
    const changed: number[] = [];
    const { firstArc, arcs } = routing;
    for (let code = 0; code < 2 * roads.count; code++) {
      if (!weighDirection(routing, code, speedOf(slice, code), weight)) continue;
      for (let k = firstArc[code]; k < firstArc[code + 1]; k++) changed.push(arcs[k]);
    }
    return changed;
  }

  function create(slice: number): Timed {
    const weight = routing.graph.weight.slice();
    reweigh(weight, slice);
    const graph = { ...routing.graph, weight };
    customizable ??= buildCustomizable(graph);
    const solver = createCustomizableSolver(graph, customizable);
    return { slice, routing: { ...routing, graph, seconds: weight }, solver, live };
  }

  function at(departure: number): Timed {
    if (isDestroyed) throw new Error('the router was destroyed');
    const slice = sliceAt(slices, departure);
    const place = timed.findIndex((one) => one.slice === slice);
    const found = place >= 0 ? timed.splice(place, 1)[0] : create(slice);
    timed.push(found);
    if (timed.length > kept) timed.shift()!.solver.destroy();
    if (found.live !== live) {
      const changed = reweigh(found.routing.graph.weight, slice);
      if (changed.length > 0) found.solver.update(changed);
      found.live = live;
    }
    return found;
  }

  return {
    at,
    setLive(kmh) {
      live = kmh;
    },
    memoryBytes: () => timed.reduce((sum, { solver }) => sum + solver.memoryBytes, 0),
    destroy() {
      isDestroyed = true;
      for (const { solver } of timed.splice(0)) solver.destroy();
    },
  };
}
