// The rules of all arguments and options of this package, one file for solvers and pools.
import {
  callback,
  checkLength,
  checkOptions,
  either,
  flag,
  list,
  number,
  object,
  oneOf,
  optional,
  type OptionRules,
  rule,
  type Rule,
  signal,
  typed,
  whole,
} from '@wayfield/check';
import type { Routes } from '@wayfield/graph';
import { THREAD_RULES } from '@wayfield/wasm';
import type { RouteOptions, RunOptions } from './types.ts';

/** An object that has one of these fields; `checkGraph` and its like check the rest. */
const having = (expected: string, ...fields: readonly string[]): Rule =>
  rule<object>(
    expected,
    (value) => typeof value === 'object' && value !== null && fields.some((name) => name in value),
  );

export const aMap: Rule = /* @__PURE__ */ having('a Grid or a Graph', 'cost', 'firstOut');
export const aGrid: Rule = /* @__PURE__ */ having('a Grid', 'cost');
export const aGraph: Rule = /* @__PURE__ */ having('a Graph', 'firstOut');
export const aHierarchy: Rule = /* @__PURE__ */ having('a Hierarchy', 'levelStart');
export const aCustomizable: Rule = /* @__PURE__ */ having('a CustomizableHierarchy', 'arcOf');
export const bytes: Rule = /* @__PURE__ */ having('bytes', 'byteLength');

const size = whole(1, 255);
const nearest = /* @__PURE__ */ rule<boolean | string>(
  "true, false, 'source', 'target' or 'both'",
  (value) => typeof value === 'boolean' || typeof value === 'string',
  (value) => typeof value === 'boolean' || ['source', 'target', 'both'].includes(value),
);
const routes = /* @__PURE__ */ object(
  {
    status: typed(Uint8Array),
    cost: typed(Float32Array),
    firstNode: typed(Uint32Array),
    node: typed(Uint32Array),
    settled: optional(typed(Uint32Array)),
  },
  'Routes',
);

/**
 * An earlier result. `instanceof` takes a tenth of the time of `routes`, but only knows arrays of
 * this realm: `routes` checks all others.
 */
const earlierRoutes: Rule = (value, name) => {
  const { status, cost, firstNode, node, settled } = (value ?? {}) as Partial<Routes>;
  const own =
    status instanceof Uint8Array &&
    cost instanceof Float32Array &&
    firstNode instanceof Uint32Array &&
    node instanceof Uint32Array &&
    settled instanceof Uint32Array;
  if (!own) routes(value, name);
};

const watch = { onProgress: callback, signal } as const;

const SEARCH_RULES: OptionRules = {
  algorithm: oneOf('astar', 'dijkstra', 'bidirectional', 'greedy', 'jps', 'jps+', 'theta*', 'alt'),
  heuristic: oneOf('zero', 'manhattan', 'octile', 'euclidean', 'landmarks'),
  landmarks: whole(1, 64),
  allowInadmissible: flag,
};

export const SOLVER_RULES: OptionRules = { ...SEARCH_RULES, warmUp: number(0, 1000) };

export const POOL_RULES: OptionRules = { ...SEARCH_RULES, ...THREAD_RULES };

const HUB_LABEL_RUN_RULES: OptionRules = {
  result: oneOf('routes', 'cost'),
  reuse: earlierRoutes,
  ...watch,
};

const HIERARCHY_RUN_RULES: OptionRules = { maxSettled: whole(), ...HUB_LABEL_RUN_RULES };

const RUN_RULES: OptionRules = {
  ...HIERARCHY_RUN_RULES,
  nearest,
  agentSize: either(size, list),
};

/** `RUN_RULES` without what one search to many targets lacks: other ends, progress, sizes. */
export const ONE_TO_MANY_RULES: OptionRules = {
  maxSettled: whole(),
  result: oneOf('routes', 'cost'),
  reuse: earlierRoutes,
  agentSize: size,
};

const ROUTE_RULES: OptionRules = { nearest, maxSettled: whole(), agentSize: size };

const HIERARCHY_ROUTE_RULES: OptionRules = { maxSettled: whole() };

const tree = /* @__PURE__ */ object(
  { dist: typed(Float32Array), parent: typed(Uint32Array) },
  'a Tree',
);
export const TREE_RULES: OptionRules = { agentSize: size, reuse: tree };
export const HIERARCHY_TREE_RULES: OptionRules = { reuse: tree };
export const TABLE_ROWS_RULES: OptionRules = watch;
export const TABLE_RULES: OptionRules = { reuse: typed(Float32Array), ...watch };
export const BUILD_RULES: OptionRules = watch;
export const BUILD_CUSTOMIZABLE_RULES: OptionRules = {
  order: list,
  directions: whole(1, 64),
  ...watch,
};
export const SUBGOAL_RULES: OptionRules = { agentSize: size };
export const SUBGOAL_POOL_RULES: OptionRules = { ...SUBGOAL_RULES, ...THREAD_RULES };
export const BUILD_SUBGOALS_RULES: OptionRules = { ...watch, ...SUBGOAL_RULES };
export const PERFECT_RULES: OptionRules = { perfect: flag };

/** Stands for the options of a call without any: checks skip this object. */
export const NO_OPTIONS: Readonly<Record<string, never>> = {};

/** Throws TypeError or RangeError unless a run can follow these options. */
export function checkRunOptions(options: RunOptions): void {
  if (options !== NO_OPTIONS) checkOptions('run', options, RUN_RULES);
}

/** As `checkRunOptions` for a run on a hierarchy. */
export function checkHierarchyOptions(options: RunOptions): void {
  if (options !== NO_OPTIONS) checkOptions('run', options, HIERARCHY_RUN_RULES);
}

/** As `checkRunOptions` for a run on hub labels. */
export function checkHubLabelOptions(options: RunOptions): void {
  if (options !== NO_OPTIONS) checkOptions('run', options, HUB_LABEL_RUN_RULES);
}

/** As `checkRunOptions` for `route`. */
export function checkRouteOptions(options: RouteOptions): void {
  if (options !== NO_OPTIONS) checkOptions('route', options, ROUTE_RULES);
}

/** As `checkRouteOptions` for a route on a hierarchy. */
export function checkHierarchyRouteOptions(options: RouteOptions): void {
  if (options !== NO_OPTIONS) checkOptions('route', options, HIERARCHY_ROUTE_RULES);
}

/** The agent size of each query, and all different sizes. */
export interface AgentSizes {
  /** The size of query `i`. */
  of(i: number): number;
  readonly distinct: readonly number[];
}

/** Sizes of runs without `agentSize`, and on graphs. */
export const ONE_CELL: AgentSizes = { of: () => 1, distinct: [1] };

/** Throws TypeError or RangeError unless a list has `count` whole numbers from 1 to 255. */
export function agentSizes(agentSize: RunOptions['agentSize'], count: number): AgentSizes {
  if (agentSize === undefined || agentSize === 1) return ONE_CELL;
  if (typeof agentSize === 'number') return { of: () => agentSize, distinct: [agentSize] };
  checkLength(agentSize, count, 'agentSize');
  const distinct = new Set<number>();
  for (let i = 0; i < count; i++) {
    size(agentSize[i], `agentSize[${i}]`);
    distinct.add(agentSize[i]);
  }
  return { of: (i) => agentSize[i], distinct: [...distinct] };
}
