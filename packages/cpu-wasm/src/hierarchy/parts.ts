import { type Graph, NONE } from '@wayfield/graph';
import type { Hierarchy } from '@wayfield/graph/hierarchy';

const PIECE = 0x80000000;
/** Pieces of so many words are written again instead of pointed at, which takes two. */
const SHORT = 4;

/** What arcs are made of; see assembly/hierarchy/state.ts. */
export interface Parts {
  readonly count: number;
  readonly words: Uint32Array;
  readonly weights: Float32Array;
  /** First word and number of words of each arc, arcs of `up` and then of `down`. */
  readonly first: Uint32Array;
  readonly length: Uint32Array;
}

/**
 * Writes arcs one in another, from the top on: a shortcut is its first half and then its second, and a half that
 * another arc has contained before is only pointed at.
 */
export function buildParts({ head, weight }: Graph, { nodeCount, up, down }: Hierarchy): Parts {
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

  // arcs to be written and, marked, arcs to be closed: two a level
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
        return;
      } else if (length[entry] <= SHORT) {
        for (let i = first[entry], end = i + length[entry]; i < end; i++, count++) {
          words[count] = words[i];
          weights[count] = weights[i];
        }
        continue;
      } else {
        words[count++] = PIECE + first[entry];
        words[count++] = length[entry];
        continue;
      }
      if (side.second[arc] !== NONE) {
        stack.push(~entry, side.second[arc], side.first[arc] + upArcs);
      } else {
        // an arc that is no way is on no path
        const way = side.first[arc];
        words[count] = way === NONE ? 0 : head[way];
        weights[count++] = way === NONE ? 0 : weight[way];
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
