// Random circles and spheres, in worlds whose size gives a wished number of collisions.
import { type Bodies, buildBodies } from '@wayfield/collision';
import { random } from '@wayfield/graph/generators';

/** Circles, or spheres where there is a `z`. */
export interface Circles {
  readonly count: number;
  readonly x: Float32Array;
  readonly y: Float32Array;
  readonly z?: Float32Array;
  readonly radius: Float32Array;
}

/** What a crowd is drawn from: positions evenly in a square or cube, radii evenly in a range. */
export interface World {
  readonly name: string;
  readonly dimensions: 2 | 3;
  readonly count: number;
  /** The least and the largest radius. */
  readonly radius: readonly [number, number];
  /** Edge of the square or cube. */
  readonly side: number;
}

type WorldSize = Omit<World, 'side'>;

/**
 * A world in which about this share of the bodies touches another one. The number of bodies that
 * touch one is taken as Poisson's, and the edges of the world are neglected: both are right in the
 * limit of many bodies.
 */
export function worldWithShare(size: WorldSize, share: number): World {
  const reach = reachOf(size);
  // radii of the midpoint rule
  const steps = 256;
  const [least, most] = size.radius;
  const shareAt = (volume: number): number => {
    let sum = 0;
    for (let k = 0; k < steps; k++) {
      const r = least + ((k + 0.5) / steps) * (most - least);
      sum += 1 - Math.exp((-size.count * reach(r)) / volume);
    }
    return sum / steps;
  };
  let [low, high] = [0, 1];
  while (shareAt(high) > share) high *= 2;
  // 60 halvings exhaust the digits of a double
  for (let k = 0; k < 60; k++) {
    const middle = (low + high) / 2;
    if (shareAt(middle) > share) low = middle;
    else high = middle;
  }
  return { ...size, side: high ** (1 / size.dimensions) };
}

/** A world in which a body touches about `contacts` others. */
export function worldWithContacts(size: WorldSize, contacts: number): World {
  const [least, most] = size.radius;
  const reach = reachOf(size);
  // Simpson's rule is exact here: area and volume of the reach are polynomials of degree 2 and 3
  const mean = (reach(least) + 4 * reach((least + most) / 2) + reach(most)) / 6;
  return { ...size, side: ((size.count * mean) / contacts) ** (1 / size.dimensions) };
}

/** The mean area or volume in which the centre of another body touches one of radius r. */
function reachOf({ dimensions, radius: [a, b] }: WorldSize): (r: number) => number {
  const m1 = (a + b) / 2;
  const m2 = (a * a + a * b + b * b) / 3;
  const m3 = (a ** 3 + a * a * b + a * b * b + b ** 3) / 4;
  return dimensions === 2
    ? (r) => Math.PI * (r * r + 2 * r * m1 + m2)
    : (r) => (4 / 3) * Math.PI * (r ** 3 + 3 * r * r * m1 + 3 * r * m2 + m3);
}

/**
 * Two states of one random crowd. In the second each body has moved by at most a tenth of the least
 * radius on every axis. The same seed gives the same crowd.
 */
export function drawCrowd(world: World, seed: number): [Circles, Circles] {
  const { dimensions, count, side } = world;
  const [least, most] = world.radius;
  const next = random(seed);
  const column = (draw: () => number): Float32Array => {
    const values = new Float32Array(count);
    for (let i = 0; i < count; i++) values[i] = draw();
    return values;
  };
  const place = (): number => next() * side;
  const axes = Array.from({ length: dimensions }, () => column(place));
  const radius = column(() => least + next() * (most - least));
  const step = 0.2 * least;
  const moved = axes.map((axis) => {
    const values = new Float32Array(count);
    for (let i = 0; i < count; i++) {
      values[i] = Math.min(side, Math.max(0, axis[i] + (next() - 0.5) * step));
    }
    return values;
  });
  const circles = ([x, y, z]: Float32Array[]): Circles =>
    z ? { count, x, y, z, radius } : { count, x, y, radius };
  return [circles(axes), circles(moved)];
}

/** The circles as bodies of a solver, with arrays of their own. */
export function bodiesOf({ count, x, y, z, radius }: Circles): Bodies {
  const flat = { count, x: x.slice(), y: y.slice(), radius };
  return buildBodies(z ? { ...flat, z: z.slice() } : flat);
}

/** Moves the bodies to the positions of these circles. */
export function placeBodies(bodies: Bodies, { x, y, z }: Circles): void {
  bodies.x.set(x);
  bodies.y.set(y);
  if (z) bodies.z!.set(z);
}
