import { createDiffusion, type Diffusion, STEER_STATUS } from '@wayfield/diffusion';
import { createDiffusionPool } from '@wayfield/diffusion/pool';
import { random } from '@wayfield/graph/generators';
import { reason, refuses, sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createCrowd } from '@wayfield/crowd';
import { createFieldGuide, GUIDE_STATUS } from '@wayfield/crowd/guides';
import { createCrowdPool } from '@wayfield/crowd/pool';
import { wallsOfGrid } from '@wayfield/crowd/walls';
import { createJamDensity } from '../src/guides/jam.ts';
import { runDoors } from './scene-doors.ts';

const test = suite('createFieldGuide');
const doors = suite('jam density');

const [WIDTH, HEIGHT, CELL] = [40, 30, 0.5];
const LAYERS = ['exit', 'shop', 'stage'];

function makeMap(): Float32Array {
  const next = random(9);
  const terrain = new Float32Array(WIDTH * HEIGHT).fill(1);
  for (let k = 0; k < 40; k++) {
    const [i, j] = [3 + next(WIDTH - 8), 3 + next(HEIGHT - 8)];
    for (const cell of [0, 1, WIDTH, WIDTH + 1]) terrain[j * WIDTH + i + cell] = 0;
  }
  return terrain;
}

const mapOf = (terrain: Float32Array) =>
  ({ width: WIDTH, height: HEIGHT, neighbours: 8, corners: 'never', terrain }) as const;
const goals = [2 * WIDTH + 2, 27 * WIDTH + 36, 2 * WIDTH + 37];

function makeModel(terrain = makeMap(), method: 'distance' | 'diffusion' = 'distance'): Diffusion {
  const model = createDiffusion(mapOf(terrain), { method, layers: LAYERS });
  for (const [k, cell] of goals.entries()) model.setGoals(LAYERS[k], { cell: [cell] });
  model.settle();
  return model;
}

/** Open places, `origin` away from those of the map. */
function places(terrain: Float32Array, count: number, origin = 0): { x: number; y: number }[] {
  const next = random(2);
  const found: { x: number; y: number }[] = [];
  while (found.length < count) {
    const [i, j] = [next(WIDTH), next(HEIGHT)];
    if (terrain[j * WIDTH + i] > 0)
      found.push({ x: origin + (i + 0.5) * CELL, y: origin + (j + 0.5) * CELL });
  }
  return found;
}

test('writes the directions that steer gives, each agent its own goal', () => {
  const terrain = makeMap();
  const model = makeModel(terrain);
  const crowd = createCrowd({}, { capacity: 200, defaults: { radius: 0.2, maxSpeed: 2 } });
  const guide = createFieldGuide(crowd, model, { cellSize: CELL, slowing: 0 });
  const at = places(terrain, 150);
  for (const [k, place] of at.entries()) {
    const id = crowd.add(place);
    if (k % 4 < 3) guide.assign(id, k % 4, 1 + k / 1000);
  }
  guide.update(crowd, 0.1);
  for (const [k, { x, y }] of at.entries()) {
    if (k % 4 === 3) {
      assert.is(guide.status[k], GUIDE_STATUS.NONE);
      continue;
    }
    const layer = LAYERS[k % 4];
    const radius = crowd.radius[k] / CELL;
    const { x: dx, y: dy, status } = model.steer(x / CELL, y / CELL, { layer, radius });
    if (status[0] === STEER_STATUS.ARRIVED) assert.is(guide.status[k], GUIDE_STATUS.ARRIVED);
    else assert.is(guide.status[k], GUIDE_STATUS.WALKING);
    assert.is(crowd.preferredX[k], Math.fround(dx[0] * (1 + k / 1000)));
    assert.is(crowd.preferredY[k], Math.fround(dy[0] * (1 + k / 1000)));
  }
});

for (const method of ['distance', 'diffusion'] as const)
  test(`brings agents to their goals by method ${method}, slower and slower before it`, () => {
    const terrain = makeMap();
    const model = makeModel(terrain, method);
    const walls = wallsOfGrid({ width: WIDTH, height: HEIGHT, cost: terrain }, { cellSize: CELL });
    const crowd = createCrowd({ walls }, { capacity: 3, defaults: { radius: 0.2 } });
    const guide = createFieldGuide(crowd, model, { cellSize: CELL, slowing: 2 });
    const ids = [0, 1, 2].map(() => crowd.add({ x: 10.25, y: 7.25 }));
    for (const [k, id] of ids.entries()) guide.assign(id, k);
    crowd.follow(guide);
    let slowest = Infinity;
    for (let tick = 0; tick < 1500 && guide.arrived < 3; tick++) {
      crowd.step(1 / 30);
      if (guide.status[0] !== GUIDE_STATUS.WALKING) continue;
      slowest = Math.min(slowest, Math.hypot(crowd.preferredX[0], crowd.preferredY[0]));
    }
    assert.is(guide.arrived, 3);
    for (const [k, cell] of goals.entries()) {
      assert.is(Math.floor(crowd.x[k] / CELL), cell % WIDTH);
      assert.is(Math.floor(crowd.y[k] / CELL), Math.floor(cell / WIDTH));
      assert.is(crowd.preferredX[k], 0);
    }
    // at the border of the goal's cell half a cell is left
    if (method === 'distance') assert.ok(slowest > 0.1 && slowest < 0.3, `slowest ${slowest}`);
    else assert.ok(slowest > 1.29, `slowest ${slowest}`);
  });

test('gives the same directions far from the origin', () => {
  const terrain = makeMap();
  const [near, far] = [0, 2 ** 20].map((origin) => {
    const model = makeModel(terrain);
    const crowd = createCrowd({}, { capacity: 60, defaults: { radius: 0.2 } });
    const place = { cellSize: CELL, originX: origin, originY: origin };
    const guide = createFieldGuide(crowd, model, place);
    for (const [k, at] of places(terrain, 60, origin).entries()) guide.assign(crowd.add(at), k % 3);
    guide.update(crowd, 0.1);
    return crowd;
  });
  sameArray(far.preferredX, near.preferredX);
  sameArray(far.preferredY, near.preferredY);
});

test('never takes an agent for a later one in the same slot', () => {
  const model = makeModel();
  const crowd = createCrowd({}, { capacity: 2 });
  const guide = createFieldGuide(crowd, model, { cellSize: CELL });
  const first = crowd.add({ x: 5.25, y: 1.25 });
  guide.assign(first, 0);
  guide.update(crowd, 0.1);
  assert.ok(Math.hypot(crowd.preferredX[0], crowd.preferredY[0]) > 1);
  crowd.remove(first);
  crowd.add({ x: 5.25, y: 1.25 });
  guide.update(crowd, 0.1);
  assert.is(Math.hypot(crowd.preferredX[0], crowd.preferredY[0]), 0);
  assert.is(guide.status[0], GUIDE_STATUS.NONE);
  refuses(() => guide.assign(first, 0), RangeError, /^id is 0, expected/);
  const id = crowd.idOf(0);
  guide.assign(id, 1);
  guide.update(crowd, 0.1);
  assert.is(guide.status[0], GUIDE_STATUS.WALKING);
  guide.release(id);
  assert.is(crowd.preferredX[0], 0);
  refuses(() => guide.release(id), RangeError, /expected the id of an agent of this guide/);
});

test('says where no path leads, and follows the field when it changes', () => {
  const terrain = new Float32Array(WIDTH * HEIGHT).fill(1);
  for (let j = 0; j < HEIGHT; j++) terrain[j * WIDTH + 20] = 0;
  const model = makeModel(terrain);
  const crowd = createCrowd({}, { capacity: 1 });
  const guide = createFieldGuide(crowd, model, { cellSize: CELL, slowing: 100 });
  guide.assign(crowd.add({ x: 15, y: 5 }), 0);
  guide.update(crowd, 0.1);
  assert.is(guide.status[0], GUIDE_STATUS.NO_PATH);
  assert.is(crowd.preferredX[0], 0);
  model.setTerrain([8 * WIDTH + 20], 1);
  model.settle();
  guide.refresh();
  guide.update(crowd, 0.1);
  assert.is(guide.status[0], GUIDE_STATUS.WALKING);
  const far = Math.hypot(crowd.preferredX[0], crowd.preferredY[0]);
  model.setGoals('exit', { cell: [10 * WIDTH + 26] });
  model.settle();
  guide.refresh();
  guide.update(crowd, 0.1);
  const near = Math.hypot(crowd.preferredX[0], crowd.preferredY[0]);
  assert.ok(near < far / 4, `${near} m/s near the goal, ${far} m/s far from it`);
});

test('gives the same bits with pools of threads, for the field and for the crowd', async () => {
  const terrain = makeMap();
  const grid = { width: WIDTH, height: HEIGHT, cost: terrain };
  const walls = wallsOfGrid(grid, { cellSize: CELL });
  const jam = { terrain, every: 7, weight: 2 };
  const options = { capacity: 120, defaults: { radius: 0.2 } };
  const crowd = createCrowd({ walls }, options);
  const guide = createFieldGuide(crowd, makeModel(terrain), { cellSize: CELL, jam });
  const pool = await createCrowdPool({ walls }, { ...options, threads: 2 });
  const field = await createDiffusionPool(mapOf(terrain), {
    method: 'distance',
    layers: LAYERS,
    threads: 2,
  });
  for (const [k, cell] of goals.entries()) field.setGoals(LAYERS[k], { cell: [cell] });
  await field.settle();
  const poolGuide = createFieldGuide(pool, field, { cellSize: CELL, jam });
  for (const [k, place] of places(terrain, 120).entries()) {
    guide.assign(crowd.add(place), k % 3);
    poolGuide.assign(pool.add(place), k % 3);
  }
  for (let tick = 0; tick < 60; tick++) {
    guide.update(crowd, 1 / 30);
    crowd.step(1 / 30);
    await poolGuide.update(pool, 1 / 30);
    await pool.step(1 / 30);
    assert.is(pool.hash(), crowd.hash(), `hash after tick ${tick}`);
  }
  sameArray(pool.preferredX, crowd.preferredX);
  sameArray(poolGuide.status, guide.status);
  await pool.destroy();
  await field.destroy();
});

test('leaves agents alone that were released during an update of a pool', async () => {
  const crowd = createCrowd({}, { capacity: 3 });
  const field = await createDiffusionPool(mapOf(makeMap()), { layers: LAYERS, threads: 1 });
  field.setGoals('exit', { cell: [goals[0]] });
  await field.settle();
  const guide = createFieldGuide(crowd, field, { cellSize: CELL });
  const [stays, gone, left] = places(makeMap(), 3).map((place) => crowd.add(place));
  for (const id of [stays, gone, left]) guide.assign(id, 0);
  const update = guide.update(crowd, 1 / 30);
  guide.release(left);
  crowd.remove(gone);
  const later = crowd.add({ x: 5, y: 5 });
  await update;
  assert.is(guide.status[crowd.slotOf(stays)], GUIDE_STATUS.WALKING);
  for (const id of [left, later]) {
    const slot = crowd.slotOf(id);
    assert.is(guide.status[slot], GUIDE_STATUS.NONE);
    assert.equal([crowd.preferredX[slot], crowd.preferredY[slot]], [0, 0]);
  }
  await field.destroy();
});

test('is refused with the numbers', () => {
  const model = makeModel();
  const crowd = createCrowd({}, { capacity: 2 });
  refuses(
    () => createFieldGuide(crowd, model, { layers: ['exit', 'roof'] }),
    RangeError,
    "layers[1] is 'roof', expected a layer of the model: exit, shop, stage",
  );
  refuses(
    () => createFieldGuide(crowd, model, { jam: { terrain: new Float32Array(7) } }),
    RangeError,
    'jam.terrain has 7 entries, expected 1200',
  );
  const guide = createFieldGuide(crowd, model, { layers: ['shop'] });
  const id = crowd.add({ x: 1, y: 1 });
  refuses(() => guide.assign(id, 1), RangeError, 'goal is 1, expected a goal from 0 to 0');
  refuses(() => guide.assign(id, 0, -1), RangeError, /^speed is -1/);
  refuses(() => guide.setTerrain([3], 1), Error, /^this guide has no jam density/);
  const other = createCrowd({}, { capacity: 2 });
  refuses(() => guide.update(other, 0.1), TypeError, /expected the crowd that the guide was/);
});

doors('sends later agents to another door, and all are out sooner', () => {
  const without = runDoors(200, undefined);
  // a few are pushed along the wall until the far door is nearer
  assert.ok(without.far <= 5, `${without.far} of 200 take the far door without it`);
  const { near, far, ticks } = runDoors(200, 1);
  assert.is(near + far, 200);
  assert.ok(far >= 50, `${far} of 200 take the far door`);
  assert.ok(ticks < 0.85 * without.ticks, `${ticks} ticks, ${without.ticks} without`);
});

doors('lowers terrain no further than a model takes', () => {
  // two ulps above 2^-60, the least terrain: any density would go below it
  const terrain = new Float32Array(25).fill(2 ** -60 * (1 + 2 ** -22));
  const map = { width: 5, height: 5, neighbours: 8, corners: 'never', terrain } as const;
  const model = createDiffusion(map, { method: 'distance', layers: ['exit'] });
  model.setGoals('exit', { cell: [0] });
  model.settle();
  const crowd = createCrowd({}, { capacity: 9 });
  const guide = createFieldGuide(crowd, model, { jam: { terrain, every: 1, weight: 1e6 } });
  for (let k = 0; k < 9; k++) guide.assign(crowd.add({ x: 3 + k / 9, y: 3.5 }), 0);
  for (let tick = 0; tick < 3; tick++) guide.update(crowd, 1 / 30);
  assert.is(guide.status[0], GUIDE_STATUS.WALKING);
  crowd.destroy();
  model.destroy();
});

doors('keeps what it has applied where the model refuses new terrain', () => {
  const terrain = new Float32Array(25).fill(1);
  const map = { width: 5, height: 5, cellSize: 1 };
  const density = createJamDensity(map, { terrain }, 'terrain');
  density.begin();
  density.count(2, 2, 3);
  const before = density.columns.map((column) => column.slice());
  refuses(
    () =>
      density.apply(() => {
        throw new Error('busy');
      }),
    Error,
    'busy',
  );
  assert.equal(density.columns, before);
  let cells = 0;
  assert.ok(density.apply((given) => void (cells = given.length)));
  assert.is(cells, 9);
});

doors('gives the model back the terrain of a snapshot that waits for settle', () => {
  const terrain = new Float32Array(5).fill(1);
  const map = { width: 5, height: 1, neighbours: 8, corners: 'never', terrain } as const;
  const model = createDiffusion(map, { method: 'distance', layers: ['exit'] });
  model.setGoals('exit', { cell: [0] });
  const crowd = createCrowd({}, { capacity: 1 });
  const guide = createFieldGuide(crowd, model, { jam: { terrain, every: 100 } });
  guide.setTerrain([1], 0.5);
  const snapshot = guide.snapshot();
  guide.update(crowd, 1 / 30);
  const before = model.field('exit').slice();
  guide.setTerrain([3], 0.125);
  guide.restore(snapshot);
  guide.update(crowd, 1 / 30);
  sameArray(model.field('exit'), before);
});

doors('settles and reads costs at the next update where an update failed', async () => {
  const terrain = new Float32Array(5).fill(1);
  const map = { width: 5, height: 1, neighbours: 8, corners: 'never', terrain } as const;
  const options = { method: 'distance', layers: ['exit'] } as const;
  for (const failing of ['setTerrain', 'settle', 'field'] as const) {
    const model = createDiffusion(map, options);
    const pool = await createDiffusionPool(map, options);
    for (const isPool of [false, true]) {
      let calls: string[] = [];
      let fails = true;
      const watched = <Model extends object>(of: Model): Model =>
        new Proxy(of, {
          get(target, name) {
            const value: unknown = Reflect.get(target, name);
            if (typeof value !== 'function') return value;
            return (...given: unknown[]) => {
              calls.push(String(name));
              if (fails && name === failing) throw new Error('no memory');
              return (value as (...all: unknown[]) => unknown).apply(target, given);
            };
          },
        });
      const crowd = createCrowd({}, { capacity: 9 });
      const jam = { terrain, every: 1 };
      const guide = isPool
        ? createFieldGuide(crowd, watched(pool), { jam })
        : createFieldGuide(crowd, watched(model), { jam });
      for (let k = 0; k < 9; k++) guide.assign(crowd.add({ x: 3 + k / 9, y: 0.5 }), 0);
      const update = async (): Promise<void> => guide.update(crowd, 1 / 30);
      assert.is(await reason(update()), 'Error: no memory');
      const done = calls.includes('settle') && failing !== 'settle';
      calls = [];
      fails = false;
      await update();
      assert.is(calls.includes('settle'), !done, `${failing} failed, pool: ${isPool}`);
      assert.ok(calls.includes('field'), `${failing} failed, pool: ${isPool}`);
      crowd.destroy();
    }
    model.destroy();
    await pool.destroy();
  }
});

doors('leaves the terrain as it was when agents have gone, and takes new terrain', () => {
  const { crowd, guide, model } = runDoors(40, 1);
  for (let k = 0; k < 60; k++) guide.update(crowd, 1 / 30);
  const { model: fresh } = runDoors(1, undefined);
  sameArray(model.field('goal'), fresh.field('goal'), 'costs');
  const cell = 10 * 48 + 32; // a cell of the near door
  guide.setTerrain([cell, cell + 48], 0);
  guide.update(crowd, 1 / 30);
  assert.ok(model.field('goal')[10 * 48 + 20] > 30, 'the near door is shut');
});

test.run();
doors.run();
