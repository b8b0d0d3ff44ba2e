// Copies the arcs of a hierarchy, and what they unpack to, into memory in the order of
// assembly/hierarchy/state.ts: the row of `up` of a rank, then its row of `down`.
import type { Graph } from '@wayfield/graph';
import type { Hierarchy } from '@wayfield/graph/hierarchy';
import type { KernelHost } from '@wayfield/wasm';
import { buildExpansions } from './expansions.ts';
import type { HierarchyLayout } from './layout.ts';

type Memory = Pick<KernelHost<unknown>, 'arena' | 'blocks'>;

/** Copies rows and arcs. */
export function putArcs(
  { arena, blocks }: Memory,
  hierarchy: Hierarchy,
): Pick<HierarchyLayout, 'rows' | 'arcs'> {
  const { nodeCount, up, down } = hierarchy;
  const arcCount = up.head.length + down.head.length;
  const rows = blocks.allocate((2 * nodeCount + 1) * 4);
  const arcs = blocks.allocate(arcCount * 8);
  const words = arena.words();
  const floats = arena.floats();
  let place = 0;
  for (let r = 0; r < nodeCount; r++) {
    for (const [i, { firstArc, head, weight }] of [up, down].entries()) {
      words[rows / 4 + 2 * r + i] = place;
      for (let a = firstArc[r]; a < firstArc[r + 1]; a++) {
        words[arcs / 4 + 2 * place] = head[a];
        floats[arcs / 4 + 2 * place + 1] = weight[a] + 0; // no -0: weights order like their bits
        place++;
      }
    }
  }
  words[rows / 4 + 2 * nodeCount] = place;
  return { rows, arcs };
}

/** Copies what the arcs unpack to. */
export function putExpansions(
  { arena, blocks }: Memory,
  graph: Graph,
  hierarchy: Hierarchy,
): Pick<HierarchyLayout, 'expansion' | 'expansionWeights' | 'expansionOf'> {
  const { nodeCount, up, down } = hierarchy;
  const made = buildExpansions(graph, hierarchy);
  const expansion = blocks.allocate(made.count * 4);
  const expansionWeights = blocks.allocate(made.count * 4);
  const expansionOf = blocks.allocate((up.head.length + down.head.length) * 8);
  const words = arena.words();
  let at = expansionOf / 4;
  for (let r = 0; r < nodeCount; r++) {
    for (const [{ firstArc }, base] of [
      [up, 0],
      [down, up.head.length],
    ] as const) {
      for (let a = base + firstArc[r], end = base + firstArc[r + 1]; a < end; a++) {
        words[at++] = made.first[a];
        words[at++] = made.length[a];
      }
    }
  }
  words.set(made.words.subarray(0, made.count), expansion / 4);
  arena.floats().set(made.weights.subarray(0, made.count), expansionWeights / 4);
  return { expansion, expansionWeights, expansionOf };
}
