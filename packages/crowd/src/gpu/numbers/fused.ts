// Asks a device whether its `fma` rounds once. `createGpuCrowd` asks before it compiles kernels.
import { readBuffer, step, storageBuffer, uploadWords } from '@wayfield/gpu-core';
import { makeGuarded } from '@wayfield/gpu-core/internal';

/** Pairs of factors that are multiplied. */
const PAIRS = 256;

const probe = /* wgsl */ `
struct Scene { nought: u32, a: u32, b: u32, c: u32 }
@group(0) @binding(0) var<uniform> scene: Scene;
@group(0) @binding(1) var<storage, read> factors: array<vec2f>;
@group(0) @binding(2) var<storage, read_write> errors: array<f32>;
fn opaque(v: f32) -> f32 { return bitcast<f32>(bitcast<u32>(v) ^ scene.nought); }

@compute @workgroup_size(64)
fn findErrors(@builtin(global_invocation_id) id: vec3u) {
  let pair = factors[id.x];
  let product = opaque(pair.x * pair.y);
  errors[id.x] = fma(pair.x, pair.y, -product);
}
`;

const known = new WeakMap<GPUDevice, Promise<boolean>>();

/**
 * Whether `fma` of a device rounds once. IEEE 754 demands that, WGSL does not. An `fma` that rounds
 * once gives the exact error of a product. A kernel tests it, once per device.
 */
export function fmaRoundsOnce(device: GPUDevice): Promise<boolean> {
  let answer = known.get(device);
  if (!answer) {
    known.set(device, (answer = probeFma(device)));
    // a probe that failed because memory ended says nothing: the next call makes another
    answer.catch(() => known.delete(device));
  }
  return answer;
}

async function probeFma(device: GPUDevice): Promise<boolean> {
  const factors = new Float32Array(2 * PAIRS);
  // odd numbers of 24 bits: f32 holds none of their products, so no error is 0
  let state = 9;
  for (let i = 0; i < factors.length; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    factors[i] = 1 + ((state >>> 9) | 1) / 2 ** 23;
  }
  const { uniform, given, found } = await makeGuarded(device, 'crowd', (keep) => ({
    uniform: keep(device.createBuffer({ label: 'crowd: probe', size: 16, usage: 0x40 })),
    given: keep(uploadWords(device, 'crowd: factors', factors)),
    found: keep(storageBuffer(device, 'crowd: errors', PAIRS)),
  }));
  const kernel = { label: 'crowd: findErrors', code: probe, entry: 'findErrors' };
  const { pipeline, group } = step(device, kernel, { 0: uniform, 1: given, 2: found }, 1);
  const encoder = device.createCommandEncoder({ label: 'crowd: probe' });
  const pass = encoder.beginComputePass({ label: 'crowd: probe' });
  pass.setPipeline(pipeline);
  pass.setBindGroup(0, group);
  pass.dispatchWorkgroups(PAIRS / 64);
  pass.end();
  device.queue.submit([encoder.finish()]);
  try {
    const errors = await readBuffer(device, found, new Float32Array(PAIRS));
    return errors.every((error, i) => {
      // products of two numbers of 24 bits are exact in f64
      const product = factors[2 * i] * factors[2 * i + 1];
      return error === product - Math.fround(product);
    });
  } finally {
    for (const buffer of [uniform, given, found]) buffer.destroy();
  }
}
