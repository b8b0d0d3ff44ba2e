import { refuses, sameArray } from '@wayfield/testing';
import Flatbush from 'flatbush';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  addBody,
  BOX,
  type Bodies,
  buildBodies,
  createCollisionSolver,
  fixBody,
  GHOST,
  idOf,
  moveBody,
  removeBody,
} from '../src/index.ts';
import { createReferenceSolver, createTreeSolver } from '../src/reference.ts';
import { createAntelopesAndLions } from '../src/study/index.ts';
import { agree } from './agree.ts';
import { createCollisionPool } from '../src/pool/index.ts';
import { createRandom } from './random.ts';
import { randomAreas, randomScene, shake } from './scenes.ts';

const GRIDS = ['auto', 'single', 'multi'] as const;
const layers = suite('two layers');

layers('agree with the reference on 60 scenes through 6 ticks, seeds 0 to 59', async () => {
  let contacts = 0;
  for (let seed = 0; seed < 60; seed++) {
    const bodies = randomScene(seed);
    const solver = createCollisionSolver(bodies, { grid: GRIDS[seed % 3], motion: 'few' });
    const reference = createReferenceSolver(bodies);
    for (let tick = 0; tick < 6; tick++) {
      const areas = randomAreas(bodies, 3, seed + tick);
      const radius = (bodies.radius[seed % (bodies.end || 1)] ?? 1) * 1.5;
      contacts += await agree(solver, reference, areas, radius, `scene ${seed}, tick ${tick}`);
      // none, few or all
      if (tick % 4 !== 3) shake(bodies, seed + 8 * tick);
    }
    solver.destroy();
  }
  assert.ok(contacts > 8_000, `only ${contacts} contacts`);
});

layers('find contacts alone, in plain grids, on 160 scenes through 6 ticks', () => {
  let contacts = 0;
  for (let seed = 1000; seed < 1160; seed++) {
    const plain = seed % 2 === 0;
    const bodies = randomScene(seed, { plain });
    // circles that differ in kind, and some that are gone
    const { shape: _shape, extentX: _x, extentY: _y, extentZ: _z, ...circles } = bodies;
    const round = plain ? bodies : (circles as Bodies);
    const solver = createCollisionSolver(round, { grid: 'single', motion: 'few' });
    const reference = createReferenceSolver(round);
    for (let tick = 0; tick < 6; tick++) {
      solver.update();
      reference.update();
      const expected = reference.pairs();
      contacts += expected.count;
      const what = `scene ${seed}, tick ${tick}`;
      assert.is(solver.pairs().total, expected.count, what);
      sameArray(solver.pairs({ canonical: true }).slots, expected.slots, what);
      const areas = randomAreas(round, 3, seed + tick);
      const found = reference.explore(areas);
      sameArray(solver.explore(areas, { canonical: true }).slots, found.slots, what);
      shake(round, seed + 8 * tick);
    }
    solver.destroy();
  }
  assert.ok(contacts > 8_000, `only ${contacts} contacts`);
});

layers('live through 150 ticks of adds, moves, removes, stops and starts, seed 5', async () => {
  const random = createRandom(5);
  const bodies = buildBodies({ capacity: 8, dimensions: 3 });
  const solver = createCollisionSolver(bodies, { motion: 'few' });
  const reference = createReferenceSolver(bodies);
  const ids: number[] = [];
  for (let tick = 0; tick < 150; tick++) {
    const extra = tick > 50 ? { group: 1 + (tick % 3), mask: 3, kind: 1 + (tick % 3) } : {};
    const shape = tick > 100 ? { shape: tick % 4, extentX: random(), extentZ: random() } : {};
    while (ids.length < 40 + 20 * Math.sin(tick / 10)) {
      const [x, y, z] = [random() * 6, random() * 6, random() * 6];
      const fixed = random() < 0.5;
      ids.push(addBody(bodies, { x, y, z, radius: random(), fixed, ...extra, ...shape }));
    }
    for (let i = 0; i < 3; i++) {
      const pick = Math.floor(random() * ids.length);
      if (random() < 0.3) removeBody(bodies, ids.splice(pick, 1)[0]);
      else if (random() < 0.5)
        moveBody(bodies, ids[pick], random() * 6, random() * 6, random() * 6);
      else fixBody(bodies, ids[pick], random() < 0.5);
    }
    // values of bodies that are not fixed, straight into the arrays
    const slot = Math.floor(random() * bodies.end);
    if (bodies.fixed?.[slot] !== 1) {
      bodies.radius[slot] = random();
      if (bodies.mask) bodies.mask[slot] = Math.floor(random() * 4);
      if (bodies.extentY) bodies.extentY[slot] = random();
    }
    await agree(solver, reference, randomAreas(bodies, 3, tick), 1, `tick ${tick}`);
  }
});

/** A crowd in a square, three contacts each. */
function crowd(count: number, seed: number, options: { fixed?: Uint8Array } = {}): Bodies {
  const random = createRandom(seed);
  const side = Math.sqrt(count);
  const [x, y] = [0, 1].map(() => Float32Array.from({ length: count }, () => random() * side));
  return buildBodies({ x, y, radius: 0.5, ...options });
}

layers('are begun and left as bodies come to rest and move again, seed 11', () => {
  const bodies = crowd(6000, 11);
  const random = createRandom(12);
  const auto = createCollisionSolver(bodies);
  const all = createCollisionSolver(bodies, { motion: 'all' });
  const move = (share: number): void => {
    for (let i = 0; i < bodies.end; i++) if (random() < share) bodies.x[i] += random() - 0.5;
  };
  // more than a layer may hold, a few, as many as fill it in some ticks, none, and many again
  for (const share of [1, 1, 0.01, 0.01, 0.01, 0.2, 0.2, 0.2, 0, 0, 1, ...Array(30).fill(0.02)]) {
    move(share);
    for (const solver of [auto, all]) solver.update();
    const expected = all.pairs({ canonical: true });
    const found = auto.pairs({ canonical: true });
    assert.is(found.total, expected.total);
    sameArray(found.slots, expected.slots, `share ${share}`);
    // from the same solver, without order
    assert.is(auto.pairs().total, expected.total);
    assert.is(auto.pairs({ capacity: 100 }).total, expected.total);
    assert.is(auto.pairs({ capacity: 100 }).count, 100);
  }
});

layers('give the model the same worlds through 40 ticks, seed 1', async () => {
  const worlds = (['few', 'all'] as const).map((motion) =>
    createAntelopesAndLions({
      agents: 3000,
      seed: 1,
      solver: (bodies) => createCollisionSolver(bodies, { motion }),
    }),
  );
  for (let tick = 0; tick < 40; tick++) {
    const [few, all] = [await worlds[0].tick(), await worlds[1].tick()];
    sameArray(few.contacts.slots, all.contacts.slots, `tick ${tick}, contacts`);
    sameArray(few.found.slots, all.found.slots, `tick ${tick}, found`);
    assert.is(worlds[0].hash(), worlds[1].hash());
  }
});

layers('keep what they had when bodies are refused', () => {
  const bodies = crowd(50, 3);
  const solver = createCollisionSolver(bodies, { motion: 'few' });
  const before = solver.pairs({ canonical: true }).slots.slice();
  const id = idOf(bodies, 7);
  moveBody(bodies, id, 100, 100);
  bodies.y[30] = NaN;
  refuses(() => solver.update(), RangeError, /y\[30\] is NaN/);
  sameArray(solver.pairs({ canonical: true }).slots, before);
  bodies.y[30] = 200;
  solver.update();
  sameArray(solver.pairs({ canonical: true }).slots, createReferenceSolver(bodies).pairs().slots);
  refuses(
    () => createCollisionSolver(bodies, { motion: 'some' as 'few' }),
    RangeError,
    "motion is 'some', expected 'auto', 'few' or 'all'",
  );
});

layers('keep places too when a shape is refused beside them', () => {
  const bodies = buildBodies({ capacity: 4 });
  for (const x of [0, 10, 20]) addBody(bodies, { x, y: 0, shape: BOX, extentX: 1, extentY: 1 });
  const solver = createCollisionSolver(bodies, { motion: 'few' });
  assert.is(solver.pairs().count, 0);
  bodies.x[0] = 9;
  bodies.extentX![2] = NaN;
  refuses(() => solver.update(), RangeError, /extentX\[2\] is NaN/);
  assert.is(solver.neighbours({ radius: 2 }).total, 0, 'body 0 is where it was');
  bodies.extentX![2] = 1;
  solver.update();
  sameArray(solver.pairs().slots, [0, 1]);
});

layers('forget removed bodies and ghosts when most bodies move later', () => {
  // 'auto' begins layers with 4096 bodies or more
  for (const [motion, count] of [
    ['few', 60],
    ['auto', 4200],
  ] as const) {
    for (const replaced of [false, true]) {
      const x = Float32Array.from({ length: count }, (_, i) => 3 * (i % 100));
      const y = Float32Array.from({ length: count }, (_, i) => 3 * Math.floor(i / 100));
      x[1] = 0.5;
      x[3] = x[2] + 0.5;
      const bodies = buildBodies({ x, y, radius: 1 });
      const solver = createCollisionSolver(bodies, { motion });
      const few = motion === 'few';
      const reference = few ? createReferenceSolver(bodies) : createTreeSolver(bodies, Flatbush);
      const expectSame = (pairs: number[], what: string): void => {
        solver.update();
        reference.update();
        const name = `${motion}, ${replaced ? 'a ghost' : 'removed'}, ${what}`;
        sameArray(reference.pairs({ canonical: true }).slots, pairs, `${name}, reference`);
        sameArray(solver.pairs({ canonical: true }).slots, pairs, name);
      };
      const move = (first: number, end: number): void => {
        for (let i = first; i < end; i++) x[i] += 0.01;
      };
      expectSame([0, 1, 2, 3], 'at first');
      for (const slot of [50, 51]) {
        move(slot, slot + 1);
        expectSame([0, 1, 2, 3], `body ${slot} moved`);
      }
      removeBody(bodies, idOf(bodies, 1));
      if (replaced) addBody(bodies, { x: 0.5, y: 0, radius: 1, kind: GHOST });
      expectSame([2, 3], 'at once');
      move(2, count);
      expectSame([2, 3], 'most moved');
      // and massive again
      if (replaced) removeBody(bodies, idOf(bodies, 1));
      addBody(bodies, { x: 0.5, y: 0, radius: 1 });
      expectSame([0, 1, 2, 3], 'massive again');
      move(2, count);
      expectSame([0, 1, 2, 3], 'most moved again');
      solver.destroy();
    }
  }
});

layers('do not compare fixed bodies until fixedVersion changes', () => {
  const fixed = new Uint8Array(5000).fill(1, 0, 4900);
  const bodies = crowd(5000, 21, { fixed });
  const solver = createCollisionSolver(bodies);
  const { total } = solver.pairs();
  bodies.x[0] = 1e6;
  bodies.x[4950] += 0.25;
  solver.update();
  const { pairs, update } = createTreeSolver(bodies, Flatbush);
  assert.is.not(solver.pairs().total, pairs().total, 'it looked');
  assert.ok(total > 5000);
  moveBody(bodies, 0, 1e6, 0);
  solver.update();
  update();
  sameArray(solver.pairs({ canonical: true }).slots, pairs().slots);
});

layers('hold walls among moving balls, and what is added and removed, seed 8', async () => {
  const random = createRandom(8);
  const bodies = buildBodies();
  for (let i = 0; i < 5000; i++) {
    const [x, y] = [random() * 200, random() * 200];
    const extents = { extentX: random() * 3, extentY: random() * 3 };
    addBody(bodies, { x, y, shape: BOX, ...extents, fixed: true });
  }
  const balls: number[] = [];
  const solver = createCollisionSolver(bodies);
  const all = createCollisionSolver(bodies, { motion: 'all' });
  for (let tick = 0; tick < 4; tick++) {
    for (let i = 0; i < 20; i++) {
      const kind = i % 2 === 0 ? 1 : GHOST;
      const radius = random() * 10 ** (2 * random());
      balls.push(addBody(bodies, { x: random() * 200, y: random() * 200, radius, kind }));
    }
    if (tick > 1) removeBody(bodies, balls.splice(3, 1)[0]);
    removeBody(bodies, idOf(bodies, 40 + tick));
    for (const id of balls) moveBody(bodies, id, random() * 200, random() * 200);
    solver.update();
    all.update();
    for (const fixed of [true, false]) {
      const expected = all.pairs({ fixed, canonical: true });
      sameArray(solver.pairs({ fixed, canonical: true }).slots, expected.slots, `tick ${tick}`);
      assert.ok(expected.count > 10);
    }
    const areas = randomAreas(bodies, 20, tick);
    const found = all.explore(areas, { canonical: true });
    sameArray(solver.explore(areas, { canonical: true }).slots, found.slots);
  }
});
layers('a pool without workers updates its two layers during a call', async () => {
  const x = Float32Array.from({ length: 50 }, (_, i) => i);
  const bodies = buildBodies({ x, y: new Float32Array(50), radius: 0.4 });
  const worker = () => {
    throw new Error('workers are forbidden');
  };
  const pool = await createCollisionPool(bodies, { threads: 2, worker, motion: 'few' });
  assert.is(pool.threads, 1);
  for (let moved = 1; moved < 10; moved++) {
    const before = pool.pairs();
    x[moved] = 0;
    const update = pool.update();
    const after = pool.pairs({ canonical: true });
    assert.is((await before).count, (moved * (moved - 1)) / 2);
    await update;
    sameArray((await after).slots, createReferenceSolver(bodies).pairs().slots);
  }
  await pool.destroy();
});

layers('see that one of many circles becomes a box', () => {
  const x = Float32Array.from({ length: 50 }, (_, i) => 3 * i);
  const zeros = (): Float32Array => new Float32Array(50);
  const [y, extentX, extentY, shape] = [zeros(), zeros(), zeros(), new Uint8Array(50)];
  const bodies = buildBodies({ x, y, radius: 1, extentX, extentY, shape });
  const solver = createCollisionSolver(bodies, { motion: 'few' });
  assert.is(solver.pairs().count, 0);
  shape[7] = BOX;
  extentX[7] = extentY[7] = 2.5;
  solver.update();
  sameArray(solver.pairs({ canonical: true }).slots, [6, 7, 7, 8]);
});

layers('leave out pairs of two fixed bodies in a plain grid, seed 13', () => {
  const fixed = Uint8Array.from({ length: 6000 }, (_, i) => i % 2);
  const bodies = crowd(6000, 13, { fixed });
  const solver = createCollisionSolver(bodies);
  const all = createCollisionSolver(bodies, { motion: 'all' });
  for (let tick = 0; tick < 4; tick++) {
    bodies.x[2 * tick] += 0.5;
    for (const one of [solver, all]) one.update();
    for (const asked of [{ fixed: true }, { fixed: false }]) {
      const expected = all.pairs({ ...asked, canonical: true });
      sameArray(solver.pairs({ ...asked, canonical: true }).slots, expected.slots);
    }
  }
});

layers.run();
