import { type KernelHost, openKernels } from '@wayfield/wasm';
import { type Kernels, WORLD_BYTES } from './kernels.gen.ts';
import type { CrowdOptions, CrowdWorld } from './types.ts';

/** The kernels of one crowd, with its memory laid out. */
export interface Engine {
  readonly host: KernelHost<Kernels>;
  readonly kernels: Kernels;
  readonly capacity: number;
  readonly wallCapacity: number;
  /** Threads that have scratch. */
  readonly threads: number;
  /** Address of the record that threads bind. */
  readonly record: number;
}

/** Where and how a crowd is opened. */
export interface EnginePlace {
  readonly code: string;
  readonly shared: boolean;
  readonly threads: number;
}

/** Walls that fit beside those of the world if the caller names no capacity. */
const SPARE_WALLS = 1024;

/** Opens kernels and takes all memory of a crowd. Throws RangeError where memory ends. */
export function openEngine(world: CrowdWorld, options: CrowdOptions, place: EnginePlace): Engine {
  const { capacity } = options;
  const wallCapacity = options.wallCapacity ?? Math.max(SPARE_WALLS, 2 * (world.walls?.count ?? 0));
  const host = openKernels<Kernels>(place.code, { shared: place.shared });
  const { kernels, blocks } = host;
  const record = blocks.allocate(WORLD_BYTES);
  const bytes = kernels.planWorld(record, capacity, wallCapacity, place.threads);
  kernels.openWorld(record, blocks.allocate(bytes));
  return { host, kernels, capacity, wallCapacity, threads: place.threads, record };
}
