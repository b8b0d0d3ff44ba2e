// The numbers of the linear programs on the GPU: pairs of f32 within 2^-44, and f32 with the
// rounding of IEEE 754 bit by bit.
import { sharedDevice } from '@wayfield/testing/gpu';
import { readBuffer, step, storageBuffer, uploadWords } from '@wayfield/gpu-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { doubleWgsl } from '../src/gpu/numbers/double.wgsl.ts';
import { fmaRoundsOnce } from '../src/gpu/numbers/fused.ts';
import { fusedProductWgsl, opaqueWgsl, splitProductWgsl } from '../src/gpu/numbers/opaque.wgsl.ts';
import { roundedWgsl } from '../src/gpu/numbers/rounded.wgsl.ts';

const device = await sharedDevice();
const test = suite('numbers on the GPU');
const COUNT = 4096;

/** Seeded numbers of many sizes, as high and low parts. */
function makePairs(): { readonly words: Float32Array; readonly values: Float64Array } {
  let state = 3;
  const next = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  const words = new Float32Array(2 * COUNT);
  const values = new Float64Array(COUNT);
  for (let i = 0; i < COUNT; i++) {
    const value = (1 + next()) * 2 ** Math.floor(20 * next() - 10) * (next() < 0.5 ? -1 : 1);
    words[2 * i] = value;
    words[2 * i + 1] = value - words[2 * i];
    values[i] = words[2 * i] + words[2 * i + 1];
  }
  return { words, values };
}

const main = (type: string, load: string, store: string): string => /* wgsl */ `
struct Scene { count: u32, nought: u32, a: u32, b: u32 }
@group(0) @binding(0) var<uniform> scene: Scene;
@group(0) @binding(1) var<storage, read> input: array<vec2f>;
@group(0) @binding(2) var<storage, read_write> output: array<${type}>;
fn nought() -> u32 { return scene.nought; }
@compute @workgroup_size(64)
fn compute(@builtin(global_invocation_id) id: vec3u) {
  let a = input[id.x]${load};
  let b = input[(id.x + 1u) % scene.count]${load};
  output[5u * id.x] = add(a, b)${store};
  output[5u * id.x + 1u] = sub(a, b)${store};
  output[5u * id.x + 2u] = mul(a, b)${store};
  output[5u * id.x + 3u] = div(a, b)${store};
  output[5u * id.x + 4u] = root(select(a, neg(a), less(a, num(0f))))${store};
}
`;

async function compute(code: string, input: Float32Array, perEntry: number): Promise<Float32Array> {
  const uniform = device.createBuffer({ size: 16, usage: 0x40 | 0x8 });
  device.queue.writeBuffer(uniform, 0, Uint32Array.of(COUNT, 0, 0, 0));
  const from = uploadWords(device, 'input', input);
  const to = storageBuffer(device, 'output', 5 * perEntry * COUNT);
  const kernel = { label: 'numbers', code, entry: 'compute' };
  const { pipeline, group } = step(device, kernel, { 0: uniform, 1: from, 2: to }, 1);
  const encoder = device.createCommandEncoder();
  const pass = encoder.beginComputePass();
  pass.setPipeline(pipeline);
  pass.setBindGroup(0, group);
  pass.dispatchWorkgroups(COUNT / 64);
  pass.end();
  device.queue.submit([encoder.finish()]);
  const output = await readBuffer(device, to, new Float32Array(5 * perEntry * COUNT));
  for (const buffer of [uniform, from, to]) buffer.destroy();
  return output;
}

const OPERATIONS = ['+', '-', '*', '/', 'root'] as const;
const expected = (a: number, b: number): readonly number[] => [
  a + b,
  a - b,
  a * b,
  a / b,
  Math.sqrt(Math.abs(a)),
];

test('pairs of f32 are within 2^-44 of f64', async () => {
  const { words, values } = makePairs();
  const code = opaqueWgsl + splitProductWgsl + doubleWgsl + main('vec2f', '', '');
  const output = await compute(code, words, 2);
  const worst = [0, 0, 0, 0, 0];
  for (let i = 0; i < COUNT; i++) {
    const b = values[(i + 1) % COUNT];
    expected(values[i], b).forEach((right, k) => {
      const at = 2 * (5 * i + k);
      // sums may cancel: their error counts against the operands
      const size = k < 2 ? Math.abs(values[i]) + Math.abs(b) : Math.abs(right);
      worst[k] = Math.max(worst[k], Math.abs(output[at] + output[at + 1] - right) / size);
    });
  }
  worst.forEach((error, k) => assert.ok(error < 2 ** -44, `${OPERATIONS[k]}: ${error}`));
});

test('products by fma are used where they are as exact, and only there', async () => {
  const { words, values } = makePairs();
  const code = opaqueWgsl + fusedProductWgsl + doubleWgsl + main('vec2f', '', '');
  const output = await compute(code, words, 2);
  let worst = 0;
  for (let i = 0; i < COUNT; i++) {
    const right = values[i] * values[(i + 1) % COUNT];
    const at = 2 * (5 * i + 2);
    worst = Math.max(worst, Math.abs((output[at] + output[at + 1]) / right - 1));
  }
  assert.is(await fmaRoundsOnce(device), worst < 2 ** -44, `the worst product is off by ${worst}`);
});

test('rounded f32 have the bits of IEEE 754', async () => {
  const { words } = makePairs();
  const code = opaqueWgsl + splitProductWgsl + roundedWgsl + main('f32', '.x', '');
  const output = await compute(code, words, 1);
  const differing = [0, 0, 0, 0, 0];
  for (let i = 0; i < COUNT; i++) {
    const b = words[2 * ((i + 1) % COUNT)];
    expected(words[2 * i], b).forEach((right, k) => {
      if (output[5 * i + k] !== Math.fround(right)) differing[k]++;
    });
  }
  differing.forEach((count, k) => assert.is(count, 0, OPERATIONS[k]));
});

test('also where the device divides and takes roots badly', async () => {
  const { words } = makePairs();
  // two to three units in the last place, as much as WGSL allows
  const poor = roundedWgsl
    .replace('opaque(a / b)', 'opaque(a / b * 1.0000002f)')
    .replace('opaque(sqrt(a))', 'opaque(sqrt(a) * 0.9999998f)');
  assert.is.not(poor, roundedWgsl);
  const code = opaqueWgsl + splitProductWgsl + poor + main('f32', '.x', '');
  const output = await compute(code, words, 1);
  let differing = 0;
  for (let i = 0; i < COUNT; i++) {
    const [, , , quotient, root] = expected(words[2 * i], words[2 * ((i + 1) % COUNT)]);
    if (output[5 * i + 3] !== Math.fround(quotient)) differing++;
    if (output[5 * i + 4] !== Math.fround(root)) differing++;
  }
  assert.is(differing, 0);
});

test.run();
