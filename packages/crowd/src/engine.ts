// The kernels and the memory of one crowd. Crowds of every backend open an engine.
import { type KernelHost, openKernels } from '@wayfield/wasm';
import { type Kernels, WORLD_BYTES } from './kernels.gen.ts';
import type { CrowdOptions, CrowdWorld } from './types.ts';

/** The kernels of one crowd, with its memory laid out. */
export interface Engine {
  readonly host: KernelHost<Kernels>;
  readonly kernels: Kernels;
  readonly capacity: number;
  readonly wallCapacity: number;
  /** Threads of the crowd, each with a `Scratch` and a `Part`. */
  readonly threads: number;
  /** Address of the record `World`, which each thread binds. */
  readonly record: number;
}

/** Which kernels a crowd runs, and on how many threads. */
export interface EnginePlace {
  /** The WebAssembly code of the kernels, in base64. */
  readonly code: string;
  /** Whether threads share the memory. */
  readonly shared: boolean;
  readonly threads: number;
}

/** By default there is room for twice the walls of the world, and for at least this many walls. */
const FEWEST_WALLS = 1024;

/** Opens kernels and takes all memory of a crowd. Throws RangeError if memory runs out. */
export function openEngine(world: CrowdWorld, options: CrowdOptions, place: EnginePlace): Engine {
  const { capacity } = options;
  const given = world.walls?.count ?? 0;
  const wallCapacity = options.wallCapacity ?? Math.max(FEWEST_WALLS, 2 * given);
  const host = openKernels<Kernels>(place.code, { shared: place.shared });
  const { kernels, blocks } = host;
  const record = blocks.allocate(WORLD_BYTES);
  const bytes = kernels.planWorld(record, capacity, wallCapacity, place.threads);
  kernels.openWorld(record, blocks.allocate(bytes));
  return { host, kernels, capacity, wallCapacity, threads: place.threads, record };
}
