// Random points against points drawn by plain rejection: chi-squared over the cells of a grid.
import { createNavMesh } from '@wayfield/navmesh';
import { createSurface, type RandomPoints } from '@wayfield/surface';
import { createSurfacePool } from '@wayfield/surface/pool';
import { clearanceAt, isFree, type PlainWorld, randomWorld } from './plain-world.ts';
import { randomNumbers } from './random-numbers.ts';

/** Cells along a side of the world, which is 12: each is 1 by 1. */
const CELLS = 12;
/**
 * A deviation of the normal distribution that chance exceeds once in 3.5 million times on either
 * side.
 */
const MOST_DEVIATION = 5;

type Draw = () => readonly [number, number] | undefined;

/**
 * Counts, per call, the points that lie where they may. If the points are not evenly distributed,
 * it counts none as right.
 */
export async function judgeRandomPoints(
  { seed, worlds, draws }: { seed: number; worlds: number; draws: number },
  counts: Map<string, { all: number; right: number }>,
): Promise<void> {
  const sums = new Map<string, { squares: number; freedom: number; right: number; all: number }>();
  for (let i = 0; i < worlds; i++) {
    const random = randomNumbers(77_000 * seed + i);
    const world = randomWorld(random, i % 3 === 0 ? 0.25 : 0);
    const { side, obstacles } = world;
    const nav = createNavMesh({
      boundary: [0, 0, side, 0, side, side, 0, side],
      obstacles: obstacles.map((ring) => [...ring]),
    });
    const surface = createSurface(nav);
    const pool = await createSurfacePool(nav, { threads: 2 });
    const [cx, cy, reach] = [side * random(), side * random(), 2 + 3 * random()];
    const radius = 0.3;
    const anywhere: Draw = () => [side * random(), side * random()];
    const inCircle = rejecting(world, 0, () => {
      const [x, y] = [2 * random() - 1, 2 * random() - 1];
      return x * x + y * y <= 1 ? [cx + reach * x, cy + reach * y] : undefined;
    });
    const row = (value: number): Float64Array => new Float64Array(draws).fill(value);
    const circles = { x: row(cx), y: row(cy), distance: reach };
    const cases: readonly [string, Draw, Draw][] = [
      ['randomPoint', () => placeOf(surface.randomPoint(random)), rejecting(world, 0, anywhere)],
      [
        'randomPoint, disc',
        () => placeOf(surface.randomPoint(random, { radius })),
        rejecting(world, radius, anywhere),
      ],
      ['randomPointNear', () => placeOf(surface.randomPointNear(cx, cy, reach, random)), inCircle],
      [
        'randomPointAll',
        drawFrom(surface.randomPointAll(draws, random)),
        rejecting(world, 0, anywhere),
      ],
      [
        'randomPointAll of a pool, disc',
        drawFrom(await pool.randomPointAll(draws, random, { radius })),
        rejecting(world, radius, anywhere),
      ],
      [
        'randomPointNearAll of a pool',
        drawFrom(await pool.randomPointNearAll(circles, random)),
        inCircle,
      ],
    ];
    for (const [call, ours, plain] of cases) {
      const sum = sums.get(call) ?? { squares: 0, freedom: 0, right: 0, all: 0 };
      sums.set(call, sum);
      const found = compare(world, call.includes('disc') ? radius : 0, [ours, plain], draws);
      sum.squares += found.squares;
      sum.freedom += found.freedom;
      sum.right += found.right;
      sum.all += draws;
    }
    surface.destroy();
    await pool.destroy();
  }
  for (const [call, { squares, freedom, right, all }] of sums) {
    const isEven = Math.abs(deviation(squares, freedom)) < MOST_DEVIATION;
    counts.set(call, { all, right: isEven ? right : 0 });
  }
}

const placeOf = ({ found, x, y }: { found: boolean; x: number; y: number }) =>
  found ? ([x, y] as const) : undefined;

/** The places of a batch, one after another. */
function drawFrom({ found, x, y }: RandomPoints): Draw {
  let i = 0;
  return () => {
    const k = i++;
    return found[k] === 1 ? [x[k], y[k]] : undefined;
  };
}

/** Draws again until a disc fits. */
function rejecting(world: PlainWorld, radius: number, draw: Draw): Draw {
  const fits = (x: number, y: number): boolean =>
    radius === 0 ? isFree(world, x, y) : clearanceAt(world, x, y) >= radius;
  return () => {
    for (;;) {
      const place = draw();
      if (place && fits(...place)) return place;
    }
  };
}

/**
 * Draws both samples. Returns chi-squared of their counts per cell, its degrees of freedom, and how
 * many of our points lie where they may.
 */
function compare(
  world: PlainWorld,
  radius: number,
  [ours, plain]: readonly [Draw, Draw],
  draws: number,
) {
  const cells = [new Float64Array(CELLS * CELLS), new Float64Array(CELLS * CELLS)];
  const cellOf = (c: number): number => Math.min(CELLS - 1, Math.floor((c / world.side) * CELLS));
  let right = 0;
  for (let i = 0; i < draws; i++)
    for (const [k, draw] of [ours, plain].entries()) {
      const place = draw();
      if (!place) continue;
      cells[k][cellOf(place[1]) * CELLS + cellOf(place[0])]++;
      if (k === 0 && clearanceAt(world, ...place) >= radius - 1e-7) right++;
    }
  let [squares, freedom] = [0, -1];
  for (let c = 0; c < cells[0].length; c++) {
    const [a, b] = [cells[0][c], cells[1][c]];
    // chi-squared cannot be trusted for cells of fewer than 10 points
    if (a + b < 10) continue;
    squares += (a - b) ** 2 / (a + b);
    freedom++;
  }
  return { squares, freedom: Math.max(0, freedom), right };
}

/** Chi-squared as a deviation of the normal distribution (Wilson and Hilferty 1931). */
function deviation(squares: number, freedom: number): number {
  const spread = 2 / (9 * freedom);
  return (Math.cbrt(squares / freedom) - (1 - spread)) / Math.sqrt(spread);
}
