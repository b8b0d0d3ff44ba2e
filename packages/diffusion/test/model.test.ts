// What a model does with maps, goals and changes that are out of the ordinary.
import {
  BUDGET_SPENT,
  FOUND,
  NO_PATH,
  NONE,
  SOURCE_BLOCKED,
  TARGET_BLOCKED,
} from '@wayfield/graph';
import { refuses, sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  createDiffusion,
  type Diffusion,
  type DiffusionMap,
  type DiffusionOptions,
  type SettleOptions,
} from '../src/index.ts';
import { MAX_LAYERS } from '../src/constants.ts';
import { coreOf } from '../src/model/create-diffusion.ts';
import { perform } from '../src/model/perform.ts';
import { randomMap, randomNumbers, serpentine } from './random-maps.ts';

const test = suite('createDiffusion');

function open(width: number, height: number, neighbours: 4 | 8 = 8): DiffusionMap {
  return { width, height, neighbours, terrain: new Float32Array(width * height).fill(1) };
}

const ALL: readonly DiffusionOptions[] = [
  { precision: 'f32' },
  { precision: 'log' },
  { method: 'steady' },
  { method: 'distance' },
];

test('a map of one cell: the goal is there, or nothing is', () => {
  for (const options of ALL) {
    const model = createDiffusion(open(1, 1), options);
    assert.equal(model.settle().reason, 'no-goal');
    assert.is(model.unreachable('goal'), 1);
    assert.is(model.next('goal', 0), NONE);
    model.setGoals('goal', { cell: [0] });
    const report = model.settle();
    assert.ok(report.converged);
    assert.is(report.unreachable, 0);
    assert.is(model.next('goal', 0), 0);
    const climb = options.method === 'distance' ? model.descend : model.ascend;
    const routes = climb('goal', 0);
    assert.is(routes.status[0], FOUND);
    assert.equal([...routes.node.subarray(0, routes.firstNode[1])], [0]);
  }
});

test('maps of one row and one column settle end to end', () => {
  for (const [width, height] of [
    [200, 1],
    [1, 200],
  ] as const) {
    for (const neighbours of [4, 8] as const) {
      const model = createDiffusion(open(width, height, neighbours));
      model.setGoals('goal', { cell: [199] });
      assert.is(model.settle().steps, 199);
      assert.is(model.ascend('goal', 0).firstNode[1], 200);
      const short = createDiffusion(open(width, height, neighbours), { precision: 'f32' });
      short.setGoals('goal', { cell: [199] });
      // the scent cannot come to the end in f32, and settle says so
      const report = short.settle();
      assert.is(report.reason, 'stalled');
      assert.not.ok(report.converged);
      assert.is(short.ascend('goal', 0).status[0], NO_PATH);
    }
  }
});

test('a goal behind walls: no path, at once, and how many cells are cut off', () => {
  const map = open(300, 300);
  for (let x = 0; x < 300; x++) map.terrain[150 * 300 + x] = 0;
  for (const options of ALL) {
    const model = createDiffusion(map, options);
    model.setGoals('goal', { cell: [299 * 300] });
    const report = model.settle({ until: 0 });
    assert.is(report.unreachable, 45_000);
    assert.is(model.unreachable('goal'), 45_000);
    const climb = options.method === 'distance' ? model.descend : model.ascend;
    assert.is(climb('goal', 5).status[0], NO_PATH);
  }
});

test('a goal on an obstacle emits nothing until its cell opens', () => {
  for (const options of ALL) {
    const map = open(5, 5);
    map.terrain[12] = 0;
    const model = createDiffusion(map, options);
    model.setGoals('goal', { cell: [12] });
    const climb = options.method === 'distance' ? model.descend : model.ascend;
    assert.is(model.settle().reason, 'no-goal');
    assert.equal([...climb('goal', [0, 12]).status], [TARGET_BLOCKED, SOURCE_BLOCKED]);
    model.setTerrain([12], 1);
    assert.ok(model.settle().converged);
    assert.is(climb('goal', 0).status[0], FOUND);
    model.setTerrain([12], 0);
    assert.is(model.settle().reason, 'no-goal');
    assert.is(model.next('goal', 0), NONE);
  }
});

test('a wall that closes dries up what lies behind it', () => {
  const model = createDiffusion(open(20, 20));
  model.setGoals('goal', { cell: [0] });
  model.settle();
  const wall = Array.from({ length: 20 }, (_, x) => 200 + x);
  model.setTerrain(wall, 0);
  assert.is(model.ascend('goal', 399).status[0], NO_PATH);
  const field = model.field('goal');
  assert.ok(field.subarray(200).every((value) => value === -Infinity));
  assert.ok(field.subarray(0, 200).every((value) => value > -Infinity));
  model.setTerrain([219], 0.5);
  assert.is(model.settle().reason, 'front');
  assert.is(model.ascend('goal', 399).status[0], FOUND);
});

test('a goal that leaves takes its scent along, though its region gets another number', () => {
  const model = createDiffusion(open(9, 1, 4));
  model.setTerrain([4, 8], 0);
  model.setGoals('goal', { cell: [7] });
  model.settle();
  // the region of cells 5 to 7 keeps its number, 5, until that cell opens by itself
  model.setTerrain([5, 6], 0);
  assert.is(model.unreachable('goal'), 4);
  model.setTerrain([5], 1);
  model.setGoals('goal', { cell: [5] });
  assert.equal([...model.field('goal')].map(Number.isFinite).indexOf(true), 5);
  assert.is(model.field('goal')[7], -Infinity);
});

test('goals that move start from the field that is there', () => {
  const model = createDiffusion(open(64, 64));
  model.setGoals('goal', { cell: [0] });
  assert.is(model.settle().steps, 63);
  model.setGoals('goal', { cell: [65, 4000], strength: [5, 7] });
  assert.is(model.settle().steps, 0);
  assert.is(model.field('goal')[65], Math.fround(Math.log2(5)));
  model.settle({ until: 'residual', tolerance: 1e-3 });
  assert.is(model.ascend('goal', 63).status[0], FOUND);
  model.reset();
  assert.is(model.field('goal').filter((value) => value > -Infinity).length, 2);
  assert.is(model.settle().steps, 62);
});

test('layers are settled each by itself, and modulated each by itself', () => {
  const layers = ['food', 'home', 'none'];
  const model = createDiffusion(open(30, 10), { layers });
  model.setGoals('food', { cell: [0] });
  model.setGoals('home', { cell: [299] });
  model.setModulation('home', [155, 156], [0.5, 2 ** -60]);
  refuses(() => model.setModulation('home', [1], 0), RangeError, /^factor is 0/);
  const report = model.settle();
  assert.is(report.reason, 'front');
  const one = createDiffusion(open(30, 10));
  one.setGoals('goal', { cell: [0] });
  one.settle();
  sameArray(model.field('food'), one.field('goal'));
  const home = model.field('home');
  assert.ok(home[156] < home[186] - 58 && home[155] < home[185] - 0.5);
  assert.ok(model.field('none').every((value) => value === -Infinity));
  model.setModulation('home', [], 1);
  model.reset();
  model.settle();
  const plain = model.field('home');
  // the same as food, turned by half a turn, up to the order of the additions
  one.field('goal').forEach((value, v) => assert.ok(Math.abs(plain[299 - v] - value) < 1e-4));
});

test('settles by residual, by steps and up to a limit', () => {
  const model = createDiffusion(open(16, 16), { precision: 'f32' });
  model.setGoals('goal', { cell: [0] });
  const steps = model.settle({ until: 10 });
  assert.equal([steps.steps, steps.reason, steps.converged], [10, 'steps', true]);
  const limit = model.settle({ until: 'residual', tolerance: 0, limit: 40 });
  assert.equal([limit.steps, limit.reason, limit.converged], [40, 'limit', false]);
  const residual = model.settle({ until: 'residual', tolerance: 1e-4 });
  assert.is(residual.reason, 'residual');
  assert.is(residual.steps % 16, 0);
  assert.ok(residual.residual <= 1e-4);
  // and so it is
  const before = model.field('goal');
  model.step();
  const after = model.field('goal');
  const change = after.map((value, v) => Math.abs(value - before[v]) / value);
  assert.ok(Math.max(...change) <= 1.01e-4);
});

test('an aborted settle throws the reason and leaves whole steps', () => {
  const map: DiffusionMap = {
    width: 301,
    height: 301,
    neighbours: 8,
    terrain: serpentine(301, 301),
  };
  const model = createDiffusion(map);
  model.setGoals('goal', { cell: [0] });
  const stop = new AbortController();
  let seen = 0;
  const onProgress = (steps: number): void => {
    seen = steps;
    if (steps > 0) stop.abort(new Error('enough'));
  };
  refuses(() => model.settle({ signal: stop.signal, onProgress }), Error, 'enough');
  assert.ok(seen > 0);
  const reached = model.field('goal').filter((value) => value > -Infinity).length;
  assert.ok(reached > 1 && reached < 45_000);
  refuses(() => model.settle({ signal: stop.signal }), Error, 'enough');
});

/** All that `settle` would tell `onProgress` if the signal were checked after every request. */
function progressOf(model: Diffusion, options: SettleOptions): number[] {
  const { core } = coreOf(model)!;
  const seen: number[] = [];
  const plan = core.plans.settle(options, (steps) => seen.push(steps));
  for (let next = plan.next(); next.done !== true;) next = plan.next(perform(core, next.value));
  return seen;
}

test('a map that the caller changes later stays as it was', () => {
  const map = { ...open(20, 20) };
  const model = createDiffusion(map, { precision: 'f32' });
  Object.assign(map, { width: 5, height: 100, neighbours: 4 });
  model.setGoals('goal', { cell: [0] });
  assert.is(model.settle().steps, 19);
});

test('a settle whose onProgress destroys the model throws', () => {
  for (const options of ALL.slice(0, 3)) {
    const model = createDiffusion(open(400, 400), options);
    model.setGoals('goal', { cell: [0] });
    const settle = (): unknown =>
      model.settle({ until: 1000, tolerance: 0, onProgress: () => model.destroy() });
    refuses(settle, Error, /^the model was destroyed/);
  }
});

test('a layer that is named twice is settled once, and progress counts all layers', () => {
  const map: DiffusionMap = {
    width: 121,
    height: 121,
    neighbours: 8,
    terrain: serpentine(121, 121),
  };
  for (const options of [
    { method: 'diffusion' },
    { method: 'steady' },
    { method: 'distance' },
  ] as const) {
    const layers = ['a', 'b'];
    const model = createDiffusion(map, { ...options, layers });
    const alone = createDiffusion(map, { ...options, layers });
    for (const one of [model, alone]) {
      one.setGoals('a', { cell: [0] });
      one.setGoals('b', { cell: [0, 14_640] });
    }
    const limit = options.method === 'diffusion' ? 300 : 5;
    const each = { limit, tolerance: 0, until: 'residual' } as const;
    const steps = layers.map((layer) => alone.settle({ ...each, layers: [layer] }).steps);
    const seen = progressOf(model, { ...each, layers: ['a', 'b', 'a', 'b'] });
    assert.is(seen.at(-1), steps[0] + steps[1], options.method);
    assert.ok(seen.every((now, i) => i === 0 || now >= seen[i - 1]));
    assert.ok(steps[1] > 0);
    for (const layer of layers) sameArray(model.field(layer), alone.field(layer), layer);
  }
});

test('a report of several layers has the most steps and the largest residual of any', () => {
  const pair = ['first', 'second'] as const;
  for (const [one, other] of [pair, [...pair].reverse()]) {
    const model = createDiffusion(open(10, 10), { layers: pair });
    model.setGoals(one, { cell: [0] });
    const both = model.settle({ until: 'residual' });
    assert.ok(both.residual <= 2 ** -10, `${one} has a goal: residual ${both.residual}`);
    assert.is(both.unreachable, 100);
    // one layer stalls at the first test, the other one goes on
    const f32 = createDiffusion(open(400, 1, 4), {
      layers: pair,
      precision: 'f32',
      border: 'clamp',
    });
    f32.setGoals(one, { cell: [0], strength: 2 ** -126 });
    f32.setGoals(other, { cell: [0], strength: 2 ** 100 });
    const { reason, steps, converged } = f32.settle();
    assert.equal([reason, converged], ['stalled', false]);
    assert.ok(steps > 1000, `${steps} steps`);
  }
});

test('gives up after as many steps as allowed, and writes into earlier results', () => {
  const model = createDiffusion(open(20, 1));
  model.setGoals('goal', { cell: [19] });
  model.settle();
  const routes = model.ascend('goal', [0, 10], { maxSteps: 9 });
  assert.equal([...routes.status], [BUDGET_SPENT, FOUND]);
  assert.is(routes.cost[0], Infinity);
  const again = model.ascend('goal', [18], { reuse: routes });
  assert.is(again.node, routes.node);
  assert.equal([...again.node.subarray(0, 2)], [18, 19]);
});

test('terrain that is no terrain is refused with its cell, and changes nothing', () => {
  const bad = [NaN, -1, 1.5, 2 ** -61, Infinity];
  for (const value of bad) {
    const map = open(3, 3);
    map.terrain[4] = value;
    refuses(() => createDiffusion(map), RangeError, /^terrain\[4\] is /);
    const model = createDiffusion(open(3, 3));
    model.setGoals('goal', { cell: [0] });
    model.settle();
    const before = model.field('goal');
    refuses(() => model.setTerrain([0, 1], [0, value]), RangeError, /^terrain\[1\] is /);
    refuses(() => model.setTerrain([9], 1), RangeError, 'cells[0] is 9, expected a cell below 9');
    sameArray(model.field('goal'), before);
  }
  const least = open(3, 1);
  least.terrain[1] = 2 ** -60;
  const model = createDiffusion(least);
  model.setGoals('goal', { cell: [2] });
  assert.is(model.settle().steps, 2);
  assert.is(model.field('goal')[0], 10 - 3 - 60 - 3);
});

test('options and goals that make no sense are refused', () => {
  const map = open(4, 4);
  const make = (options: object) => () => void createDiffusion(map, options);
  refuses(make({ layers: [] }), RangeError, 'layers.length is 0, expected 1 to 64');
  refuses(
    make({ layers: ['a', 'a'] }),
    RangeError,
    "layers names 'a' twice, expected each name once",
  );
  refuses(
    make({ layers: Array.from({ length: 65 }, (_, i) => `${i}`) }),
    RangeError,
    /^layers.length is 65/,
  );
  refuses(make({ rate: 0.1 }), RangeError, /^rate is 0.1, but rule 'average'/);
  refuses(make({ rule: 'heat', rate: 0.2 }), RangeError, /^rate is 0.2/);
  refuses(make({ border: 'wrap' }), RangeError, /^border is 'wrap'/);
  const model = createDiffusion(map, { precision: 'f32' });
  refuses(() => model.setGoals('x', { cell: [] }), RangeError, "layer is 'x', expected 'goal'");
  refuses(() => model.setGoals('goal', { cell: [0], strength: -1 }), RangeError, /^strength is -1/);
  refuses(
    () => model.setGoals('goal', { cell: [0], strength: [2 ** -130] }),
    RangeError,
    /^strength\[0\]/,
  );
  refuses(() => model.step(-1), RangeError, 'count is -1, expected a whole number >= 0');
  refuses(() => model.settle({ until: 'dawn' as 'front' }), RangeError, /^until is 'dawn'/);
  refuses(() => model.field('goal', new Float32Array(3)), RangeError, /^out has 3 entries/);
  refuses(
    () => model.ascend('goal', [16]),
    RangeError,
    'starts[0] is 16, expected a cell below 16',
  );
  refuses(() => model.descend('goal', 0), TypeError, /needs method 'distance'/);
  model.destroy();
  refuses(() => model.step(), Error, 'the model was destroyed');
});

test('memory that ends is a RangeError', () => {
  // as many layers as a model may have: a small map, which is soon checked, needs more than 4 GiB
  const side = 2300;
  const terrain = new Float32Array(side * side);
  const map = { width: side, height: side, neighbours: 8, terrain } as const;
  const layers = Array.from({ length: MAX_LAYERS }, (_, i) => `${i}`);
  refuses(() => createDiffusion(map, { layers }), RangeError, /^out of memory/);
});

test('regions follow cells that open and close one by one', () => {
  const random = randomNumbers(3);
  for (const neighbours of [4, 8] as const) {
    const map = randomMap(
      { width: 12, height: 9, neighbours, blocked: 0.4, ground: 'free' },
      random,
    );
    map.terrain[0] = 1;
    const model = createDiffusion(map);
    model.setGoals('goal', { cell: [0] });
    const terrain = map.terrain.slice();
    for (let i = 0; i < 300; i++) {
      const cell = 1 + Math.floor(random() * 107);
      terrain[cell] = 1 - terrain[cell];
      model.setTerrain([cell], terrain[cell]);
      const fresh = createDiffusion({ ...map, terrain }, { method: 'distance' });
      fresh.setGoals('goal', { cell: [0] });
      assert.is(model.unreachable('goal'), fresh.unreachable('goal'), `change ${i}`);
      fresh.destroy();
    }
  }
});

test.run();
