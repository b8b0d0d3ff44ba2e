// What kinds of arguments and which options calls take, the same on every backend. The entries of
// lists, and what depends on the map, are checked in check-input.ts and check-pursuers.ts.

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
  type OptionRules,
  rule,
  type Rule,
  signal,
  text,
  typed,
  whole,
} from '@wayfield/check';

/** Most threads of a pool. */
export const MOST_THREADS = 64;

/** A count of steps. */
export const steps: Rule = /* @__PURE__ */ whole();

const MODEL: OptionRules = {
  layers: /* @__PURE__ */ listOf(text),
  method: /* @__PURE__ */ oneOf('diffusion', 'steady', 'distance'),
  metric: /* @__PURE__ */ oneOf('graph', 'eikonal'),
  rule: /* @__PURE__ */ oneOf('average', 'heat'),
  rate: /* @__PURE__ */ number(),
  border: /* @__PURE__ */ oneOf('zero', 'clamp'),
  precision: /* @__PURE__ */ oneOf('f32', 'log'),
  flushToZero: flag,
};

const POOL: OptionRules = {
  ...MODEL,
  threads: /* @__PURE__ */ whole(1, MOST_THREADS),
  worker: callback,
};

const GPU: OptionRules = {
  ...MODEL,
  memoryBudget: /* @__PURE__ */ number(0),
  tuning: /* @__PURE__ */ object(),
  storage: /* @__PURE__ */ oneOf('f32', 'f16'),
};

const TUNING: OptionRules = {
  lanesX: /* @__PURE__ */ whole(1),
  lanesY: /* @__PURE__ */ whole(1),
  rows: /* @__PURE__ */ whole(1),
  steps: /* @__PURE__ */ whole(1),
  height: /* @__PURE__ */ whole(1),
  ahead: /* @__PURE__ */ whole(1),
};

const SETTLE: OptionRules = {
  until: /* @__PURE__ */ either(/* @__PURE__ */ oneOf('front', 'residual'), steps),
  limit: steps,
  tolerance: /* @__PURE__ */ number(0, Infinity),
  layers: /* @__PURE__ */ listOf(text),
  signal,
  onProgress: callback,
};

const ROUTES: OptionRules = {
  maxSteps: steps,
  reuse: /* @__PURE__ */ object(
    {
      status: /* @__PURE__ */ typed(Uint8Array),
      cost: /* @__PURE__ */ typed(Float32Array),
      firstNode: /* @__PURE__ */ typed(Uint32Array),
      node: /* @__PURE__ */ typed(Uint32Array),
    },
    'Routes',
  ),
};

const PURSUERS: OptionRules = {
  cell: list,
  weights: /* @__PURE__ */ object(),
  emit: /* @__PURE__ */ object({ layer: text, strength: /* @__PURE__ */ number() }),
  modulate: /* @__PURE__ */ object({ layer: text, factor: /* @__PURE__ */ number() }),
  exclusive: flag,
};

const map: Rule = /* @__PURE__ */ object(
  {
    width: /* @__PURE__ */ whole(1),
    height: /* @__PURE__ */ whole(1),
    neighbours: /* @__PURE__ */ oneOf(4, 8),
    terrain: /* @__PURE__ */ typed(Float32Array),
  },
  'a DiffusionMap',
);
/** The corner rule of a map, which may be left out. */
const corners: Rule = /* @__PURE__ */ oneOf('never', 'one-open', 'always');
const grid: Rule = /* @__PURE__ */ object(
  {
    width: /* @__PURE__ */ whole(1),
    height: /* @__PURE__ */ whole(1),
    neighbours: /* @__PURE__ */ oneOf(4, 8),
    cost: /* @__PURE__ */ typed(Float32Array),
  },
  'a Grid',
);
const goals: Rule = /* @__PURE__ */ object({ cell: list }, 'Goals');
const encoder: Rule = /* @__PURE__ */ object({ beginComputePass: callback }, 'a GPUCommandEncoder');
const target: Rule = /* @__PURE__ */ rule<object>(
  'a GPUCommandEncoder or GPUComputePassEncoder',
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    ('beginComputePass' in value || 'setPipeline' in value),
);
const device: Rule = /* @__PURE__ */ object(
  { limits: /* @__PURE__ */ object(), queue: /* @__PURE__ */ object() },
  'a GPUDevice',
);
const buffer: Rule = /* @__PURE__ */ object({ size: /* @__PURE__ */ whole() }, 'a GPUBuffer');

export const checkModelOptions = (where: string, options: unknown): void =>
  checkOptions(where, options, MODEL);

/** The arguments of `createDiffusionPool`, the entries of the terrain excepted. */
export function checkPoolArguments(given: unknown, options: unknown): void {
  map(given, 'map');
  checkOptions('createDiffusionPool', options, POOL);
}

export function checkGpuOptions(options: unknown): void {
  checkOptions('createGpuDiffusion', options, GPU);
  checkOptions('tuning', (options as { tuning?: unknown } | undefined)?.tuning, TUNING);
}

export const checkSettleOptions = (options: unknown): void =>
  checkOptions('settle', options, SETTLE);

export const checkRouteOptions = (where: string, options: unknown): void =>
  checkOptions(where, options, ROUTES);

/** Options of pursuers have no default: `undefined` is refused. */
export function checkPursuerOptions(options: unknown): void {
  pursuerOptions(options, 'options');
  checkOptions('createPursuers', options, PURSUERS);
  pursuerFields(options, 'options');
}
const pursuerOptions: Rule = /* @__PURE__ */ object({}, 'PursuerOptions');
const pursuerFields: Rule = /* @__PURE__ */ object({
  cell: list,
  weights: /* @__PURE__ */ object(),
});

export {
  buffer as bufferRule,
  corners as cornersRule,
  device as deviceRule,
  encoder as encoderRule,
  goals as goalsRule,
  grid as gridRule,
  map as mapRule,
  target as targetRule,
};
