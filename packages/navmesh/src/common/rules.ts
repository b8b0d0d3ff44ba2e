// The checks of the arguments of all entry points. Rules are marked as pure, so that a bundler
// drops the ones that are not used.

import {
  callback,
  checkOptions,
  either,
  flag,
  list,
  number,
  object,
  oneOf,
  optional,
  type OptionRules,
  type Rule,
  rule,
  signal,
  typed,
  whole,
} from '@wayfield/check';

const finite: Rule = /* @__PURE__ */ number();
const count: Rule = /* @__PURE__ */ whole();
const floats: Rule = /* @__PURE__ */ typed(Float64Array);
const words: Rule = /* @__PURE__ */ typed(Uint32Array);
const whole32: Rule = /* @__PURE__ */ typed(Int32Array);
const least0: Rule = /* @__PURE__ */ number(0, Infinity);
const radius: Rule = /* @__PURE__ */ number(0);

const isBuffer = (value: unknown): boolean =>
  ArrayBuffer.isView(value) ||
  ['[object ArrayBuffer]', '[object SharedArrayBuffer]'].includes(
    Object.prototype.toString.call(value),
  );
/** Bytes of a file. */
export const bytes: Rule = /* @__PURE__ */ rule('an ArrayBuffer or a view of one', isBuffer);

export const polygonMesh: Rule = /* @__PURE__ */ object(
  {
    vertexCount: count,
    polygonCount: count,
    x: floats,
    y: floats,
    firstSide: words,
    corner: words,
    twin: words,
  },
  'a PolygonMesh',
);

export const reductionRule: Rule = /* @__PURE__ */ object(
  {
    triangleCount: count,
    level: /* @__PURE__ */ typed(Uint8Array),
    structure: words,
    exit: words,
    position: words,
    passWidth: floats,
  },
  'a Reduction',
);

export const triangulationRule: Rule = /* @__PURE__ */ object(
  {
    vertexCount: count,
    triangleCount: count,
    x: floats,
    y: floats,
    corner: whole32,
    depth: whole32,
  },
  'a Triangulation',
);

export const navMesh: Rule = /* @__PURE__ */ object(
  { triangulation: triangulationRule, follow: callback },
  'a NavMesh',
);

const eitherMesh: Rule = /* @__PURE__ */ object({}, 'a PolygonMesh or NavMesh');

/** Throws TypeError unless `mesh` is a `PolygonMesh` or a `NavMesh`. */
export function checkEitherMesh(mesh: unknown): void {
  eitherMesh(mesh, 'mesh');
  ('triangulation' in (mesh as object) ? navMesh : polygonMesh)(mesh, 'mesh');
}

export const sleeveRule: Rule = /* @__PURE__ */ object(
  { count, leftX: floats, leftY: floats, rightX: floats, rightY: floats },
  'a Sleeve',
);

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

export const gridRule: Rule = /* @__PURE__ */ object(
  {
    width: /* @__PURE__ */ whole(1),
    height: /* @__PURE__ */ whole(1),
    cost: /* @__PURE__ */ typed(Float32Array),
  },
  'a Grid',
);

export const meshContent: Rule = /* @__PURE__ */ object(
  {
    triangulation: /* @__PURE__ */ optional(triangulationRule),
    mesh: /* @__PURE__ */ optional(polygonMesh),
    reduction: /* @__PURE__ */ optional(reductionRule),
  },
  'MeshContent',
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
const RESULT: OptionRules = {
  result: /* @__PURE__ */ oneOf('routes', 'cost'),
  nearest: nearestRule,
};
const RUN: OptionRules = { ...LIMITS, ...RESULT, first: flag };
const ALGORITHMS = ['auto', 'tra*', 'tangents'] as const;

export const RULES: Readonly<Record<string, OptionRules>> = {
  createNavMesh: {
    obstacles: list,
    walls: list,
    boundary: list,
    snap: /* @__PURE__ */ number(Number.MIN_VALUE),
  },
  buildPolygonMesh: { merge: flag },
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
  runPolyanya: { ...RESULT, maxExpanded: least0 },
  runLabels: RESULT,
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
  loadObj: {
    up: /* @__PURE__ */ oneOf('x', 'y', 'z'),
    project: flag,
    maxSlope: /* @__PURE__ */ number(0, 90),
    snap: /* @__PURE__ */ number(Number.MIN_VALUE),
    overlaps: /* @__PURE__ */ oneOf('refuse', 'join'),
  },
};

/** Names for error messages, where the name in `RULES` is not that of the function. */
const WHERE: Readonly<Record<string, string>> = {
  runPolyanya: 'run',
  runDiscs: 'run',
  runLabels: 'run',
  searchDisc: 'search',
};

const required: Rule = /* @__PURE__ */ object();

/** Checks options by the rules `name`; `must` names an option without a default. */
export function check(name: string, options: unknown, must?: string): void {
  if (must !== undefined) required(options, 'options');
  checkOptions(WHERE[name] ?? name, options, RULES[name]);
  if (must !== undefined) RULES[name][must]((options as Record<string, unknown>)[must], must);
}

/** Throws for the first number that is not finite, with its name. */
export function checkNumbersOf(values: Readonly<Record<string, unknown>>): void {
  for (const name in values) finite(values[name], name);
}
