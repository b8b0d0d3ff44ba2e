import { type Bodies, BOX, CIRCLE, type ExploreQueries, GHOST, NONE, QUERY } from '../src/index.ts';
import {
  addOrientedBody,
  buildOrientedBodies,
  buildShapes,
  type OrientedBodies,
  type Outline,
  type ShapeTable,
} from '../src/oriented/index.ts';
import { createRandom } from './random.ts';

/** A convex polygon: points of an ellipse, in rising order of their angle. */
export function randomPolygon(random: () => number, corners: number): Outline {
  const [wide, high, turn] = [0.2 + random(), 0.2 + random(), random()];
  return {
    corners: Array.from({ length: corners }, (_, i) => {
      const angle = (2 * Math.PI * (i + 0.8 * random() + turn)) / corners;
      return [wide * Math.cos(angle), high * Math.sin(angle)];
    }),
  };
}

/** Discs, boxes and polygons of 3 to 32 corners; balls and boxes in 3D. */
export function randomShapes(dimensions: 2 | 3, random: () => number): ShapeTable {
  const size = (): number => 0.05 + random();
  if (dimensions === 3) {
    const boxes = Array.from({ length: 5 }, () => ({ half: [size(), size(), size()] }));
    return buildShapes(3, [{ radius: size() }, ...boxes, { half: [2, 0.01, 0.02] }]);
  }
  return buildShapes(2, [
    { radius: size() },
    { half: [size(), size()] },
    { half: [2, 0.01] },
    ...[3, 4, 5, 7, 32].map((corners) => randomPolygon(random, corners)),
  ]);
}

/** A quaternion: a quarter turn or none, a small tilt down to 1e-6, or any. */
export function randomTurn(random: () => number): readonly number[] {
  const tilt = 10 ** (-6 * random());
  if (random() < 0.25) return [tilt * random(), tilt * random(), 0, 1];
  if (random() < 0.25)
    return [
      [0, 0, 0, 1],
      [1, 0, 0, 1],
      [0, 0, 1, 1],
    ][Math.floor(3 * random())];
  return [0, 0, 0, 0].map(() => random() - 0.5 + 1e-3);
}

const ANGLES = [0, Math.PI / 2, Math.PI / 4];

/** Bodies in a square or cube, some of them ghosts, queries, fixed, or in other groups. */
export function randomWorld(
  seed: number,
  { dimensions, count, side }: { dimensions: 2 | 3; count: number; side: number },
): OrientedBodies {
  const random = createRandom(seed);
  const world = buildOrientedBodies(randomShapes(dimensions, random));
  for (let i = 0; i < count; i++) {
    const on = random();
    addOrientedBody(world, {
      x: random() * side,
      y: random() * side,
      entry: Math.floor(random() * world.shapes.count),
      ...(dimensions === 3
        ? { z: random() * side, turn: randomTurn(random) }
        : { angle: random() < 0.25 ? ANGLES[i % 3] : 20 * random() - 10 }),
      ...(on < 0.1 && { kind: GHOST }),
      ...(on > 0.9 && { kind: QUERY }),
      ...(on > 0.1 && on < 0.2 && { group: 2, mask: 3 }),
      fixed: on > 0.5 && on < 0.6,
    });
  }
  return world;
}

/** Moves and turns all bodies that are not fixed. */
export function stir(world: OrientedBodies, seed: number): void {
  const random = createRandom(seed);
  const { bodies, angle, turn } = world;
  const { x, y, z, fixed, end }: Bodies = bodies;
  for (let slot = 0; slot < end; slot++) {
    if (fixed?.[slot] === 1) continue;
    x[slot] += random() - 0.5;
    y[slot] += random() - 0.5;
    if (z) z[slot] += random() - 0.5;
    if (z) turn[4 * slot] += 0.1;
    else angle[slot] += random();
  }
}

/** Discs, balls and boxes, some of them points, some with a mask or a body that looks. */
export function randomAreas(seed: number, dimensions: 2 | 3, side: number): ExploreQueries {
  const random = createRandom(seed);
  const count = 40;
  const of = (scale: number): Float32Array =>
    Float32Array.from({ length: count }, () => scale * random());
  const sizes = () => of(3).map((size, i) => (i % 7 === 0 ? 0 : size));
  const flat = { count, x: of(side), y: of(side), radius: sizes() };
  const extents = { extentX: sizes(), extentY: sizes() };
  const shape = Uint8Array.from({ length: count }, (_, i) => (i % 2 === 0 ? CIRCLE : BOX));
  // extents are of boxes only
  for (const extent of Object.values(extents)) for (let i = 0; i < count; i += 2) extent[i] = 0;
  const self = Uint32Array.from({ length: count }, (_, i) => (i % 3 === 0 ? i : NONE));
  const mask = Uint32Array.from({ length: count }, (_, i) => (i % 4 === 0 ? 3 : 0xffffffff));
  const rest = { ...extents, shape, self, mask };
  if (dimensions === 2) return { ...flat, ...rest };
  const extentZ = sizes().map((size, i) => (i % 2 === 0 ? 0 : size));
  return { ...flat, ...rest, z: of(side), extentZ };
}
