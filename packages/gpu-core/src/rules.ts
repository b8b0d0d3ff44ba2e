// The rules of all arguments and options of this package.
import {
  callback,
  checkOptions,
  either,
  flag,
  list,
  listOf,
  object,
  oneOf,
  optional,
  positive,
  rule,
  text,
  typed,
  whole,
  type OptionRules,
  type Rule,
} from '@wayfield/check';
import type { Tuning } from './parallel/tuning.ts';

/** An object that has a field of one of these names. */
export const having = (expected: string, ...fields: readonly string[]): Rule =>
  rule<object>(
    expected,
    (value) => typeof value === 'object' && value !== null && fields.some((name) => name in value),
  );

const positiveWhole: Rule = /* @__PURE__ */ whole(1);

export const aDevice: Rule = /* @__PURE__ */ having('a GPUDevice', 'queue');
export const aLimits: Rule = /* @__PURE__ */ having('GPUSupportedLimits', 'maxBufferSize');
export const aDeviceOrAdapter: Rule = /* @__PURE__ */ having(
  'a GPUDevice or a GPUAdapter',
  'adapterInfo',
  'info',
);
export const aBuffer: Rule = /* @__PURE__ */ having('a GPUBuffer', 'mapState');
export const anEncoder: Rule = /* @__PURE__ */ having('a GPUCommandEncoder', 'beginComputePass');
export const aTarget: Rule = /* @__PURE__ */ having(
  'a GPUCommandEncoder or a GPUComputePassEncoder',
  'beginComputePass',
  'setPipeline',
);
export const aView: Rule = /* @__PURE__ */ rule('a typed array', ArrayBuffer.isView);
export const someWords: Rule = /* @__PURE__ */ either(
  typed(Uint32Array),
  typed(Float32Array),
  typed(Int32Array),
);
export const u32: Rule = /* @__PURE__ */ typed(Uint32Array);
export const someText: Rule = text;
export const aCount: Rule = /* @__PURE__ */ whole();
/** A byte offset into a buffer. */
export const anOffset: Rule = /* @__PURE__ */ rule<number>(
  'a multiple of 4',
  (value) => typeof value === 'number',
  (value) => value >= 0 && value % 4 === 0,
);
export const aFunction: Rule = callback;
export const anObject: Rule = /* @__PURE__ */ object();
export const aRecord: Rule = /* @__PURE__ */ rule<object>(
  'an object of names and numbers',
  (value) => typeof value === 'object' && value !== null && !(Symbol.iterator in value),
);

export const aKernel: Rule = /* @__PURE__ */ object(
  { label: text, code: text, entry: text, constants: optional(object()) },
  'a Kernel',
);
export const someKernels: Rule = /* @__PURE__ */ listOf(aKernel);
export const someSteps: Rule = /* @__PURE__ */ listOf(
  object(
    { pipeline: object(), group: object(), workgroups: aCount, rows: optional(aCount) },
    'a Step',
  ),
);
export const someResources: Rule = (value, name) => {
  anObject(value, name);
  for (const [binding, given] of Object.entries(value as object)) {
    if (given && typeof given === 'object' && 'buffer' in given) continue;
    aBuffer(given, `${name}[${binding}]`);
  }
};
export const someParts: Rule = /* @__PURE__ */ listOf(
  object({ at: aCount, into: either(aView, aFunction) }),
);
export const someNeeds: Rule = /* @__PURE__ */ listOf(
  object({
    label: text,
    bytes: optional(aCount),
    bytesPerItem: optional(aCount),
    unbound: optional(flag),
  }),
);

const memoryBudget = positive;

export const PLAN_RULES: OptionRules = { memoryBudget };
export const DEVICE_RULES: OptionRules = {
  powerPreference: oneOf('low-power', 'high-performance'),
  features: list,
  limits: oneOf('adapter', 'default'),
  label: text,
  allowSoftware: flag,
};
export const NODE_DEVICE_RULES: OptionRules = {
  ...DEVICE_RULES,
  dawn: /* @__PURE__ */ listOf(
    rule<string>(
      "a switch 'name=value'",
      (value) => typeof value === 'string',
      (value) => /^[\w-]+=/.test(value),
    ),
  ),
};

export const KEEP_WARM_RULES: OptionRules = {
  intervalMs: positive,
  limitMs: positive,
  busyMs: positive,
};

/** A rule for each tuning, so that typecheck names a missing one. */
export const TUNING_RULES: Readonly<Record<keyof Tuning, Rule>> = {
  subgroups: flag,
  workgroupSize: positiveWhole,
  itemsPerInvocation: positiveWhole,
  maxBlocks: positiveWhole,
};
const SORT_TUNING_RULES: OptionRules = {
  ...TUNING_RULES,
  wideMasks: flag,
  lastFirst: flag,
};
const lengthFrom = /* @__PURE__ */ object({ buffer: aBuffer, offset: optional(aCount) });
const primitive: OptionRules = { ...TUNING_RULES, length: aCount, lengthFrom, label: text };
export const SCAN_RULES: OptionRules = {
  ...primitive,
  input: aBuffer,
  output: aBuffer,
  lastFirst: flag,
};
export const REDUCE_RULES: OptionRules = {
  ...primitive,
  operation: oneOf('add-u32', 'min-u32', 'max-u32', 'add-f32'),
  input: aBuffer,
  output: aBuffer,
  outputOffset: aCount,
};
export const COMPACT_RULES: OptionRules = {
  ...primitive,
  flags: aBuffer,
  values: aBuffer,
  output: aBuffer,
  count: aBuffer,
  countOffset: aCount,
};
export const SEGMENTS_RULES: OptionRules = {
  ...primitive,
  keys: aBuffer,
  segments: aCount,
  offsets: aBuffer,
};
const bit = /* @__PURE__ */ whole(0, 32);
export const SORT_PAIRS_RULES: OptionRules = { ...SORT_TUNING_RULES, firstBit: bit, endBit: bit };
export const SORT_RULES: OptionRules = {
  ...primitive,
  ...SORT_PAIRS_RULES,
  keys: aBuffer,
  values: aBuffer,
};

/** Checks the options of `where` against their rules, and that each of `required` is given. */
export function checkRequired(
  where: string,
  options: unknown,
  rules: OptionRules,
  required: readonly string[],
): void {
  anObject(options, `options of ${where}`);
  checkOptions(where, options, rules);
  for (const name of required) {
    if ((options as Record<string, unknown>)[name] !== undefined) continue;
    rules[name](undefined, `options of ${where}: ${name}`);
  }
}
