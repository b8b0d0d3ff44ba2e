// Collisions in WebAssembly: the functions of the worker.
import { type Bodies, buildBodies } from '@wayfield/collision';
import { type CollisionPool, createCollisionPool } from '@wayfield/collision/pool';
import { type BodiesOptions, type StartBodies, startBodies } from './bodies.ts';
import { createMotion, MOST_SPEED, type Motion } from './motion.ts';
import { type Box, type CellGrid, MOST_LINKS } from './solver.ts';

/** Pairs of slots in the world after a number of ticks. */
interface Pairs {
  ticks: number;
  slots: Uint32Array;
}

interface World {
  readonly bodies: Bodies;
  readonly pool: CollisionPool;
  readonly motion: Motion;
  /** The newest pairs, a view of the pool's memory, valid until the next search. */
  readonly newest: Pairs;
  /** The pairs at the start of the last call of `tick`: the page may still show them. */
  readonly earlier: Pairs;
}

/** The copy of `earlier`. */
let kept = new Uint32Array(0);

let world: World | undefined;

function begun(): World {
  if (!world) throw new Error('the bodies were not begun');
  return world;
}

/** Finds the discs that touch, and lets them push each other. */
async function find({ pool, motion, newest }: World): Promise<void> {
  await pool.update();
  newest.slots = (await pool.pairs()).slots;
  motion.push(newest.slots);
}

function keepPairs({ newest, earlier }: World): void {
  const { slots, ticks } = newest;
  if (kept.length < slots.length) kept = new Uint32Array(2 * slots.length);
  kept.set(slots);
  earlier.slots = kept.subarray(0, slots.length);
  earlier.ticks = ticks;
}

/** x of all bodies, then y of all, then radii. */
function dataOf({ x, y, radius }: Bodies): Float32Array {
  const data = new Float32Array(3 * x.length);
  data.set(x);
  data.set(y, x.length);
  data.set(radius, 2 * x.length);
  return data;
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
    data: dataOf(bodies),
    touches,
    // both bodies of a pair count it
    pairs: touches.reduce((sum, count) => sum + count, 0) / 2,
    cells,
    memoryBytes: pool.memoryBytes,
  };
}

/** One world at a time. */
export const collisionFunctions = {
  /** The bodies for a GPU, made here so that the page stays free. */
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
    const none = new Uint32Array(0);
    world = {
      bodies,
      pool,
      motion: createMotion(start),
      newest: { ticks: 0, slots: none },
      earlier: { ticks: -1, slots: none },
    };
    await find(world);
    return {
      ...answer(world, performance.now()),
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
    if (count > 0) keepPairs(now);
    for (let i = 0; i < count; i++) {
      now.motion.move();
      await find(now);
      now.newest.ticks++;
    }
    return answer(now, began);
  },
  /**
   * Links of the world after `ticks` ticks: of the newest world, or of the one at the start of the
   * last call of `tick`. None for any other.
   */
  links(box: Box, ticks: number) {
    const { bodies, newest, earlier } = begun();
    const slots = [earlier, newest].find((pairs) => pairs.ticks === ticks)?.slots ?? [];
    // bodies have moved since then, by at most `off`
    const off = MOST_SPEED * (newest.ticks - ticks);
    const [left, top] = [box[0] - off, box[1] - off];
    const [right, bottom] = [box[2] + off, box[3] + off];
    const seen: number[] = [];
    for (let p = 0; p < slots.length && seen.length < 2 * MOST_LINKS; p += 2) {
      const x = bodies.x[slots[p]];
      const y = bodies.y[slots[p]];
      if (x >= left && x <= right && y >= top && y <= bottom) seen.push(slots[p], slots[p + 1]);
    }
    return Uint32Array.from(seen);
  },
};
