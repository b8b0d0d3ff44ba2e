import { refuses, sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  addBody,
  BOX,
  buildBodies,
  createCollisionSolver,
  fixBody,
  fixedChanged,
  moveBody,
  removeBody,
  restBodies,
  SWEPT,
} from '../src/index.ts';
import { createReferenceSolver } from '../src/reference.ts';

const fixed = suite('fixed bodies');

/** A wall of three boxes that overlap, a ball at its end, a ball beside it. */
function yard() {
  const bodies = buildBodies();
  const wall = [0, 2, 4].map((x) =>
    addBody(bodies, { x, y: 0, shape: BOX, extentX: 1.5, extentY: 0.5, fixed: true }),
  );
  const ball = addBody(bodies, { x: 6, y: 0, radius: 1 });
  const free = addBody(bodies, { x: 2, y: 1, radius: 0.25 });
  return { bodies, wall, ball, free };
}

fixed('touch each other, but not with fixed: false', () => {
  const { bodies, wall } = yard();
  for (const solver of [createCollisionSolver(bodies), createReferenceSolver(bodies)]) {
    sameArray(solver.pairs({ canonical: true }).slots, [0, 1, 1, 2, 2, 3]);
    const { slots, total } = solver.pairs({ canonical: true, fixed: false });
    assert.is(total, 1);
    sameArray(slots, [2, 3]);
    sameArray(solver.candidates({ canonical: true, fixed: false }).slots, [2, 3]);
    assert.equal(
      [solver.pairs({ fixed: false, capacity: 0 }).total, solver.pairs({ capacity: 0 }).total],
      [1, 3],
    );
    sameArray(solver.contacts({ fixed: false }).began, [2, 3]);
    fixBody(bodies, wall[0], false);
    solver.update();
    sameArray(solver.pairs({ canonical: true, fixed: false }).slots, [0, 1, 2, 3]);
    sameArray(solver.contacts({ fixed: false }).began, [0, 1]);
    fixBody(bodies, wall[0]);
  }
});

fixed('are read again when a fixed body changed', () => {
  const { bodies, wall, ball, free } = yard();
  const solver = createCollisionSolver(bodies);
  solver.pairs();
  const { fixedVersion } = bodies;
  moveBody(bodies, free, 2, 0.5);
  fixBody(bodies, free, false);
  assert.is(bodies.fixedVersion, fixedVersion);
  solver.update();
  sameArray(solver.pairs({ canonical: true, fixed: false }).slots, [1, 4, 2, 3]);

  moveBody(bodies, wall[1], 2, 9);
  solver.update();
  sameArray(solver.pairs({ canonical: true }).slots, [2, 3]);

  bodies.x[2] = 40;
  fixedChanged(bodies);
  solver.update();
  assert.is(solver.pairs().count, 0);

  fixBody(bodies, ball);
  removeBody(bodies, wall[0]);
  addBody(bodies, { x: 6, y: 1, radius: 1, fixed: true });
  assert.is(bodies.fixedVersion, fixedVersion + 5);
  solver.update();
  sameArray(solver.pairs().slots, [0, 3]);
  assert.is(solver.pairs({ fixed: false }).count, 0);
  refuses(() => fixBody(bodies, wall[0]), RangeError, /is not the id of a live body/);
});

fixed('count as changed when a swept one comes to rest', () => {
  const bodies = buildBodies();
  const id = addBody(bodies, { x: 0, y: 0, radius: 1, shape: SWEPT, fixed: true });
  moveBody(bodies, id, 5, 0);
  const { fixedVersion } = bodies;
  restBodies(bodies);
  restBodies(bodies);
  assert.is(bodies.fixedVersion, fixedVersion + 1);
});
fixed.run();
