import { refuses, sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  addBody,
  BOX,
  buildBodies,
  CAPSULE,
  createCollisionSolver,
  FREE,
  GHOST,
  hasBody,
  idOf,
  MASSIVE,
  moveBody,
  removeBody,
  restBodies,
  slotOf,
  SWEPT,
} from '../src/index.ts';
import { createRandom } from './random.ts';

const build = suite('buildBodies');

build("takes the caller's arrays as they are", () => {
  const x = new Float32Array(new SharedArrayBuffer(12));
  const y = new Float32Array([4, 5, 6]);
  const bodies = buildBodies({ x, y, radius: 2 });
  assert.is(bodies.x, x);
  assert.is(bodies.y, y);
  assert.is(bodies.dimensions, 2);
  assert.is(bodies.count, 3);
  assert.is(bodies.end, 3);
  sameArray(bodies.radius, [2, 2, 2]);
  sameArray(bodies.kind, [MASSIVE, MASSIVE, MASSIVE]);
});

build('leaves room behind the first bodies and knows free slots', () => {
  const kind = new Uint8Array([MASSIVE, FREE, GHOST, FREE, FREE]);
  const bodies = buildBodies({ x: new Float32Array(5), kind, count: 3 });
  assert.is(bodies.count, 2);
  assert.is(bodies.end, 3);
  assert.is(addBody(bodies, { x: 1, y: 1 }), 1);
  assert.is(addBody(bodies, { x: 1, y: 1 }), 3);
  assert.is(bodies.end, 4);
});

build('shares memory where asked', () => {
  const bodies = buildBodies({ capacity: 4, shared: true });
  assert.ok(bodies.x.buffer instanceof SharedArrayBuffer);
  assert.ok(bodies.kind.buffer instanceof SharedArrayBuffer);
});

build('refuses arrays and values that do not fit, with the numbers', () => {
  const x = new Float32Array(3);
  refuses(
    () => buildBodies({ x, y: new Float32Array(2) }),
    RangeError,
    'y has 2 entries, the capacity is 3',
  );
  refuses(
    () => buildBodies({ x, count: 4 }),
    RangeError,
    'count is 4, expected a whole number from 0 to 3',
  );
  refuses(
    () => buildBodies({ x: new Float64Array(3) as unknown as Float32Array }),
    TypeError,
    'x is a Float64Array, expected a Float32Array',
  );
  refuses(
    () => buildBodies({ x: new Float32Array([0, NaN]) }),
    RangeError,
    'x[1] is NaN, expected a number of at most 2^61 in magnitude',
  );
  refuses(
    () => buildBodies({ x, radius: -1 }),
    RangeError,
    'radius[0] is -1, expected a number from 0 to 2^61',
  );
  refuses(
    () => buildBodies({ dimensions: 2, z: x }),
    RangeError,
    'bodies in 2 dimensions have no z and no extentZ',
  );
});

build('refuses boxes of negative size, and takes negative extents of capsules', () => {
  const bodies = buildBodies();
  const message = 'extentY is -2, expected a number from 0 to 2^61';
  const capsule = { x: 0, y: 0, extentX: 1, extentY: -2, shape: CAPSULE };
  refuses(() => addBody(bodies, { ...capsule, shape: BOX }), RangeError, message);
  assert.is(bodies.count, 0);
  addBody(bodies, capsule);
  const solver = createCollisionSolver(bodies);
  const inSlot = 'extentY[0] is -2, expected a number from 0 to 2^61';
  bodies.shape![0] = BOX;
  refuses(() => solver.update(), RangeError, inSlot);
  bodies.shape![0] = CAPSULE;
  solver.update();
  const at = new Float32Array([0]);
  const extents = { extentX: new Float32Array([1]), extentY: new Float32Array([-2]) };
  const query = { count: 1, x: at, y: at, ...extents, shape: new Uint8Array([BOX]) };
  refuses(() => solver.explore(query), RangeError, inSlot);
  sameArray(solver.explore({ ...query, shape: new Uint8Array([CAPSULE]) }).slots, [0]);
  solver.destroy();
});
build.run();

const ids = suite('ids of bodies');

ids('are the slots at first, and never come again', () => {
  const bodies = buildBodies({ capacity: 2 });
  const a = addBody(bodies, { x: 0, y: 0 });
  const b = addBody(bodies, { x: 1, y: 0 });
  assert.equal([a, b], [0, 1]);
  removeBody(bodies, a);
  assert.is(hasBody(bodies, a), false);
  const c = addBody(bodies, { x: 2, y: 0 });
  assert.is(slotOf(bodies, c), 0);
  assert.is(c, 2 ** 32);
  assert.is(idOf(bodies, 0), c);
  refuses(
    () => moveBody(bodies, a, 0, 0),
    RangeError,
    'id 0 (slot 0, generation 0) is not the id of a live body',
  );
  refuses(() => removeBody(bodies, a), RangeError, /generation 0/);
  assert.is(bodies.x[0], 2);
});

ids('belong to whole slots only', () => {
  const bodies = buildBodies({ capacity: 2 });
  addBody(bodies, { x: 0, y: 0 });
  for (const slot of [-1, 0.5, NaN, 1]) {
    refuses(() => idOf(bodies, slot), RangeError, /^slot (-1|0.5|NaN|1) has no live body/);
  }
});

ids('of a slot without unused generations are not given again', () => {
  const bodies = buildBodies({ capacity: 2 });
  const a = addBody(bodies, { x: 0, y: 0 });
  bodies.generation[0] = 2 ** 21 - 1;
  removeBody(bodies, idOf(bodies, a));
  assert.is(addBody(bodies, { x: 0, y: 0 }), 1);
});

ids('stay right through 20,000 adds and removes, seed 11', () => {
  const random = createRandom(11);
  const bodies = buildBodies({ capacity: 4 });
  const living = new Map<number, number>();
  const removed: number[] = [];
  for (let i = 0; i < 20_000; i++) {
    if (random() < 0.5 && living.size > 0) {
      const at = Math.floor(random() * living.size);
      const id = [...living.keys()][at];
      removeBody(bodies, id);
      living.delete(id);
      removed.push(id);
    } else if (living.size < 100) {
      const id = addBody(bodies, { x: i, y: -i, group: i % 3 === 0 ? 2 : 1 });
      assert.is(living.has(id), false);
      living.set(id, i);
    }
  }
  assert.is(bodies.count, living.size);
  assert.ok(bodies.end <= 128);
  for (const [id, i] of living) {
    assert.is(bodies.x[slotOf(bodies, id)], i);
    assert.is(bodies.group?.[slotOf(bodies, id)], i % 3 === 0 ? 2 : 1);
  }
  for (const id of removed) assert.is(hasBody(bodies, id), false);
});
ids.run();

const change = suite('addBody, moveBody, restBodies');

change('grow the arrays bodies own, keeping what absent arrays meant', () => {
  const bodies = buildBodies({ capacity: 1, dimensions: 3 });
  const first = addBody(bodies, { x: 1, y: 2, z: 3, radius: 4 });
  assert.is(bodies.mask, undefined);
  addBody(bodies, { x: 5, y: 6, z: 7, mask: 6, fixed: true, shape: SWEPT, extentZ: 1 });
  assert.ok(bodies.capacity >= 2);
  sameArray(bodies.mask!.slice(0, 3), [0xffffffff, 6, 0xffffffff]);
  sameArray(bodies.fixed!.slice(0, 2), [0, 1]);
  sameArray(bodies.extentZ!.slice(0, 2), [0, 1]);
  sameArray(bodies.z!.slice(0, 2), [3, 7]);
  assert.is(bodies.radius[slotOf(bodies, first)], 4);
});

change("do not grow the caller's arrays", () => {
  const bodies = buildBodies({ x: new Float32Array(1) });
  refuses(
    () => addBody(bodies, { x: 0, y: 0 }),
    RangeError,
    "all 1 slots are taken, and bodies in the caller's arrays do not grow",
  );
});

change('refuse NaN and values out of range, and then change nothing', () => {
  const bodies = buildBodies({ capacity: 2 });
  const id = addBody(bodies, { x: 1, y: 1 });
  refuses(() => addBody(bodies, { x: NaN, y: 0 }), RangeError, /x is NaN/);
  refuses(() => addBody(bodies, { x: 0, y: 0, radius: -1 }), RangeError, /radius is -1/);
  refuses(() => addBody(bodies, { x: 0, y: 0, z: 1 }), RangeError, /z is 1/);
  refuses(() => addBody(bodies, { x: 0, y: 0, kind: 4 }), RangeError, /kind is 4/);
  refuses(() => addBody(bodies, { x: 0, y: 0, shape: 4 }), RangeError, /shape is 4/);
  refuses(() => moveBody(bodies, id, 5, Infinity), RangeError, /y is Infinity/);
  refuses(() => moveBody(bodies, id, 5, 5, 5), RangeError, /z is 5/);
  assert.is(bodies.count, 1);
  assert.is(bodies.x[0], 1);
});

change('count changes, those of fixed bodies apart', () => {
  const bodies = buildBodies({ capacity: 4 });
  const moving = addBody(bodies, { x: 0, y: 0 });
  assert.is(bodies.fixedVersion, 0);
  const wall = addBody(bodies, { x: 0, y: 0, fixed: true });
  moveBody(bodies, moving, 1, 1);
  assert.is(bodies.fixedVersion, 1);
  moveBody(bodies, wall, 1, 1);
  assert.is(bodies.fixedVersion, 2);
  removeBody(bodies, wall);
  assert.is(bodies.fixedVersion, 3);
  assert.is(bodies.version, 3);
});

change('let a swept circle remember the way it came', () => {
  const bodies = buildBodies({ capacity: 1 });
  const id = addBody(bodies, { x: 1, y: 2, shape: SWEPT });
  moveBody(bodies, id, 4, 0);
  assert.equal([bodies.extentX![0], bodies.extentY![0]], [-3, 2]);
  restBodies(bodies);
  assert.equal([bodies.extentX![0], bodies.extentY![0]], [0, 0]);
});
change('refuse a move whose way back is longer than an extent may be', () => {
  const bodies = buildBodies({ capacity: 1 });
  const far = 2 ** 61;
  const id = addBody(bodies, { x: -far, y: 0, shape: SWEPT });
  refuses(() => moveBody(bodies, id, far, 0), RangeError, /extentX is -46116860184273\d+/);
  assert.equal([bodies.x[0], bodies.extentX![0]], [-far, 0]);
  moveBody(bodies, id, 0, 0);
  assert.is(bodies.extentX![0], -far);
});
change.run();
