import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { BOX, CAPSULE, CIRCLE, RAY, SWEPT } from '../src/index.ts';
import { boundsTouch, type Shapes, touches } from '../src/reference.ts';
import { createRandom } from './random.ts';

interface One {
  shape?: number;
  at: readonly number[];
  radius?: number;
  extent?: readonly number[];
}

/** Shapes of one list, in 2D or 3D by their positions. */
function shapesOf(list: readonly One[]): Shapes {
  const column = (name: 'at' | 'extent', axis: number): Float32Array =>
    Float32Array.from(list, (one) => one[name]?.[axis] ?? 0);
  const flat = list[0].at.length === 2;
  return {
    x: column('at', 0),
    y: column('at', 1),
    ...(flat ? {} : { z: column('at', 2), extentZ: column('extent', 2) }),
    extentX: column('extent', 0),
    extentY: column('extent', 1),
    radius: Float32Array.from(list, (one) => one.radius ?? 0),
    shape: Uint8Array.from(list, (one) => one.shape ?? CIRCLE),
  };
}

function touch(a: One, b: One): boolean {
  const shapes = shapesOf([a, b]);
  const answer = touches(shapes, 0, shapes, 1);
  assert.is(touches(shapes, 1, shapes, 0), answer, 'the other way round');
  return answer;
}

const cases = suite('touches, by hand');

cases('counts touching', () => {
  assert.is(touch({ at: [0, 0], radius: 1 }, { at: [2, 0], radius: 1 }), true);
  assert.is(touch({ at: [0, 0], radius: 1 }, { at: [2.0000002, 0], radius: 1 }), false);
  assert.is(touch({ at: [0, 0, 0], radius: 1 }, { at: [0, 0, 2.5], radius: 1.5 }), true);
  assert.is(touch({ at: [0, 0], radius: 0 }, { at: [0, 0], radius: 0 }), true);
  assert.is(touch({ at: [0, 0], radius: 0 }, { at: [1e-12, 0], radius: 0 }), false);
});

cases('does not overflow nor lose small things at the ends of the range', () => {
  const far = 2 ** 61;
  assert.is(touch({ at: [-far, -far], radius: 1 }, { at: [far, far], radius: 1 }), false);
  assert.is(touch({ at: [-far, 0], radius: far }, { at: [far, 0], radius: far }), true);
  assert.is(touch({ at: [1e-40, 0] }, { at: [-1e-40, 0] }), true);
});

cases('boxes and circles', () => {
  const box = { shape: BOX, at: [0, 0], extent: [2, 1] };
  assert.is(touch(box, { shape: BOX, at: [3, 2], extent: [1, 1] }), true);
  assert.is(touch(box, { shape: BOX, at: [3, 2.1], extent: [1, 1] }), false);
  assert.is(touch(box, { at: [5, 5], radius: 5 }), true); // corner (2, 1): 3, 4, 5
  assert.is(touch(box, { at: [5, 5.001], radius: 5 }), false);
  assert.is(touch(box, { at: [0, 0], radius: 0 }), true);
});

cases('capsules', () => {
  const capsule = { shape: CAPSULE, at: [0, 0], extent: [3, 0], radius: 1 };
  assert.is(touch(capsule, { at: [0, 2], radius: 1 }), true);
  assert.is(touch(capsule, { at: [5, 0], radius: 1 }), true);
  assert.is(touch(capsule, { at: [5.001, 0], radius: 1 }), false);
  assert.is(touch(capsule, { shape: CAPSULE, at: [0, 4], extent: [0, 2], radius: 1 }), true);
  assert.is(touch(capsule, { shape: CAPSULE, at: [0, 4.001], extent: [0, 2], radius: 1 }), false);
  assert.is(touch(capsule, { shape: CAPSULE, at: [1, 0], extent: [0, 9], radius: 0 }), true);
  assert.is(touch(capsule, { shape: BOX, at: [0, 3], extent: [1, 2] }), true);
  assert.is(touch(capsule, { shape: BOX, at: [0, 3.001], extent: [1, 2] }), false);
  // a segment through a box, both ends outside
  const thin = { shape: CAPSULE, at: [0, 0], extent: [9, 9] };
  assert.is(touch(thin, { shape: BOX, at: [1, 1], extent: [0.5, 0.1] }), true);
  assert.is(touch(thin, { shape: BOX, at: [3, 0], extent: [1, 1.9] }), false);
});

cases('skew segments and edges in 3D', () => {
  const a = { shape: CAPSULE, at: [0, 0, 0], extent: [4, 0, 0], radius: 1 };
  const b = { shape: CAPSULE, at: [1, 1, 3], extent: [0, 4, 0], radius: 2 };
  assert.is(touch(a, b), true);
  assert.is(touch(a, { ...b, radius: 1.999 }), false);
  // nearest: the edge of the box along z, and the inside of a diagonal segment
  const box = { shape: BOX, at: [0, 0, 0], extent: [1, 1, 1] };
  const diagonal = { shape: CAPSULE, at: [2, 2, 0], extent: [2, -2, 0.5], radius: 1.4143 };
  assert.is(touch(box, diagonal), true);
  assert.is(touch(box, { ...diagonal, radius: 1.414 }), false);
});

cases('swept circles do not tunnel, and meet only at the same time', () => {
  const bullet = { shape: SWEPT, at: [100, 0], extent: [-200, 0], radius: 0.1 };
  assert.is(touch(bullet, { at: [0, 1], radius: 1 }), true);
  assert.is(touch(bullet, { shape: BOX, at: [0, 1], extent: [0.1, 1] }), true);
  // crosses the path of the bullet while the bullet is there, and before it is there
  assert.is(touch(bullet, { shape: SWEPT, at: [0, 50], extent: [0, -100], radius: 0.1 }), true);
  assert.is(touch(bullet, { shape: SWEPT, at: [90, 50], extent: [0, -100], radius: 0.1 }), false);
  // side by side with equal speed
  assert.is(touch(bullet, { shape: SWEPT, at: [99, 0], extent: [-200, 0], radius: 0.1 }), false);
  assert.is(touch(bullet, { shape: RAY, at: [0, -9], extent: [0, 18] }), true);
});
cases.run();

// distances in doubles, by another method: alternating projections onto convex sets

type Point = [number, number, number];

function nearestIn(one: One, point: Point): Point {
  const [x = 0, y = 0, z = 0] = one.at;
  const extent = [0, 1, 2].map((axis) => one.extent?.[axis] ?? 0);
  const centre = [x, y, z];
  if (one.shape === BOX) {
    return point.map((p, i) =>
      Math.min(centre[i] + extent[i], Math.max(centre[i] - extent[i], p)),
    ) as Point;
  }
  const back = one.shape === CAPSULE ? 1 : 0;
  const along = extent.map((e) => e * (1 + back));
  const start = centre.map((c, i) => c - back * extent[i]);
  const length = along.reduce((sum, a) => sum + a * a, 0);
  const t = along.reduce((sum, a, i) => sum + a * (point[i] - start[i]), 0) / (length || 1);
  const clamped = one.shape === CIRCLE ? 0 : Math.min(1, Math.max(0, t));
  return start.map((s, i) => s + clamped * along[i]) as Point;
}

/** An upper bound on the distance of two shapes, radii not counted. It shrinks with every round. */
function gap(a: One, b: One): number {
  let p: Point = [a.at[0], a.at[1], a.at[2] ?? 0];
  for (let round = 0; round < 400; round++) p = nearestIn(a, nearestIn(b, p));
  return Math.hypot(...nearestIn(b, p).map((q, i) => q - p[i]));
}

const property = suite('touches and boundsTouch');

property('agree with projections in doubles, 3,000 pairs of all shapes, seed 7', () => {
  const random = createRandom(7);
  let near = 0;
  for (let i = 0; i < 3000; i++) {
    const flat = i % 2 === 0;
    const scale = 10 ** Math.floor(random() * 7 - 3);
    const vector = (size: number): number[] =>
      Array.from({ length: flat ? 2 : 3 }, () => Math.fround((random() * 2 - 1) * size * scale));
    const one = (shape: number): One => ({
      shape,
      at: vector(1.2),
      extent: vector(1).map((e) => (shape === BOX ? Math.abs(e) : e)),
      radius: shape === BOX ? 0 : Math.fround(random() * 0.5 * scale),
    });
    const a = one(Math.floor(random() * 3));
    const b = one(Math.floor(random() * 4));
    const reach = (a.radius ?? 0) + (b.radius ?? 0);
    const distance = gap(a, b);
    const answer = touch(a, b);
    // the projections are above the truth, slowly so for almost parallel segments
    if (distance <= reach - 1e-5 * scale) assert.is(answer, true, JSON.stringify([a, b]));
    if (distance > reach + 2e-2 * scale) assert.is(answer, false, JSON.stringify([a, b]));
    const shapes = shapesOf([a, b]);
    if (answer) {
      near++;
      assert.is(boundsTouch(shapes, 0, shapes, 1), true, 'bounds of what touches touch');
    }
  }
  assert.ok(near > 600, `only ${near} pairs touched`);
});

property('bounds hold for pairs that just touch, 20,000 pairs, seed 8', () => {
  const random = createRandom(8);
  let near = 0;
  for (let i = 0; i < 20_000; i++) {
    const far = 10 ** Math.floor(random() * 6);
    const shape = Math.floor(random() * 4);
    const a: One = { at: [far, -far], radius: random() };
    const b: One = { shape, at: [far + random(), -far], radius: random(), extent: [random(), 0] };
    // move b to where it just touches, or just not
    const room = (a.radius ?? 0) + (shape === BOX ? 0 : (b.radius ?? 0));
    const own = shape === BOX || shape === CAPSULE ? (b.extent?.[0] ?? 0) : 0;
    const placed = { ...b, at: [far + (room + own) * (1 + (random() - 0.5) * 4e-7), -far] };
    const shapes = shapesOf([a, placed]);
    if (!touches(shapes, 0, shapes, 1)) continue;
    near++;
    assert.is(boundsTouch(shapes, 0, shapes, 1), true, JSON.stringify([a, placed]));
  }
  assert.ok(near > 5000 && near < 19_000, `${near} touched`);
});
property('shapes that touch have bounds that touch, also the thinnest, seed 31', () => {
  const random = createRandom(31);
  const length = (): number => (random() < 0.4 ? 0 : 2 ** -Math.floor(random() * 40));
  const sign = (): number => (random() < 0.5 ? -1 : 1);
  let touching = 0;
  let thin = 0;
  // written over for each pair: making arrays would take most of the time
  const pairs = [2, 3].map((axes) => {
    const column = (): Float32Array => new Float32Array(2);
    const [at, extents] = [0, 1].map(() => Array.from({ length: axes }, column));
    const [[x, y, z], [extentX, extentY, extentZ]] = [at, extents];
    const flat = { x, y, extentX, extentY, radius: column(), shape: new Uint8Array(2) };
    return { at, extents, shapes: axes === 2 ? flat : { ...flat, z, extentZ } };
  });
  for (let i = 0; i < 300_000; i++) {
    const { at, extents, shapes } = pairs[i % 2];
    const { radius, shape } = shapes;
    for (const k of [0, 1]) {
      shape[k] = Math.floor(random() * 5);
      for (const extent of extents) {
        const half = shape[k] === BOX ? 1 : sign();
        extent[k] = half * length() * (shape[k] === BOX || random() < 0.5 ? 1 : random());
      }
      for (const place of at) place[k] = sign() * length();
      radius[k] = length();
    }
    if (!touches(shapes, 0, shapes, 1)) continue;
    touching++;
    if (!boundsTouch(shapes, 0, shapes, 1)) throw new Error(JSON.stringify(shapes));
    if (radius[0] < 1e-6 && radius[1] < 1e-6) thin++;
  }
  assert.ok(touching > 50_000 && thin > 5000, `${touching} touch, ${thin} of them thin`);
});

/**
 * The least distance of the segments from p along v and from q along w, in doubles. Products of f32
 * numbers are exact in doubles, so the cross product has a direction down to angles of 2^-50.
 */
function segmentGap(p: number[], v: number[], q: number[], w: number[]): number {
  const along = (a: number[], b: number[], t: number): number[] => a.map((x, i) => x + t * b[i]);
  const minus = (a: number[], b: number[]): number[] => a.map((x, i) => x - b[i]);
  const dot = (a: number[], b: number[]): number => a.reduce((sum, x, i) => sum + x * b[i], 0);
  const cross = (a: number[], b: number[]): number[] =>
    [0, 1, 2].map((i) => a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3]);
  const toSegment = (point: number[], a: number[], b: number[]): number => {
    const t = Math.min(1, Math.max(0, dot(minus(point, a), b) / dot(b, b)));
    return Math.hypot(...minus(point, along(a, b, t)));
  };
  const ends = [
    toSegment(q, p, v),
    toSegment(along(q, w, 1), p, v),
    toSegment(p, q, w),
    toSegment(along(p, v, 1), q, w),
  ];
  const n = cross(v, w);
  const between = minus(q, p);
  const square = dot(n, n);
  const inside = (t: number): boolean => t > 0 && t < square;
  const crosses = inside(dot(cross(between, w), n)) && inside(dot(cross(between, v), n));
  return crosses ? Math.abs(dot(between, n)) / Math.sqrt(square) : Math.min(...ends);
}

property('capsules at angles from 2^-30 to 1, 6,000 pairs, seed 46', () => {
  const random = createRandom(46);
  const swing = (): number => 2 * random() - 1;
  let touching = 0;
  let close = 0;
  for (let i = 0; i < 6000; i++) {
    const angle = 2 ** -(i % 31);
    // short axes too: a fixed least cross product would call short perpendicular axes parallel
    const length = 2 ** -(i % 17);
    const u = [swing(), swing(), swing()].map((x) => Math.fround(x * length));
    const v = u.map((x) => Math.fround(x + angle * length * swing()));
    const spread = 2 ** -(i % 13) * length;
    const b = [swing(), swing(), swing()].map((x) => Math.fround(x * spread));
    const radius = Math.fround(0.3 * spread);
    const one: One = { shape: CAPSULE, at: [0, 0, 0], extent: u, radius };
    const other: One = { shape: CAPSULE, at: b, extent: v, radius };
    const double = (x: number): number => 2 * x;
    const distance = segmentGap(
      u.map((x) => -x),
      u.map(double),
      b.map((x, k) => x - v[k]),
      v.map(double),
    );
    const answer = touch(one, other);
    if (answer) touching++;
    // f32 holds 2^-22 of the axes; where less decides, either answer is right
    const size = Math.hypot(...u) + Math.hypot(...v);
    if (Math.abs(distance - 2 * radius) < 2 ** -17 * size) {
      close++;
      continue;
    }
    assert.is(answer, distance < 2 * radius, JSON.stringify({ one, other, distance }));
  }
  assert.ok(touching > 1000 && touching < 5900, `${touching} touch`);
  assert.ok(close < 300, `${close} are too close to tell`);
});
property.run();
