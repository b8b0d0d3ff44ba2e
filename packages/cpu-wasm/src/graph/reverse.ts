import type { KernelHost } from '@wayfield/wasm';
import { allocateAll } from '../allocate-all.ts';
import type { Kernels } from '../kernels.gen.ts';
import type { GraphLayout } from './layout.ts';

/**
 * Bytes behind the last arc that searches read and do not use: they load the first arc of every
 * row, also of empty rows at the end.
 */
export const SPARE_BYTES = 16;

/** The node that an arc leaves. */
type TailOf = (arc: number) => number;

/** The reverse graph of a layout: made when first needed, then kept in step with the arcs. */
export interface ReverseGraph {
  /**
   * Builds the reverse graph from the current arcs, where `layout.reverse` is 0. A symmetric graph
   * (every arc u -> v has an arc v -> u of the same weight) is its own reverse: no memory is taken.
   */
  build(): void;
  /**
   * Call it after the weights of these arcs, or of all, have changed. Needs no memory: if the graph
   * was its own reverse and is no longer, `layout.reverse` becomes 0, and the next query that needs
   * a reverse graph calls `build`. A reverse graph with arcs of its own stays one.
   */
  change(arcs: ArrayLike<number> | undefined, tailOf: TailOf): void;
}

/** Fills `layout.firstIn` and `layout.reverse`. */
export function createReverseGraph(
  { arena, blocks, kernels }: KernelHost<Kernels>,
  layout: GraphLayout,
  arcCount: number,
): ReverseGraph {
  const { nodeCount, firstOut, arcs } = layout;

  function build(): void {
    if (kernels.graphIsSymmetric(nodeCount, firstOut, arcs)) {
      layout.firstIn = firstOut;
      layout.reverse = arcs;
      return;
    }
    const sizes = [(nodeCount + 1) * 4, arcCount * 8 + SPARE_BYTES];
    [layout.firstIn, layout.reverse] = allocateAll(blocks, sizes);
    fill();
  }

  function fill(): void {
    arena.words().fill(0, layout.firstIn / 4, layout.firstIn / 4 + nodeCount + 1);
    kernels.graphReverse(nodeCount, firstOut, arcs, layout.firstIn, layout.reverse);
  }

  const headOf = (arc: number): number => arena.words()[(arcs + arc * 8) / 4];

  /**
   * Whether the graph is still symmetric after the weights of these arcs, or of all, have changed.
   * The arcs out of both ends are looked at: a changed arc is also the arc back of arcs out of its
   * head.
   */
  function leadBack(changed: ArrayLike<number> | undefined, tailOf: TailOf): boolean {
    if (changed === undefined) return kernels.graphIsSymmetric(nodeCount, firstOut, arcs) !== 0;
    for (let i = 0; i < changed.length; i++) {
      for (const end of [tailOf(changed[i]), headOf(changed[i])]) {
        if (!kernels.graphLeadsBack(firstOut, arcs, end)) return false;
      }
    }
    return true;
  }

  return {
    build,
    change(changed, tailOf) {
      if (layout.reverse === 0) return;
      if (layout.reverse === arcs) {
        if (!leadBack(changed, tailOf)) layout.firstIn = layout.reverse = 0;
        return;
      }
      if (changed === undefined) return fill();
      const { firstIn, reverse } = layout;
      for (let i = 0; i < changed.length; i++) {
        const [tail, head] = [tailOf(changed[i]), headOf(changed[i])];
        kernels.graphReverseWeights(firstOut, arcs, firstIn, reverse, tail, head);
      }
    },
  };
}
