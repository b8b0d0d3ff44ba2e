// A solver after memory ended during a call: it answers as if the call had not been made, and the
// next call works.
import { everyEndOfMemory, sameArray, whereArraysEnd } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  addBody,
  type Bodies,
  BOX,
  buildBodies,
  CIRCLE,
  type CollisionSolver,
  createCollisionSolver,
  idOf,
  moveBody,
  removeBody,
  slotOf,
  type SolverOptions,
} from '../src/index.ts';
import {
  addOrientedBody,
  buildOrientedBodies,
  buildShapes,
  createOrientedSolver,
  type OrientedBodies,
} from '../src/oriented/index.ts';
import { createRandom } from './random.ts';

const FEW = 200;
const MANY = 6000;

interface Variant extends SolverOptions {
  readonly shapes?: boolean;
  readonly fixed?: boolean;
}

const VARIANTS: readonly Variant[] = [
  {},
  { grid: 'multi' },
  { motion: 'few', fixed: true },
  { shapes: true },
];

/** Adds bodies of the same density until there are `count`. */
function addBodies(bodies: Bodies, count: number, { shapes, fixed }: Variant): void {
  const random = createRandom(count);
  while (bodies.count < count) {
    const i = bodies.count;
    addBody(bodies, {
      x: random() * Math.sqrt(count),
      y: random() * Math.sqrt(count),
      radius: 0.2 + 0.4 * random(),
      ...(shapes && { shape: i % 3 === 0 ? BOX : CIRCLE, extentX: 0.3, extentY: 0.2 }),
      ...(shapes && { group: 1 + (i % 2), mask: 1 + (i % 3) }),
      ...(fixed && { fixed: i % 4 === 0 }),
    });
  }
}

function solverOf(count: number, variant: Variant): CollisionSolver {
  const bodies = buildBodies({ capacity: MANY });
  addBodies(bodies, FEW, variant);
  addBodies(bodies, count, variant);
  const { grid = 'auto', motion = 'auto' } = variant;
  return createCollisionSolver(bodies, { grid, motion });
}

/** All kinds of answers, copied. */
function answersOf(solver: CollisionSolver): readonly Uint32Array[] {
  const canonical = true;
  const { end, x, y } = solver.bodies;
  const areas = { count: end, x: x.slice(0, end), y: y.slice(0, end), radius: x.slice(0, end) };
  areas.radius.fill(0.7);
  return [
    solver.pairs({ canonical }).slots.slice(),
    solver.neighbours({ radius: 1, canonical }).slots.slice(),
    solver.candidates({ canonical }).slots.slice(),
    solver.neighbours({ k: 3 }).slots.slice(),
    solver.pairs({ of: 'sightings', canonical }).slots.slice(),
    solver.explore(areas, { canonical }).slots.slice(),
  ];
}

function same(actual: readonly Uint32Array[], expected: readonly Uint32Array[], what: string) {
  actual.forEach((slots, i) => sameArray(slots, expected[i], `${what}: answer ${i}`));
}

const test = suite('where memory ends');

test('an update leaves the bodies as they were, and the next one takes them', () => {
  for (const variant of VARIANTS) {
    const name = JSON.stringify(variant);
    const before = solverOf(FEW, variant).pairs({ canonical: true }).slots;
    const after = answersOf(solverOf(MANY, variant));
    const ends = everyEndOfMemory(
      () => solverOf(FEW, variant),
      (solver) => {
        addBodies(solver.bodies, MANY, variant);
        solver.update();
      },
      (solver) => {
        sameArray(solver.pairs({ canonical: true }).slots, before, `${name}: pairs of before`);
        solver.update();
        same(answersOf(solver), after, name);
      },
    );
    assert.ok(ends >= 3, `${name}: memory ended ${ends} times`);
  }
});

test('a question leaves the solver as it was, and is answered when it is put again', () => {
  for (const variant of VARIANTS) {
    const name = JSON.stringify(variant);
    const after = answersOf(solverOf(MANY, variant));
    const ends = everyEndOfMemory(
      () => {
        const solver = solverOf(FEW, variant);
        answersOf(solver);
        addBodies(solver.bodies, MANY, variant);
        solver.update();
        return solver;
      },
      answersOf,
      (solver) => same(answersOf(solver), after, name),
    );
    assert.ok(ends >= 5, `${name}: memory ended ${ends} times`);
  }
});

test('no kept pair stays of a body that moves after a question that found no memory', () => {
  // at these sizes memory ends while the still layer is sorted again, or later
  for (const count of [6000, 10_000, 20_000]) {
    const wide = Math.ceil(Math.sqrt(count));
    const ends = everyEndOfMemory(
      () => {
        // fixed circles that touch, and larger loose ones between them
        const bodies = buildBodies({ capacity: count });
        for (let i = 0; i < count; i++) {
          const radius = i % 10 === 9 ? 0.75 : 0.5;
          addBody(bodies, { x: i % wide, y: Math.floor(i / wide), radius, fixed: radius === 0.5 });
        }
        const solver = createCollisionSolver(bodies, { motion: 'few' });
        solver.pairs();
        return solver;
      },
      // no plain grid answers this, so the still layer is sorted as levels
      (solver) => solver.candidates(),
      (solver) => {
        const { bodies } = solver;
        moveBody(bodies, idOf(bodies, 0), -1000, 0);
        solver.update();
        const fresh = createCollisionSolver(bodies, { motion: 'all' });
        const expected = fresh.pairs({ canonical: true }).slots;
        sameArray(solver.pairs({ canonical: true }).slots, expected, `${count} bodies`);
      },
    );
    assert.ok(ends >= 1, `${count} bodies: memory ended ${ends} times`);
  }
});

/**
 * Adds boxes and discs that turn, of the same density, until there are `count`. The first 200 have
 * 100 candidates: as many bytes as their entries, so a freed block of entries is used for pairs.
 */
function addBoxes(world: OrientedBodies, count: number): void {
  const random = createRandom(count);
  const { bodies } = world;
  while (bodies.count < count) {
    const side = 2.1 * Math.sqrt(count);
    const [x, y] = [side * random(), side * random()];
    addOrientedBody(world, { x, y, entry: bodies.count % 2, angle: 6 * random() });
  }
}

test('an update of oriented bodies leaves those of both phases as they were', () => {
  const open = () => {
    const shapes = buildShapes(2, [{ half: [0.9, 0.2] }, { radius: 0.3 }]);
    const world = buildOrientedBodies(shapes, { bodies: buildBodies({ capacity: MANY }) });
    addBoxes(world, FEW);
    return createOrientedSolver(world);
  };
  const pairsOf = (solver: ReturnType<typeof open>): Uint32Array =>
    solver.pairs({ canonical: true }).slots.slice();
  const full = open();
  const before = pairsOf(full);
  addBoxes(full.world, MANY);
  full.update();
  const after = pairsOf(full);
  const ends = everyEndOfMemory(
    open,
    (solver) => {
      addBoxes(solver.world, MANY);
      solver.update();
    },
    (solver) => {
      sameArray(pairsOf(solver), before, 'pairs of before');
      solver.update();
      sameArray(pairsOf(solver), after, 'pairs after');
    },
  );
  assert.ok(ends >= 3, `memory ended ${ends} times`);
});

test('no slot is lost of a body that finds no memory', () => {
  const first = { x: 0, y: 0, radius: 1 };
  // the bodies grow, and every array that may be absent is made
  const second = { ...first, shape: BOX, group: 2, mask: 3, fixed: true } as const;
  for (const freed of [false, true]) {
    let at = 0;
    for (let ended = true; ended; at++) {
      const bodies = buildBodies({ capacity: freed ? 2 : 1 });
      addBody(bodies, first);
      if (freed) removeBody(bodies, addBody(bodies, first));
      const { end, count, version } = bodies;
      ended = !whereArraysEnd(at, () => addBody(bodies, second), ['ArrayBuffer']);
      if (!ended) continue;
      assert.equal([bodies.end, bodies.count, bodies.version], [end, count, version]);
      assert.is(slotOf(bodies, addBody(bodies, second)), 1, `array ${at}, slot freed: ${freed}`);
    }
    assert.ok(at > 6, `${at} arrays`);
  }
});

test('no oriented body stays that finds no memory for its pose', () => {
  const world = buildOrientedBodies(buildShapes(2, [{ radius: 0.3 }]), {
    bodies: buildBodies({ capacity: 1 }),
  });
  addOrientedBody(world, { x: 0, y: 0 });
  const add = (): number => addOrientedBody(world, { x: 1, y: 1, angle: 2 });
  assert.not.ok(whereArraysEnd(0, add, ['Uint16Array']));
  assert.is(world.bodies.count, 1);
  assert.is(slotOf(world.bodies, add()), 1);
  assert.is(world.angle[1], 2);
});

test.run();
