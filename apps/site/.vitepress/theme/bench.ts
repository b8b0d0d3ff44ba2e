// The measurements of the page "What can your device do?". Each part takes about half a second. No
// result is sent anywhere.
import { buildBodies, createCollisionSolver } from '@wayfield/collision';
import { createWasmSolver } from '@wayfield/cpu-wasm';
import { buildHierarchy, createHierarchySolver } from '@wayfield/cpu-wasm/hierarchy';
import { createWasmPool } from '@wayfield/cpu-wasm/pool';
import { createCrowd } from '@wayfield/crowd';
import { createDiffusion } from '@wayfield/diffusion';
import { createGpuDiffusion } from '@wayfield/diffusion/gpu';
import { createGpuSolver, isSoftwareAdapter, requestDevice } from '@wayfield/gpu';
import { random, randomGrid, randomQueries, roadGraph } from '@wayfield/graph/generators';
import { buildPointQueries, createNavMesh, createPolyanya, outlineGrid } from '@wayfield/navmesh';

/** One line of the result card. */
export interface Measure {
  readonly name: string;
  /** The rate, and its unit. */
  readonly perSecond: number;
  readonly unit: string;
}

/** What a part of the bench may use. */
export interface BenchDevice {
  /** Undefined where the browser has no WebGPU. */
  readonly gpu: GPUDevice | undefined;
  /** For people: the name of the GPU, or 'no WebGPU'. */
  readonly gpuName: string;
  readonly cores: number;
  /** Whether the page may share memory between threads. */
  readonly isolated: boolean;
}

/** Looks for WebGPU, threads and shared memory. Never throws. */
export async function openDevice(): Promise<BenchDevice> {
  const cores = navigator.hardwareConcurrency;
  const isolated = globalThis.crossOriginIsolated;
  try {
    const gpu = await requestDevice({ allowSoftware: true });
    const { vendor, architecture, device, description } = gpu.adapterInfo;
    const parts = [vendor, architecture, description || device].filter((part) => part !== '');
    const name = [...new Set(parts)].join(' ') || 'a GPU';
    const gpuName = isSoftwareAdapter(gpu) ? `${name}, a program` : name;
    return { gpu, gpuName, cores, isolated };
  } catch {
    return { gpu: undefined, gpuName: 'no WebGPU', cores, isolated };
  }
}

/** Calls `run` for at least `ms`; returns the runs per second in the best third of the time. */
function rate(run: () => void, ms = 450): number {
  run();
  let best = 0;
  for (let part = 0; part < 3; part++) {
    const started = performance.now();
    let count = 0;
    let now = started;
    do {
      run();
      count++;
      now = performance.now();
    } while (now - started < ms / 3);
    best = Math.max(best, (1000 * count) / (now - started));
  }
  return best;
}

/** As `rate` for asynchronous work; returns the runs per second of the fastest single run. */
async function rateOf(run: () => Promise<unknown>, ms = 450): Promise<number> {
  await run();
  const started = performance.now();
  let best = 0;
  do {
    const before = performance.now();
    await run();
    best = Math.max(best, 1000 / (performance.now() - before));
  } while (performance.now() - started < ms);
  return best;
}

function grids(): Measure {
  const grid = randomGrid(256, 256, { density: 0.2, seed: 1 });
  const solver = createWasmSolver(grid, { algorithm: 'jps+' });
  const queries = randomQueries(grid, 200, { seed: 2 });
  const perSecond = 200 * rate(() => void solver.run(queries));
  solver.destroy();
  return { name: 'Paths on a grid of 256 × 256', perSecond, unit: 'paths' };
}

function roads(): Measure {
  const graph = roadGraph(70, 70, { seed: 3 });
  const solver = createHierarchySolver(graph, buildHierarchy(graph));
  const queries = randomQueries(graph, 200, { seed: 4 });
  const perSecond = 200 * rate(() => void solver.run(queries));
  solver.destroy();
  return { name: 'Routes on 4,900 junctions', perSecond, unit: 'routes' };
}

function meshes(): Measure {
  const grid = randomGrid(48, 32, { density: 0.15, seed: 5 });
  const solver = createPolyanya(createNavMesh(outlineGrid(grid)));
  const next = random(6);
  const rows = Array.from({ length: 100 }, () => [
    next() * 48,
    next() * 32,
    next() * 48,
    next() * 32,
  ]);
  const queries = buildPointQueries(rows);
  const perSecond = 100 * rate(() => void solver.run(queries, { nearest: 'both' }));
  solver.destroy();
  return { name: 'Exact paths of any angle on a mesh', perSecond, unit: 'paths' };
}

function crowds(): Measure {
  const count = 2000;
  const crowd = createCrowd({}, { capacity: count });
  for (let k = 0; k < count; k++) {
    const [x, y] = [0.8 * (k % 50), 0.8 * Math.floor(k / 50)];
    crowd.add({ x, y, preferredX: k % 2 === 0 ? 1 : -1 });
  }
  const perSecond = count * rate(() => void crowd.step(1 / 60));
  crowd.destroy();
  return { name: 'Agents that avoid each other', perSecond, unit: 'agent ticks' };
}

function bodies(): Measure {
  const count = 20_000;
  const next = random(7);
  const place = () => Float32Array.from({ length: count }, () => next() * 1000);
  const world = buildBodies({ x: place(), y: place(), radius: 2 });
  const solver = createCollisionSolver(world, { motion: 'all' });
  const perSecond =
    count *
    rate(() => {
      solver.update();
      solver.pairs();
    });
  solver.destroy();
  return { name: 'Bodies whose contacts are found', perSecond, unit: 'bodies' };
}

function fields(): Measure {
  const [width, height] = [256, 256];
  const map = {
    width,
    height,
    neighbours: 8 as const,
    terrain: new Float32Array(width * height).fill(1),
  };
  const model = createDiffusion(map, { precision: 'f32' });
  model.setGoals('goal', { cell: [128 * width + 128] });
  const perSecond = width * height * 10 * rate(() => void model.step(10));
  model.destroy();
  return { name: 'Cells of a spreading field', perSecond, unit: 'cells' };
}

/** A batch of searches on all cores; undefined if the page may not share memory. */
async function threads({ isolated, cores }: BenchDevice): Promise<Measure | undefined> {
  if (!isolated || cores < 2) return undefined;
  const grid = randomGrid(256, 256, { density: 0.2, seed: 1 });
  const pool = await createWasmPool(grid, { algorithm: 'jps+' });
  const queries = randomQueries(grid, 2000, { seed: 2 });
  const perSecond = 2000 * (await rateOf(() => pool.run(queries)));
  const used = pool.threads;
  await pool.destroy();
  return { name: `Paths on 256 × 256 cells, ${used} threads`, perSecond, unit: 'paths' };
}

async function gpuSearches({ gpu }: BenchDevice): Promise<Measure | undefined> {
  if (!gpu) return undefined;
  const count = isSoftwareAdapter(gpu) ? 500 : 50_000;
  const grid = randomGrid(30, 30, { density: 0.2, seed: 8 });
  const solver = await createGpuSolver(gpu, grid);
  const queries = randomQueries(grid, count, { seed: 9 });
  const perSecond = count * (await rateOf(() => solver.run(queries)));
  solver.destroy();
  return { name: 'Paths on 30 × 30 cells, WebGPU', perSecond, unit: 'paths' };
}

async function gpuFields({ gpu }: BenchDevice): Promise<Measure | undefined> {
  if (!gpu) return undefined;
  const side = isSoftwareAdapter(gpu) ? 128 : 1024;
  const terrain = new Float32Array(side * side).fill(1);
  const map = { width: side, height: side, neighbours: 8 as const, terrain };
  const model = await createGpuDiffusion(gpu, map);
  model.setGoals('goal', { cell: [(side / 2) * side + side / 2] });
  const steps = 16;
  const run = async () => {
    const encoder = gpu.createCommandEncoder();
    model.encode(encoder, steps);
    gpu.queue.submit([encoder.finish()]);
    await gpu.queue.onSubmittedWorkDone();
  };
  const perSecond = side * side * steps * (await rateOf(run));
  model.destroy();
  return { name: 'Cells of a spreading field, WebGPU', perSecond, unit: 'cells' };
}

/** A part of the bench; its result is undefined if the device lacks something that it needs. */
export type Part = (device: BenchDevice) => Measure | undefined | Promise<Measure | undefined>;

/** The parts, in the order in which they run. */
export const PARTS: readonly Part[] = [
  grids,
  threads,
  roads,
  meshes,
  crowds,
  bodies,
  fields,
  gpuSearches,
  gpuFields,
];

/** A rate for people: three digits and a unit of thousands. */
export function readable(perSecond: number): string {
  const steps: [number, string][] = [
    [1e9, ' billion'],
    [1e6, ' million'],
    [1e3, ' thousand'],
    [1, ''],
  ];
  const [size, word] = steps.find(([least]) => perSecond >= least) ?? [1, ''];
  return `${Number((perSecond / size).toPrecision(3))}${word}`;
}
