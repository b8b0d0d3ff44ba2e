// The inputs of bench/gpu.ts, seeded.
import { type Bodies, buildBodies } from '../src/index.ts';

/**
 * Uniform numbers below 1, one multiplication each: 10 million bodies should not take a minute to
 * make.
 */
export function createUniform(seed: number): () => number {
  let state = seed >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

export interface Case {
  readonly name: string;
  readonly dimensions: 2 | 3;
  readonly count: number;
  readonly side: number;
  readonly radius: readonly [least: number, most: number];
  /** Radii r with a density of r^-3: most are small. Default: uniform. */
  readonly skewed?: boolean;
}

/** Circles with about `contacts` contacts each; the size of the world follows from that number. */
export function circlesWith(
  name: string,
  dimensions: 2 | 3,
  count: number,
  contacts: number,
  radius: readonly [number, number],
): Case {
  const [a, b] = radius;
  // the mean of (r + s)² or (r + s)³ for uniform r and s
  const m1 = (a + b) / 2;
  const m2 = (a * a + a * b + b * b) / 3;
  const m3 = (a ** 3 + a * a * b + a * b * b + b ** 3) / 4;
  const reach = dimensions === 2 ? 2 * m2 + 2 * m1 * m1 : 2 * m3 + 6 * m2 * m1;
  const volume = (count * reach * (dimensions === 2 ? Math.PI : (4 / 3) * Math.PI)) / contacts;
  return { name, dimensions, count, side: volume ** (1 / dimensions), radius };
}

export function buildCase({ dimensions, count, side, radius, skewed }: Case, seed: number): Bodies {
  const next = createUniform(seed);
  const axis = () => {
    const values = new Float32Array(count);
    for (let i = 0; i < count; i++) values[i] = next() * side;
    return values;
  };
  const [least, most] = radius;
  const x = axis();
  const y = axis();
  const z = dimensions === 3 ? { z: axis() } : {};
  const sizes = new Float32Array(count);
  for (let i = 0; i < count; i++) {
    const u = next();
    sizes[i] = skewed
      ? 1 / Math.sqrt((1 - u) / least ** 2 + u / most ** 2)
      : least + u * (most - least);
  }
  return buildBodies({ x, y, ...z, radius: sizes });
}
