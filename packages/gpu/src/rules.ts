// The rules of all arguments and options of this package.
import {
  callback,
  checkOptions,
  either,
  flag,
  list,
  listOf,
  number,
  object,
  oneOf,
  optional,
  positive,
  signal,
  typed,
  whole,
  type OptionRules,
  type Rule,
} from '@wayfield/check';
import { aBuffer, aCount, having } from '@wayfield/gpu-core/internal';

/** The rule of an option that is itself an object of options. */
const settings =
  (rules: OptionRules): Rule =>
  (value, name) =>
    checkOptions(name, value, rules);

const positiveWhole: Rule = /* @__PURE__ */ whole(1);

export const aMap: Rule = /* @__PURE__ */ having('a Grid or a Graph', 'cost', 'firstOut');
export const aHierarchy: Rule = /* @__PURE__ */ having('a Hierarchy', 'levelStart');
export const aList: Rule = list;
export const someQueries: Rule = /* @__PURE__ */ object(
  { count: aCount, source: list, target: list },
  'Queries',
);

const memoryBudget = positive;
const watch: OptionRules = { signal, onProgress: callback };

export const SOLVER_RULES: OptionRules = {
  algorithm: oneOf('astar', 'dijkstra', 'greedy'),
  heuristic: oneOf('zero', 'manhattan', 'octile', 'euclidean'),
  allowInadmissible: flag,
  memoryBudget,
  variant: oneOf('auto', 'workgroup', 'invocation'),
  tuning: settings({
    workgroupSize: positiveWhole,
    workspaces: positiveWhole,
    queriesPerDispatch: positiveWhole,
    compactWave: positiveWhole,
    invocationsPerNode: positiveWhole,
    window: positive,
    large: flag,
    heap: flag,
    interleaved: flag,
  }),
};
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
const nearest = /* @__PURE__ */ either(oneOf('source', 'target', 'both'), flag);
export const RUN_RULES: OptionRules = {
  result: oneOf('routes', 'cost', 'next'),
  share: oneOf('auto', 'never', 'always'),
  nearest,
  reuse: routes,
  ...watch,
};
export const COMPACT_RULES: OptionRules = {
  nearest,
  reuse: /* @__PURE__ */ object(
    {
      status: typed(Uint8Array),
      cost: typed(Float32Array),
      firstWord: typed(Uint32Array),
      word: typed(Uint32Array),
    },
    'GpuCompactRoutes',
  ),
  // written out, because bundlers keep an unused object with a spread
  signal,
  onProgress: callback,
};
export const AGENTS_RULES: OptionRules = { hold: aBuffer, signal };

export const TREE_SOLVER_RULES: OptionRules = {
  rule: oneOf('tiled', 'near-far', 'mcmillan', 'ortega'),
  delta: /* @__PURE__ */ number(Number.MIN_VALUE, Infinity),
  diagonals: oneOf('length', 'straight'),
  memoryBudget,
  timing: flag,
  tuning: settings({
    workgroupSize: positiveWhole,
    tileNodes: positiveWhole,
    sweeps: positiveWhole,
    maxWorkgroups: positiveWhole,
    queue: positiveWhole,
    orderFrom: /* @__PURE__ */ number(0, Infinity),
    window: positiveWhole,
    eagerBytes: aCount,
  }),
};
const tree = /* @__PURE__ */ object(
  { dist: typed(Float32Array), parent: typed(Uint32Array) },
  'a Tree',
);
export const TREE_RUN_RULES: OptionRules = {
  parents: flag,
  reuse: /* @__PURE__ */ listOf(tree),
  ...watch,
};
export const COMPACT_TREE_RULES: OptionRules = {
  distances: flag,
  reuse: /* @__PURE__ */ listOf(/* @__PURE__ */ object({ rank: typed(Uint8Array) }, 'a tree')),
  signal,
  onProgress: callback,
};
export const UNPACK_RULES: OptionRules = { reuse: tree };
export const RESIDENT_RULES: OptionRules = { parents: flag, modulo: flag, signal };
export const TREE_PLAN_RULES: OptionRules = { parents: flag, resident: flag };

export const HIERARCHY_RULES: OptionRules = {
  memoryBudget,
  timing: flag,
  tableSizes: /* @__PURE__ */ listOf(positiveWhole),
  wave: positiveWhole,
};
export const HUB_LABEL_RULES: OptionRules = { timing: flag, wave: positiveWhole };
const labelSide = /* @__PURE__ */ object(
  { first: typed(Uint32Array), groups: typed(Uint32Array) },
  'a GpuLabelSide',
);
export const aHubLabels: Rule = /* @__PURE__ */ object(
  { nodeCount: whole(), hub: typed(Uint32Array), forward: labelSide, backward: labelSide },
  'GpuHubLabels',
);
export const HIERARCHY_RUN_RULES: OptionRules = { reuse: typed(Float32Array), ...watch };
export const HIERARCHY_ROWS_RULES: OptionRules = {
  reuse: /* @__PURE__ */ listOf(typed(Float32Array)),
  ...watch,
};
export const HIERARCHY_TABLE_RULES: OptionRules = watch;
export const aTableEnd: Rule = /* @__PURE__ */ object(
  { node: list, cost: list, first: list },
  'GpuTableEnds',
);
export const SIGNAL_RULES: OptionRules = { signal };
export const aCustomizable: Rule = /* @__PURE__ */ object(
  {
    nodeCount: whole(),
    graphArcCount: whole(),
    arcCount: whole(),
    levelStart: typed(Uint32Array),
    firstArc: typed(Uint32Array),
    head: typed(Uint32Array),
    arcOf: typed(Uint32Array),
  },
  'a CustomizableHierarchy',
);
const ranked = /* @__PURE__ */ object({ rank: typed(Uint32Array) }, 'a CustomizableHierarchy');
export const aRankedCustomizable: Rule = (value, name) => {
  aCustomizable(value, name);
  ranked(value, name);
};
export const someWeights: Rule = /* @__PURE__ */ typed(Float32Array);
export const CUSTOMIZER_RULES: OptionRules = { timing: flag };
export const CUSTOMIZABLE_SOLVER_RULES: OptionRules = {
  memoryBudget,
  timing: flag,
  wave: positiveWhole,
};
export const CUSTOMIZER_RUN_RULES: OptionRules = {
  reuse: /* @__PURE__ */ object(
    { up: typed(Float32Array), down: typed(Float32Array) },
    'GpuArcWeights',
  ),
};
