import { NONE } from '@wayfield/graph';
import { refuses, sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createDiffusion, createPursuers, type DiffusionMap } from '../src/index.ts';
import { coreOf } from '../src/model/create-diffusion.ts';
import { groundOf } from '../src/pursuers/pursuers.ts';
import { randomGoals, randomMap, randomNumbers, serpentine } from './random-maps.ts';

const test = suite('createPursuers');
const SEED = 41;

function open(width: number, height: number): DiffusionMap {
  return { width, height, neighbours: 8, terrain: new Float32Array(width * height).fill(1) };
}

for (const precision of ['f32', 'log'] as const) {
  test(`all of a crowd come to the goal, and follow it when it moves, ${precision}`, () => {
    const model = createDiffusion(open(30, 20), { precision });
    model.setGoals('goal', { cell: [0] });
    model.settle();
    const random = randomNumbers(5);
    const cell = Array.from({ length: 200 }, () => Math.floor(random() * 600));
    const pursuers = createPursuers(model, { cell, weights: { goal: 1 } });
    for (let tick = 0; tick < 30 && pursuers.move() > 0; tick++) model.step();
    assert.ok(pursuers.cell.every((v) => v === 0));
    // it walks along the top, one cell every other tick
    for (let tick = 0; tick < 60; tick++) {
      model.setGoals('goal', { cell: [Math.min(29, tick >> 1)] });
      model.step(2);
      pursuers.move();
    }
    assert.ok(pursuers.cell.every((v) => v === 29));
    pursuers.destroy();
  });
}

test('those that move stand still on a top, and choose as next does', () => {
  const model = createDiffusion(open(9, 9));
  model.setGoals('goal', { cell: [40] });
  model.settle();
  const all = Array.from({ length: 81 }, (_, v) => v);
  const expected = all.map((v) => model.next('goal', v));
  const pursuers = createPursuers(model, { cell: all, weights: { goal: 2 } });
  assert.is(pursuers.move(), 80);
  assert.equal([...pursuers.cell], expected);
});

test('only one gets a cell that is for one', () => {
  const model = createDiffusion(open(5, 1));
  model.setGoals('goal', { cell: [4] });
  model.settle();
  const pursuers = createPursuers(model, {
    cell: [0, 1, 2],
    weights: { goal: 1 },
    exclusive: true,
  });
  pursuers.move();
  // the cells before them were taken when the tick began, but for the first in line
  assert.equal([...pursuers.cell], [0, 1, 3]);
  for (let i = 0; i < 9; i++) pursuers.move();
  assert.equal([...pursuers.cell], [2, 3, 4]);
  pursuers.place([0, 1, 4]);
  assert.equal([...pursuers.cell], [0, 1, 4]);
});

test('pursuers that start on one cell share it until they leave', () => {
  for (const method of ['diffusion', 'distance'] as const) {
    for (const precision of ['f32', 'log'] as const) {
      const model = createDiffusion(open(5, 1), { method, precision });
      model.setGoals('goal', { cell: [4] });
      model.settle();
      const options = { cell: [1, 1, 1], weights: { goal: 1 }, exclusive: true };
      const pursuers = createPursuers(model, options);
      assert.is(pursuers.move(), 1);
      assert.equal([...pursuers.cell], [2, 1, 1]);
      // the cell before those that wait was taken when the tick began
      assert.is(pursuers.move(), 1);
      assert.equal([...pursuers.cell], [3, 1, 1]);
      for (let i = 0; i < 5; i++) pursuers.move();
      assert.equal([...pursuers.cell], [4, 3, 2]);
      pursuers.place([4, 4, 4]);
      assert.is(pursuers.move(), 0);
      assert.equal([...pursuers.cell], [4, 4, 4]);
    }
  }
});

test('repelled by what it emits itself and by others, a crowd spreads', () => {
  const model = createDiffusion(open(15, 15), { layers: ['goal', 'crowd'] });
  model.setGoals('goal', { cell: [112], strength: 1 });
  const start = [110, 111, 112, 113, 114, 97, 127];
  const spread = (weights: Record<string, number>): number => {
    const pursuers = createPursuers(model, {
      cell: start,
      weights,
      emit: { layer: 'crowd', strength: 1 },
      exclusive: true,
    });
    for (let i = 0; i < 12; i++) {
      model.step(15);
      pursuers.move();
    }
    let sum = 0;
    for (const a of pursuers.cell) {
      for (const b of pursuers.cell) {
        sum += Math.hypot((a % 15) - (b % 15), Math.floor(a / 15) - Math.floor(b / 15));
      }
    }
    pursuers.destroy();
    model.reset();
    return sum;
  };
  assert.ok(spread({ goal: 1, crowd: -4 }) > 1.5 * spread({ goal: 1 }));
});

test('a crowd that emits takes no more memory tick by tick', () => {
  const model = createDiffusion(open(40, 40), { layers: ['goal', 'crowd'] });
  model.setGoals('goal', { cell: [820] });
  model.settle({ layers: ['goal'] });
  const pursuers = createPursuers(model, {
    cell: Array.from({ length: 400 }, (_, i) => i * 4),
    weights: { goal: 1 },
    emit: { layer: 'crowd', strength: 1 },
  });
  model.step();
  const held = model.memoryBytes;
  for (let i = 0; i < 30; i++) {
    pursuers.move();
    model.step();
    assert.is(model.memoryBytes, held);
  }
  assert.ok(pursuers.cell.every((v) => v === 820));
});

test('a pursuer in a gate dims the scent behind it: the next takes the other gate', () => {
  // two gaps (gates) in a wall, the upper one nearer to the start
  const map = open(11, 11);
  for (let y = 0; y < 11; y++) if (y !== 4 && y !== 7) map.terrain[y * 11 + 5] = 0;
  const model = createDiffusion(map);
  model.setGoals('goal', { cell: [5 * 11 + 10] });
  const from = 5 * 11;
  const gateOf = (): number =>
    [...model.ascend('goal', from).node].findLast((v) => v % 11 === 5) ?? -1;
  model.settle({ until: 'residual' });
  assert.is(gateOf(), 4 * 11 + 5);
  const first = createPursuers(model, {
    cell: [4 * 11 + 5],
    weights: { goal: 1 },
    modulate: { layer: 'goal', factor: 0.01 },
  });
  model.settle({ until: 'residual' });
  assert.is(gateOf(), 7 * 11 + 5);
  first.destroy();
  model.settle({ until: 'residual' });
  assert.is(gateOf(), 4 * 11 + 5);
});

test('marks stay as given when the caller changes its options', () => {
  const layers = ['goal', 'crowd'];
  const model = createDiffusion(open(9, 1), { layers });
  model.setGoals('goal', { cell: [8] });
  model.settle({ layers: ['goal'] });
  const emit = { layer: 'crowd', strength: 4 };
  const crowd = createPursuers(model, { cell: [0], weights: { goal: 1 }, emit });
  emit.strength = 1024;
  assert.is(crowd.move(), 1);
  assert.is(model.field('crowd')[1], 2);
});

test('what makes no sense is refused', () => {
  const model = createDiffusion(open(3, 3));
  const make = (more: object) => () => {
    createPursuers(model, { cell: [0], weights: { goal: 1 }, ...more });
  };
  refuses(make({ cell: [9] }), RangeError, 'cell[0] is 9, expected a cell below 9');
  refuses(make({ weights: {} }), RangeError, /^weights names no layer/);
  refuses(
    make({ weights: { food: 1 } }),
    RangeError,
    "layer of weights is 'food', expected 'goal'",
  );
  refuses(make({ weights: { goal: NaN } }), RangeError, /^weights.goal is NaN/);
  refuses(make({ modulate: { layer: 'goal', factor: 2 } }), RangeError, /^modulate.factor is 2/);
  refuses(make({ emit: { layer: 'goal', strength: 0 } }), RangeError, /^emit.strength is 0/);
  refuses(
    () => createPursuers({ ...model }, { cell: [0], weights: { goal: 1 } }),
    TypeError,
    /made/,
  );
  const costs = createDiffusion(open(3, 3), { method: 'distance', layers: ['a', 'b'] });
  const onCosts = (more: object) => () => {
    createPursuers(costs, { cell: [0], weights: { a: 1 }, ...more });
  };
  refuses(onCosts({ emit: { layer: 'b', strength: 1 } }), RangeError, /^emit .* give the cells/);
  refuses(
    onCosts({ modulate: { layer: 'b', factor: 0.5 } }),
    RangeError,
    /^modulate .* setTerrain/,
  );
  refuses(onCosts({ weights: { a: 1, b: 1 } }), RangeError, /^weights has 2 layers \(1, 1\)/);
  refuses(onCosts({ weights: { a: -1 } }), RangeError, /^weights has 1 layers \(-1\)/);
});

test('what was destroyed does not move', () => {
  const model = createDiffusion(open(3, 3));
  const [one, other] = [0, 1].map(() => createPursuers(model, { cell: [0], weights: { goal: 1 } }));
  one.destroy();
  one.destroy();
  refuses(() => one.move(), Error, /pursuers were destroyed/);
  model.destroy();
  refuses(() => other.move(), Error, /model was destroyed/);
  other.destroy();
});

/** m and offset of a cell's value, as the model holds it. */
type Value = (layer: number, cell: number) => readonly [m: number, offset: number];

/** What `PursuerOptions` says, word by word, for one tick. */
function expectedTick(
  { width, height, neighbours, terrain }: DiffusionMap,
  value: Value,
  log: boolean,
  weights: readonly (readonly [layer: number, weight: number])[],
  cell: readonly number[],
  exclusive: boolean,
): number[] {
  const occupied = new Set(exclusive ? cell : []);
  const windowOf = ([m, offset]: readonly [number, number]): number =>
    Math.floor((Math.floor(Math.log2(m)) + offset) / 96);
  const chosen = cell.map((v) => {
    const [x, y] = [v % width, Math.floor(v / width)];
    if (terrain[v] === 0) return v;
    const around = [v];
    for (let w = 0; w < width * height; w++) {
      const [dx, dy] = [Math.abs((w % width) - x), Math.abs(Math.floor(w / width) - y)];
      if (w === v || dx > 1 || dy > 1 || dx + dy > (neighbours === 8 ? 2 : 1)) continue;
      if (terrain[w] !== 0 && !occupied.has(w)) around.push(w);
    }
    let top = -Infinity;
    for (const [layer] of weights) {
      for (const w of around) {
        const own = value(layer, w);
        if (own[0] !== 0) top = Math.max(top, windowOf(own));
      }
    }
    const scores = around.map((w) => {
      let sum = 0;
      for (const [layer, weight] of weights) {
        const own = value(layer, w);
        if (own[0] === 0 || (log && windowOf(own) < top - 1)) continue;
        const scaled = log ? own[0] * 2 ** (own[1] - 96 * top) : own[0];
        sum = Math.fround(sum + Math.fround(Math.fround(weight) * scaled));
      }
      return sum;
    });
    // the own cell comes first: only a better one is gone to; then the lowest of equals
    return around[scores.indexOf(Math.max(...scores))];
  });
  const claimed = new Set<number>(cell);
  return chosen.map((to, i) => {
    if (!exclusive || to === cell[i]) return to;
    if (claimed.has(to)) return cell[i];
    claimed.add(to);
    return to;
  });
}

for (const precision of ['f32', 'log'] as const) {
  test(`a tick is what its definition says, ${precision}, seed ${SEED}`, () => {
    const random = randomNumbers(SEED);
    for (const [width, height] of [
      [1, 1],
      [1, 9],
      [40, 1],
      [37, 11],
    ] as const) {
      for (const neighbours of [4, 8] as const) {
        for (const ground of ['free', 'mixed', 'harsh', 'winding'] as const) {
          const shape = { width, height, neighbours, blocked: 0.15 };
          const map =
            ground === 'winding'
              ? { ...shape, terrain: serpentine(width, height) }
              : randomMap({ ...shape, ground }, random);
          const layers = ['a', 'b', 'c'];
          const model = createDiffusion(map, { precision, layers });
          for (const layer of layers) model.setGoals(layer, randomGoals(map, 2, random));
          model.step(25);
          const { core } = coreOf(model)!;
          const { fields, arena, kernels } = core;
          const { rowBytes } = groundOf(core);
          const value: Value = (layer, v) => {
            const address = fields[layer].address();
            const at = address + Math.floor(v / width) * rowBytes + (v % width) * 4;
            const m = arena.floats()[at / 4];
            return [m, precision === 'log' && m !== 0 ? kernels.scaleOf(address, v) : 0];
          };
          for (const named of [
            [[0, 1]],
            [[1, -0.7]],
            [
              [0, 1.3],
              [1, -0.4],
              [2, 1e-9],
            ],
          ] as const) {
            for (const exclusive of [false, true]) {
              const cells = Array.from({ length: width * height }, (_, v) => v);
              // some cells twice: pursuers share a cell where they start
              const some = cells.filter((v) => v % 3 !== 1);
              const cell = exclusive ? [...some, ...some.filter((v) => v % 5 === 0)] : cells;
              const weights = Object.fromEntries(named.map(([l, weight]) => [layers[l], weight]));
              const pursuers = createPursuers(model, { cell, weights, exclusive });
              const expected = expectedTick(
                map,
                value,
                precision === 'log',
                named,
                cell,
                exclusive,
              );
              assert.is(pursuers.move(), expected.filter((v, i) => v !== cell[i]).length);
              sameArray(pursuers.cell, expected, `${width} x ${height}, ${neighbours}, ${ground}`);
              pursuers.destroy();
            }
          }
          model.destroy();
        }
      }
    }
  });
}

test(`down costs they go where next says, seed ${SEED}`, () => {
  const random = randomNumbers(SEED + 1);
  for (const neighbours of [4, 8] as const) {
    const map = randomMap(
      { width: 35, height: 22, neighbours, blocked: 0.25, ground: 'mixed' },
      random,
    );
    const model = createDiffusion(map, { method: 'distance', layers: ['a', 'b'] });
    const cell = Array.from(map.terrain.keys()).filter((_, v) => v % 5 < 3);
    const pursuers = createPursuers(model, { cell, weights: { b: 3 } });
    for (let t = 0; t < 40; t++) {
      if (t % 10 === 0) {
        // goals move and a cell closes while they walk
        model.setGoals('b', randomGoals(map, 2, random));
        model.setTerrain([Math.floor(random() * 770)], 0);
        if (t !== 20) model.settle();
      }
      const before = [...pursuers.cell];
      const expected = before.map((v) => {
        const next = model.next('b', v);
        return next === NONE ? v : next;
      });
      pursuers.move();
      sameArray(pursuers.cell, expected, `tick ${t}`);
    }
    // in a queue for one goal, nobody shares a cell
    const free = cell.filter((v) => map.terrain[v] > 0);
    const crowd = createPursuers(model, { cell: free, weights: { b: 1 }, exclusive: true });
    let moved = 0;
    for (let t = 0; t < 30; t++) {
      moved += crowd.move();
      assert.is(new Set(crowd.cell).size, crowd.count);
    }
    assert.ok(moved > 0);
    model.destroy();
  }
});

test.run();
