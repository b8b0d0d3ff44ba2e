// What equal bits on the GPU would cost: the linear programs alone, on the same random half-planes,
// by four kernels, and how many answers differ from those of the CPU.
//
//   node --import tsx bench/gpu-bits.ts [--count N] [--lines K] [--json FILE]
//
//   plain    f32, as `steer` solves all but the programs in doubt
//   double   design (a): every number a pair of f32, the f64 of one thread emulated
//   fused    the same with products by fma, where the device's fma rounds once
//   rounded  design (b): f32 in a fixed order, with IEEE 754 division and square root
//
// Answers of the first three are compared with f64 rounded to f32, those of `rounded` also with the
// same program in f32 on the CPU (`f32-program.ts`).
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { readBuffer, step, storageBuffer, uploadWords } from '@wayfield/gpu-core';
import { requestDevice } from '@wayfield/gpu-core/node';
import { doubleWgsl } from '../src/gpu/numbers/double.wgsl.ts';
import { fusedProductWgsl, opaqueWgsl, splitProductWgsl } from '../src/gpu/numbers/opaque.wgsl.ts';
import { plainWgsl } from '../src/gpu/numbers/plain.wgsl.ts';
import { roundedWgsl } from '../src/gpu/numbers/rounded.wgsl.ts';
import { COARSE, FINE, programWgsl } from '../src/gpu/program/program.wgsl.ts';
import { solvePrograms } from '../src/internal.ts';
import { solveInF32 } from './f32-program.ts';
import { timePasses } from './pass-times.ts';

const { values: flags } = parseArgs({
  options: {
    count: { type: 'string', default: '1000000' },
    lines: { type: 'string', default: '10' },
    json: { type: 'string' },
  },
});
const count = Number(flags.count);
const perProgram = Number(flags.lines);
const quick = count < 100_000;
const software = process.env.TEST_GPU === 'software';
if (software) {
  const { useSoftwareVulkan } = await import('@wayfield/testing/gpu');
  useSoftwareVulkan();
}
const device = await requestDevice({
  dawn: ['disable-dawn-features=timestamp_quantization'],
  allowSoftware: software,
});
const { vendor, architecture, description } = device.adapterInfo;
console.log([vendor, architecture, description].filter(Boolean).join(', '));
const times = timePasses(device);
const notes: object[] = [];

/** Programs like those of a crowd: normals at random, borders at some distance from 0. */
function makePrograms() {
  let state = 5;
  const next = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  const lines = count * perProgram;
  // normals' x, normals' y and c in f32, then the remainders of the three
  const planes = [0, 1, 2, 3, 4, 5].map(() => new Float32Array(lines));
  const preferred = new Float32Array(2 * count);
  for (let program = 0; program < count; program++) {
    const wish = 2 * Math.PI * next();
    preferred[2 * program] = 1.3 * Math.cos(wish);
    preferred[2 * program + 1] = 1.3 * Math.sin(wish);
    for (let i = 0; i < perProgram; i++) {
      const angle = 2 * Math.PI * next();
      // in the order of places: invocations that work together read side by side
      const at = i * count + program;
      [Math.cos(angle), Math.sin(angle), 1.6 * next() - 1.5].forEach((value, k) => {
        planes[k][at] = value;
        planes[k + 3][at] = value - planes[k][at];
      });
    }
  }
  return { planes, preferred };
}

const SPEED = 1.5;
const { planes, preferred } = makePrograms();

const main = (lines: number): string => /* wgsl */ `
struct Scene { count: u32, nought: u32, a: u32, b: u32 }
@group(0) @binding(0) var<uniform> scene: Scene;
@group(0) @binding(1) var<storage, read> planes: array<f32>;
@group(0) @binding(2) var<storage, read> preferred: array<vec2f>;
@group(0) @binding(3) var<storage, read_write> velocity: array<vec2f>;
fn nought() -> u32 { return scene.nought; }

@compute @workgroup_size(64)
fn solveAll(@builtin(global_invocation_id) id: vec3u) {
  let program = id.x;
  if (program >= scene.count) { return; }
  for (var i = 0u; i < ${lines}u; i++) {
    let at = i * scene.count + program;
    let all = ${lines}u * scene.count;
    lineX[i] = pair(vec2f(planes[at], planes[3u * all + at]));
    lineY[i] = pair(vec2f(planes[all + at], planes[4u * all + at]));
    lineC[i] = pair(vec2f(planes[2u * all + at], planes[5u * all + at]));
  }
  let wish = preferred[program];
  solve(0u, ${lines}u, num(wish.x), num(wish.y), ${SPEED}f, true);
  velocity[program] = vec2f(rounded(foundX), rounded(foundY));
}
`;

const fine = programWgsl(perProgram, FINE, true);
const coarse = programWgsl(perProgram, COARSE, true);
const high = 'fn pair(v: vec2f) -> N { return v.x; }';
const both = 'fn pair(v: vec2f) -> N { return v; }';
const KERNELS = {
  plain: opaqueWgsl + plainWgsl + coarse + high,
  double: opaqueWgsl + splitProductWgsl + doubleWgsl + fine + both,
  fused: opaqueWgsl + fusedProductWgsl + doubleWgsl + fine + both,
  rounded: opaqueWgsl + splitProductWgsl + roundedWgsl + coarse + high,
};
type Name = keyof typeof KERNELS;

const uniform = device.createBuffer({ size: 16, usage: 0x40 | 0x8 });
device.queue.writeBuffer(uniform, 0, Uint32Array.of(count, 0, 0, 0));
const packed = new Float32Array(6 * count * perProgram);
planes.forEach((plane, i) => packed.set(plane, i * count * perProgram));
const resources = {
  0: uniform,
  1: uploadWords(device, 'half-planes', packed),
  2: uploadWords(device, 'preferred', preferred),
  3: storageBuffer(device, 'velocity', 2 * count),
};

async function run(name: Name): Promise<{ velocity: Float32Array; ms: number }> {
  const kernel = { label: name, code: KERNELS[name] + main(perProgram), entry: 'solveAll' };
  const { pipeline, group, workgroups } = step(device, kernel, resources, Math.ceil(count / 64));
  const once = (): void => {
    const encoder = device.createCommandEncoder();
    const pass = encoder.beginComputePass({ label: name });
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, group);
    pass.dispatchWorkgroups(workgroups);
    pass.end();
    device.queue.submit([encoder.finish()]);
  };
  const end = performance.now() + (quick ? 0 : 2000);
  do {
    once();
    await device.queue.onSubmittedWorkDone();
  } while (performance.now() < end);
  const list: number[] = [];
  for (let k = 0; k < (quick ? 3 : 31); k++) {
    times.start();
    once();
    list.push((await times.read()).span);
  }
  const velocity = await readBuffer(device, resources[3], new Float32Array(2 * count));
  return { velocity, ms: list.sort((a, b) => a - b)[list.length >> 1] };
}

/** Answers with another bit, and the largest difference in metres per second. */
function compare(a: Float32Array, b: Float32Array): { differing: number; apart: number } {
  let differing = 0;
  let apart = 0;
  for (let program = 0; program < count; program++) {
    const [x, y] = [2 * program, 2 * program + 1];
    if (a[x] !== b[x] || a[y] !== b[y]) differing++;
    apart = Math.max(apart, Math.hypot(a[x] - b[x], a[y] - b[y]));
  }
  return { differing, apart };
}

/** One thread's answers in f64, rounded. */
function solveInF64(): { velocity: Float32Array; infeasible: number } {
  const halfPlanes = new Float64Array(3 * count * perProgram);
  for (let program = 0; program < count; program++) {
    for (let i = 0; i < perProgram; i++) {
      const to = 3 * (program * perProgram + i);
      const from = i * count + program;
      for (let k = 0; k < 3; k++) halfPlanes[to + k] = planes[k][from] + planes[k + 3][from];
    }
  }
  const { velocity, relaxed } = solvePrograms({
    count,
    first: Uint32Array.from({ length: count + 1 }, (_, program) => program * perProgram),
    walls: new Uint8Array(count),
    halfPlanes,
    preferred: Float64Array.from(preferred),
    maxSpeed: new Float64Array(count).fill(SPEED),
  });
  let infeasible = 0;
  for (const one of relaxed) if (one > 0) infeasible++;
  return { velocity: Float32Array.from(velocity), infeasible };
}

const exact = solveInF64();
const inF32 = solveInF32({ count, lines: perProgram, planes, preferred, speed: SPEED });
const { infeasible } = exact;
let plainMs = 0;
for (const name of Object.keys(KERNELS) as Name[]) {
  const { velocity, ms } = await run(name);
  if (name === 'plain') plainMs = ms;
  const f64 = compare(velocity, exact.velocity);
  const f32 = compare(velocity, inF32);
  const row = { name, count, lines: perProgram, infeasible, ms, ratio: ms / plainMs, f64, f32 };
  notes.push(row);
  console.log(JSON.stringify(row));
}
if (flags.json !== undefined) writeFileSync(flags.json, JSON.stringify(notes, null, 1));
device.destroy();
process.exit(0);
