import type { ArcList } from './build-graph.ts';
import { nextNode, readDimacs } from './load-dimacs-lines.ts';
import { MAX_F32, nextNumber, peekByte, wrong } from './load-lines.ts';

/** Options of `parseDimacsGraph`. */
export interface DimacsGraphOptions {
  /**
   * The number of the first node in the file. Default: 1, as the format says, where the file has a
   * `p` line, and 0 where it has none. In the result nodes always count from 0.
   */
  readonly base?: 0 | 1;
  /** Whether `e` lines and lines without a letter also lead back. Default true. `a` lines never do. */
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

/**
 * Reads a DIMACS or PACE `.gr` file. Without a `p` line the graph has as many nodes as its largest
 * node number asks for. Weights are rounded to f32: whole numbers are exact up to 2^24. An edge from a
 * node to itself becomes one arc.
 *
 * @throws SyntaxError or RangeError with the number of the line: a node out of range (such as 0 in a
 * file that counts from 1), a weight that is below 0, not a number or beyond f32, more or fewer
 * arcs than declared, a line of no known kind.
 */
export function parseDimacsGraph(
  data: string | Uint8Array,
  options: DimacsGraphOptions = {},
): DimacsGraph {
  // the shortest line is `1 2` and its end; what stays unused of the arrays is never touched
  const room = (data.length + 1) >> 1;
  const tail = new Uint32Array(room);
  const head = new Uint32Array(room);
  const weight = new Float32Array(room);
  let nodeCount = 0;
  let arcCount = 0;
  let lines = 0;
  const add = (u: number, v: number, w: number): void => {
    tail[arcCount] = u;
    head[arcCount] = v;
    weight[arcCount++] = w;
  };
  const file = readDimacs(data, options.base, 'ae', (t, letter) => {
    const u = nextNode(t, 'tail');
    const v = nextNode(t, 'head');
    const w = peekByte(t) ? nextNumber(t, 'weight', 0, MAX_F32) : 1;
    nodeCount = Math.max(nodeCount, u + 1, v + 1);
    add(u, v, w);
    if (letter !== 'a' && u !== v && options.undirected !== false) add(v, u, w);
    if (++lines > t.arcs) throw wrong(t, `more than the ${t.arcs} arcs of the p line`);
  });
  if (lines < file.arcs) throw wrong(file, `the file ends after ${lines} of ${file.arcs} arcs`);
  return {
    base: file.base,
    nodeCount: file.nodes >= 0 ? file.nodes : nodeCount,
    tail: tail.slice(0, arcCount),
    head: head.slice(0, arcCount),
    weight: weight.slice(0, arcCount),
  };
}
