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
  /** `FOUND`, `NEAREST`, `NO_PATH`, `SOURCE_BLOCKED`, `TARGET_BLOCKED`, `BUDGET_SPENT` of @wayfield/graph. */
  readonly status: Uint8Array;
  /** The length of the path; Infinity where there is none. */
  readonly cost: Float64Array;
  /** count + 1 entries: the path of query i is points firstPoint[i] .. firstPoint[i + 1], source and target included. */
  readonly firstPoint: Uint32Array;
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** How many polygons the search of each query entered: its work. */
  readonly expanded: Uint32Array;
}

/** Throws RangeError for arrays that are too short and for numbers that are not finite. */
export function checkPointQueries(queries: PointQueries): void {
  checkColumn('sourceX', queries.sourceX, queries.count);
  checkColumn('sourceY', queries.sourceY, queries.count);
  checkColumn('targetX', queries.targetX, queries.count);
  checkColumn('targetY', queries.targetY, queries.count);
}

function checkColumn(name: string, values: Float64Array, count: number): void {
  if (values.length < count)
    throw new RangeError(`${name} has ${values.length} entries for ${count} queries`);
  for (let i = 0; i < count; i++)
    if (!Number.isFinite(values[i]!))
      throw new RangeError(`${name}[${i}] is ${values[i]}, it must be finite`);
}

/** Queries from rows [sourceX, sourceY, targetX, targetY]. Throws RangeError for a number that is not finite. */
export function buildPointQueries(rows: readonly (readonly number[])[]): PointQueries {
  const column = (k: number): Float64Array => {
    const values = new Float64Array(rows.length);
    for (let i = 0; i < rows.length; i++) {
      const value = rows[i]![k];
      if (value === undefined || !Number.isFinite(value))
        throw new RangeError(`query ${i}, number ${k} is ${value}, it must be finite`);
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
