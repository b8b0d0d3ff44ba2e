// The rules for options, queries and paths that callers of this package pass. Meshes, sleeves and
// reductions are checked by rules of @wayfield/triangulation. Rules are marked as pure, so that a
// bundler drops the ones that are not used.

import {
  checkOptions,
  either,
  flag,
  list,
  number,
  object,
  oneOf,
  type OptionRules,
  type Rule,
  signal,
  typed,
  whole,
} from '@wayfield/check';
import { reductionRule } from '@wayfield/triangulation/internal/checks';

const count: Rule = /* @__PURE__ */ whole();
const floats: Rule = /* @__PURE__ */ typed(Float64Array);
const least0: Rule = /* @__PURE__ */ number(0, Infinity);
const radius: Rule = /* @__PURE__ */ number(0);

export const arcPath: Rule = /* @__PURE__ */ object(
  {
    count,
    x: floats,
    y: floats,
    centreX: floats,
    centreY: floats,
    startAngle: floats,
    sweep: floats,
  },
  'an ArcPath',
);

export const pointQueries: Rule = /* @__PURE__ */ object(
  { count, sourceX: floats, sourceY: floats, targetX: floats, targetY: floats },
  'PointQueries',
);

const LIMITS: OptionRules = { gap: least0, milliseconds: least0, maxExpanded: least0 };
/** `Nearest` of src/queries/nearest.ts. */
export const nearestRule: Rule = /* @__PURE__ */ either(
  flag,
  /* @__PURE__ */ oneOf('source', 'target', 'both'),
);
/** Options of every `run`. */
export const RESULT_RULES: OptionRules = {
  result: /* @__PURE__ */ oneOf('routes', 'cost'),
  nearest: nearestRule,
};
const RUN: OptionRules = { ...LIMITS, ...RESULT_RULES, first: flag };
const ALGORITHMS = ['auto', 'tra*', 'tangents'] as const;

export const RULES: Readonly<Record<string, OptionRules>> = {
  createTriangleSearch: {
    algorithm: /* @__PURE__ */ oneOf(...ALGORITHMS),
    reduction: reductionRule,
    table: flag,
  },
  createStudySearch: {
    algorithm: /* @__PURE__ */ oneOf(...ALGORITHMS, 'ta*', 'fringe'),
    reduction: reductionRule,
    table: flag,
  },
  createDiscSearch: {
    reduction: reductionRule,
    table: flag,
  },
  runPolyanya: { ...RESULT_RULES, maxExpanded: least0 },
  run: RUN,
  runDiscs: { ...RUN, radius: /* @__PURE__ */ either(radius, list) },
  search: { nearest: nearestRule },
  searchDisc: { radius, nearest: nearestRule },
  explain: { radius },
  improve: LIMITS,
  improveAsync: { ...LIMITS, signal, slice: least0 },
  flattenArcs: {
    tolerance: /* @__PURE__ */ number(Number.MIN_VALUE),
    arcs: /* @__PURE__ */ oneOf('outside', 'on'),
    from: count,
    to: count,
  },
};

/** Names for error messages, where the name in `RULES` is not that of the function. */
const WHERE: Readonly<Record<string, string>> = {
  runPolyanya: 'run',
  runDiscs: 'run',
  searchDisc: 'search',
};

const required: Rule = /* @__PURE__ */ object();

/** Checks options by the rules `name`; `must` names an option without a default. */
export function check(name: string, options: unknown, must?: string): void {
  if (must !== undefined) required(options, 'options');
  checkOptions(WHERE[name] ?? name, options, RULES[name]);
  if (must !== undefined) RULES[name][must]((options as Record<string, unknown>)[must], must);
}
