// Target 6, first half: random scenes against brute force.
import { type Bodies, buildBodies, createCollisionSolver } from '@wayfield/collision';
import { createReferenceSolver } from '@wayfield/collision/reference';
import { createGpuCollisionSolver } from '@wayfield/collision/gpu';
import { random } from '@wayfield/graph/generators';
import { atLeast, result, type TargetContext, withoutGpu } from '../run/target.ts';
import { differingWords } from '@wayfield/bench/internal/gpu/measure/same-words';

type Random = () => number;

/** Distributions of positions, in a world of one unit. */
const PLACES: Readonly<Record<string, (next: Random, i: number) => number[]>> = {
  spread: (next) => [next(), next(), next()],
  clustered(next, i) {
    const width = 10 ** -(i % 7);
    return [0.2, 0.7, 0.4].map((c) => c + (i % 3) * 0.1 + (next() - 0.5) * width);
  },
  'on a line': (next) => Array<number>(3).fill(next()),
  // at multiples of a sixteenth, where bodies often just touch
  'on borders': (next) => [0, 1, 2].map(() => Math.floor(next() * 16) / 16),
  'at one place': () => [0.5, 0.5, 0.5],
};
const KINDS = Object.keys(PLACES);
/** Powers of ten that the radii of a scene span. */
const DECADES = [0, 1, 6];

/**
 * Makes a scene from its number, which decides how bodies are placed. In every third scene bodies
 * have random kinds (massive, ghost, query), groups and masks; in the others all are massive.
 */
export function randomScene(number: number, seed: number): Bodies {
  const next = random((seed + Math.imul(number, 0x9e3779b1)) >>> 0);
  const place = PLACES[KINDS[number % KINDS.length]];
  const dimensions = next() < 0.5 ? 2 : 3;
  const count = 2 + Math.floor(next() ** 2 * 100);
  const scale = 10 ** Math.floor(next() * 7 - 3);
  const shift = next() < 0.5 ? 0 : (next() - 0.5) * scale * 100;
  const decades = DECADES[Math.floor(next() * DECADES.length)];
  const largest = scale * 10 ** -(next() * 2);
  const [x, y, z, radius] = [0, 0, 0, 0].map(() => new Float32Array(count));
  const kind = new Uint8Array(count).fill(1);
  const group = new Uint32Array(count).fill(1);
  const mask = new Uint32Array(count).fill(0xffffffff);
  for (let i = 0; i < count; i++) {
    [x[i], y[i], z[i]] = place(next, i).map((at) => at * scale + shift);
    // 2 % of the bodies are points
    radius[i] = next() < 0.02 ? 0 : largest * 10 ** (-decades * next());
    if (number % 3 > 0) continue;
    kind[i] = 1 + Math.floor(next() * 3);
    group[i] = 1 << Math.floor(next() * 4);
    mask[i] = Math.floor(next() * 16);
  }
  const flat = { count, x, y, radius, kind, group, mask };
  return buildBodies(dimensions === 3 ? { ...flat, z } : flat);
}

/**
 * Compares contacts, sightings and neighbours with brute force, bit by bit: of every scene on wasm,
 * and of the first scenes also on the GPU.
 */
export async function runScenes(context: TargetContext): Promise<void> {
  const { device, session, seed, quick, add } = context;
  const counts = quick ? { wasm: 30, gpu: 4 } : { wasm: 5000, gpu: 1500 };
  const right = { wasm: 0, gpu: 0 };
  let pairs = 0;
  for (let number = 0; number < counts.wasm; number++) {
    session.terminal.progress('target 6: scenes', number, counts.wasm);
    const bodies = randomScene(number, seed);
    const radius = bodies.radius.reduce((a, b) => Math.max(a, b), 0) * (0.5 + (number % 4));
    const truth = createReferenceSolver(bodies);
    const all = [
      truth.pairs({ canonical: true }).slots,
      truth.pairs({ of: 'sightings', canonical: true }).slots,
      truth.neighbours({ radius, canonical: true }).slots,
    ];
    pairs += all[0].length / 2;
    const same = (found: readonly Uint32Array[]): boolean =>
      all.every((slots, k) => differingWords(found[k], slots) === 0);
    const wasm = createCollisionSolver(bodies);
    const found = [
      wasm.pairs({ canonical: true }).slots.slice(),
      wasm.pairs({ of: 'sightings', canonical: true }).slots.slice(),
      wasm.neighbours({ radius, canonical: true }).slots.slice(),
    ];
    wasm.destroy();
    if (same(found)) right.wasm++;
    session.addCheck(`target 6: scene ${number}: wasm`, same(found));
    if (!device || number >= counts.gpu) continue;
    // a scene has too few bodies to need a grid: every other scene uses one all the same
    const tuning = number % 2 === 0 ? {} : { direct: 0 };
    const gpu = await createGpuCollisionSolver(device, bodies, { tuning });
    const also = [
      (await gpu.pairs({ canonical: true })).slots.slice(),
      (await gpu.pairs({ of: 'sightings', canonical: true })).slots.slice(),
      (await gpu.neighbours({ radius, canonical: true })).slots.slice(),
    ];
    gpu.destroy();
    if (same(also)) right.gpu++;
    session.addCheck(`target 6: scene ${number}: gpu`, same(also));
  }
  const what = 'random scenes equal to brute force';
  const note = `${pairs.toLocaleString('en-US')} pairs`;
  add(result(`${what}: wasm`, right.wasm, atLeast(counts.wasm, 'scenes'), note));
  const goal = atLeast(counts.gpu, 'scenes');
  if (device) add(result(`${what}: gpu`, right.gpu, goal));
  else withoutGpu(context, `${what}: gpu`, goal);
}
