// `npm run build && node --import tsx bench/oriented.bench.ts [bodies] [threads]`: the time of both
// phases for oriented boxes that all move, in 2D and 3D. Medians of ticks; the broad phase alone,
// one thread and a pool take turns. Prints JSON.
import { buildBodies, createCollisionSolver } from '@wayfield/collision';
import {
  addOrientedBody,
  buildOrientedBodies,
  buildShapes,
  createOrientedSolver,
  type OrientedBodies,
} from '@wayfield/collision/oriented';
import { createOrientedPool } from '@wayfield/collision/oriented-pool';
import { createRandom } from '../test/random.ts';

const [count = 100_000, threads = 2] = process.argv.slice(2).map(Number);
const TICKS = 11;

/** Boxes of 1 to 2 by 0.3 to 0.6, about two candidates for each. */
function makeWorld(dimensions: 2 | 3, random: () => number): OrientedBodies {
  const side = dimensions === 2 ? 1.6 * Math.sqrt(count) : 1.3 * Math.cbrt(count);
  const half = (): number[] => [0.5 + random() / 2, 0.15 + random() / 6, 0.2].slice(0, dimensions);
  const shapes = buildShapes(
    dimensions,
    Array.from({ length: 16 }, () => ({ half: half() })),
  );
  const bodies = buildBodies({ dimensions, capacity: count });
  const world = buildOrientedBodies(shapes, { bodies });
  for (let i = 0; i < count; i++) {
    const place = { x: random() * side, y: random() * side, entry: i % 16 };
    if (dimensions === 2) addOrientedBody(world, { ...place, angle: random() * 7 });
    else {
      const turn = [0, 0, 0, 0].map(() => random() - 0.499);
      addOrientedBody(world, { ...place, z: random() * side, turn });
    }
  }
  return world;
}

const median = (times: number[]): number => times.sort((a, b) => a - b)[times.length >> 1];

async function timed(work: () => unknown): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

for (const dimensions of [2, 3] as const) {
  const random = createRandom(1);
  const world = makeWorld(dimensions, random);
  const { bodies } = world;
  const broad = createCollisionSolver(bodies);
  const solver = createOrientedSolver(world);
  const pool = await createOrientedPool(world, { threads });
  const times = { broad: [] as number[], one: [] as number[], pool: [] as number[] };
  let [candidates, pairs] = [0, 0];
  for (let tick = 0; tick < TICKS; tick++) {
    for (let i = 0; i < count; i++) bodies.x[i] += random() - 0.5;
    times.broad.push(
      await timed(() => {
        broad.update();
        candidates = broad.pairs().count;
      }),
    );
    times.one.push(
      await timed(() => {
        solver.update();
        pairs = solver.pairs().count;
      }),
    );
    times.pool.push(
      await timed(async () => {
        await pool.update();
        await pool.pairs();
      }),
    );
  }
  const [broadMs, oneMs, poolMs] = [times.broad, times.one, times.pool].map(median);
  const { fallback } = pool;
  const row = { dimensions, count, candidates, pairs, broadMs, oneMs, threads, poolMs, fallback };
  console.log(JSON.stringify(row));
  broad.destroy();
  solver.destroy();
  await pool.destroy();
}
