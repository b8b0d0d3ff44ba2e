import { callback, checkOptions, object, type OptionRules, signal } from '@wayfield/check';
import { createEnds } from '../network/ends.ts';
import { checkPoints, routingRule } from '../rules.ts';
import type { RoadPoint, RoutingNetwork } from '../types.ts';
import { directCosts } from './columns.ts';

/** What makes distances: a `GpuHierarchySolver` of `@wayfield/gpu/hierarchy`, or one like it. */
export interface DistanceSolver {
  /** Distances from every source to all nodes: one array per source, in the order of the nodes. */
  distances(
    sources: ArrayLike<number>,
    options?: { readonly signal?: AbortSignal; readonly reuse?: readonly Float32Array[] },
  ): Promise<Float32Array[]>;
}

/** Options of a matrix by a device. */
export interface DeviceMatrixOptions {
  /** Called with the number of finished rows, after every block. */
  readonly onProgress?: (done: number, count: number) => void;
  /** Ends the work with its reason. */
  readonly signal?: AbortSignal;
}

/** Matrices by a device. */
export interface DeviceMatrix {
  /** As `Matrix.costs`. One call at a time. */
  costs(
    sources: readonly RoadPoint[],
    targets: readonly RoadPoint[],
    options?: DeviceMatrixOptions,
  ): Promise<Float32Array>;
}

const OPTIONS: OptionRules = { onProgress: callback, signal };
const SOLVER = object({ distances: callback }, 'a DistanceSolver');
/** Sources of a call of the solver: each is left over a few nodes. */
const BLOCK = 64;

/**
 * Matrices by a solver that gives distances to all nodes, as that of `@wayfield/gpu/hierarchy`
 * does. The solver must have been made from `routing.hierarchy`, and stays the
 * caller's. Costs are those of `Matrix.costs`, bit for bit up to 2^24 ticks.
 *
 * @example
 * const solver = await createGpuHierarchySolver(device, routing.hierarchy);
 * const costs = await createDeviceMatrix(routing, solver).costs(depots, customers);
 */
export function createDeviceMatrix(routing: RoutingNetwork, solver: DistanceSolver): DeviceMatrix {
  routingRule(routing, 'routing');
  SOLVER(solver, 'solver');
  const ends = createEnds(routing);
  let reuse: Float32Array[] = [];

  return {
    async costs(sources, targets, options = {}) {
      checkPoints(sources, routing, 'sources', 1);
      checkPoints(targets, routing, 'targets', 1);
      checkOptions('costs', options, OPTIONS);
      const { onProgress, signal: abort } = options;
      abort?.throwIfAborted();
      const width = targets.length;
      const costs = new Float32Array(sources.length * width).fill(Infinity);
      const entries = targets.map((target) => ends.entries(target));
      const lowerDirect = directCosts(ends, targets);
      for (let first = 0; first < sources.length; first += BLOCK) {
        const some = sources.slice(first, first + BLOCK);
        const exits = some.map((source) => ends.exits(source));
        const nodes = [...new Set(exits.flat().map(({ node }) => node))];
        const placeOf = new Map(nodes.map((node, k) => [node, k]));
        if (nodes.length > 0) {
          reuse = await solver.distances(nodes, { reuse, ...(abort && { signal: abort }) });
        }
        some.forEach((source, i) => {
          const row = costs.subarray((first + i) * width, (first + i + 1) * width);
          for (const { node, cost: before } of exits[i]) {
            const dist = reuse[placeOf.get(node)!];
            entries.forEach((list, j) => {
              for (const { node: end, cost: after } of list) {
                const sum = before + dist[end] + after;
                if (sum < row[j]) row[j] = sum;
              }
            });
          }
          lowerDirect(source, row);
        });
        onProgress?.(first + some.length, sources.length);
        abort?.throwIfAborted();
      }
      return costs;
    },
  };
}
