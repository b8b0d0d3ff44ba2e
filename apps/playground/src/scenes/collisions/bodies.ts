// The bodies at the start: discs of many sizes, spread over a box, each with a velocity.
import { random } from '@wayfield/graph/generators';

export interface BodiesOptions {
  readonly count: number;
  /** The largest radius divided by the smallest. */
  readonly spread: number;
  /** Share of the world that the bodies cover. */
  readonly fill: number;
  /** The world is higher than wide, for phones. Default false. */
  readonly tall?: boolean;
  readonly seed: number;
}

/** Arrays of `count` entries; lengths in world units, times in ticks. */
export interface StartBodies {
  /** The world reaches from 0, 0 to `width`, `height`. */
  readonly width: number;
  readonly height: number;
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly radius: Float32Array;
  readonly velocityX: Float32Array;
  readonly velocityY: Float32Array;
  /** Mass divided by that of the smallest body. */
  readonly mass: Int32Array;
  /** Steps per world unit: pushes are whole numbers of steps. A power of two. */
  readonly steps: number;
}

export const LEAST_RADIUS = 0.5;
const FASTEST = 0.06;
/** The longer side divided by the shorter one. */
const ASPECT = 1.5;

/** Radii are 1 / u for uniform u: of twice the size there are a quarter as many bodies. */
export function startBodies({ count, spread, fill, tall, seed }: BodiesOptions): StartBodies {
  const next = random(seed);
  const [x, y, radius, velocityX, velocityY] = Array.from(
    { length: 5 },
    () => new Float32Array(count),
  );
  const mass = new Int32Array(count);
  let area = 0;
  for (let i = 0; i < count; i++) {
    const size = 1 / (1 - next() * (1 - 1 / spread));
    radius[i] = LEAST_RADIUS * size;
    mass[i] = Math.max(1, Math.round(size * size));
    area += Math.PI * radius[i] * radius[i];
  }
  const largest = LEAST_RADIUS * spread;
  const short = Math.fround(Math.max(4 * largest, Math.sqrt(area / fill / ASPECT)));
  const long = Math.fround(short * ASPECT);
  const [width, height] = tall === true ? [short, long] : [long, short];
  for (let i = 0; i < count; i++) {
    x[i] = radius[i] + next() * (width - 2 * radius[i]);
    y[i] = radius[i] + next() * (height - 2 * radius[i]);
    const heading = 2 * Math.PI * next();
    const speed = FASTEST * (0.2 + 0.8 * next());
    velocityX[i] = speed * Math.cos(heading);
    velocityY[i] = speed * Math.sin(heading);
  }
  // distances of bodies that touch are at most 2^10 steps: their cubes fit in 31 bits
  const steps = 2 ** Math.floor(Math.log2(1024 / (2 * largest)));
  return { width, height, x, y, radius, velocityX, velocityY, mass, steps };
}
