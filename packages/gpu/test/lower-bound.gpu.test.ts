// Lower bounds in ticks: whole numbers without rounding, and a map on which f32 bounds of 2^25
// ticks lost the shortest path.
import { encodeSteps, readBuffer, step, storageBuffer, uploadWords } from '@wayfield/gpu-core';
import {
  buildGrid,
  buildQueries,
  DIAGONAL_TICKS,
  type Grid,
  STRAIGHT_TICKS,
} from '@wayfield/graph';
import { randomWords } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createGpuSolver } from '../src/index.ts';
import { LOWER_BOUND } from '../src/search/lower-bound.wgsl.ts';
import { device } from './device.ts';

const test = suite('lower bounds');

const HYPOTENUSES = /* wgsl */ `
struct Params { straight: u32, diagonal: u32, scale: f32 }
const params = Params(2378, 3363, 1);
const HEURISTIC = 3u;
@group(0) @binding(0) var<storage, read> sides: array<vec2u>;
@group(0) @binding(1) var<storage, read_write> roots: array<u32>;
${LOWER_BOUND}
@compute @workgroup_size(64)
fn all(@builtin(global_invocation_id) id: vec3u) {
  if (id.x < arrayLength(&sides)) { roots[id.x] = hypotenuse(sides[id.x].x, sides[id.x].y); }
}
`;

test('the euclidean bound is the root rounded down, up to 2^32 ticks, seed 71', async () => {
  const sides: number[] = [0, 0, 1, 0, 0, 1, 1, 1, 3, 4, 65535, 65536, 2 ** 31, 2 ** 31 - 1];
  const words = randomWords(4096, 71);
  for (let i = 0; i < 4094; i += 2) {
    // of all sizes; every third one lies on an axis
    const shift = 1 + (i % 31);
    sides.push(words[i] >>> shift, i % 3 === 0 ? 0 : words[i + 1] >>> shift);
  }
  for (let n = 14_000; n < 14_200; n++) sides.push(n * STRAIGHT_TICKS, 0);
  const count = sides.length / 2;
  const roots = storageBuffer(device, 'roots', count);
  const pairs = uploadWords(device, 'sides', Uint32Array.from(sides));
  const kernel = { label: 'hypotenuses', code: HYPOTENUSES, entry: 'all' };
  const encoder = device.createCommandEncoder();
  const groups = Math.ceil(count / 64);
  encodeSteps(encoder, 'test', [step(device, kernel, { 0: pairs, 1: roots }, groups)]);
  device.queue.submit([encoder.finish()]);
  const got = await readBuffer(device, roots, new Uint32Array(count));
  for (let i = 0; i < count; i++) {
    const sum = BigInt(sides[2 * i]) ** 2n + BigInt(sides[2 * i + 1]) ** 2n;
    const root = BigInt(got[i]);
    const place = `${sides[2 * i]}, ${sides[2 * i + 1]}: ${root}`;
    assert.ok(root * root <= sum && (root + 1n) * (root + 1n) > sum, place);
  }
  roots.destroy();
  pairs.destroy();
});

/**
 * Straight steps at the end of the shorter path: 2378 times an odd number is 2 modulo 4, and from
 * 2^25 on f32 holds multiples of 4 only. This product is rounded up, by 2 ticks.
 */
const RUN = 14_115;
/**
 * Diagonal steps at its beginning: 1393 of them cost a tick less than 1970 straight ones. The other
 * path has 2 as well.
 */
const DIAGONALS = 1393 + 2;
const SHORTER = DIAGONALS * DIAGONAL_TICKS + RUN * STRAIGHT_TICKS;

/**
 * Two corridors, one cell wide, from the left end to the right end of the map's last two rows. The
 * shorter one winds through these rows diagonally and ends with a straight run. The other one goes
 * up, along row 0 and down, with a diagonal step at each corner: it costs a tick more.
 */
function corridors(): { readonly grid: Grid; readonly source: number; readonly target: number } {
  const last = DIAGONALS + RUN;
  const width = last + 1;
  // the other path has 2 row - 3 + last straight steps: 1970 more than the shorter one
  const row = (1970 + 3 - DIAGONALS) / 2;
  const cost = new Float32Array(width * (row + 2));
  for (let x = 0; x < DIAGONALS; x++) cost[(row + (x % 2)) * width + x] = 1;
  cost.fill(1, (row + 1) * width + DIAGONALS);
  cost.fill(1, 1, last);
  for (let y = 1; y <= row; y++) cost[y * width] = cost[y * width + last] = 1;
  const grid = buildGrid({ width, height: row + 2, cost, corners: 'always' });
  return { grid, source: row * width, target: cost.length - 1 };
}

// a window of one tick: nodes are taken strictly in the order of their keys
const tuning = { workspaces: 1, workgroupSize: 32, window: 1e-9 };

for (const variant of ['workgroup', 'invocation'] as const) {
  test(`the euclidean bound keeps a path that is one tick shorter: ${variant}`, async () => {
    const { grid, source, target } = corridors();
    const solver = await createGpuSolver(device, grid, {
      heuristic: 'euclidean',
      variant,
      tuning,
    });
    const queries = buildQueries([[source, target]]);
    const { cost, firstNode } = await solver.run(queries, { share: 'never' });
    // the other path has 577 nodes more, and the same cost in f32
    assert.is(firstNode[1], DIAGONALS + RUN + 1);
    assert.is(cost[0], Math.fround(SHORTER / STRAIGHT_TICKS));
    solver.destroy();
  });
}

test.run();
