// The public result of `runCompact` of searches, and `compactPath`, which unpacks one path.
import { object, typed, whole } from '@wayfield/check';
import { FOUND, NEAREST } from '@wayfield/graph';

/**
 * Answers of a batch on a grid with every path as its directions, a word for ten steps, with 4
 * neighbours for fifteen. At 22 nodes a path that is about a fifth of the bytes of `Routes`.
 * `compactPath` gives the nodes of a path.
 */
export interface GpuCompactRoutes {
  readonly count: number;
  /** count entries: the statuses of `Routes`. */
  readonly status: Uint8Array;
  /** count entries: the cost of each path; `Infinity` where there is none. */
  readonly cost: Float32Array;
  /** count entries: where each path begins. The array of the queries, unless ends were replaced. */
  readonly source: Uint32Array;
  /**
   * count + 1 entries: the words of path q are entries firstWord[q] .. firstWord[q + 1] of `word`,
   * which can be longer than all of them.
   */
  readonly firstWord: Uint32Array;
  /**
   * Directions of `bits` bits, the first step of a word lowest, below a bit that is always set. All
   * words of a path but the last are full. E, W, S, N, then SE, SW, NE, NW are 0 to 7.
   */
  readonly word: Uint32Array;
  /** 2 on grids with 4 neighbours, else 3. */
  readonly bits: 2 | 3;
  /** Cells of a row of the grid. */
  readonly width: number;
}

/** Steps of a full word: the highest bit used is the one that is always set. */
export const STEPS_PER_WORD = { 2: 15, 3: 10 } as const;

const someRoutes = /* @__PURE__ */ object(
  {
    count: whole(),
    status: typed(Uint8Array),
    cost: typed(Float32Array),
    source: typed(Uint32Array),
    firstWord: typed(Uint32Array),
    word: typed(Uint32Array),
    bits: whole(2, 3),
    width: whole(1),
  },
  'GpuCompactRoutes',
);

/**
 * The nodes of the path of a query, from its source to its target; empty where there is no path.
 *
 * @throws RangeError where there is no such query.
 *
 * @example
 * const solver = await createGpuSolver(device, grid);
 * const routes = await solver.runCompact(queries);
 * console.log(compactPath(routes, 1).join(' ')); // 31 32 33 34 35
 */
export function compactPath(routes: GpuCompactRoutes, query: number): Uint32Array<ArrayBuffer> {
  someRoutes(routes, 'routes');
  const { count, status, source, firstWord, word, bits, width } = routes;
  whole(0, count - 1)(query, 'query');
  if (status[query] !== FOUND && status[query] !== NEAREST) return new Uint32Array(0);
  const [begin, end] = [firstWord[query], firstWord[query + 1]];
  const most = STEPS_PER_WORD[bits];
  const last = end > begin ? stepsIn(word[end - 1], bits) : 0;
  const steps = Math.max(0, end - begin - 1) * most + last;
  const nodes = new Uint32Array(steps + 1);
  const by = [1, -1, width, -width, width + 1, width - 1, 1 - width, -width - 1];
  const mask = (1 << bits) - 1;
  nodes[0] = source[query];
  for (let i = 0, at = begin, rest = 0; i < steps; i++) {
    if (i % most === 0) rest = word[at++];
    nodes[i + 1] = nodes[i] + by[rest & mask];
    rest >>>= bits;
  }
  return nodes;
}

/** Steps in a word: the directions below its highest bit. */
const stepsIn = (word: number, bits: number): number => (31 - Math.clz32(word)) / bits;
