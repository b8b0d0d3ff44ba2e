import { checkOptions } from '@wayfield/check';
import { guarded } from '@wayfield/gpu-core';
import { makeGuarded } from '@wayfield/gpu-core/internal';
import { createTurns } from '@wayfield/wasm';
import { aDevice } from '../gpu/rules.ts';
import { openGpuSolver } from '../gpu/solver.ts';
import type { GpuCollisionSolver } from '../gpu/types.ts';
import { SOLVER_RULES } from '../rules.ts';
import type { Pairs, PairsOptions, SolverOptions } from '../types.ts';
import { cutPairs, sortPairs } from './answer.ts';
import { asyncCalls } from './async-calls.ts';
import { aWorld } from './bodies.ts';
import { createGpuNarrow, type GpuNarrow, type Judged, LABEL } from './gpu-narrow.ts';
import { type Taken, takeWorld } from './take.ts';
import { orientedTouch } from './touch.ts';
import type { AsyncOrientedSolver, OrientedBodies } from './types.ts';

/** A solver for oriented bodies on the GPU. */
export interface GpuOrientedSolver extends AsyncOrientedSolver {
  readonly backend: 'gpu';
  readonly device: GPUDevice;
  /** Pairs of the last answer that the GPU left to the host, because they nearly touch. */
  readonly undecided: number;
}

/**
 * Finds pairs of oriented bodies on a GPU. The broad phase is `createGpuCollisionSolver`, which has
 * the options. The narrow phase decides clear pairs in f32, and the host decides the others, so the
 * answers are those of all other solvers. The caller owns the device.
 *
 * @example
 * const solver = await createGpuOrientedSolver(device, world);
 * const { count, slots } = await solver.pairs();
 * console.log(count, slots.slice(0, 2).sort().join()); // 1 0,1
 * solver.destroy();
 */
export async function createGpuOrientedSolver(
  device: GPUDevice,
  world: OrientedBodies,
  options: SolverOptions = {},
): Promise<GpuOrientedSolver> {
  aDevice(device, 'device');
  aWorld(world, 'world');
  checkOptions('createGpuOrientedSolver', options, SOLVER_RULES);
  const taken = takeWorld(world);
  const held = { ...taken.bodies };
  const open = await openGpuSolver(device, held, options);
  const { solver: broad } = open;
  try {
    const narrow = await makeGuarded(device, LABEL, (keep) => {
      const made = keep(createGpuNarrow(open, taken));
      made.take(taken);
      return made;
    });
    return solverOn(world, taken, { held, broad, narrow });
  } catch (error) {
    broad.destroy();
    throw error;
  }
}

interface Parts {
  readonly held: Taken['bodies'];
  readonly broad: GpuCollisionSolver;
  readonly narrow: GpuNarrow;
}

function solverOn(
  world: OrientedBodies,
  first: Taken,
  { held, broad, narrow }: Parts,
): GpuOrientedSolver {
  const turns = createTurns('solver');
  let undecidedCount = 0;

  async function find(options: PairsOptions, taken: Taken): Promise<Pairs> {
    const { of = 'contacts', fixed = true, canonical = false } = options;
    const judge = async (): Promise<Judged> => {
      const none = new Uint32Array(0);
      if (taken.bodies.end === 0) return { kept: none, undecided: none };
      if (of === 'contacts') return narrow.contacts(fixed);
      return narrow.among((await broad.pairs({ of, fixed })).slots);
    };
    const { kept, undecided } = await judge();
    undecidedCount = undecided.length / 2;
    const close: number[] = [];
    for (let i = 0; i < undecided.length; i += 2) {
      const [a, b] = [undecided[i], undecided[i + 1]];
      if (orientedTouch(taken, a, b)) close.push(a, b);
    }
    const slots = new Uint32Array(kept.length + close.length);
    slots.set(kept);
    slots.set(close, kept.length);
    if (canonical) sortPairs(slots);
    return cutPairs(slots, options);
  }

  return {
    backend: 'gpu',
    device: broad.device,
    world,
    get undecided() {
      return undecidedCount;
    },
    get memoryBytes() {
      return broad.memoryBytes + narrow.memoryBytes();
    },
    ...asyncCalls(world, first, turns, {
      held,
      broad,
      take: (taken) =>
        guarded(broad.device, LABEL, () => narrow.take(taken)).catch((error: unknown) => {
          narrow.forget();
          throw error;
        }),
      find,
    }),
    async destroy() {
      turns.close();
      broad.destroy();
      narrow.destroy();
    },
  };
}
