import { sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { buildBodies, GHOST, moveBody, QUERY, removeBody } from '../src/index.ts';
import {
  addOrientedBody,
  buildOrientedBodies,
  buildShapes,
  createOrientedReference,
  createOrientedSolver,
  type OrientedBodies,
  type OrientedSolver,
  type Outline,
  turnBody,
} from '../src/oriented/index.ts';
import { createOrientedPool } from '@wayfield/collision/oriented-pool';
import { boxDistance, polygonDistance } from './oriented-oracle.ts';
import { randomPolygon, randomWorld, stir } from './oriented-scenes.ts';
import { createRandom } from './random.ts';

/** Two bodies; the reference and the kernels must say the same, in both orders of the slots. */
function touch(
  outlines: readonly [Outline, Outline],
  [a, b]: readonly [Placed, Placed],
  dimensions: 2 | 3 = 2,
): boolean {
  const answers = [0, 1].map((first) => {
    const world = buildOrientedBodies(buildShapes(dimensions, outlines));
    const both = [
      { ...a, entry: 0 },
      { ...b, entry: 1 },
    ];
    addOrientedBody(world, both[first]);
    addOrientedBody(world, both[1 - first]);
    const solver = createOrientedSolver(world);
    const answer = solver.pairs().count;
    assert.is(createOrientedReference(world).pairs().count, answer);
    solver.destroy();
    return answer;
  });
  assert.is(answers[0], answers[1], 'the other way round');
  return answers[0] === 1;
}

interface Placed {
  readonly x: number;
  readonly y: number;
  readonly z?: number;
  readonly angle?: number;
  readonly turn?: readonly number[];
}

/** A polygon with corners x, y, x, y, … */
const polygon = (...values: number[]): Outline => ({
  corners: Array.from({ length: values.length / 2 }, (_, i) => values.slice(2 * i, 2 * i + 2)),
});
const SQUARE: Outline = { half: [1, 1] };
const CUBE: Outline = { half: [1, 1, 1] };
const origin = { x: 0, y: 0 };
const middle = { x: 0, y: 0, z: 0 };

const flat = suite('oriented shapes in 2D, by hand');

flat('count as touching when sides or corners meet', () => {
  assert.is(touch([SQUARE, SQUARE], [origin, { x: 2, y: 0 }]), true);
  assert.is(touch([SQUARE, SQUARE], [origin, { x: 2, y: 2 }]), true);
  assert.is(touch([SQUARE, SQUARE], [origin, { x: 2.000001, y: 0 }]), false);
  // on its corner the square reaches √2
  const onCorner = { x: 1 + Math.SQRT2 - 1e-6, y: 0, angle: Math.PI / 4 };
  assert.is(touch([SQUARE, SQUARE], [origin, onCorner]), true);
  assert.is(touch([SQUARE, SQUARE], [origin, { ...onCorner, x: 1 + Math.SQRT2 + 1e-6 }]), false);
});

flat('are apart where circles and axis-aligned bounds are not', () => {
  const rod: Outline = { half: [5, 0.1] };
  const slanted = { x: 0, y: 0, angle: Math.PI / 4 };
  assert.is(touch([rod, rod], [slanted, { ...slanted, x: 1 }]), false);
  assert.is(touch([rod, rod], [slanted, { ...slanted, x: 0.28 }]), true);
});

flat('touch when one is inside the other', () => {
  const small: Outline = polygon(0, 0.1, -0.1, -0.1, 0.1, -0.1);
  assert.is(touch([SQUARE, small], [origin, { x: 0.3, y: 0.3, angle: 2 }]), true);
  assert.is(touch([SQUARE, { radius: 0.1 }], [origin, { x: 0.3, y: 0.3 }]), true);
});

flat('measure discs from sides and from corners', () => {
  const disc: Outline = { radius: 1 };
  assert.is(touch([SQUARE, disc], [origin, { x: 2, y: 0.5 }]), true);
  assert.is(touch([SQUARE, disc], [origin, { x: 2.000001, y: 0.5 }]), false);
  assert.is(touch([SQUARE, { radius: 5 }], [origin, { x: 4, y: 5 }]), true); // 3, 4, 5
  assert.is(touch([SQUARE, { radius: 5 }], [origin, { x: 4, y: 5.00001 }]), false);
  assert.is(touch([disc, { radius: 0.5 }], [origin, { x: 1.5, y: 0 }]), true);
});

flat('turn polygons about their own origin, counter-clockwise', () => {
  const wedge: Outline = polygon(0, 0, 4, -0.5, 4, 0.5);
  const up = { x: 0, y: 0, angle: Math.PI / 2 };
  assert.is(touch([wedge, { radius: 0.5 }], [up, { x: 0, y: 4.4 }]), true);
  assert.is(touch([wedge, { radius: 0.5 }], [up, { x: 4, y: 0 }]), false);
});

flat.run();

const solid = suite('oriented shapes in 3D, by hand');

solid('are separated by faces, and by the cross product of two edges alone', () => {
  assert.is(touch([CUBE, CUBE], [middle, { x: 2, y: 0, z: 0 }], 3), true);
  assert.is(touch([CUBE, CUBE], [middle, { x: 2.000001, y: 0, z: 0 }], 3), false);
  // two cubes on their edges, one turned about x and one about y, cross at the height 2 √2
  const [about, across] = [
    [Math.sin(Math.PI / 8), 0, 0, Math.cos(Math.PI / 8)],
    [0, Math.sin(Math.PI / 8), 0, Math.cos(Math.PI / 8)],
  ];
  const height = 2 * Math.SQRT2;
  const at = (z: number): Placed => ({ x: 0, y: 0, z, turn: across });
  assert.is(touch([CUBE, CUBE], [{ ...middle, turn: about }, at(height - 1e-5)], 3), true);
  assert.is(touch([CUBE, CUBE], [{ ...middle, turn: about }, at(height + 1e-5)], 3), false);
});

solid('with parallel and nearly parallel edges follow the faces', () => {
  for (const tilt of [0, 1e-9, 1e-6, 1e-4]) {
    const turn = [tilt, 0, tilt, 1];
    assert.is(touch([CUBE, CUBE], [middle, { x: 1.999, y: 0, z: 0, turn }], 3), true);
    assert.is(touch([CUBE, CUBE], [middle, { x: 2.001, y: 0, z: 0, turn }], 3), false);
    assert.is(touch([CUBE, CUBE], [middle, { x: 1.999, y: 1.999, z: 1.9, turn }], 3), true);
  }
});

solid('measure balls from faces, edges and corners of a turned box', () => {
  const turn = [0, 0, Math.sin(Math.PI / 8), Math.cos(Math.PI / 8)];
  const box = { ...middle, turn };
  const ball = { radius: 0.5 };
  assert.is(touch([CUBE, ball], [box, { x: Math.SQRT2 + 0.49999, y: 0, z: 0 }], 3), true);
  assert.is(touch([CUBE, ball], [box, { x: Math.SQRT2 + 0.50001, y: 0, z: 0 }], 3), false);
  assert.is(touch([CUBE, ball], [box, { x: 0, y: 0, z: 1.5 }], 3), true);
  assert.is(touch([ball, ball], [middle, { x: 0, y: 0, z: 1.0001 }], 3), false);
});

solid('of any length of the quaternion, and of any sign, are the same', () => {
  for (const turn of [
    [0, 0, 1, 1],
    [0, 0, -8, -8],
  ]) {
    const rod: Outline = { half: [3, 0.1, 0.1] };
    const there = { x: 0, y: 2.9, z: 0 };
    assert.is(touch([rod, { radius: 0.2 }], [{ ...middle, turn }, there], 3), true);
  }
});

solid.run();

const oracle = suite('oriented shapes against a distance that knows no axes');

/** Solves `count` random pairs both ways, where the distance is clear. */
function compare(dimensions: 2 | 3, count: number, seed: number): void {
  const distance = dimensions === 2 ? polygonDistance : boxDistance;
  const world = randomWorld(seed, { dimensions, count, side: dimensions === 2 ? 9 : 4 });
  const { bodies } = world;
  bodies.kind.fill(1, 0, bodies.end);
  if (bodies.mask) bodies.mask.fill(0xffffffff);
  const { slots } = createOrientedReference(world).pairs();
  const touching = new Set<number>();
  for (let i = 0; i < slots.length; i += 2) touching.add(slots[i] * count + slots[i + 1]);
  let [near, far] = [0, 0];
  for (let a = 0; a < count; a++) {
    for (let b = a + 1; b < count; b++) {
      const gap = distance(world, a, b);
      if (gap > 0 && gap < 1e-4) continue;
      assert.is(touching.has(a * count + b), gap === 0, `${seed}: ${a} and ${b}, ${gap} apart`);
      if (gap === 0) near++;
      else if (gap < 0.5) far++;
    }
  }
  assert.ok(near > count / 4 && far > count / 4, `${near} touch, ${far} are near`);
}

oracle('touch if it is 0, in 2D', () => {
  for (let seed = 0; seed < 6; seed++) compare(2, 60, seed);
});

oracle('touch if it is 0, in 3D', () => {
  for (let seed = 0; seed < 4; seed++) compare(3, 24, seed);
});

oracle.run();

/** All answers of a solver are those of the reference. */
function agree(solver: OrientedSolver, reference: OrientedSolver, what: string): void {
  for (const of of ['contacts', 'sightings'] as const) {
    for (const fixed of [true, false]) {
      const found = solver.pairs({ canonical: true, of, fixed });
      sameArray(found.slots, reference.pairs({ of, fixed }).slots, `${what}: ${of}`);
      assert.equal([found.count, found.overflow], [found.total, false]);
    }
  }
  assert.equal(solver.contacts(), reference.contacts(), what);
}

const solvers = suite('createOrientedSolver and createOrientedPool');

solvers('agree with the reference on worlds that move and turn, seeds 0 to 11', () => {
  for (let seed = 0; seed < 12; seed++) {
    const dimensions = seed % 2 === 0 ? 2 : 3;
    const world = randomWorld(seed, { dimensions, count: 150, side: dimensions === 2 ? 14 : 6 });
    const grid = (['auto', 'single', 'multi'] as const)[seed % 3];
    const solver = createOrientedSolver(world, { grid, motion: seed % 4 === 0 ? 'few' : 'auto' });
    const reference = createOrientedReference(world);
    for (let tick = 0; tick < 3; tick++) {
      agree(solver, reference, `seed ${seed}, tick ${tick}`);
      stir(world, seed + 100 * tick);
      solver.update();
      reference.update();
    }
    solver.destroy();
  }
});

solvers('by threads give the pairs of one thread', async () => {
  for (const dimensions of [2, 3] as const) {
    const side = dimensions === 2 ? 60 : 16;
    const world = randomWorld(5, { dimensions, count: 3000, side });
    const solver = createOrientedSolver(world);
    const pool = await createOrientedPool(world, { threads: 3 });
    assert.equal([pool.threads, pool.fallback], [3, undefined]);
    for (let tick = 0; tick < 2; tick++) {
      for (const of of ['contacts', 'sightings'] as const) {
        const expected = solver.pairs({ canonical: true, of });
        const found = await pool.pairs({ canonical: true, of });
        assert.ok(expected.count > 100);
        sameArray(found.slots, expected.slots);
      }
      assert.equal(await pool.contacts(), solver.contacts());
      stir(world, tick);
      // calls are answered in their order: the second for the bodies of the update
      const [before, , after] = [pool.pairs(), pool.update(), pool.pairs({ canonical: true })];
      const count = solver.pairs().count;
      assert.is((await before).total, count);
      solver.update();
      sameArray((await after).slots, solver.pairs({ canonical: true }).slots);
    }
    const cut = await pool.pairs({ capacity: 7 });
    assert.equal([cut.count, cut.slots.length, cut.overflow], [7, 14, true]);
    await pool.destroy();
    solver.destroy();
  }
});

solvers('follow bodies that are added, removed, moved and turned', () => {
  const world = buildOrientedBodies(buildShapes(2, [{ half: [2, 0.1] }]));
  const solver = createOrientedSolver(world);
  assert.is(solver.pairs().count, 0);
  const ids = Array.from({ length: 1500 }, (_, i) => addOrientedBody(world, { x: 3 * i, y: 0 }));
  solver.update();
  assert.is(solver.pairs().count, 1499);
  for (const id of ids) turnBody(world, id, Math.PI / 2);
  solver.update();
  assert.is(solver.pairs().count, 0);
  moveBody(world.bodies, ids[1], 0.1, 3.9);
  removeBody(world.bodies, ids[1499]);
  solver.update();
  sameArray(solver.pairs().slots, Uint32Array.of(0, 1));
  assert.is(solver.pairs({ capacity: 0 }).total, 1);
  solver.destroy();
  assert.throws(() => solver.pairs(), /destroyed/);
});

solvers('see that a fixed body got another shape', () => {
  const world = buildOrientedBodies(buildShapes(2, [{ radius: 1 }, { radius: 5 }]));
  addOrientedBody(world, { x: 0, y: 0, fixed: true });
  addOrientedBody(world, { x: 5, y: 0 });
  const solver = createOrientedSolver(world, { motion: 'few' });
  assert.is(solver.pairs().count, 0);
  world.entry[0] = 1;
  solver.update();
  assert.is(solver.pairs().count, 1);
  solver.destroy();
});

solvers('tell ghosts and queries from massive bodies', () => {
  const world = buildOrientedBodies(buildShapes(2, [SQUARE, { radius: 3 }]));
  addOrientedBody(world, { x: 0, y: 0 });
  addOrientedBody(world, { x: 1, y: 0, kind: GHOST, angle: 1 });
  addOrientedBody(world, { x: 2, y: 2, kind: QUERY, entry: 1 });
  const solver = createOrientedSolver(world);
  assert.is(solver.pairs().count, 0);
  const seen = solver.pairs({ of: 'sightings', canonical: true });
  sameArray(seen.slots, Uint32Array.of(2, 0, 2, 1));
  solver.destroy();
});

solvers('keep the bodies of before where new ones are refused', () => {
  const world = randomWorld(3, { dimensions: 2, count: 80, side: 9 });
  const solver = createOrientedSolver(world);
  const before = solver.pairs({ canonical: true }).slots.slice();
  const refused = (spoil: (world: OrientedBodies) => void, error: RegExp): void => {
    const { entry, angle, bodies } = world;
    const kept = [entry.slice(), angle.slice(), bodies.x.slice()] as const;
    bodies.x[0] += 3;
    spoil(world);
    assert.throws(() => solver.update(), error);
    sameArray(solver.pairs({ canonical: true }).slots, before);
    entry.set(kept[0]);
    angle.set(kept[1]);
    bodies.x.set(kept[2]);
  };
  refused(({ angle }) => (angle[7] = NaN), /angle\[7\] is NaN/);
  refused(({ entry }) => (entry[7] = 8), /entry\[7\] is 8/);
  refused(({ bodies }) => (bodies.x[9] = Infinity), /x\[9\] is Infinity/);
  solver.update();
  sameArray(solver.pairs({ canonical: true }).slots, before);
  solver.destroy();
});

solvers.run();

const refusals = suite('shapes and bodies that are refused');

const many = (corners: number): Outline => ({
  corners: Array.from({ length: corners }, (_, i) => {
    const angle = (2 * Math.PI * i) / corners;
    return [Math.cos(angle), Math.sin(angle)];
  }),
});

refusals('are shapes without area, with a dent, with too many corners or of no size', () => {
  const refused = (outline: unknown, error: RegExp, dimensions: 2 | 3 = 2): void =>
    assert.throws(() => buildShapes(dimensions, [SQUARE2[dimensions], outline as Outline]), error);
  refused(polygon(0, 0, 1, 1, 2, 2), /outlines\[1\]\.corners .*convex/);
  refused(polygon(0, 0, 2, 0, 2, 2, 1.9, 0.1), /convex/);
  refused(polygon(0, 0, 1, 0, 2, 0, 1, 1), /straight/);
  refused(polygon(0, 0, 0, 0, 2, 0, 1, 1), /sides longer/);
  // a star winds round twice: all its corners turn left
  const star = [0, 2, 4, 1, 3].map((i) => [Math.cos(1.2566 * i), Math.sin(1.2566 * i)]);
  refused({ corners: star }, /convex/);
  refused(many(33), /outlines\[1\]\.corners\.length is 33/);
  refused(polygon(0, 0, 1, 0), /length is 2/);
  refused(polygon(0, 0, 1, 0, 1, NaN), /corners\[2\]\[1\] is NaN/);
  refused({ half: [1, 0] }, /outlines\[1\]\.half\[1\] is 0/);
  refused({ half: [1, 1, 1] }, /2 numbers/);
  refused({ half: [1, 1] }, /3 numbers/, 3);
  refused(polygon(0, 0, 1, 0, 0, 1), /2D/, 3);
  refused({ radius: 2 ** 41 }, /radius/);
  refused({ radius: 1, half: [1, 1] }, /one of radius, half and corners/);
  refused({}, /one of radius, half and corners/);
  assert.is(buildShapes(2, [many(32)]).count, 1);
  // either order around
  assert.is(buildShapes(2, [polygon(0, 1, 1, -1, -1, -1)]).count, 1);
});

const SQUARE2 = { 2: SQUARE, 3: CUBE } as const;

refusals('are bodies of other dimensions, of other shapes, and turns of no length', () => {
  const shapes = buildShapes(2, [SQUARE]);
  const bodies = buildBodies({ dimensions: 3 });
  assert.throws(() => buildOrientedBodies(shapes, { bodies }), /bodies\.dimensions is 3/);
  const two = buildBodies({ x: Float32Array.of(0, 1), y: Float32Array.of(0, 1), radius: 1 });
  assert.throws(() => buildOrientedBodies(shapes, { bodies: two, entry: new Uint16Array(1) }));
  const world = buildOrientedBodies(shapes);
  assert.throws(() => addOrientedBody(world, { x: 0, y: 0, entry: 1 }), /entry is 1/);
  assert.throws(() => addOrientedBody(world, { x: 0, y: 0, turn: [0, 0, 0, 1] }), /turn/);
  assert.throws(() => addOrientedBody(world, { x: NaN, y: 0 }), /x is NaN/);
  assert.is(world.bodies.count, 0);
  const deep = buildOrientedBodies(buildShapes(3, [CUBE]));
  assert.throws(() => addOrientedBody(deep, { x: 0, y: 0, turn: [0, 0, 0, 0] }), /turn/);
  assert.throws(() => addOrientedBody(deep, { x: 0, y: 0, angle: 1 }), /angle/);
  const id = addOrientedBody(deep, { x: 0, y: 0 });
  assert.throws(() => turnBody(deep, id, 1), /quaternion/);
  assert.throws(() => turnBody(deep, id + 1, [0, 0, 0, 1]), /not the id of a live body/);
  deep.turn.fill(0);
  assert.throws(() => createOrientedSolver(deep), /turn of slot 0/);
});

refusals('never come of random convex polygons', () => {
  const random = createRandom(1);
  for (let i = 0; i < 300; i++) {
    assert.is(buildShapes(2, [randomPolygon(random, 3 + (i % 30))]).count, 1);
  }
});

refusals.run();
