import { solvePrograms } from '@wayfield/crowd/internal';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { randomFrom } from './random.ts';

const degenerate = suite('degenerate linear programs');
const SEED = 5;

/** Solves one program of largest speed 1 and preferred velocity 0. */
function solve(halfPlanes: readonly number[][], walls: number) {
  const { velocity, relaxed } = solvePrograms({
    count: 1,
    first: Uint32Array.of(0, halfPlanes.length),
    walls: Uint8Array.of(walls),
    halfPlanes: Float64Array.from(halfPlanes.flat()),
    preferred: Float64Array.of(0, 0),
    maxSpeed: Float64Array.of(1),
  });
  return { x: velocity[0], y: velocity[1], relaxed: relaxed[0] };
}

/** The largest violation of half-planes n · v >= c. */
const worst = (halfPlanes: readonly number[][], x: number, y: number): number =>
  Math.max(...halfPlanes.map(([nx, ny, c]) => c - nx * x - ny * y));

degenerate(`two walls that leave a line: the best velocity on it is found, seed ${SEED}`, () => {
  const random = randomFrom(SEED);
  for (let k = 0; k < 1000; k++) {
    const angle = 2 * Math.PI * random();
    const [nx, ny] = [Math.cos(angle), Math.sin(angle)];
    const c = 1.6 * random() - 0.8;
    const walls = [
      [nx, ny, c],
      // the opposite direction, rounded otherwise
      [Math.cos(angle + Math.PI), Math.sin(angle + Math.PI), -c],
    ];
    const agents = Array.from({ length: 4 }, () => {
      const turn = 2 * Math.PI * random();
      return [Math.cos(turn), Math.sin(turn), random()];
    });
    const { x, y } = solve([...walls, ...agents], 2);
    assert.ok(worst(walls, x, y) <= 1e-9, `${k}: in a wall by ${worst(walls, x, y)}`);
    // along the line, the largest violation is convex: bisect
    const half = Math.sqrt(1 - c * c);
    const at = (t: number): number => worst(agents, c * nx - t * ny, c * ny + t * nx);
    let [low, high] = [-half, half];
    for (let i = 0; i < 100; i++) {
      const third = (high - low) / 3;
      if (at(low + third) < at(high - third)) high -= third;
      else low += third;
    }
    const least = Math.max(0, at(low));
    assert.ok(worst(agents, x, y) <= least + 1e-7, `${k}: ${worst(agents, x, y)}, not ${least}`);
  }
});

degenerate(
  'nearly parallel walls that contradict one another are relaxed by the least amount',
  () => {
    const [nx, ny] = [0.30814705818891447, 0.9513387359555574];
    const walls = [
      [nx, ny, -0.6],
      [-0.3081470582523978, -0.9513387359349946, 1],
      [-0.3081470581889148, -0.9513387359555573, -0.2],
    ];
    const { x, y, relaxed } = solve(walls, 3);
    assert.is(relaxed, 2);
    assert.ok(Math.abs(worst(walls, x, y) - 0.2) < 1e-9, `${worst(walls, x, y)}`);
  },
);

degenerate.run();
