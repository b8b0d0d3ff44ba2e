// The option `nearest`: ends of queries are replaced before the kernels see them, by the rule of
// `NearestEnds` and with the answers of @wayfield/cpu-wasm.
import {
  FOUND,
  type Graph,
  type Grid,
  isGrid,
  NEAREST,
  nearestCell,
  type NearestEnds,
  NONE,
  type Queries,
  type Routes,
} from '@wayfield/graph';
import type { Problem } from './problem.ts';

/** Queries with replaced ends. */
export interface ReplacedQueries {
  readonly queries: Queries;
  /** Turns FOUND into NEAREST for the queries that were replaced. */
  mark(routes: Pick<Routes, 'status'>): void;
}

/** Throws RangeError where `nearest` needs searches that only the CPU has. */
export function checkNearest(data: Graph | Grid, nearest: NearestEnds | undefined): void {
  if (isGrid(data) || nearest === undefined || nearest === false || nearest === 'source') return;
  throw new RangeError(
    `nearest is ${typeof nearest === 'string' ? `'${nearest}'` : nearest}: on the GPU it needs a ` +
      'grid, this is a graph: take createWasmSolver of @wayfield/cpu-wasm',
  );
}

/** Copies of `queries` with their ends replaced; on graphs, and without `nearest`, `queries`. */
export function replaceEnds(
  data: Graph | Grid,
  { words, offsets }: Problem,
  queries: Queries,
  nearest: NearestEnds | undefined,
): ReplacedQueries {
  if (!isGrid(data) || nearest === undefined || nearest === false) {
    return { queries, mark: () => {} };
  }
  const { count } = queries;
  const source = queries.source.slice();
  const target = queries.target.slice();
  const replaced: number[] = [];
  /** The component of a cell; NONE where the cell is blocked. */
  const componentOf = (cell: number): number => {
    const node = words[offsets.nodeOf + cell];
    return node === NONE ? NONE : words[offsets.component + node];
  };
  for (let i = 0; i < count; i++) {
    if (nearest === 'source' || nearest === 'both') {
      const start = nearestCell(data, source[i]);
      if (start !== NONE) source[i] = start;
    }
    const component = componentOf(source[i]);
    if (nearest !== 'source' && component !== NONE && componentOf(target[i]) !== component) {
      target[i] = nearestCell(data, target[i], (cell) => componentOf(cell) === component);
    }
    if (source[i] !== queries.source[i] || target[i] !== queries.target[i]) replaced.push(i);
  }
  return {
    queries: { count, source, target },
    mark({ status }) {
      for (const i of replaced) if (status[i] === FOUND) status[i] = NEAREST;
    },
  };
}
