import { type Sample, type Samples, walkExports } from '@wayfield/testing';
import { SOFTWARE_DAWN, useSoftwareVulkan, wantsSoftware } from '@wayfield/testing/gpu';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as arrays from '../src/arrays.ts';
import * as main from '../src/index.ts';
import * as inNode from '../src/node.ts';
import { device } from './ways.ts';

/** A value whose fields are left alone. */
function opaque<T extends object>(value: T): T {
  return Object.setPrototypeOf({ ...value }, {}) as T;
}

const code = `@group(0) @binding(0) var<storage, read_write> a: array<u32>;
@compute @workgroup_size(1) fn go() { a[0] = 1u; }`;
const kernel = () => ({ label: 'test', code, entry: 'go', constants: {} });
const buffer = (): GPUBuffer => main.storageBuffer(device, 'test', 8);
const [one, two, three, four] = [buffer(), buffer(), buffer(), buffer()];
const words = new Uint32Array(4);
const encoder = (): GPUCommandEncoder => device.createCommandEncoder();
const made = opaque(main.step(device, kernel(), { 0: one }, 1));

const tuning = {
  subgroups: false,
  workgroupSize: 32,
  itemsPerInvocation: 4,
  maxBlocks: 2,
};
const primitive = {
  ...tuning,
  length: 4,
  lengthFrom: undefined,
  label: 'test',
};
const free = (value: { destroy(): void }): void => value.destroy();
const methods: Samples = {
  encode: { args: () => ({ target: encoder() }) },
  setLength: { args: () => ({ length: 3 }) },
  destroy: 'no arguments',
};
/** A primitive; buffers that are given twice, or are needed, are said so. */
const of = (own: object): Sample => ({
  args: () => ({ device, options: { ...primitive, ...own } }),
  accepts: TEXT('options.label'),
  done: free,
  methods,
});
const sorting = { ...tuning, wideMasks: false, lastFirst: false, firstBit: 0, endBit: 8 };

const deviceOptions = {
  powerPreference: 'high-performance',
  features: ['subgroups'],
  limits: 'default',
  label: 'test',
  allowSoftware: true,
};
if (wantsSoftware()) useSoftwareVulkan();

const samples: Samples = {
  allocate: { args: () => ({ device, what: 'test', words: { name: 4 } }), accepts: TEXT('what') },
  filledBuffer: {
    args: () => ({ device, label: 'test', data: words, usage: 128 }),
    accepts: { ...TEXT('label'), usage: ['7'] },
  },
  storageBuffer: { args: () => ({ device, label: 'test', words: 4 }), accepts: TEXT('label') },
  storageBytes: { args: () => ({ words: 4 }) },
  uploadWords: { args: () => ({ device, label: 'test', data: words }), accepts: TEXT('label') },
  createCompact: of({ flags: one, values: two, output: three, count: four, countOffset: 0 }),
  createScan: of({ input: one, output: two, lastFirst: false }),
  createReduce: of({ operation: 'add-u32', input: one, output: two, outputOffset: 0 }),
  createSegmentOffsets: of({ keys: one, segments: 3, offsets: two }),
  createSort: of({ ...sorting, keys: one, values: two }),
  isSoftwareAdapter: { args: () => ({ of: device }) },
  guarded: { args: () => ({ device, what: 'test', work: () => 1 }), accepts: TEXT('what') },
  defaultMemoryBudget: { args: () => ({ limits: device.limits }) },
  largestBinding: { args: () => ({ limits: device.limits }) },
  planWaves: {
    args: () => ({
      limits: device.limits,
      needs: [{ label: 'test', bytes: 4, bytesPerItem: 4, unbound: false }],
      count: 4,
      options: { memoryBudget: 1e6 },
    }),
    optional: ['needs[0].bytes', 'needs[0].bytesPerItem', 'needs[0].unbound'],
    accepts: TEXT('needs[0].label'),
  },
  compileKernels: { args: () => ({ device, kernels: [opaque(kernel())] }) },
  computePipeline: { args: () => ({ device, kernel: opaque(kernel()) }) },
  encodeSteps: {
    args: () => ({ target: encoder(), label: 'test', steps: [made] }),
    accepts: TEXT('label'),
  },
  step: {
    args: () => ({ device, kernel: opaque(kernel()), resources: { 0: one }, workgroups: 1 }),
    named: { 'resources.0': 'resources' },
    accepts: { resources: ['*'] },
  },
  createReadBack: {
    args: () => ({ device, bytes: 64, label: 'test' }),
    optional: ['label'],
    accepts: TEXT('label'),
    done: free,
    methods: {
      encode: {
        args: () => ({ encoder: encoder(), source: one, sourceOffset: 0, at: 0, bytes: 8 }),
      },
      read: {
        args: () => ({ parts: opaque({ at: 0, into: words }) }),
      },
      destroy: 'no arguments',
    },
  },
  readBuffer: {
    args: () => ({ device, source: one, into: words, sourceOffset: 0 }),
    optional: ['sourceOffset'],
  },
  keepWarm: {
    args: () => ({ device, options: { intervalMs: 100, busyMs: 1, limitMs: 100 } }),
    done: (value: { stop(): void }) => value.stop(),
    methods: { stop: 'no arguments' },
  },
  scanWords: { args: () => ({ device, input: words, options: tuning }) },
  reduceWords: { args: () => ({ device, operation: 'add-u32', input: words, options: tuning }) },
  compactWords: {
    args: () => ({ device, flags: words, values: words, options: tuning }),
    optional: ['values'],
  },
  sortPairs: { args: () => ({ device, keys: words, values: words, options: sorting }) },
  segmentOffsets: { args: () => ({ device, keys: words, segments: 3, options: tuning }) },
  requestDevice: {
    args: () => ({ options: { ...deviceOptions, dawn: wantsSoftware() ? SOFTWARE_DAWN : [] } }),
    // Dawn looks at its switches and at the names of features by itself
    accepts: {
      'options.label': ["'x'", "''", 'misspelt'],
      'options.features[0]': ['*'],
      'options.dawn[0]': ['misspelt'],
    },
    done: free,
  },
};

/** Free text may be any text. */
function TEXT(name: string): Record<string, string[]> {
  return { [name]: ["'x'", "''", 'misspelt'] };
}

const test = suite('arguments');

test('every argument of every export is checked in words', async () => {
  const { requestDevice: _, ...page } = main;
  const problems = await walkExports({ '.': page, arrays, node: inNode }, samples);
  // where there is software alone, what does not ask for it gets none
  const wrong = problems.filter((text) => !/^requestDevice.*is a program, not a GPU/.test(text));
  assert.equal(wrong, []);
});

test.run();
