// Corner rules on the CPU, but for what other tests run on all kinds of maps (`KINDS`): steps
// (agreement.test.ts), costs (distance.test.ts, eikonal.test.ts), and GPUs (*.gpu.test.ts).
import { buildGrid, type CornerRule } from '@wayfield/graph';
import { sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  createDiffusion,
  createPursuers,
  type DiffusionMap,
  type DiffusionOptions,
  diffusionMapOf,
  gridOfMap,
  MOVE_STATUS,
  STEER_STATUS,
} from '../src/index.ts';
import { createDiffusionPool } from '../src/pool/index.ts';
import { randomGoals, randomMap, randomNumbers } from './random-maps.ts';

const test = suite('corner rules');
const SEED = 2024;
const RULES: readonly CornerRule[] = ['never', 'one-open'];

const METHODS: readonly DiffusionOptions[] = [
  { precision: 'f32' },
  { precision: 'log', border: 'clamp' },
  { method: 'steady' },
  { method: 'distance' },
  { method: 'distance', metric: 'eikonal' },
];

/** Two open cells that touch at a corner only: open at (0, 0) and (1, 1). */
const touching = (corners: CornerRule): DiffusionMap => ({
  width: 2,
  height: 2,
  neighbours: 8,
  corners,
  terrain: Float32Array.of(1, 0, 0, 1),
});

/** Whether the rule allows the step between two cells. */
function isAllowed({ width, corners, terrain }: DiffusionMap, from: number, to: number): boolean {
  const [x, y] = [from % width, Math.floor(from / width)];
  const [toX, toY] = [to % width, Math.floor(to / width)];
  if (x === toX || y === toY) return true;
  const open = +(terrain[y * width + toX] > 0) + +(terrain[toY * width + x] > 0);
  return open >= (corners === 'never' ? 2 : 1);
}

test('between two obstacles only always lets pass', () => {
  for (const options of METHODS) {
    for (const corners of ['always', 'one-open', 'never'] as const) {
      const model = createDiffusion(touching(corners), options);
      assert.is(model.corners, corners);
      model.setGoals('goal', { cell: [0] });
      model.settle();
      const what = `${JSON.stringify(options)} ${corners}`;
      assert.is(model.unreachable('goal'), corners === 'always' ? 0 : 1, what);
      assert.is(model.next('goal', 3) === 0, corners === 'always', what);
      // with one more cell open, one-open lets pass as well
      model.setTerrain([1], 1);
      model.settle();
      assert.is(model.next('goal', 3), corners === 'never' ? 1 : 0, what);
      model.destroy();
    }
  }
});

test('without a rule the map is as with always, and 4 neighbours have none', () => {
  const { corners: _, ...bare } = touching('always');
  assert.is(createDiffusion(bare).corners, 'always');
  const model = createDiffusion({ ...bare, neighbours: 4, corners: 'always' });
  model.setGoals('goal', { cell: [0] });
  model.settle();
  assert.is(model.unreachable('goal'), 1);
  assert.throws(
    () => createDiffusion({ ...bare, corners: 'some' as CornerRule }),
    /map\.corners is 'some', expected/,
  );
});

test('maps and grids hand their rule on', () => {
  for (const corners of ['always', 'one-open', 'never'] as const) {
    const grid = buildGrid({ width: 2, height: 1, neighbours: 8, corners, cost: [1, 0] });
    assert.is(diffusionMapOf(grid).corners, corners);
    assert.is(gridOfMap(diffusionMapOf(grid)).corners, corners);
  }
});

test(`terrain that changes gives what a new model gives, seed ${SEED}`, () => {
  const random = randomNumbers(SEED);
  for (const options of METHODS) {
    for (const corners of RULES) {
      const shape = { width: 37, height: 21, neighbours: 8, corners, blocked: 0.2 } as const;
      const map = randomMap({ ...shape, ground: 'mixed' }, random);
      const goals = { cell: [...(randomGoals(map, 3, random).cell as number[])] };
      const model = createDiffusion(map, options);
      model.settle();
      for (let i = 0; i < 60; i++) {
        const cell = Math.floor(random() * map.terrain.length);
        map.terrain[cell] = random() < 0.5 ? 0 : 1;
        model.setTerrain([cell], map.terrain[cell]);
      }
      const fresh = createDiffusion(map, options);
      for (const one of [model, fresh]) {
        one.setGoals('goal', goals);
        one.step(30);
      }
      sameArray(model.field('goal'), fresh.field('goal'), `${JSON.stringify(options)} ${corners}`);
      model.destroy();
      fresh.destroy();
    }
  }
});

test(`method 'steady' is where steps come to rest, seed ${SEED}`, () => {
  const random = randomNumbers(SEED + 1);
  for (const corners of RULES) {
    for (const ground of ['free', 'mixed'] as const) {
      // open ground is solved by cycles, obstacles everywhere by sweeps
      for (const blocked of [0.05, 0.3]) {
        const shape = { width: 34, height: 23, neighbours: 8, corners, blocked, ground } as const;
        const map = randomMap(shape, random);
        map.terrain[0] = 1;
        const what = `${corners}, ${ground}, ${blocked}`;
        const solved = createDiffusion(map, { method: 'steady' });
        const stepped = createDiffusion(map);
        for (const one of [solved, stepped]) one.setGoals('goal', { cell: [0, 400] });
        assert.is(solved.settle({ tolerance: 1e-5 }).reason, 'residual', what);
        stepped.settle();
        stepped.settle({ until: 'residual', tolerance: 2e-7, limit: 20_000 });
        const [a, b] = [solved.field('goal'), stepped.field('goal')];
        let worst = 0;
        for (let v = 0; v < a.length; v++) {
          assert.is(a[v] === -Infinity, b[v] === -Infinity, `${what}, cell ${v}`);
          if (a[v] > -Infinity) worst = Math.max(worst, Math.abs(a[v] - b[v]));
        }
        assert.ok(worst < 2e-3, `${what}: ${worst} binary places off`);
        solved.destroy();
        stepped.destroy();
      }
    }
  }
});

test(`paths and pursuers take allowed steps, as next says, seed ${SEED}`, () => {
  const random = randomNumbers(SEED + 2);
  let diagonal = 0;
  for (const options of METHODS) {
    for (const corners of RULES) {
      const shape = { width: 30, height: 22, neighbours: 8, corners, blocked: 0.25 } as const;
      const map = randomMap({ ...shape, ground: 'free' }, random);
      map.terrain[0] = 1;
      const what = `${JSON.stringify(options)} ${corners}`;
      const model = createDiffusion(map, options);
      model.setGoals('goal', { cell: [0] });
      model.settle();
      const starts = Array.from(map.terrain.keys());
      const climbs = options.method === 'distance' ? model.descend : model.ascend;
      const routes = climbs('goal', starts);
      for (let i = 0; i < routes.firstNode[starts.length] - 1; i++) {
        if (routes.firstNode.includes(i + 1)) continue;
        const [from, to] = [routes.node[i], routes.node[i + 1]];
        assert.ok(isAllowed(map, from, to), `${what}: ${from} to ${to}`);
        if (from % 30 !== to % 30 && Math.floor(from / 30) !== Math.floor(to / 30)) diagonal++;
      }
      const open = starts.filter((v) => map.terrain[v] > 0);
      const crowd = createPursuers(model, { cell: open, weights: { goal: 1 } });
      crowd.move();
      const expected = open.map((v) => {
        const next = model.next('goal', v);
        return next === 0xffffffff ? v : next;
      });
      sameArray(crowd.cell, expected, what);
      // exclusive ones are chosen cell by cell where scales differ: the same steps
      const alone = createPursuers(model, { cell: open, weights: { goal: 1 }, exclusive: true });
      const before = [...alone.cell];
      alone.move();
      alone.cell.forEach((to, i) => assert.ok(isAllowed(map, before[i], to), what));
      model.destroy();
    }
  }
  assert.ok(diagonal > 1000, `${diagonal} diagonal steps`);
});

test(`a pool gives every bit that one thread gives, seed ${SEED}`, async () => {
  const random = randomNumbers(SEED + 3);
  for (const options of METHODS.slice(0, 4)) {
    const shape = { width: 70, height: 60, neighbours: 8, corners: 'never' } as const;
    const map = randomMap({ ...shape, blocked: 0.15, ground: 'mixed' }, random);
    const goals = randomGoals(map, 3, random);
    const one = createDiffusion(map, options);
    const pool = await createDiffusionPool(map, { ...options, threads: 3 });
    // costs and steady fields are found on the calling thread
    if (options.method === undefined) assert.is(pool.fallback, undefined);
    for (const model of [one, pool]) model.setGoals('goal', goals);
    for (const [closed, count] of [
      [1234, 41],
      [2100, 300],
    ]) {
      for (const model of [one, pool]) model.setTerrain([closed], 0);
      one.step(count);
      await pool.step(count);
      sameArray(await pool.field('goal'), one.field('goal'), JSON.stringify(options));
    }
    one.destroy();
    await pool.destroy();
  }
});

/** How many of the agents that the field leads to the goal are not there after 900 ticks. */
function stuckOn(map: DiffusionMap, options: DiffusionOptions, random: () => number): number {
  const model = createDiffusion(map, options);
  model.setGoals('goal', { cell: [0] });
  model.settle();
  const open = Array.from(map.terrain.keys()).filter((v) => model.next('goal', v) !== 0xffffffff);
  const x = Float64Array.from(open, (v) => (v % 32) + random());
  const y = Float64Array.from(open, (v) => Math.floor(v / 32) + random());
  const out = { x, y, status: new Uint8Array(open.length) };
  const radius = 0.4;
  for (let tick = 0; tick < 900; tick++) {
    const { x: dx, y: dy } = model.steer(x, y, { radius });
    for (let k = 0; k < x.length; k++) [dx[k], dy[k]] = [0.2 * dx[k], 0.2 * dy[k]];
    model.moveAlong(x, y, dx, dy, { radius, out });
    if (tick > 1)
      assert.ok(
        out.status.every((s) => s !== MOVE_STATUS.MOVED_OUT),
        'in an obstacle',
      );
  }
  const { status } = model.steer(x, y, { radius });
  model.destroy();
  return status.filter((s) => s !== STEER_STATUS.ARRIVED).length;
}

test(`no free-moving agent with never stays stuck, seed ${SEED}`, () => {
  const random = randomNumbers(SEED + 4);
  let withAlways = 0;
  for (const options of METHODS) {
    const shape = { width: 32, height: 26, neighbours: 8, corners: 'never' } as const;
    const map = randomMap({ ...shape, blocked: 0.25, ground: 'free' }, random);
    map.terrain[0] = 1;
    assert.is(stuckOn(map, options, random), 0, JSON.stringify(options));
    withAlways += stuckOn({ ...map, corners: 'always' }, options, random);
  }
  // gaps between obstacles that touch at a corner are there, and only the rule closes them
  assert.ok(withAlways > 0, 'always');
});

test.run();
