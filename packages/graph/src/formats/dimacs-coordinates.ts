import { checkOptions, list, oneOf, typed, whole } from '@wayfield/check';
import { nextNode, readDimacs } from './dimacs-lines.ts';
import { fail, MAX_ID, nextNumber } from './lines.ts';
import { LARGEST_COORDINATE } from '../check/weights.ts';

/** Options of `parseDimacsCoordinates`; a `DimacsGraph` is one. */
export interface DimacsCoordinatesOptions {
  /** The number of the first node in the file. Default: 1 where the file has a `p` line, else 0. */
  readonly base?: 0 | 1;
  /**
   * How many nodes there must be at least. The `p` line, where there is one, and the largest node
   * of the file may ask for more. Default 0.
   */
  readonly nodeCount?: number;
}

/** Where the nodes are. */
export interface DimacsCoordinates {
  /** nodeCount entries each, in the unit of the file (often millionths of a degree), as doubles. */
  readonly x: Float64Array;
  readonly y: Float64Array;
}

/** A `DimacsGraph` has lists beside its counts. */
const RULES = {
  base: oneOf(0, 1),
  nodeCount: whole(0, MAX_ID),
  tail: list,
  head: list,
  weight: list,
};
const someText = typed(Uint8Array);

/**
 * Reads the coordinates of a DIMACS `.co` file: lines `v NODE X Y`, in any order, one for each
 * node; the letter may be missing. Give it the graph that it belongs to, so that both count their
 * nodes alike:
 *
 * ```ts
 * const arcs = parseDimacsGraph(gr);
 * const graph = buildGraph({ ...arcs, ...parseDimacsCoordinates(co, arcs) });
 * ```
 *
 * @throws RangeError with the number of the line: a node out of range, twice or
 * missing, a coordinate that is not a number or beyond 2^60.
 */
export function parseDimacsCoordinates(
  data: string | Uint8Array,
  options: DimacsCoordinatesOptions = {},
): DimacsCoordinates {
  if (typeof data !== 'string') someText(data, 'data');
  checkOptions('parseDimacsCoordinates', options, RULES);
  // The shortest line is `1 2 3` and its end, 6 bytes: more nodes than that cannot all be there.
  const room = Math.floor((data.length + 1) / 6);
  const x = new Float64Array(room).fill(NaN);
  const y = new Float64Array(room);
  let last = -1;
  const { t, base, nodes } = readDimacs(data, options.base, 'v', (file) => {
    const v = nextNode(file, 'node');
    if (x[v] <= LARGEST_COORDINATE) fail(file.t, `line count of node ${v + file.base}`, 2, 1);
    x[v] = nextNumber(file.t, 'x', -LARGEST_COORDINATE, LARGEST_COORDINATE);
    y[v] = nextNumber(file.t, 'y', -LARGEST_COORDINATE, LARGEST_COORDINATE);
    last = Math.max(last, v);
  });
  const count = Math.max(options.nodeCount ?? 0, nodes, last + 1);
  for (let v = 0; v < count; v++) {
    if (!(x[v] <= LARGEST_COORDINATE)) fail(t, `line count of node ${v + base}`, 0, 1);
  }
  return { x: x.slice(0, count), y: y.slice(0, count) };
}
