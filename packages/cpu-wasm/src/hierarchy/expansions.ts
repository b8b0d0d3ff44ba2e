import { type Graph, NONE } from '@wayfield/graph';
import type { Hierarchy } from '@wayfield/graph/hierarchy';
import { REFERENCE } from '../hierarchy.gen.ts';

/** An expansion of at most SHORT words is copied; a longer one is referred to in two words. */
const SHORT = 4;

/**
 * What the arcs of a hierarchy unpack to: for each arc of the graph on its path the head, as a
 * word, and the weight. The expansion of one arc contains those of others, so a word may instead be
 * a reference: REFERENCE + the first word of another expansion, followed by its length.
 */
export interface Expansions {
  readonly count: number;
  readonly words: Uint32Array;
  readonly weights: Float32Array;
  /** First word and number of words of each arc's expansion: arcs of `up`, then of `down`. */
  readonly first: Uint32Array;
  readonly length: Uint32Array;
}

/**
 * Writes the expansions of all arcs, those of the highest ranks first. The expansion of a shortcut
 * is the expansion of its first half, then that of its second half. An expansion is written where
 * it is first needed, so those of arcs of low rank mostly lie inside those of arcs of high rank.
 */
export function buildExpansions(
  { head, weight }: Graph,
  { nodeCount, up, down }: Hierarchy,
): Expansions {
  const upArcs = up.head.length;
  const first = new Uint32Array(upArcs + down.head.length).fill(NONE);
  const length = new Uint32Array(first.length);
  let words = new Uint32Array(2 * first.length + 16);
  let weights = new Float32Array(words.length);
  let count = 0;
  const reserve = (more: number): void => {
    if (count + more <= words.length) return;
    const [oldWords, oldWeights] = [words, weights];
    words = new Uint32Array(2 * words.length);
    weights = new Float32Array(words.length);
    words.set(oldWords);
    weights.set(oldWeights);
  };

  // Arcs whose expansion is still to be written. Below the two halves of an arc lies the entry
  // ~arc: when ~arc is taken, the expansion of the arc is complete and gets its length
  const stack: number[] = [];
  const write = (start: number): void => {
    stack.push(start);
    for (let entry = stack.pop(); entry !== undefined; entry = stack.pop()) {
      if (entry < 0) {
        length[~entry] = count - first[~entry];
        continue;
      }
      reserve(SHORT);
      const side = entry < upArcs ? up : down;
      const arc = entry < upArcs ? entry : entry - upArcs;
      if (first[entry] === NONE) {
        first[entry] = count;
      } else if (stack.length === 0) {
        // `start` itself, written already inside the expansion of another arc
        return;
      } else if (length[entry] <= SHORT) {
        for (let i = first[entry], end = i + length[entry]; i < end; i++, count++) {
          words[count] = words[i];
          weights[count] = weights[i];
        }
        continue;
      } else {
        words[count++] = REFERENCE + first[entry];
        words[count++] = length[entry];
        continue;
      }
      if (side.second[arc] !== NONE) {
        stack.push(~entry, side.second[arc], side.first[arc] + upArcs);
      } else {
        // an arc without an arc of the graph has weight Infinity and is on no path
        const original = side.first[arc];
        words[count] = original === NONE ? 0 : head[original];
        weights[count++] = original === NONE ? 0 : weight[original];
        length[entry] = 1;
      }
    }
  };
  for (let r = nodeCount; r-- > 0;) {
    for (let a = up.firstArc[r]; a < up.firstArc[r + 1]; a++) write(a);
    for (let a = down.firstArc[r]; a < down.firstArc[r + 1]; a++) write(a + upArcs);
  }
  return { count, words, weights, first, length };
}
