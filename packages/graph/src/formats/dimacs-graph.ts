import { checkOptions, flag, oneOf } from '@wayfield/check';
import type { ArcList } from '../build/graph.ts';
import { nextNode, readDimacs } from './dimacs-lines.ts';
import { fail, nextNumber, peekByte } from './lines.ts';
import { largestWeight, SMALLEST_WEIGHT } from '../check/weights.ts';

/** Options of `parseDimacsGraph`. */
export interface DimacsGraphOptions {
  /**
   * The number of the first node in the file. Default: 1, as the format says, where the file has a
   * `p` line, and 0 where it has none. In the result nodes always count from 0.
   */
  readonly base?: 0 | 1;
  /**
   * Whether `e` lines and lines without a letter also lead back. Default true. `a` lines never do.
   */
  readonly undirected?: boolean;
}

/** The arcs of a file in its order: what `buildGraph` takes. */
export interface DimacsGraph extends ArcList {
  /** What was taken off the node numbers of the file. */
  readonly base: 0 | 1;
  readonly tail: Uint32Array;
  readonly head: Uint32Array;
  readonly weight: Float32Array;
}

const RULES = { base: oneOf(0, 1), undirected: flag };

/**
 * Reads a DIMACS or PACE `.gr` file. Without a `p` line the graph has as many nodes as its largest
 * node number asks for. Weights are rounded to f32: whole numbers are exact up to 2^24. An edge
 * from a node to itself becomes one arc.
 *
 * @throws RangeError with the number of the line: a node out of range (such as 0 in a
 * file that counts from 1), a weight outside the limits of `ArcList`, more or fewer
 * arcs than declared, a line of no known kind. Without a `p` line the limit of weights is known at
 * the end only: the line with the largest weight is named.
 */
export function parseDimacsGraph(
  data: string | Uint8Array,
  options: DimacsGraphOptions = {},
): DimacsGraph {
  checkOptions('parseDimacsGraph', options, RULES);
  let tail = new Uint32Array(0);
  let head = tail;
  let weight = new Float32Array(0);
  let nodeCount = 0;
  let arcCount = 0;
  let lines = 0;
  let heaviest = 0;
  let heaviestLine = 0;
  const add = (u: number, v: number, w: number): void => {
    tail[arcCount] = u;
    head[arcCount] = v;
    weight[arcCount++] = w;
  };
  const { t, base, nodes, arcs } = readDimacs(data, options.base, 'ae', (file, letter) => {
    if (!lines) {
      // Room for two arcs per line, and not for more lines than the file can hold, because the `p`
      // line may declare too many. The shortest line is `1 2` and its end: 4 bytes.
      const most = Math.floor((data.length + 1) / 4);
      const room = 2 * (file.arcs < 0 ? most : Math.min(most, file.arcs));
      tail = new Uint32Array(room);
      head = new Uint32Array(room);
      weight = new Float32Array(room);
    }
    const u = nextNode(file, 'tail');
    const v = nextNode(file, 'head');
    const largest = largestWeight(Math.max(file.nodes, 1));
    const w = peekByte(file.t) ? nextNumber(file.t, 'weight', 0, largest) : 1;
    if (w > 0 && w < SMALLEST_WEIGHT) {
      fail(file.t, 'weight', w, `0, or ${SMALLEST_WEIGHT} to ${largest}`);
    }
    if (w > heaviest) [heaviest, heaviestLine] = [w, file.t.line];
    nodeCount = Math.max(nodeCount, u + 1, v + 1);
    add(u, v, w);
    if (letter !== 'a' && u !== v && options.undirected !== false) add(v, u, w);
    if (lines++ === file.arcs) fail(file.t, 'arc count', lines, file.arcs);
  });
  if (lines < arcs) fail(t, 'arc count', lines, arcs);
  if (nodes >= 0) nodeCount = nodes;
  const largest = largestWeight(nodeCount);
  if (Math.fround(heaviest) > largest) {
    t.line = heaviestLine;
    fail(t, 'weight', heaviest, `0 to ${largest}`);
  }
  return {
    base,
    nodeCount,
    tail: tail.slice(0, arcCount),
    head: head.slice(0, arcCount),
    weight: weight.slice(0, arcCount),
  };
}
