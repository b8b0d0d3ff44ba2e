// The 8-neighbour step with terrain, in precision 'f32': WebAssembly, C++
// (packages/bench/native/diffusion.cpp) and a plain JavaScript loop, on the same map from the same
// empty field, in turns. The fields must agree bit for bit.
//
//   node --import tsx bench/stencil.bench.ts [--json] [--quick]
//
// C++ is left out, with a word, where there is no compiler (CXX, else g++).
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createDiffusion } from '@wayfield/diffusion';
import { randomNumbers } from '../test/random-maps.ts';

const SOURCE = fileURLToPath(new URL('../../bench/native/diffusion.cpp', import.meta.url));
const TARGETS = ['native', 'x86-64-v2'];
const quick = process.argv.includes('--quick');
const ROUNDS = quick ? 3 : 10;
const STEPS = 64;
const SEED = 7;

interface Rival {
  readonly name: string;
  /** Milliseconds of `STEPS` steps from an empty field, and a hash of the field. */
  run(): Record<string, { ms: number; hash: number }>;
}

function hashOf(field: Float32Array): number {
  const words = new Uint32Array(field.buffer, field.byteOffset, field.length);
  let hash = 2166136261;
  for (let i = 0; i < words.length; i++) hash = Math.imul(hash ^ words[i], 16777619);
  return hash >>> 0;
}

function wasm(n: number, terrain: Float32Array, precision: 'f32' | 'log'): Rival {
  const model = createDiffusion(
    { width: n, height: n, neighbours: 8, terrain },
    { precision, flushToZero: false },
  );
  // the whole map is worked on, as by the others, not only where the front has come
  const everywhere = { cell: [0, n * n - 1] };
  const last = { cell: [n * n - 1] };
  model.setGoals('goal', last);
  // 'log' leaves out blocks without scent: measured on a map that is full of it
  if (precision === 'log') model.settle();
  model.step(STEPS);
  const hash = precision === 'f32' ? hashOf(model.field('goal')) : 0;
  return {
    name: `wasm ${precision}`,
    run() {
      if (precision === 'f32') {
        model.reset();
        model.setGoals('goal', everywhere);
        model.step();
        model.setGoals('goal', last);
      }
      const start = performance.now();
      model.step(STEPS);
      const ms = performance.now() - start;
      return { [this.name]: { ms, hash } };
    },
  };
}

function scriptStep(from: Float32Array, to: Float32Array, factor: Float32Array, n: number): void {
  const stride = n + 2;
  for (let y = 1; y <= n; y++) {
    for (let v = y * stride + 1, end = v + n; v < end; v++) {
      to[v] =
        (from[v - stride - 1] +
          from[v - stride] +
          from[v - stride + 1] +
          from[v - 1] +
          from[v + 1] +
          from[v + stride - 1] +
          from[v + stride] +
          from[v + stride + 1]) *
        factor[v];
    }
  }
}

/** The loop one writes by hand: two arrays, a border of zeros, no branches. */
function script(n: number, terrain: Float32Array): Rival {
  const stride = n + 2;
  const factor = new Float32Array(stride * stride);
  for (let y = 0; y < n; y++) {
    for (let x = 0; x < n; x++) factor[(y + 1) * stride + x + 1] = terrain[y * n + x] / 8;
  }
  return {
    name: 'JavaScript',
    run() {
      let from = new Float32Array(stride * stride);
      let to = new Float32Array(stride * stride);
      const goal = n * stride + n;
      from[goal] = 1024;
      const start = performance.now();
      // slow: a quarter of the steps tells as much
      for (let step = 0; step < STEPS / 4; step++) {
        scriptStep(from, to, factor, n);
        to[goal] = 1024;
        [from, to] = [to, from];
      }
      return { [this.name]: { ms: (performance.now() - start) * 4, hash: 0 } };
    },
  };
}

function native(n: number, terrain: Float32Array, folder: string): Rival[] {
  const compiler = process.env.CXX ?? 'g++';
  if (spawnSync(compiler, ['--version']).status !== 0) {
    console.log(`no C++: ${compiler} is not there`);
    return [];
  }
  const file = join(folder, `terrain-${n}`);
  writeFileSync(file, terrain);
  return TARGETS.map((target) => {
    const binary = join(folder, target);
    execFileSync(compiler, ['-O3', '-std=c++17', `-march=${target}`, SOURCE, '-o', binary]);
    return {
      name: target,
      run() {
        const text = execFileSync(binary, [String(n), file], { input: `${STEPS}\n` }).toString();
        const { ms, hash } = JSON.parse(text.trim().split('\n')[1]) as {
          ms: Record<string, number>;
          hash: number;
        };
        return Object.fromEntries(
          Object.entries(ms).map(([way, time]) => [`C++ ${way}, ${target}`, { ms: time, hash }]),
        );
      },
    };
  });
}

const folder = mkdtempSync(join(tmpdir(), 'wayfield-stencil-'));
const report: Record<string, Record<string, { min: number; median: number }>> = {};
try {
  for (const n of quick ? [1024] : [1024, 2048]) {
    const random = randomNumbers(SEED);
    const terrain = Float32Array.from({ length: n * n }, () =>
      random() < 0.1 ? 0 : 0.5 + random() / 2,
    );
    terrain[0] = 1;
    terrain[n * n - 1] = 1;
    const rivals = [
      wasm(n, terrain, 'f32'),
      wasm(n, terrain, 'log'),
      script(n, terrain),
      ...native(n, terrain, folder),
    ];
    const times: Record<string, number[]> = {};
    const hashes = new Set<number>();
    for (let round = 0; round <= ROUNDS; round++) {
      for (const rival of rivals) {
        for (const [name, { ms, hash }] of Object.entries(rival.run())) {
          if (round > 0) (times[name] ??= []).push(ms);
          if (hash !== 0) hashes.add(hash);
        }
      }
    }
    if (hashes.size > 1) throw new Error(`the fields differ: hashes ${[...hashes].join(', ')}`);
    report[n] = {};
    for (const [name, list] of Object.entries(times)) {
      list.sort((a, b) => a - b);
      report[n][name] = { min: list[0], median: list[list.length >> 1] };
    }
    const own = report[n]['wasm f32'];
    console.log(`${n} x ${n}, ${STEPS} steps, ${ROUNDS} rounds; seed ${SEED}`);
    for (const [name, { min, median }] of Object.entries(report[n])) {
      const rate = (time: number): string => ((n * n * STEPS) / time / 1e6).toFixed(2);
      console.log(
        `  ${name.padEnd(26)} ${rate(min).padStart(6)} Gcell/s best ` +
          `${rate(median).padStart(6)} median;` +
          ` wasm f32 is ${(min / own.min).toFixed(2)}x (best), ` +
          `${(median / own.median).toFixed(2)}x (median)`,
      );
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
if (process.argv.includes('--json'))
  console.log(JSON.stringify({ steps: STEPS, seed: SEED, report }));
