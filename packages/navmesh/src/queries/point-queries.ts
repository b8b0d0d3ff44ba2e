import { list, listOf, refuse, refuseNumber } from '@wayfield/check';
import { pointQueries } from '../common/rules.ts';

/** Query i asks for the shortest path from (sourceX[i], sourceY[i]) to (targetX[i], targetY[i]). */
export interface PointQueries {
  readonly count: number;
  readonly sourceX: Float64Array;
  readonly sourceY: Float64Array;
  readonly targetX: Float64Array;
  readonly targetY: Float64Array;
}

/** The answers, one per query. */
export interface PointRoutes {
  readonly count: number;
  /**
   * `FOUND`, `NEAREST`, `NO_PATH`, `SOURCE_BLOCKED`, `TARGET_BLOCKED`, `BUDGET_SPENT` of
   * @wayfield/graph.
   */
  readonly status: Uint8Array;
  /** The length of the path; Infinity if there is no path. */
  readonly cost: Float64Array;
  /**
   * count + 1 entries: the path of query i has the points firstPoint[i] .. firstPoint[i + 1] - 1,
   * source and target included.
   */
  readonly firstPoint: Uint32Array;
  readonly x: Float64Array;
  readonly y: Float64Array;
  /**
   * One per query: how many labels its search expanded (with Polyanya one per polygon entered), a
   * measure of its work.
   */
  readonly expanded: Uint32Array;
}

/** Routes of a search that may stop before they are proven to be the shortest. */
export interface BoundedPointRoutes extends PointRoutes {
  /**
   * One per query: no path is shorter. The cost itself where the path is proven, Infinity where
   * there is none.
   */
  readonly lowerBound: Float64Array;
  /** One per query: 1 where nothing was left open: the path is the shortest, or there is none. */
  readonly isProven: Uint8Array;
}

/** Throws RangeError for arrays that are too short and for numbers that are not finite. */
export function checkPointQueries(queries: PointQueries): void {
  pointQueries(queries, 'queries');
  checkColumn('sourceX', queries.sourceX, queries.count);
  checkColumn('sourceY', queries.sourceY, queries.count);
  checkColumn('targetX', queries.targetX, queries.count);
  checkColumn('targetY', queries.targetY, queries.count);
}

function checkColumn(name: string, values: Float64Array, count: number): void {
  if (values.length < count)
    refuse('count', count, `at most ${values.length}, the entries of ${name}`);
  for (let i = 0; i < count; i++)
    if (!Number.isFinite(values[i])) refuse(`${name}[${i}]`, values[i], 'a finite number');
}

const rowsRule = /* @__PURE__ */ listOf(list);

/**
 * Builds queries from rows [sourceX, sourceY, targetX, targetY].
 *
 * @example
 * const queries = buildPointQueries([[1, 1, 19, 9], [1, 1, 5, 5]]);
 * console.log(solver.run(queries).cost.length); // 2
 *
 * @throws RangeError for a number that is not finite.
 */
export function buildPointQueries(rows: readonly (readonly number[])[]): PointQueries {
  rowsRule(rows, 'rows');
  const column = (k: number): Float64Array => {
    const values = new Float64Array(rows.length);
    for (let i = 0; i < rows.length; i++) {
      const value = rows[i][k];
      if (typeof value !== 'number' || !Number.isFinite(value))
        refuseNumber(`rows[${i}][${k}]`, value, 'a finite number');
      values[i] = value;
    }
    return values;
  };
  return {
    count: rows.length,
    sourceX: column(0),
    sourceY: column(1),
    targetX: column(2),
    targetY: column(3),
  };
}
