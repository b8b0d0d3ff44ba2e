// Collisions in WebAssembly: what the worker serves.
import { type Bodies, buildBodies } from '@wayfield/collision';
import { type CollisionPool, createCollisionPool } from '@wayfield/collision/pool';
import { type BodiesOptions, type StartBodies, startBodies } from './bodies.ts';
import { createMotion, type Motion } from './motion.ts';
import { type Box, type CellGrid, MOST_LINKS } from './solver.ts';

interface World {
  readonly bodies: Bodies;
  readonly pool: CollisionPool;
  readonly motion: Motion;
}

let world: World | undefined;

function begun(): World {
  if (!world) throw new Error('the bodies were not begun');
  return world;
}

/** Finds who touches, and lets them push. */
async function find({ pool, motion }: World): Promise<void> {
  await pool.update();
  motion.push((await pool.pairs()).slots);
}

function answer({ bodies, pool, motion }: World, began: number) {
  const touches = motion.touches.slice();
  const cells: CellGrid[] = pool.cells().map(({ origin: [originX, originY], side }) => ({
    originX,
    originY,
    side,
  }));
  return {
    ms: performance.now() - began,
    x: bodies.x.slice(),
    y: bodies.y.slice(),
    touches,
    // each pair was counted by both
    pairs: touches.reduce((sum, count) => sum + count, 0) / 2,
    cells,
    memoryBytes: pool.memoryBytes,
  };
}

/** One world at a time. */
export const collisionFunctions = {
  /** What a GPU begins with: made here, so that the page does not stand still. */
  start: (options: BodiesOptions): StartBodies => startBodies(options),
  async begin(options: BodiesOptions, wanted?: number) {
    await collisionFunctions.end();
    const start = startBodies(options);
    const { x, y, radius, width, height } = start;
    const bodies = buildBodies({ x, y, radius });
    const pool = await createCollisionPool(bodies, {
      motion: 'all',
      ...(wanted && { threads: wanted }),
    });
    world = { bodies, pool, motion: createMotion(start) };
    await find(world);
    return {
      ...answer(world, performance.now()),
      radius: radius.slice(),
      width,
      height,
      threads: pool.threads,
    };
  },
  async end() {
    await world?.pool.destroy();
    world = undefined;
  },
  async tick(count: number) {
    const now = begun();
    const began = performance.now();
    for (let i = 0; i < count; i++) {
      now.motion.move();
      await find(now);
    }
    return answer(now, began);
  },
  async links([left, top, right, bottom]: Box) {
    const { bodies, pool } = begun();
    const { slots } = await pool.pairs();
    const seen: number[] = [];
    for (let p = 0; p < slots.length && seen.length < 2 * MOST_LINKS; p += 2) {
      const x = bodies.x[slots[p]];
      const y = bodies.y[slots[p]];
      if (x >= left && x <= right && y >= top && y <= bottom) seen.push(slots[p], slots[p + 1]);
    }
    return Uint32Array.from(seen);
  },
};
