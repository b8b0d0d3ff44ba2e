// The rules of the arguments and options of the GPU solver.
import {
  callback,
  flag,
  listOf,
  object,
  oneOf,
  optional,
  type OptionRules,
  rule,
  type Rule,
  whole,
} from '@wayfield/check';
import { NEIGHBOUR_RADIUS, type RulesOf, SOLVER_RULES } from '../rules.ts';
import { BODY_ARRAYS } from './bodies/body-buffer.ts';
import type { GpuSolverOptions, GpuTuning } from './types.ts';

export const GPU_RULES: RulesOf<GpuSolverOptions> = {
  ...SOLVER_RULES,
  tuning: /* @__PURE__ */ object(),
};

const some: Rule = /* @__PURE__ */ whole(1);
export const TUNING_RULES: RulesOf<GpuTuning> = {
  workgroupSize: /* @__PURE__ */ oneOf(32, 64, 128, 256),
  gather: some,
  long: some,
  many: some,
  heavyRuns: some,
  direct: /* @__PURE__ */ whole(),
  keysPerBody: some,
  hostChecks: /* @__PURE__ */ whole(),
};

export const aDevice: Rule = /* @__PURE__ */ object({ createBuffer: callback }, 'a GPUDevice');
export const aTarget: Rule = /* @__PURE__ */ rule<object>(
  'a GPUCommandEncoder or a GPUComputePassEncoder',
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    ('beginComputePass' in value || 'dispatchWorkgroups' in value),
);
export const someArrays: Rule = /* @__PURE__ */ optional(
  /* @__PURE__ */ listOf(/* @__PURE__ */ oneOf(...BODY_ARRAYS)),
);

const entryCount: Rule = /* @__PURE__ */ whole(0, 2 ** 32 - 1);
export const COMPILE_RULES: OptionRules = { bounds: flag };
export const ENCODE_RULES: OptionRules = { capacity: entryCount, bounds: flag, fixed: flag };
export const ENCODE_NEAR_RULES: OptionRules = { capacity: entryCount, radius: NEIGHBOUR_RADIUS };
/** Options that must have a capacity. */
export const withCapacity: Rule = /* @__PURE__ */ object({ capacity: entryCount });
/** Options that must have a capacity and a radius. */
export const withRadius: Rule = /* @__PURE__ */ object({
  capacity: entryCount,
  radius: NEIGHBOUR_RADIUS,
});
