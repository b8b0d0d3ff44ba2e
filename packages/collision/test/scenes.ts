// Random scenes for property tests: hard cases of all kinds, with so few bodies that the reference
// can test all pairs.
import {
  BOX,
  type Bodies,
  buildBodies,
  CAPSULE,
  type ExploreQueries,
  fixedChanged,
  NONE,
  RAY,
  SWEPT,
} from '../src/index.ts';
import { createRandom } from './random.ts';

export interface SceneOptions {
  /** Default: by the seed. */
  dimensions?: 2 | 3;
  count?: number;
  /** Circles only, massive, without groups. Default: by the seed. */
  plain?: boolean;
}

type Random = () => number;

/** Ways to place bodies: each gives the position of body `i`. Most fill a world of one unit. */
const PLACES: ((random: Random, dimensions: number) => (i: number) => number[])[] = [
  // evenly
  (random, d) => () => Array.from({ length: d }, random),
  // in clusters of six orders of magnitude
  (random, d) => {
    const centres = Array.from({ length: 5 }, () => Array.from({ length: d }, random));
    return (i) => {
      const spread = 10 ** -(i % 7);
      return centres[i % 5].map((c) => c + (random() - 0.5) * spread);
    };
  },
  // on one line, along an axis or askew
  (random, d) => {
    const slope = Array.from({ length: d }, () => (random() < 0.5 ? 0 : random()));
    return () => {
      const t = random();
      return slope.map((s) => s * t);
    };
  },
  // on a lattice: many at equal distances, on borders of cells, several at one place
  (random, d) => () => Array.from({ length: d }, () => Math.floor(random() * 8) / 8),
  // all at one place
  (_random, d) => () => Array.from({ length: d }, () => 0.5),
  // two crowds, far apart
  (random, d) => (i) => Array.from({ length: d }, () => random() * 0.001 + (i % 2) * 1000),
];

/** The scene of a seed, always the same. */
export function randomScene(seed: number, options: SceneOptions = {}): Bodies {
  const random = createRandom(seed);
  const { dimensions = random() < 0.5 ? 2 : 3, plain = random() < 0.4 } = options;
  const count = options.count ?? Math.floor(random() ** 2 * 60);
  const place = PLACES[Math.floor(random() * PLACES.length)](random, dimensions);
  const scale = 10 ** Math.floor(random() * 9 - 4);
  const shift = random() < 0.5 ? 0 : (random() - 0.5) * scale * 10 ** Math.floor(random() * 4);
  const reach = scale * 10 ** -(random() * 2);
  const decades = random() < 0.4 ? 6 : random() < 0.5 ? 1 : 0;
  const size = (): number =>
    random() < 0.02 ? 0 : reach * (0.5 + random()) * 10 ** (-decades * random());

  const [x, y, z, radius, extentX, extentY, extentZ] = Array.from(
    { length: 7 },
    () => new Float32Array(count),
  );
  const kind = new Uint8Array(count).fill(1);
  const shape = new Uint8Array(count);
  const group = new Uint32Array(count).fill(1);
  const mask = new Uint32Array(count).fill(0xffffffff);
  for (let i = 0; i < count; i++) {
    const at = place(i);
    x[i] = at[0] * scale + shift;
    y[i] = at[1] * scale - shift;
    z[i] = (at[2] ?? 0) * scale + shift;
    radius[i] = size();
    if (plain) continue;
    if (random() < 0.3) kind[i] = Math.floor(random() * 4);
    if (random() < 0.3) group[i] = Math.floor(random() * 2 ** 32);
    if (random() < 0.3) mask[i] = Math.floor(random() * 2 ** 32);
    shape[i] = random() < 0.4 ? Math.floor(random() * 4) : 0;
    const sign = (): number => (shape[i] !== BOX && random() < 0.5 ? -1 : 1);
    extentX[i] = random() < 0.2 ? 0 : sign() * size();
    extentY[i] = random() < 0.2 ? 0 : sign() * size();
    extentZ[i] = random() < 0.2 ? 0 : sign() * size();
  }
  const flat = { x, y, radius, count };
  const solid = dimensions === 3 ? { ...flat, z } : flat;
  // a quarter of the scenes: none is fixed; else a few, most or all
  const chance = createRandom(seed + 0x10000);
  const share = [0, 0.1, 0.8, 1][seed % 4];
  const fixed = Uint8Array.from(x, () => (chance() < share ? 1 : 0));
  if (plain) return buildBodies(share > 0 ? { ...solid, fixed } : solid);
  const extents = dimensions === 3 ? { extentX, extentY, extentZ } : { extentX, extentY };
  const shaped = random() < 0.6 ? { shape, ...extents } : {};
  const grouped = random() < 0.5 ? { group, mask } : {};
  return buildBodies({ ...solid, ...shaped, ...grouped, kind, ...(share > 0 && { fixed }) });
}

/**
 * Areas about the bodies of a scene: of all shapes, small and large, some with a mask and a self.
 */
export function randomAreas(bodies: Bodies, count: number, seed: number): ExploreQueries {
  const random = createRandom(seed);
  const { end, dimensions } = bodies;
  const [x, y, z, radius, extentX, extentY, extentZ] = Array.from(
    { length: 7 },
    () => new Float32Array(count),
  );
  const shape = new Uint8Array(count);
  const mask = new Uint32Array(count);
  const self = new Uint32Array(count);
  for (let i = 0; i < count; i++) {
    const slot = Math.floor(random() * end);
    const other = Math.floor(random() * end);
    const near = bodies.radius[slot] ?? 0;
    const far = Math.abs((bodies.x[slot] ?? 0) - (bodies.x[other] ?? 0));
    const size = (): number => (random() < 0.5 ? near : far) * random() * 3;
    const sign = (): number => (random() < 0.5 ? -1 : 1);
    x[i] = (bodies.x[slot] ?? 0) + sign() * size() * 0.3;
    y[i] = (bodies.y[slot] ?? 0) + sign() * size() * 0.3;
    z[i] = (bodies.z?.[slot] ?? 0) + sign() * size() * 0.3;
    shape[i] = [0, BOX, CAPSULE, RAY][Math.floor(random() * 4)];
    radius[i] = random() < 0.3 ? 0 : size();
    extentX[i] = sign() * size();
    extentY[i] = random() < 0.2 ? 0 : sign() * size();
    extentZ[i] = sign() * size();
    mask[i] = random() < 0.5 ? 0xffffffff : Math.floor(random() * 2 ** 32);
    self[i] = random() < 0.5 && end > 0 ? slot : NONE;
    if (shape[i] !== BOX) continue;
    for (const extents of [extentX, extentY, extentZ]) extents[i] = Math.abs(extents[i]);
  }
  const flat = { count, x, y, radius, extentX, extentY, shape, mask, self };
  return dimensions === 3 ? { ...flat, z, extentZ } : flat;
}

/**
 * Moves bodies a little, and some far. The seed decides whether all move or only a share, and
 * whether fixed bodies move too. The extents of swept circles become the vector back to where the
 * circles were.
 */
export function shake(bodies: Bodies, seed: number): void {
  const random = createRandom(seed);
  const share = [1, 1, 0.2, 0.02][(seed >> 2) % 4];
  const movesFixed = seed % 3 === 0;
  if (movesFixed) fixedChanged(bodies);
  const { x, y, z, radius, extentX, extentY, extentZ, shape, end } = bodies;
  for (let i = 0; i < end; i++) {
    if ((bodies.fixed?.[i] === 1 && !movesFixed) || random() > share) continue;
    const step = radius[i] * (random() < 0.05 ? 20 : 0.5);
    const [dx, dy, dz] = [0, 0, 0].map(() => Math.fround((random() - 0.5) * step));
    x[i] += dx;
    y[i] += dy;
    if (z) z[i] += dz;
    if (shape?.[i] !== SWEPT || !extentX || !extentY) continue;
    extentX[i] = -dx;
    extentY[i] = -dy;
    if (extentZ) extentZ[i] = -dz;
  }
}
