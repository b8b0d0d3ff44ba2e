import { checkWeights, type Graph } from '@wayfield/graph';
import type { KernelHost } from '@wayfield/wasm';
import type { Kernels } from '../customizable.gen.ts';
import { copyPairs } from '../graph/pairs.ts';
import { unitOf } from '../hierarchy/unit.ts';
import type { PerfectArcs } from './emit.ts';
import type { CustomizableHierarchy } from './types.ts';

/**
 * Limits of partial customisation, as shares of the number of arcs of the hierarchy: where more
 * arcs of the graph than the share CHANGED have new weights, or more arcs of the hierarchy than the
 * share TOUCHED would have to be customised, customising all is taken to be faster. The shares are
 * a choice, not a bound: they decide speed, never results. Where a share is below LEAST_CHANGED or
 * LEAST_TOUCHED arcs, that number is the limit.
 */
const CHANGED = 1 / 512;
const TOUCHED = 1 / 48;
const LEAST_CHANGED = 64;
const LEAST_TOUCHED = 1024;

/** The weights of a customizable hierarchy, in step with those of its graph. */
export interface Metric {
  /** Sums below this are exact, in whatever order they are made. */
  exactBelow(): number;
  /** Whether an arc weighs 0. */
  zeros(): boolean;
  /** Takes over all of `graph.weight`. */
  readAll(): void;
  /** Takes over the weights of these arcs. Throws RangeError, and then changes nothing. */
  readArcs(changed: ArrayLike<number>): void;
}

/**
 * Puts the graph into memory and customises the hierarchy with its weights. `perfect`: queries
 * search only the arcs that perfect customisation keeps.
 */
export function createMetric(
  graph: Graph,
  customizable: CustomizableHierarchy,
  host: KernelHost<Kernels>,
  perfectArcs: PerfectArcs,
  perfect: boolean,
): Metric {
  const { arena, kernels } = host;
  const { nodeCount, arcCount } = customizable;
  const graphArcs = copyGraph(graph, customizable, host);
  let exactBelow = 0;
  let zeros = false;
  customiseAll();

  function customiseAll(): void {
    kernels.takeWeights();
    kernels.customise();
    exactBelow = 2 ** (24 + kernels.metricUnitExponent());
    zeros = kernels.metricZeros() !== 0;
    bindQuery();
  }

  /**
   * Has queries search the new weights: of all arcs, or of those that perfect customisation keeps.
   */
  function bindQuery(): void {
    perfectArcs.outdate();
    if (perfect) {
      const { up, down } = perfectArcs.make();
      kernels.queryUp(up.rows, up.heads, up.weights);
      kernels.queryDown(down.rows, down.heads, down.weights);
    } else {
      kernels.queryAll();
    }
  }

  return {
    exactBelow: () => exactBelow,
    zeros: () => zeros,
    readAll() {
      checkWeights(graph.weight, nodeCount);
      copyPairs(arena.floats(), graphArcs, graph.weight, 1);
      customiseAll();
    },
    readArcs(changed) {
      for (let i = 0; i < changed.length; i++) {
        const a = changed[i];
        if (!(Number.isInteger(a) && a >= 0 && a < graph.arcCount)) {
          throw new RangeError(`changed[${i}] is ${a}, the graph has ${graph.arcCount} arcs`);
        }
      }
      checkWeights(graph.weight, nodeCount, 'weight', changed);
      const floats = arena.floats();
      const values = new Float32Array(changed.length);
      for (let i = 0; i < changed.length; i++) {
        values[i] = floats[graphArcs / 4 + 2 * changed[i] + 1] = graph.weight[changed[i]];
      }
      // replaced weights still count here: they can only lower `exactBelow`, so it stays valid
      const facts = unitOf(values);
      exactBelow = Math.min(exactBelow, 2 ** 24 * facts.unit);
      zeros ||= facts.zeros;
      if (customisePart(kernels, arcCount, changed)) bindQuery();
      else customiseAll();
    },
  };
}

/**
 * Customises the arcs of the hierarchy that depend on these arcs of the graph. Returns false if
 * that would take too long or memory ends: then all must be customised, which takes no more memory.
 */
function customisePart(kernels: Kernels, arcCount: number, changed: ArrayLike<number>): boolean {
  if (changed.length > Math.max(LEAST_CHANGED, arcCount * CHANGED)) return false;
  try {
    for (let i = 0; i < changed.length; i++) kernels.updateArc(changed[i]);
    return kernels.updateRest(Math.ceil(Math.max(LEAST_TOUCHED, arcCount * TOUCHED))) !== 0;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    kernels.updateRest(0);
    return false;
  }
}

/**
 * Puts the arcs of the hierarchy and the graph into memory. Returns the address of the graph's
 * arcs, pairs of head and weight.
 */
function copyGraph(
  graph: Graph,
  customizable: CustomizableHierarchy,
  { arena, blocks, kernels, put }: KernelHost<Kernels>,
): number {
  const { nodeCount, arcCount, firstArc, head } = customizable;
  kernels.metricBind(nodeCount, arcCount, put(firstArc), put(head));
  kernels.halvesBind();
  const graphArcs = blocks.allocate(graph.arcCount * 8);
  copyPairs(arena.words(), graphArcs, graph.head, 0);
  copyPairs(arena.floats(), graphArcs, graph.weight, 1);
  kernels.graphBind(
    put(customizable.node),
    put(graph.firstOut),
    graphArcs,
    put(customizable.arcOf),
  );
  return graphArcs;
}
