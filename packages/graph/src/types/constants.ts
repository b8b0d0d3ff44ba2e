/** No node, no arc, no parent: the largest u32. */
export const NONE = 0xffffffff;

// `Routes.status`: what became of a query. Everything but FOUND and NEAREST has an empty path.

/** What a new array holds: the query has not been answered. No solver leaves it in its answers. */
export const NOT_RUN = 0;
/**
 * A path from source to target: a shortest one, unless the caller asked for less (greedy best-first
 * search, or `allowInadmissible`).
 */
export const FOUND = 1;
/** Option `nearest` only: the path starts or ends near the source or the target, not at it. */
export const NEAREST = 2;
/** The target cannot be reached: another component or, in a directed graph, no directed path. */
export const NO_PATH = 3;
/** The source cell is blocked (or the agent does not fit there). */
export const SOURCE_BLOCKED = 4;
/** The target cell is blocked (or the agent does not fit there). */
export const TARGET_BLOCKED = 5;
/** `maxSettled` nodes were settled before the target was reached. */
export const BUDGET_SPENT = 6;

/** The words for each `Routes.status`, in order: `STATUS_NAMES[routes.status[i]]`. */
export const STATUS_NAMES: readonly string[] = [
  'NOT_RUN',
  'FOUND',
  'NEAREST',
  'NO_PATH',
  'SOURCE_BLOCKED',
  'TARGET_BLOCKED',
  'BUDGET_SPENT',
];
