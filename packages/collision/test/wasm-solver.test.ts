import { refuses, sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  addBody,
  BOX,
  buildBodies,
  CAPSULE,
  CIRCLE,
  createCollisionSolver,
  FREE,
  RAY,
  removeBody,
} from '../src/index.ts';
import { createReferenceSolver } from '../src/reference.ts';
import { agree } from './agree.ts';
import { randomAreas, randomScene, shake } from './scenes.ts';

const GRIDS = ['auto', 'single', 'multi'] as const;
const property = suite('createCollisionSolver against the reference');

property('1,000 random scenes, of which every fourth moves, seeds 0 to 999', async () => {
  let contacts = 0;
  for (let seed = 0; seed < 1000; seed++) {
    const bodies = randomScene(seed);
    const grid = GRIDS[seed % 3];
    const solver = createCollisionSolver(bodies, { grid });
    const reference = createReferenceSolver(bodies);
    const ticks = seed % 4 === 0 ? 2 : 1;
    for (let tick = 0; tick < ticks; tick++) {
      const areas = randomAreas(bodies, 6, seed + tick);
      const radius = (bodies.radius[seed % (bodies.end || 1)] ?? 1) * 1.5;
      const what = `scene ${seed}, tick ${tick}, ${grid}`;
      contacts += await agree(solver, reference, areas, radius, what);
      shake(bodies, seed);
    }
    solver.destroy();
  }
  assert.ok(contacts > 10_000, `only ${contacts} contacts`);
});

property('16 crowds of 300 bodies, seeds 5,000 to 5,015', async () => {
  for (let seed = 5000; seed < 5016; seed++) {
    const bodies = randomScene(seed, { count: 300, plain: seed % 2 === 0 });
    const grid = GRIDS[seed % 3];
    const radius = bodies.radius[0];
    const areas = randomAreas(bodies, 40, seed);
    const what = `crowd ${seed}, ${grid}`;
    await agree(
      createCollisionSolver(bodies, { grid }),
      createReferenceSolver(bodies),
      areas,
      radius,
      what,
    );
  }
});

property(
  'cells are as wide as the reach: rows that just touch, at every place in a cell',
  async () => {
    const [rows, length] = [16, 24];
    // neighbours in a row and in a column are closer than their reach of 1 by a thousandth
    const step = 1 - 2 ** -10;
    const x = Float32Array.from(
      { length: rows * length },
      (_, i) => step * (i % length) + Math.floor(i / length) / rows,
    );
    const y = Float32Array.from(x, (_, i) => step * Math.floor(i / length));
    for (const grid of GRIDS) {
      for (const tiny of [0, 8]) {
        // tiny bodies beside them: then there are levels
        const radius = Float32Array.from(x, (_, i) => (i < tiny ? 1e-4 : 0.5));
        // across rows and, the same turned by a right angle, across columns
        for (const bodies of [buildBodies({ x, y, radius }), buildBodies({ x: y, y: x, radius })]) {
          const areas = randomAreas(bodies, 6, 11);
          const solver = createCollisionSolver(bodies, { grid });
          const contacts = await agree(
            solver,
            createReferenceSolver(bodies),
            areas,
            1,
            `${grid}, ${tiny} tiny`,
          );
          assert.ok(contacts >= (rows - 1) * (length - 1), `${contacts} contacts`);
          solver.destroy();
        }
      }
    }
  },
);

property('adds, moves and removes over 400 ticks, seed 77', async () => {
  const bodies = buildBodies({ capacity: 4 });
  const solver = createCollisionSolver(bodies);
  const reference = createReferenceSolver(bodies);
  const ids: number[] = [];
  let seed = 77;
  const random = (): number => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed / 2 ** 32;
  };
  for (let tick = 0; tick < 400; tick++) {
    // plain bodies for a while, then one that is not
    const extra = tick > 200 ? { group: 2, mask: 3, shape: tick % 4, extentX: random() } : {};
    for (let i = 0; i < 3; i++) {
      ids.push(addBody(bodies, { x: random() * 9, y: random() * 9, radius: random(), ...extra }));
    }
    while (ids.length > 60 || (ids.length > 0 && random() < 0.5)) {
      removeBody(bodies, ids.splice(Math.floor(random() * ids.length), 1)[0]);
    }
    shake(bodies, tick);
    await agree(solver, reference, randomAreas(bodies, 2, tick), 1, `tick ${tick}`);
  }
});
property.run();

const solvers = suite('createCollisionSolver');

solvers('counts what does not fit, and writes up to the capacity', () => {
  const x = Float32Array.from({ length: 200 }, (_, i) => i * 0.5);
  for (const kind of [undefined, new Uint8Array(200).fill(1, 1)]) {
    const bodies = buildBodies({ x, radius: 1, ...(kind && { kind }) });
    const solver = createCollisionSolver(bodies);
    const all = solver.pairs({ canonical: true });
    const pairs = all.slots.slice();
    for (const capacity of [0, 1, 77, all.total - 1]) {
      const some = solver.pairs({ capacity });
      assert.equal([some.count, some.total, some.overflow], [capacity, all.total, true]);
      for (let i = 0; i < some.count; i++) {
        const [a, b] = some.slots.subarray(2 * i);
        assert.ok(b > a && b - a <= 4);
      }
    }
    const exact = solver.pairs({ capacity: all.total, canonical: true });
    assert.is(exact.overflow, false);
    sameArray(exact.slots, pairs);

    const lists = solver.neighbours({ radius: 1 });
    const { total } = lists;
    const first = lists.first.slice();
    for (const options of [{ radius: 1 }, { k: 2 }]) {
      const most = solver.neighbours(options).total - 1;
      const few = solver.neighbours({ ...options, capacity: most });
      assert.equal([few.overflow, few.slots.length, few.total], [true, 0, most + 1]);
    }
    const whole = solver.neighbours({ radius: 1, capacity: total });
    assert.is(whole.overflow, false);
    sameArray(whole.first, first);
  }
});

solvers('finds all pairs of bodies in one place, however many', () => {
  const n = 3000;
  const bodies = buildBodies({ x: new Float32Array(n).fill(7), radius: 1e-30 });
  const { count, slots } = createCollisionSolver(bodies).pairs({ canonical: true });
  assert.is(count, (n * (n - 1)) / 2);
  assert.equal(
    [slots[0], slots[1], slots[2 * count - 2], slots[2 * count - 1]],
    [0, 1, n - 2, n - 1],
  );
});

solvers('has a level for each of 110 powers of two of the sizes', () => {
  const radius = Float32Array.from({ length: 110 }, (_, i) => 2 ** (i - 49));
  const x = radius.map((size, i) => (i % 3) * size);
  const bodies = buildBodies({ x, y: new Float32Array(110), radius });
  const { slots } = createReferenceSolver(bodies).pairs();
  for (const motion of ['all', 'few'] as const) {
    const solver = createCollisionSolver(bodies, { grid: 'multi', motion });
    sameArray(solver.pairs({ canonical: true }).slots, slots, motion);
    assert.is(solver.grid, 'multi');
  }
});

solvers('finds shapes so thin that the test counts their distance as 0', () => {
  const [x, y] = [new Float32Array([0, 0.3]), new Float32Array([0, 2 ** -26])];
  for (const [shape, extentX, extentY] of [
    [
      [CAPSULE, CIRCLE],
      [1, 0],
      [0, 0],
    ],
    [
      [BOX, CAPSULE],
      [1, 2 ** -40],
      [2 ** -40, 0],
    ],
  ]) {
    const bodies = buildBodies({
      x,
      y,
      radius: 0,
      shape: new Uint8Array(shape),
      extentX: new Float32Array(extentX),
      extentY: new Float32Array(extentY),
    });
    for (const solver of [createCollisionSolver(bodies), createReferenceSolver(bodies)]) {
      assert.is(solver.pairs().count, 1);
      assert.is(solver.candidates().count, 1);
    }
  }
});

solvers('keeps what it took when bodies are refused', () => {
  for (const plain of [true, false]) {
    const bodies = buildBodies({
      x: new Float32Array([0, 1, 5]),
      radius: 1,
      ...(plain ? {} : { group: new Uint32Array([1, 1, 1]) }),
    });
    const solver = createCollisionSolver(bodies);
    bodies.x[2] = NaN;
    refuses(() => solver.update(), RangeError, /x\[2\] is NaN/);
    sameArray(solver.pairs().slots, [0, 1]);
    bodies.x[2] = 1;
    bodies.radius[1] = -1;
    refuses(() => solver.update(), RangeError, /radius\[1\] is -1/);
    sameArray(solver.pairs().slots, [0, 1]);
    bodies.radius[1] = 1;
    solver.update();
    sameArray(solver.pairs({ canonical: true }).slots, [0, 1, 0, 2, 1, 2]);
  }
});

solvers('has empty answers for no bodies, and refuses calls once destroyed', () => {
  const bodies = buildBodies({ kind: new Uint8Array(8).fill(FREE), capacity: 8 });
  const solver = createCollisionSolver(bodies);
  assert.is(solver.pairs().count, 0);
  assert.is(solver.neighbours({ k: 1 }).total, 0);
  assert.is(solver.explore(randomAreas(bodies, 3, 1)).total, 0);
  refuses(
    () => createCollisionSolver(bodies, { grid: 'quad' as 'auto' }),
    RangeError,
    "grid is 'quad', expected 'single', 'multi' or 'auto'",
  );
  solver.destroy();
  refuses(() => solver.pairs(), Error, 'the solver was destroyed');
});
solvers('finds points beside an area without size, 2^-49 apart', () => {
  const x = Float32Array.from({ length: 60 }, (_, i) => i * 2 ** -49);
  const y = new Float32Array(60);
  for (const grid of ['single', 'multi'] as const) {
    const bodies = buildBodies({ x, y });
    const solver = createCollisionSolver(bodies, { grid });
    for (const code of [CIRCLE, BOX, CAPSULE, RAY]) {
      const areas = { count: 60, x, y, shape: new Uint8Array(60).fill(code) };
      const truth = createReferenceSolver(bodies).explore(areas);
      assert.ok(truth.total > 250);
      sameArray(solver.explore(areas, { canonical: true }).slots, truth.slots, `shape ${code}`);
    }
  }
});
solvers.run();
