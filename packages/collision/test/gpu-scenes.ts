// Small scenes in which a faulty grid gives wrong answers.
import { type Bodies, BOX, buildBodies } from '../src/index.ts';
import { createRandom } from './random.ts';

export interface Scene {
  readonly name: string;
  readonly bodies: Bodies;
  /** A radius that finds some neighbours. */
  readonly radius: number;
}

type Shapes = Partial<Pick<Bodies, 'shape' | 'extentX' | 'extentY' | 'extentZ'>>;

interface Place {
  readonly at: (axis: number, i: number) => number;
  readonly size: (i: number) => number;
  readonly radius: number;
}

/** Each with `count` bodies, in 2D or 3D. */
export function makeScenes(dimensions: 2 | 3, count: number, seed: number): Scene[] {
  const next = createRandom(seed);
  const side = dimensions === 2 ? Math.sqrt(count) : Math.cbrt(count);
  const uniform = () => next() * side;
  const line = Array.from({ length: count }, () => next() * count);
  const hubs = Array.from({ length: 12 }, () => (next() - 0.5) * 1e4);
  const places: Record<string, Place> = {
    uniform: { at: uniform, size: () => 0.4, radius: 0.9 },
    'below and above zero': {
      at: () => (next() - 0.5) * side,
      size: () => 0.5 * next(),
      radius: 1,
    },
    'sizes over six decades': {
      at: uniform,
      size: () => 10 ** (6 * next() - 6) * 2,
      radius: 1e-3,
    },
    'clusters far apart': {
      at: (axis, i) => hubs[(3 * axis + i) % 12] + next() * 3,
      size: () => 0.3 * next(),
      radius: 0.5,
    },
    'on a line': { at: (axis, i) => (axis === 0 ? line[i] : 5), size: () => 0.7, radius: 2 },
    'on cell borders': { at: () => Math.floor(next() * side), size: () => 0.5, radius: 1 },
    'all equal': { at: () => 7.25, size: () => 1, radius: 1 },
    'all in one cell': { at: () => next() * 1e-3, size: () => 1, radius: 0.0005 },
    'points, some at the same place': {
      at: () => Math.floor(next() * side) / 2,
      size: () => 0,
      radius: 0.5,
    },
    'one far away': { at: (_, i) => (i === 0 ? 1e18 : uniform()), size: () => 0.4, radius: 0.9 },
    'far from zero': { at: () => 1e6 + next() * side, size: () => 0.4, radius: 0.8 },
    'a world of 2^40 cells': {
      at: () => Math.round(next() * 40) * 2 ** (next() * 34),
      size: () => 0.5,
      radius: 2,
    },
    'tiny and huge numbers': {
      at: () => (next() - 0.5) * 10 ** (next() * 36 - 18),
      size: () => 10 ** (next() * 36 - 18),
      radius: 1,
    },
    'one large among small': { at: uniform, size: (i) => (i === 3 ? side : 0.3), radius: 0.5 },
  };
  return Object.entries(places).map(([name, { at, size, radius }]) => {
    const axis = (a: number) => Float32Array.from({ length: count }, (_, i) => at(a, i));
    const z = dimensions === 3 ? { z: axis(2) } : {};
    const sizes = Float32Array.from({ length: count }, (_, i) => size(i));
    return { name, radius, bodies: buildBodies({ x: axis(0), y: axis(1), ...z, radius: sizes }) };
  });
}

/** Couples of circles whose distance is their reach, up to 2^-23 of it more or less. */
export function makeTangents(dimensions: 2 | 3, couples: number, seed: number): Bodies {
  const next = createRandom(seed);
  const n = 2 * couples;
  const [x, y, z, radius] = [0, 1, 2, 3].map(() => new Float32Array(n));
  for (let i = 0; i < n; i += 2) {
    x[i] = next() * 30;
    y[i] = next() * 30;
    z[i] = next() * 30;
    x[i + 1] = x[i] + next() * 2 - 1;
    y[i + 1] = y[i] + next() * 2 - 1;
    z[i + 1] = z[i] + next() * 2 - 1;
    const d = [x, y, z].slice(0, dimensions).map((axis) => axis[i + 1] - axis[i]);
    const reach = Math.hypot(...d) * (1 + (next() - 0.5) * 2 ** -22);
    radius[i] = reach * next();
    radius[i + 1] = reach - radius[i];
  }
  return buildBodies({ x, y, radius, ...(dimensions === 3 ? { z } : {}) });
}

/** All shapes and kinds, groups and masks. */
export function makeMixture(dimensions: 2 | 3, count: number, seed: number, plain = false): Bodies {
  const next = createRandom(seed);
  const side = dimensions === 2 ? Math.sqrt(count) * 1.5 : Math.cbrt(count) * 1.5;
  const floats = (make: () => number) => Float32Array.from({ length: count }, make);
  const bytes = (most: number) =>
    Uint8Array.from({ length: count }, () => Math.floor(next() * (most + 1)));
  const words = () => Uint32Array.from({ length: count }, () => Math.floor(next() * 16));
  const extent = () => (next() - 0.5) * 2 * next();
  const columns = withBoxes({
    x: floats(() => next() * side),
    y: floats(() => next() * side),
    radius: floats(() => next() * 0.8),
    kind: bytes(3),
    ...(plain
      ? {}
      : {
          shape: bytes(3),
          group: words(),
          mask: words(),
          extentX: floats(extent),
          extentY: floats(extent),
        }),
    ...(dimensions === 3
      ? { z: floats(() => next() * side), ...(plain ? {} : { extentZ: floats(extent) }) }
      : {}),
  });
  return buildBodies(columns);
}

/** Makes the half sizes of boxes positive; other shapes keep the signs of their extents. */
export function withBoxes<T extends Shapes>(shapes: T): T {
  for (const extents of [shapes.extentX, shapes.extentY, shapes.extentZ]) {
    extents?.forEach((extent, i) => {
      if (shapes.shape?.[i] === BOX) extents[i] = Math.abs(extent);
    });
  }
  return shapes;
}
