// The rules of the options of crowds on the GPU.
import { callback, object, oneOf, type OptionRules, type Rule, whole } from '@wayfield/check';
import { CROWD_RULES, MOST_AGENTS } from '../agents/rules.ts';

export const GPU_RULES: OptionRules = {
  ...CROWD_RULES,
  preferred: /* @__PURE__ */ oneOf('columns', 'resident'),
};

export const anEncoder: Rule = /* @__PURE__ */ object(
  { beginComputePass: callback, copyBufferToBuffer: callback },
  'a GPUCommandEncoder',
);

/** Options that must have a capacity. */
export const withCapacity: Rule = /* @__PURE__ */ object(
  { capacity: /* @__PURE__ */ whole(1, MOST_AGENTS) },
  'GpuCrowdOptions',
);
