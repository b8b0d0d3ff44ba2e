// Free-moving agents by hand-made cases and by what their calls promise. Random cases against brute
// force: packages/acceptance/src/movement.
import { refuses, sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  createDiffusion,
  type Diffusion,
  type DiffusionOptions,
  MOVE_STATUS,
  STEER_STATUS,
} from '../src/index.ts';
import { createDiffusionPool } from '../src/pool/index.ts';
import { randomGoals, randomMap, randomNumbers } from './random-maps.ts';

const test = suite('free-moving agents');
const SEED = 20;
const METHODS: readonly DiffusionOptions[] = [
  { method: 'diffusion', precision: 'f32' },
  { method: 'diffusion', precision: 'log' },
  { method: 'steady' },
  { method: 'distance' },
  { method: 'distance', metric: 'eikonal' },
];

/** A settled model of rows of text: '#' blocked, 'G' a goal. */
function drawn(rows: readonly string[], options: DiffusionOptions, neighbours: 4 | 8 = 4) {
  const text = rows.join('');
  const terrain = Float32Array.from(text, (letter) => (letter === '#' ? 0 : 1));
  const map = { width: rows[0].length, height: rows.length, neighbours, terrain };
  const model = createDiffusion(map, options);
  model.setGoals('goal', { cell: [...text].flatMap((letter, v) => (letter === 'G' ? [v] : [])) });
  model.settle();
  return model;
}

const pair = (list: Float32Array, v: number): [number, number] => [list[2 * v], list[2 * v + 1]];
const near = (a: number, b: number): boolean => Math.abs(a - b) < 1e-6;

function one(model: Diffusion, x: number, y: number, radius = 0): [number, number, number] {
  const { x: dx, y: dy, status } = model.steer(x, y, { radius });
  return [dx[0], dy[0], status[0]];
}

for (const options of METHODS) {
  const name = Object.values(options).join(' ');

  test(`headings of every reached cell lead to a better cell: ${name}, seed ${SEED}`, () => {
    const random = randomNumbers(SEED);
    for (const neighbours of [4, 8] as const) {
      const shape = { width: 23, height: 17, neighbours, blocked: 0.25, ground: 'free' } as const;
      const map = randomMap(shape, random);
      const model = createDiffusion(map, options);
      const goals = randomGoals(map, 3, random).cell;
      model.setGoals('goal', { cell: goals });
      model.settle();
      const field = model.field('goal');
      const headings = model.headings('goal');
      const sign = options.method === 'distance' ? 1 : -1;
      let seen = 0;
      for (let v = 0; v < field.length; v++) {
        const [x, y] = pair(headings, v);
        const nowhere = Math.abs(field[v]) === Infinity || field[v] === 0;
        if (map.terrain[v] === 0 || nowhere || Array.from(goals).includes(v)) {
          assert.equal([x, y], [0, 0], `cell ${v}`);
          continue;
        }
        // a gap between two obstacles that touch at a corner
        if (x === 0 && y === 0 && neighbours === 8) continue;
        assert.ok(near(Math.hypot(x, y), 1), `cell ${v} has a heading of ${x}, ${y}`);
        const cells = [Math.sign(x), Math.sign(y) * 23, Math.sign(x) + Math.sign(y) * 23];
        for (const to of cells) assert.ok(to === 0 || map.terrain[v + to] > 0, `cell ${v}`);
        if (neighbours === 4) {
          assert.ok(
            cells.some((to) => to !== 0 && sign * field[v + to] < sign * field[v]),
            `cell ${v}`,
          );
        }
        seen++;
      }
      assert.ok(seen > 100, `${seen} cells`);
      model.destroy();
    }
  });

  test(`agents of every radius come to the goal, whatever the terrain does: ${name}`, () => {
    const random = randomNumbers(SEED + 1);
    const shape = { width: 20, height: 16, neighbours: 4, blocked: 0.2, ground: 'free' } as const;
    const map = randomMap(shape, random);
    map.terrain[0] = 1;
    const model = createDiffusion(map, options);
    model.setGoals('goal', { cell: [0] });
    model.settle();
    const count = 400;
    const x = Float64Array.from({ length: count }, () => 20 * random());
    const y = Float64Array.from({ length: count }, () => 16 * random());
    const radius = Float64Array.from({ length: count }, (_, k) => (k % 11) / 20);
    const place = { x, y, status: new Uint8Array(count) };
    const cellOf = (k: number): number => Math.floor(y[k]) * 20 + Math.floor(x[k]);
    for (let tick = 0; tick < 700; tick++) {
      // under some agent, where that cuts nothing off
      if (tick < 200 && tick % 5 === 0 && model.wouldBlock([cellOf(tick)]).cells === 0) {
        model.setTerrain([cellOf(tick)], 0);
        map.terrain[cellOf(tick)] = 0;
        model.settle();
      }
      // scent that was there before has to move on
      if (options.method === 'diffusion') model.step(2);
      const { x: dx, y: dy } = model.steer(x, y, { radius });
      for (let k = 0; k < count; k++) {
        dx[k] *= 0.15;
        dy[k] *= 0.15;
      }
      model.moveAlong(x, y, dx, dy, { radius, out: place });
      for (let k = 0; k < count; k++) assert.ok(map.terrain[cellOf(k)] > 0, `tick ${tick}, ${k}`);
    }
    const { status } = model.steer(x, y, { radius });
    const field = model.field('goal');
    for (let k = 0; k < count; k++) {
      const cut = Math.abs(field[cellOf(k)]) === Infinity || (field[cellOf(k)] === 0 && cellOf(k));
      const expected = cut ? STEER_STATUS.NO_PATH : STEER_STATUS.ARRIVED;
      // precision 'f32' ends before it has been everywhere
      if (options.precision === 'f32' && status[k] === STEER_STATUS.NO_PATH) continue;
      assert.is(status[k], expected, `agent ${k} at ${x[k]}, ${y[k]}, radius ${radius[k]}`);
    }
    model.destroy();
  });
}

test('scents of both precisions give the same headings', () => {
  const random = randomNumbers(SEED);
  const map = randomMap(
    { width: 30, height: 21, neighbours: 8, blocked: 0.2, ground: 'mixed' },
    random,
  );
  map.terrain[0] = 1;
  const [f32, log] = (['f32', 'log'] as const).map((precision) => {
    const model = createDiffusion(map, { precision, flushToZero: precision === 'f32' && false });
    model.setGoals('goal', { cell: [0] });
    model.step(40);
    const headings = model.headings();
    model.destroy();
    return headings;
  });
  const same = f32.filter((value, i) => near(value, log[i])).length;
  // in f32 the outermost scents are too small to be exact
  assert.ok(same > 0.97 * log.length, `${same} of ${log.length}`);
});

test('directions: blended, along walls, out of obstacles, none at goals', () => {
  const model = drawn(['....G', '.##..', '.....'], { method: 'distance' });
  assert.equal(one(model, 4.2, 0.9), [0, 0, STEER_STATUS.ARRIVED]);
  assert.equal(one(model, 1.5, 0.5), [1, 0, STEER_STATUS.WALKING]);
  // beside the wall below, and touching it
  assert.equal(one(model, 1.5, 0.7, 0.3), [1, 0, STEER_STATUS.WALKING]);
  // in the obstacle: to the nearest side
  const [x, y, status] = one(model, 1.5, 1.25, 0.25);
  assert.equal([x, y, status], [0, -1, STEER_STATUS.LEAVING]);
  assert.is(one(model, 2.9, 1.5)[0], 1);
  // from outside, back to the map
  assert.equal(one(model, -3, 0.5), [1, 0, STEER_STATUS.LEAVING]);
  model.setTerrain([3, 8, 13], 0);
  model.settle();
  assert.equal(one(model, 1.5, 0.5), [0, 0, STEER_STATUS.NO_PATH]);
  model.setTerrain(
    Array.from({ length: 15 }, (_, v) => v),
    0,
  );
  assert.equal(one(model, 1.5, 0.5), [0, 0, STEER_STATUS.NO_PATH]);
  assert.is(model.moveAlong(1.5, 0.5, 1, 0).status[0], MOVE_STATUS.NO_PLACE);
  model.destroy();
});

test('half way between two cells the direction is half way between their headings', () => {
  const model = drawn(['...', '...', '..G'], { method: 'distance', metric: 'eikonal' });
  const headings = model.headings();
  const [a, b] = [pair(headings, 0), pair(headings, 1)];
  const [x, y] = [a[0] + b[0], a[1] + b[1]];
  const [dx, dy] = one(model, 1, 0.5);
  assert.ok(near(dx, x / Math.hypot(x, y)) && near(dy, y / Math.hypot(x, y)), `${dx}, ${dy}`);
  model.destroy();
});

test('no agent goes to and fro before a dead end', () => {
  const model = drawn(['....G', '..#..', '...#.', '.....'], { method: 'distance' });
  // both neighbours of (1, 3) are as near; the cell between them, (2, 2), leads back
  assert.equal(pair(model.headings(), 3 * 5 + 1), [1, 0]);
  assert.ok(pair(model.headings(), 2 * 5 + 2)[0] < 0);
  let [x, y] = [1.96, 3.04];
  for (let tick = 0; tick < 100; tick++) {
    const [dx, dy] = one(model, x, y, 0.5);
    const moved = model.moveAlong(x, y, 0.11 * dx, 0.11 * dy, { radius: 0.5 });
    [x, y] = [moved.x[0], moved.y[0]];
  }
  assert.is(one(model, x, y, 0.5)[2], STEER_STATUS.ARRIVED, `${x}, ${y}`);
  model.destroy();
});

test('no agent is led between obstacles that touch at a corner', () => {
  const model = drawn(['.#', '#G'], { method: 'distance' }, 8);
  assert.is(model.unreachable('goal'), 0);
  assert.equal(pair(model.headings(), 0), [0, 0]);
  assert.is(one(model, 0.5, 0.5)[2], STEER_STATUS.NO_PATH);
  const moved = model.moveAlong(0.5, 0.5, 1, 1);
  assert.ok(moved.x[0] < 1 && moved.y[0] < 1);
  model.destroy();
  // around a single corner they are, past the open cell
  const around = drawn(['..', '#G'], { method: 'distance' }, 8);
  assert.equal(pair(around.headings(), 0), [1, 0]);
  around.destroy();
});

test('a disc stops at contact, slides along, passes gaps of its size, never tunnels', () => {
  const model = drawn(['.....', '..#..', '.....', '#.###', '.....'], { method: 'distance' });
  const move = (x: number, y: number, dx: number, dy: number, radius: number) => {
    const { x: toX, y: toY, status } = model.moveAlong(x, y, dx, dy, { radius });
    return [toX[0], toY[0], status[0]];
  };
  assert.equal(move(0.5, 1.5, 1, 0, 0.25), [1.5, 1.5, MOVE_STATUS.CLEAR]);
  assert.equal(move(0.5, 1.5, 3, 0, 0.25), [1.75, 1.5, MOVE_STATUS.HIT]);
  assert.equal(move(0.5, 1.5, 1e9, 0, 0.25), [1.75, 1.5, MOVE_STATUS.HIT]);
  // down along the left side: the part of the step against the wall is gone
  assert.equal(move(1.75, 1.5, 1, 0.25, 0.25), [1.75, 1.75, MOVE_STATUS.HIT]);
  assert.equal(move(1.5, 2.5, 0, 2, 0.5), [1.5, 4.5, MOVE_STATUS.CLEAR]);
  assert.equal(move(2.5, 1.25, 0, 0, 0.5), [2.5, 0.5, MOVE_STATUS.MOVED_OUT]);
  assert.equal(move(9, 0.5, 0, 0, 0.5), [4.5, 0.5, MOVE_STATUS.MOVED_OUT]);
  // a point stays off the side of a blocked cell, by 2^-20
  assert.equal(move(1.5, 1.5, 1, 0, 0), [2 - 2 ** -20, 1.5, MOVE_STATUS.HIT]);
  // around the corner at (2, 1): at the contact (x, 0.75) the rest goes along the tangent
  const [x, y] = move(1.5, 0.9, 1, 0, 0.25);
  const away = Math.hypot(x - 2, y - 1);
  assert.ok(y < 0.9 && away >= 0.25 && x < 2.5, `${x}, ${y}`);
  model.destroy();
});

test('what is wrong is refused for one agent, and told by status in lists', () => {
  const model = drawn(['..G'], { method: 'distance' });
  refuses(() => model.steer(NaN, 0.5), RangeError, /^x is NaN, expected a finite number/);
  refuses(() => model.moveAlong(0.5, 0.5, Infinity, 0), RangeError, /^dx is Infinity/);
  refuses(() => model.steer(0.5, 0.5, { radius: 0.7 }), RangeError, /^radius is 0.7.* 0 to 0.5/);
  refuses(() => model.steer([0.5], [0.5, 1]), RangeError, /^y.length is 2, expected that of x, 1/);
  refuses(() => model.steer([0.5], 0.5 as never), TypeError, /^y is 0.5, expected a list/);
  refuses(() => model.steer(0.5, 0.5, { layer: 'other' }), RangeError, /^layer is 'other'/);
  refuses(() => model.headings('goal', new Float32Array(5)), RangeError, /^out has 5 entries/);
  const small = { x: new Float32Array(1), y: new Float32Array(2), status: new Uint8Array(2) };
  refuses(() => model.steer([1, 2], [0, 0], { out: small }), RangeError, /^out.x.length is 1/);
  const { INVALID } = STEER_STATUS;
  const wrong = model.steer([NaN, 0.5, Infinity, 0.5], [0.5, 0.5, 0.5, 0.5], {
    radius: [0.1, 0.6, 0.1, NaN],
  });
  assert.equal([...wrong.status], [INVALID, INVALID, INVALID, INVALID]);
  assert.equal([...wrong.x], [0, 0, 0, 0]);
  const moved = model.moveAlong([NaN, 0.5], [0.5, 0.5], [1, NaN], [0, 0]);
  assert.equal([...moved.status], [MOVE_STATUS.NOT_RUN, MOVE_STATUS.NOT_RUN]);
  assert.equal([moved.x[1], moved.y[1]], [0.5, 0.5]);
  assert.is(model.steer([], []).status.length, 0);
  model.destroy();
  refuses(() => model.steer(0.5, 0.5), Error, /destroyed/);
});

test('headings follow goals, terrain and steps at once', () => {
  for (const options of METHODS) {
    const model = drawn(['...', '...', '..G'], options);
    const first = model.headings();
    model.setGoals('goal', { cell: [0] });
    model.settle({ until: options.method === 'diffusion' ? 60 : 'front' });
    assert.ok(pair(model.headings(), 4)[0] < 0, Object.values(options).join());
    assert.ok(pair(first, 4)[0] > 0);
    model.setTerrain([4], 0);
    assert.equal(pair(model.headings(), 4), [0, 0]);
    assert.is(one(model, 1.5, 1.4)[2], STEER_STATUS.LEAVING);
    model.reset();
    assert.is(one(model, 2.5, 2.5)[2], STEER_STATUS.NO_PATH);
    model.destroy();
  }
});

test(`a batch gives the bits of its agents one by one, seed ${SEED + 1}`, () => {
  const random = randomNumbers(SEED + 1);
  for (const [blocked, neighbours] of [
    [0, 4],
    [0.05, 8],
    [0.3, 4],
  ] as const) {
    const map = randomMap({ width: 40, height: 30, neighbours, blocked, ground: 'mixed' }, random);
    const model = createDiffusion(map, { method: 'distance', metric: 'eikonal' });
    model.setGoals('goal', { cell: randomGoals(map, 3, random).cell });
    model.settle();
    // a third on sides, corners and middles of cells, some off the map
    const place = (most: number): number => {
      const at = (most + 1) * random() - 0.5;
      return random() < 0.33 ? Math.round(2 * at) / 2 : at;
    };
    const count = 1500;
    const [x, y] = [40, 30].map((most) => Float64Array.from({ length: count }, () => place(most)));
    for (const radius of [0.3, Float64Array.from({ length: count }, () => 0.5 * random())]) {
      const all = model.steer(x, y, { radius });
      for (let k = 0; k < count; k++) {
        const r = typeof radius === 'number' ? radius : radius[k];
        const single = model.steer(x[k], y[k], { radius: r });
        const same = Object.is(single.x[0], all.x[k]) && Object.is(single.y[0], all.y[k]);
        if (!same || single.status[0] !== all.status[k])
          assert.unreachable(`agent ${k} at ${x[k]}, ${y[k]}, radius ${r}`);
      }
    }
    model.destroy();
  }
});

test(`a pool gives every bit that one thread gives, seed ${SEED}`, async () => {
  const random = randomNumbers(SEED);
  const map = randomMap(
    { width: 70, height: 64, neighbours: 4, blocked: 0.2, ground: 'mixed' },
    random,
  );
  const count = 9000;
  const list = (most: number): Float64Array =>
    Float64Array.from({ length: count }, () => (most + 2) * random() - 1);
  const [x, y, radius] = [list(70), list(64), list(0.5)];
  for (const options of [
    { precision: 'f32' },
    { precision: 'log' },
    { method: 'steady' },
  ] as const) {
    const single = createDiffusion(map, options);
    const pool = await createDiffusionPool(map, { ...options, threads: 3 });
    assert.is(pool.threads, 3);
    const goals = { cell: randomGoals(map, 3, random).cell };
    for (const model of [single, pool]) model.setGoals('goal', goals);
    single.settle();
    await pool.settle();
    const expected = single.steer(x, y, { radius });
    const found = await pool.steer(x, y, { radius });
    for (const key of ['x', 'y', 'status'] as const) sameArray(found[key], expected[key], key);
    const step = (k: number): number => 3 * expected.x[k];
    const [dx, dy] = [x.map((_, k) => step(k)), y.map((_, k) => 3 * expected.y[k])];
    const moved = single.moveAlong(x, y, dx, dy, { radius });
    const there = await pool.moveAlong(x, y, dx, dy, { radius });
    for (const key of ['x', 'y', 'status'] as const) sameArray(there[key], moved[key], key);
    sameArray(await pool.headings(), single.headings(), 'headings');
    assert.equal(pool.wouldBlock([70, 71, 72]), single.wouldBlock([70, 71, 72]));
    single.destroy();
    await pool.destroy();
  }
});

test('a pool reads lists before it returns, and answers in the order of calls', async () => {
  const map = { width: 40, height: 40, neighbours: 4, terrain: new Float32Array(1600).fill(1) };
  const pool = await createDiffusionPool(map as never, { threads: 2 });
  pool.setGoals('goal', { cell: [0] });
  void pool.settle();
  const x = Float64Array.of(20.5);
  const first = pool.steer(x, [0.5]);
  x[0] = 0.5;
  const second = pool.steer(x, [0.5]);
  assert.ok((await first).x[0] < -0.5);
  assert.is((await first).status[0], STEER_STATUS.WALKING);
  assert.is((await second).status[0], STEER_STATUS.ARRIVED);
  const message = await pool.steer(NaN, 1).catch((error: Error) => error.message);
  assert.match(String(message), /^x is NaN/);
  await pool.destroy();
});

test.run();
