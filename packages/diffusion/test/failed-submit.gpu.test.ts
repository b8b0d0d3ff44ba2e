// A submit that an error scope reports as failed, while the numbers of a call are read: nothing is
// read any more after the rejection, and the next call gives what a fresh model gives.
import { reason, sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createGpuDiffusion, type GpuDiffusion } from '../src/gpu/index.ts';
import type { DiffusionMap, DiffusionOptions, SettleOptions } from '../src/types.ts';
import { device } from './gpu-device.ts';

const test = suite('a submit that fails');

let armed = false;
let depth = 0;
let deepest = 0;
/** Maps under way. */
let maps = 0;

/** Reports a failure around the next read that goes with a submit. */
const replaced: Partial<Record<string | symbol, unknown>> = {
  pushErrorScope(filter: GPUErrorFilter) {
    depth++;
    deepest = Math.max(deepest, depth);
    device.pushErrorScope(filter);
  },
  popErrorScope() {
    const real = device.popErrorScope();
    // a read that is begun inside a guarded submit has three scopes in three others
    const fails = armed && deepest === 6 && depth === 3;
    depth--;
    if (depth === 0) deepest = 0;
    if (!fails) return real;
    armed = false;
    return real.then(() => ({ message: 'made up' }));
  },
  createBuffer(descriptor: GPUBufferDescriptor) {
    const buffer = device.createBuffer(descriptor);
    const { mapAsync } = buffer;
    buffer.mapAsync = (...range) => {
      maps++;
      return mapAsync.apply(buffer, range).finally(() => maps--);
    };
    return buffer;
  },
};
/**
 * The shared device with other methods. Its kernels are cached by this object, not by the device;
 * Dawn does not compile again what the device has.
 */
const deviceWith = (methods: Partial<Record<string | symbol, unknown>>): GPUDevice =>
  new Proxy(device, {
    get(target, name) {
      if (name in methods) return methods[name];
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
const failing = deviceWith(replaced);

const width = 40;
const height = 25;
const terrain = new Float32Array(width * height).fill(1);
const map: DiffusionMap = { width, height, neighbours: 8, terrain };
const tuning = { lanesX: 8, lanesY: 8, rows: 2, steps: 4 };

async function opened(options: DiffusionOptions): Promise<GpuDiffusion> {
  const model = await createGpuDiffusion(failing, map, { tuning, ...options });
  model.setGoals('goal', { cell: [0, 777] });
  return model;
}

const CASES: readonly (readonly [string, DiffusionOptions, SettleOptions])[] = [
  ['until the front has arrived', { method: 'diffusion', precision: 'log' }, { until: 'front' }],
  ['until nothing changes', { method: 'diffusion' }, { until: 'residual', limit: 64 }],
  ['steady', { method: 'steady' }, {}],
  ['distance', { method: 'distance' }, {}],
];
for (const [name, options, settle] of CASES) {
  test(`leaves no read under way after the rejection: ${name}`, async () => {
    const model = await opened(options);
    armed = true;
    assert.match(await reason(model.settle(settle)), /made up/);
    assert.is(armed, false);
    assert.is(maps, 0, 'maps under way');
    if (options.method !== 'distance') model.reset();
    await model.settle(settle);
    const fresh = await opened(options);
    await fresh.settle(settle);
    sameArray(await model.field('goal'), await fresh.field('goal'));
    await model.destroy();
    await fresh.destroy();
  });
}

/** The first pipeline with this label is invalid. */
const BROKEN: readonly (readonly [string, DiffusionOptions, SettleOptions])[] = [
  ['diffusion: compare', { method: 'diffusion' }, { until: 'residual', limit: 64 }],
  ['diffusion: steps, front', { method: 'diffusion' }, { until: 'front' }],
  ['diffusion: lack', { method: 'diffusion', precision: 'f32' }, { until: 'front' }],
  ['diffusion: steps, front', { method: 'steady' }, {}],
  // the steps of the first guess come before
  ['diffusion: steady: sweepCells', { method: 'steady' }, { onProgress() {} }],
];
for (const [label, options, settle] of BROKEN) {
  const title = `${label}, method ${options.method}`;
  test(`rejects if a pipeline is invalid, then makes its bind group again: ${title}`, async () => {
    let breaks = false;
    const own = deviceWith({
      createComputePipeline(given: GPUComputePipelineDescriptor) {
        if (!breaks || given.label !== label) return device.createComputePipeline(given);
        breaks = false;
        const compute = { ...given.compute, entryPoint: 'no' };
        return device.createComputePipeline({ ...given, compute });
      },
    });
    const model = await createGpuDiffusion(own, map, { tuning, ...options });
    model.setGoals('goal', { cell: [0, 777] });
    breaks = true;
    // a call that does not reject after its first batch ends here
    const onProgress = (): void => {
      throw new Error('the call went on');
    };
    assert.match(
      await reason(model.settle({ onProgress, ...settle })),
      new RegExp(`invalid call.*${label}`, 's'),
    );
    assert.is(breaks, false);
    model.reset();
    await model.settle(settle);
    const fresh = await opened(options);
    await fresh.settle(settle);
    sameArray(await model.field('goal'), await fresh.field('goal'));
    await model.destroy();
    await fresh.destroy();
  });
}

test.run();
