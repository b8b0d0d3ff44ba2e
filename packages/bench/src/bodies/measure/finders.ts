// The programs that find pairs in these measurements. Each takes the positions of a state, untimed,
// and then finds all pairs from scratch, timed.
import { createCollisionSolver, type SolverOptions } from '@wayfield/collision';
import { createGpuCollisionSolver, type GpuSolverOptions } from '@wayfield/collision/gpu';
import { createCollisionPool } from '@wayfield/collision/pool';
import type { Meter } from '../../gpu/measure/meter.ts';
import { createPlainGrid, type FoundPairs, type PlainGridOptions } from '../peers/plain-grid.ts';
import { bodiesOf, type Circles, placeBodies } from './worlds.ts';

/** Milliseconds of the parts of a run, by name; they add up to its time, but for `device`. */
export type Stages = Readonly<Record<string, number>>;

/** A program that finds all pairs of circles that touch. */
export interface Finder {
  readonly name: string;
  readonly group: 'wayfield' | 'plain' | 'peer';
  readonly threads: number;
  /** Takes a state that differs in positions only. Not timed. */
  load(circles: Circles): void;
  /** All pairs of the state that was loaded. The answer is a view until the next call. */
  find(): FoundPairs | Promise<FoundPairs>;
  /** The parts of the last `find`; absent where the program does not measure them. */
  stages?(): Stages;
  /** The grid that the program chose, where it says. */
  readonly grid?: string;
  /** Bytes that the program holds, where it says. */
  readonly memoryBytes?: number;
  destroy(): void | Promise<void>;
}

/** Makes a finder for circles of these radii and dimensions. */
export type FinderMaker = (circles: Circles) => Finder | Promise<Finder>;

/** Wayfield in WebAssembly, one thread. */
export function wasmFinder(circles: Circles, options: SolverOptions = {}): Finder {
  const bodies = bodiesOf(circles);
  // finds from scratch, also where a state comes twice
  const solver = createCollisionSolver(bodies, { motion: 'all', ...options });
  let stages: Stages = {};
  return {
    name: 'wasm',
    group: 'wayfield',
    threads: 1,
    load: (state) => placeBodies(bodies, state),
    find() {
      const start = performance.now();
      solver.update();
      const between = performance.now();
      const pairs = solver.pairs();
      stages = { update: between - start, pairs: performance.now() - between };
      return pairs;
    },
    stages: () => stages,
    get grid() {
      return solver.grid;
    },
    get memoryBytes() {
      return solver.memoryBytes;
    },
    destroy: () => solver.destroy(),
  };
}

/** Wayfield in WebAssembly on a pool of threads. */
export async function poolFinder(circles: Circles, threads: number): Promise<Finder> {
  const bodies = bodiesOf(circles);
  const pool = await createCollisionPool(bodies, { threads });
  let stages: Stages = {};
  return {
    name: 'pool',
    group: 'wayfield',
    threads: pool.threads,
    load: (state) => placeBodies(bodies, state),
    async find() {
      const start = performance.now();
      await pool.update();
      const between = performance.now();
      const pairs = await pool.pairs();
      stages = { update: between - start, pairs: performance.now() - between };
      return pairs;
    },
    stages: () => stages,
    get grid() {
      return pool.grid;
    },
    get memoryBytes() {
      return pool.memoryBytes;
    },
    destroy: () => pool.destroy(),
  };
}

/**
 * Wayfield on the GPU: positions to the device, pairs back. `meter`, if given, measures the parts;
 * it must have been made before.
 */
export async function gpuFinder(
  device: GPUDevice,
  circles: Circles,
  options: GpuSolverOptions = {},
  meter?: Meter,
): Promise<Finder> {
  const bodies = bodiesOf(circles);
  const solver = await createGpuCollisionSolver(device, bodies, options);
  const axes = circles.z ? (['x', 'y', 'z'] as const) : (['x', 'y'] as const);
  let stages: Stages = {};
  const find = async (): Promise<FoundPairs> => {
    // the pairs are requested before the positions are checked
    const taken = solver.update(axes);
    const pairs = await solver.pairs();
    await taken;
    return pairs;
  };
  const measured = async (): Promise<FoundPairs> => {
    const { value, times } = await meter!.measure(find);
    const { upload, kernels, readBack, device: onDevice } = times;
    stages = { upload, kernels, 'read-back': readBack, device: onDevice };
    return value;
  };
  return {
    name: 'gpu',
    group: 'wayfield',
    threads: 1,
    load: (state) => placeBodies(bodies, state),
    find: meter ? measured : find,
    stages: () => stages,
    get grid() {
      return solver.grid;
    },
    get memoryBytes() {
      return solver.memoryBytes;
    },
    destroy: () => solver.destroy(),
  };
}

/** A grid in plain JavaScript. */
export function plainFinder(options: PlainGridOptions = {}): Finder {
  const run = createPlainGrid(options);
  let state: Circles | undefined;
  return {
    name: options.bodies === 'moved' ? 'plain grid, bodies moved' : 'plain grid',
    group: 'plain',
    threads: 1,
    load: (circles) => void (state = circles),
    find: () => run(state!),
    destroy() {},
  };
}
