import { refuses, sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  addBody,
  BOX,
  buildBodies,
  GHOST,
  moveBody,
  NONE,
  QUERY,
  RAY,
  removeBody,
} from '../src/index.ts';
import { createReferenceSolver } from '../src/reference.ts';

/** Three massive circles of radius 1 at 0, 1.5 and 3 on a line, a ghost at 0.5, a query at 2. */
function line() {
  return buildBodies({
    x: new Float32Array([0, 1.5, 3, 0.5, 2]),
    radius: 1,
    kind: new Uint8Array([1, 1, 1, GHOST, QUERY]),
  });
}

const pairs = suite('pairs of the reference');

pairs('lists massive bodies that touch, by slot', () => {
  const solver = createReferenceSolver(line());
  const { count, total, slots, overflow } = solver.pairs();
  assert.equal([count, total, overflow], [2, 2, false]);
  sameArray(slots, [0, 1, 1, 2]);
});

pairs('reports what did not fit', () => {
  const { count, total, slots, overflow } = createReferenceSolver(line()).pairs({ capacity: 1 });
  assert.equal([count, total, overflow, slots.length], [1, 2, true, 2]);
});

pairs('lists what query bodies find', () => {
  const { slots } = createReferenceSolver(line()).pairs({ of: 'sightings' });
  sameArray(slots, [4, 0, 4, 1, 4, 2, 4, 3]);
});

pairs('asks both masks for contacts, and the mask of the QUERY body for sightings', () => {
  const bodies = buildBodies({
    x: new Float32Array(4),
    radius: 1,
    kind: new Uint8Array([1, 1, 1, QUERY]),
    group: new Uint32Array([1, 2, 4, 0]),
    mask: new Uint32Array([2, 1, 3, 6]),
  });
  const solver = createReferenceSolver(bodies);
  sameArray(solver.pairs().slots, [0, 1]);
  sameArray(solver.pairs({ of: 'sightings' }).slots, [3, 1, 3, 2]);
});

pairs('answers for the bodies as they were at the update', () => {
  const bodies = line();
  const solver = createReferenceSolver(bodies);
  bodies.x[1] = 100;
  sameArray(solver.pairs().slots, [0, 1, 1, 2]);
  solver.update();
  sameArray(solver.pairs().slots, []);
  bodies.x[1] = NaN;
  refuses(() => solver.update(), RangeError, /x\[1\] is NaN/);
  sameArray(solver.pairs().slots, []);
});
pairs.run();

const lists = suite('neighbours and explore of the reference');

lists('finds neighbours by the distance of centres', () => {
  const { first, slots } = createReferenceSolver(line()).neighbours({ radius: 1.5 });
  sameArray(first, [0, 2, 5, 6, 8, 11]);
  sameArray(slots, [1, 3, 0, 2, 3, 1, 0, 1, 1, 2, 3]);
});

lists('orders the k nearest by distance, then slot', () => {
  const { first, slots } = createReferenceSolver(line()).neighbours({ k: 2 });
  sameArray(first, [0, 2, 4, 6, 8, 10]);
  sameArray(slots, [3, 1, 3, 0, 1, 3, 0, 1, 1, 2]);
});

lists('explores discs, boxes and rays, without the body that asks', () => {
  const queries = {
    count: 4,
    x: new Float32Array([0, 10, -5, 0]),
    y: new Float32Array([0, 0, 0, 0]),
    radius: new Float32Array([0.5, 0, 0, 0.5]),
    extentX: new Float32Array([0, 6, 4.5, 0]),
    extentY: new Float32Array(4),
    shape: new Uint8Array([0, BOX, RAY, 0]),
    self: new Uint32Array([NONE, NONE, NONE, 0]),
  };
  const { first, slots } = createReferenceSolver(line()).explore(queries);
  sameArray(first, [0, 3, 4, 6, 8]);
  sameArray(slots, [0, 1, 3, 2, 0, 3, 1, 3]);
  const masked = { ...queries, mask: new Uint32Array([2, 2, 1, 1]) };
  sameArray(createReferenceSolver(line()).explore(masked).first, [0, 0, 0, 2, 4]);
});

lists('gives the sizes of lists that do not fit', () => {
  const found = createReferenceSolver(line()).neighbours({ radius: 1.5, capacity: 10 });
  assert.equal([found.overflow, found.total, found.slots.length], [true, 11, 0]);
  sameArray(found.first, [0, 2, 5, 6, 8, 11]);
});

lists('refuses what cannot be answered', () => {
  const solver = createReferenceSolver(line());
  refuses(() => solver.neighbours({}), RangeError, 'neighbours needs a radius, a k or both');
  refuses(() => solver.neighbours({ k: 0 }), RangeError, /k is 0/);
  refuses(() => solver.neighbours({ radius: NaN }), RangeError, /radius is NaN/);
  refuses(
    () => solver.explore({ count: 2, x: new Float32Array(2), y: new Float32Array(1) }),
    RangeError,
    'y has 1 entries, the count of queries is 2',
  );
  refuses(() => solver.pairs({ capacity: -1 }), RangeError, /capacity is -1/);
});
lists.run();

const contacts = suite('contacts of the reference');

contacts('begin, stay and end; a slot used again is another body', () => {
  const bodies = buildBodies({ capacity: 4 });
  const [a, b, c] = [0, 1, 10].map((x) => addBody(bodies, { x, y: 0, radius: 0.5 }));
  const solver = createReferenceSolver(bodies);
  const events = () => {
    solver.update();
    const { began, stayed, ended } = solver.contacts();
    return [began, stayed, ended].map((list) => [...list]);
  };
  assert.equal(events(), [[0, 1], [], []]);
  assert.equal(events(), [[], [0, 1], []]);
  moveBody(bodies, c, 1, 0);
  assert.equal(events(), [[0, 2, 1, 2], [0, 1], []]);
  removeBody(bodies, b);
  const d = addBody(bodies, { x: 0, y: 0, radius: 0.5 });
  assert.is(d % 2 ** 32, 1);
  assert.equal(events(), [
    [0, 1, 1, 2],
    [0, 2],
    [0, 1, 1, 2],
  ]);
  removeBody(bodies, a);
  assert.equal(events(), [[], [1, 2], [0, 1, 0, 2]]);
});
contacts.run();
