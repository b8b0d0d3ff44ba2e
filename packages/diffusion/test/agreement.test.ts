// WebAssembly against the reference, bit for bit.
import { sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { cellFactor } from '../src/model/cell-factor.ts';
import { sortGoals } from '../src/model/check-input.ts';
import { coreOf, createDiffusion } from '../src/model/create-diffusion.ts';
import {
  type ReferenceField,
  referenceField,
  referenceReach,
  referenceStep,
  referenceValues,
} from '../src/step/reference.ts';
import { resolveOptions } from '../src/model/resolve-options.ts';
import type { Diffusion, DiffusionMap, DiffusionOptions, Goals } from '../src/types.ts';
import {
  KINDS,
  type MapShape,
  randomGoals,
  randomMap,
  randomNumbers,
  serpentine,
} from './random-maps.ts';

const test = suite('createDiffusion and the reference');

/** Compares all bits of precision 'log', where a logarithm in f32 shows 17 of 24 or so. */
function sameKeys(model: Diffusion, { fraction, exponent }: ReferenceField, what: string): void {
  const { core } = coreOf(model)!;
  if (core.options.precision !== 'log') return;
  const bad = fraction.findIndex((f, v) => {
    const key = f === 0 ? -Infinity : exponent[v] + f - 1;
    return core.fields[0].key(v) !== key;
  });
  assert.is(bad, -1, `${what}: cell ${bad}`);
}

/** Compares after each of these numbers of steps. */
function agree(
  map: DiffusionMap,
  options: DiffusionOptions,
  goals: Goals,
  steps: readonly number[],
  what: string,
): void {
  const resolved = resolveOptions(map, options);
  const sorted = sortGoals(map.terrain.length, goals);
  const factor = map.terrain.map((t) => cellFactor(t, 1, resolved.rate));
  let field = referenceField(map, resolved, sorted);
  const model = createDiffusion(map, options);
  model.setGoals('goal', goals);
  let done = 0;
  for (const until of steps) {
    for (; done < until; done++) {
      field = referenceStep(map, resolved, sorted, factor, field);
    }
    model.step(until - (steps[steps.indexOf(until) - 1] ?? 0));
    sameArray(model.field('goal'), referenceValues(resolved, field), `${what}, step ${until}`);
    sameKeys(model, field, `${what}, step ${until}`);
  }
  model.destroy();
}

const SEED = 4711;
const SHAPES: readonly (readonly [number, number])[] = [
  [1, 1],
  [1, 9],
  [9, 1],
  [2, 2],
  [15, 7],
  [16, 5],
  [17, 33],
  [32, 3],
  [49, 20],
];

for (const precision of ['f32', 'log'] as const) {
  for (const border of ['zero', 'clamp'] as const) {
    for (const rate of [undefined, 1 / 16, 0.01]) {
      test(`${precision}, border ${border}, rate ${rate ?? 'of the average'}, seed ${SEED}`, () => {
        const random = randomNumbers(SEED);
        for (const [width, height] of SHAPES) {
          for (const kind of KINDS) {
            for (const ground of ['free', 'mixed', 'harsh'] as const) {
              const shape: MapShape = { width, height, ...kind, ground, blocked: 0.2 };
              const map = randomMap(shape, random);
              const goals = randomGoals(map, 3, random);
              // the reference does not know that cells no goal reaches are 0: they are anyway
              const flushToZero = random() < 0.5;
              const options: DiffusionOptions = {
                precision,
                border,
                flushToZero,
                ...(rate === undefined ? {} : { rule: 'heat', rate }),
              };
              agree(
                map,
                options,
                goals,
                [1, 2, 40],
                `${width} x ${height}, ${JSON.stringify(kind)}, ${ground}`,
              );
            }
          }
        }
      });
    }
  }
}

test('values thousands of binary places apart on the two sides of a wall', () => {
  const map: DiffusionMap = {
    width: 40,
    height: 21,
    neighbours: 8,
    terrain: serpentine(40, 21),
  };
  agree(map, {}, { cell: [0] }, [60, 200, 420], 'serpentine');
  agree(map, { border: 'clamp' }, { cell: [839], strength: 2 ** -126 }, [300, 500], 'serpentine');
});

test('goals of all strengths side by side, and ground that lets hardly anything through', () => {
  const random = randomNumbers(SEED + 4);
  for (const ground of ['free', 'mixed'] as const) {
    const map = randomMap({ width: 37, height: 9, neighbours: 8, blocked: 0.1, ground }, random);
    const cell = Array.from({ length: 60 }, (_, i) => (i * 11) % 333).filter((v) => v % 2 === 0);
    const strength = cell.map((_, i) => [3, 2 ** -120, 2 ** 100, 2 ** -126, 2 ** 60][i % 5]);
    for (const count of [2, 5]) {
      const some = cell.filter((_, i) => i % 5 < count);
      const theirs = { cell: some, strength: strength.filter((_, i) => i % 5 < count) };
      agree(map, {}, theirs, [1, 2, 3, 9], ground);
      agree(map, { rule: 'heat', rate: 2 ** -20 }, theirs, [1, 2, 3, 9], `${ground}, slow`);
      const thick = { ...map, terrain: map.terrain.map((t) => t * 2 ** -55) };
      agree(thick, { rule: 'heat', rate: 2 ** -20 }, theirs, [1, 2, 3, 9], `${ground}, thick`);
      agree(thick, { border: 'clamp' }, theirs, [1, 2, 3, 9], `${ground}, thick`);
    }
  }
});

test('a neighbour that underflows when scaled, under four ties in a row', () => {
  // cell (16, 1) sums values that fall from row to row of ties by 25 powers of two; the least lies
  // in a block with the K below, and 2^-62 of that block is 2^-126 of the next
  const terrain = new Float32Array(96).fill(1);
  for (let x = 18; x <= 30; x++) terrain[32 + x] = 0;
  const map: DiffusionMap = { width: 32, height: 3, neighbours: 8, terrain };
  const tie = (e: number): number => 2 ** 64 * 2 ** e * (1 - 2 ** -24);
  const goals: readonly (readonly [number, number, number])[] = [
    [15, 0, tie(-126)],
    [15, 2, tie(-101)],
    [15, 1, tie(-76)],
    [17, 1, tie(-51)],
    [16, 0, tie(-26)],
    ...[0, 1, 2].map((y) => [0, y, 1024] as const),
    ...[0, 1, 2].map((y) => [31, y, 2 ** 90] as const),
  ];
  const cell = goals.map(([x, y]) => 32 * y + x);
  agree(map, {}, { cell, strength: goals.map(([, , s]) => s) }, [1], 'four ties');
});

test('a small value in a block of its own, 99 powers of two below its sum, under ties', () => {
  // block (1, 2) holds 2^-62 alone, so its m is large: all the same no part of the sum at (15, 1)
  const map: DiffusionMap = {
    width: 48,
    height: 3,
    neighbours: 8,
    terrain: new Float32Array(144).fill(1),
  };
  const below = (e: number): number => 2 ** e * (1 - 2 ** -24);
  const goals: readonly (readonly [number, number, number])[] = [
    [9, 0, 2 ** 69],
    [10, 2, 2 ** 69],
    [22, 1, 2 ** 10],
    [16, 2, 2 ** -62],
    [16, 0, below(-37)],
    [16, 1, below(-12)],
    [14, 1, below(13)],
    [15, 2, below(38)],
  ];
  const cell = goals.map(([x, y]) => 48 * y + x);
  const strength = goals.map(([, , s]) => s);
  agree(map, {}, { cell, strength }, [1], 'zero');
  agree(map, { border: 'clamp' }, { cell, strength }, [1], 'clamp');
});

test('scales below -2^28 give what scales of 0 give', () => {
  const map: DiffusionMap = {
    width: 48,
    height: 3,
    neighbours: 8,
    terrain: new Float32Array(144).fill(1),
  };
  const random = randomNumbers(SEED + 5);
  const values = Float32Array.from({ length: 144 }, () => 1 + random());
  /** The keys after two steps, of values `places` powers of two smaller. */
  function keysAt(places: number): number[] {
    const model = createDiffusion(map);
    model.setGoals('goal', { cell: [0] });
    model.step();
    model.setGoals('goal', { cell: [] });
    const { kernels, scent } = coreOf(model)!.core;
    const [field] = scent!.layers;
    field.refresh();
    field.fill((address, rules) => {
      for (let v = 0; v < 144; v++) kernels.putCell(address, v, values[v], -places, rules);
    });
    model.step(2);
    const keys = Array.from(values, (_, v) => field.key(v) + places);
    model.destroy();
    return keys;
  }
  const keys = keysAt(0);
  assert.ok(keys.every((key) => key > -4 && key < 2));
  for (const places of [2 ** 28 - 64, 2 ** 28, 2 ** 28 + 64, 2 ** 28 + 1000]) {
    sameArray(keysAt(places), keys, `2^-${places}`);
  }
});

test('an open map far from its goal, where neighbouring blocks have other exponents', () => {
  for (const ground of ['free', 'mixed'] as const) {
    const random = randomNumbers(SEED + 3);
    const map = randomMap({ width: 130, height: 40, neighbours: 8, blocked: 0, ground }, random);
    agree(map, {}, { cell: [130 * 20] }, [64, 129, 200], ground);
  }
});

test('a pass that many steps share gives what single steps give', () => {
  const random = randomNumbers(SEED + 1);
  const map = randomMap(
    { width: 70, height: 50, neighbours: 8, blocked: 0.3, ground: 'mixed' },
    random,
  );
  const goals = randomGoals(map, 2, random);
  for (const precision of ['f32', 'log'] as const) {
    const one = createDiffusion(map, { precision });
    const many = createDiffusion(map, { precision });
    one.setGoals('goal', goals);
    many.setGoals('goal', goals);
    for (let i = 0; i < 57; i++) one.step();
    many.step(57);
    sameArray(many.field('goal'), one.field('goal'), precision);
  }
});

test('cells that no goal reaches are those the reference does not reach', () => {
  const random = randomNumbers(SEED + 2);
  for (const kind of KINDS) {
    const map = randomMap(
      { width: 60, height: 40, ...kind, blocked: 0.45, ground: 'free' },
      random,
    );
    const goals = randomGoals(map, 6, random);
    const model = createDiffusion(map);
    model.setGoals('goal', goals);
    const report = model.settle();
    const reach = referenceReach(map, sortGoals(2400, goals));
    assert.is(report.reason, 'front');
    sameArray(
      model.field('goal').map((value) => (value > -Infinity ? 1 : 0)),
      reach,
    );
    const open = map.terrain.filter((t) => t > 0).length;
    assert.is(report.unreachable, open - reach.filter(Boolean).length);
    assert.ok(report.unreachable > 0);
  }
});

test.run();
