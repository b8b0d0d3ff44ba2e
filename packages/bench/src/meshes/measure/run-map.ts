import type { CrossValidation } from '../../run/check/cross-validation.ts';
import type { Terminal } from '../../report/terminal.ts';
import { agrees, countFaults, pathFault, SLACK } from '../study/judge.ts';
import type { SomeMeasures } from '../study/measures.ts';
import type { Buckets } from '../study/queries.ts';
import { type MapContestant, createContestant } from './contestants.ts';
import type { MeshMap } from './mesh-map.ts';

/** The measures of one query by one program. */
export interface QueryRecord {
  readonly query: number;
  readonly solver: string;
  readonly measures: SomeMeasures;
}

/** The measures of a program as a whole. */
export interface SolverFacts {
  readonly solver: string;
  readonly buildMs: number;
  readonly memoryBytes: number | null;
  /** Queries whose shortest path the program proved; null where it proves nothing. */
  readonly proven: number | null;
}

export interface MapRun {
  readonly solvers: readonly SolverFacts[];
  readonly records: readonly QueryRecord[];
}

export interface MapRunOptions {
  readonly names: readonly string[];
  /** Milliseconds after which an anytime search is stopped. */
  readonly limitMs: number;
  /** Runs of every query; the least time of each kind counts. */
  readonly repeat: number;
  readonly terminal: Terminal;
  readonly check: CrossValidation;
}

/** Queries of warm-up: compilers need many calls. */
const WARM_UP = 300;
const WARM_UP_MS = 1000;
/** A query that takes longer is not repeated, even if another program delayed it. */
const LONG_MS = 500;

/**
 * Asks each query of every program, one program after another in an order that alternates, and
 * judges the answers of searches in the plane. Answers of solvers for grids are not judged here.
 */
export async function runMap(
  map: MeshMap,
  buckets: Buckets,
  { names, limitMs, repeat, terminal, check }: MapRunOptions,
): Promise<MapRun> {
  const { queries } = buckets;
  const contestants: MapContestant[] = [];
  const records: QueryRecord[] = [];
  try {
    for (const name of names) {
      terminal.progress(`${map.name}: ${name} is made ready`);
      contestants.push(await createContestant(name, map, queries));
    }
    for (const one of contestants) {
      const end = performance.now() + WARM_UP_MS;
      for (let i = 0; i < Math.min(WARM_UP, queries.count) && performance.now() < end; i++)
        await one.ask(i, limitMs);
    }
    for (let query = 0; query < queries.count; query++) {
      terminal.progress(map.name, query, queries.count);
      for (const one of query % 2 === 0 ? contestants : contestants.toReversed()) {
        let measures = await one.ask(query, limitMs);
        for (let k = 1; k < repeat && measures.totalMs < LONG_MS; k++)
          measures = leastOf(measures, await one.ask(query, limitMs));
        records.push({ query, solver: one.name, measures });
      }
    }
    for (const one of contestants) judge(one, map, buckets, records, check);
    const solvers = contestants.map(({ name, buildMs, memoryBytes, exact }): SolverFacts => {
      const own = records.filter(({ solver }) => solver === name);
      const proven = exact ? own.filter(({ measures }) => measures.isProven).length : null;
      return { solver: name, buildMs, memoryBytes, proven };
    });
    return { solvers, records };
  } finally {
    for (const one of contestants) await one.destroy();
  }
}

/**
 * Merges two runs of one query: the same answer, and the lesser of each time. The run that came
 * further within its limit counts.
 */
function leastOf(one: SomeMeasures, other: SomeMeasures): SomeMeasures {
  if (one.isProven !== other.isProven) return one.isProven ? one : other;
  const [quick, slow] = one.totalMs <= other.totalMs ? [one, other] : [other, one];
  const least = (a: number | undefined, b: number | undefined): number =>
    Math.min(a ?? NaN, b ?? NaN);
  return {
    ...quick,
    ...(quick.searchMs !== undefined && { searchMs: least(quick.searchMs, slow.searchMs) }),
    ...(quick.firstMs !== undefined && { firstMs: least(quick.firstMs, slow.firstMs) }),
  };
}

/**
 * Compares lengths with Polyanya's, which came with the queries. Measures paths again: from source
 * to target, and as long as they say.
 */
function judge(
  { name, exact, routes }: MapContestant,
  map: MeshMap,
  { queries, length }: Buckets,
  records: readonly QueryRecord[],
  check: CrossValidation,
): void {
  const own = records.filter(({ solver }) => solver === name);
  const what = `${map.name}: ${name}`;
  if (exact) {
    const faults = countFaults(own.length, (k) => {
      const { query, measures } = own[k];
      const shortest = length[query];
      const right = measures.isProven
        ? agrees(measures.length, shortest)
        : measures.length >= shortest * (1 - SLACK);
      return right ? '' : `${measures.length}, Polyanya ${shortest}`;
    });
    check.count(what, 'lengths by Polyanya', own.length, faults.count, faults.first);
  }
  const paths = routes?.();
  if (!paths) return;
  const faults = countFaults(queries.count, (i) => pathFault(paths, queries, i));
  check.count(what, 'its paths, measured again', queries.count, faults.count, faults.first);
}
