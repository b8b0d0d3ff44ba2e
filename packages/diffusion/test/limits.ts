// Maps and goals at the limits of what is accepted, and what every backend must answer on them.
import { FOUND, NONE } from '@wayfield/graph';
import { sameArray } from '@wayfield/testing';
import * as assert from 'uvu/assert';
import { eikonalReference } from '../src/distance/eikonal-reference.ts';
import { MAX_STRENGTH, MAX_WEIGHT, MIN_STRENGTH, MIN_TERRAIN } from '../src/index.ts';
import type { AsyncDiffusion, Diffusion, DiffusionMap, DiffusionOptions } from '../src/types.ts';
import { randomNumbers } from './random-maps.ts';

export type AnyDiffusion = Diffusion | AsyncDiffusion;
export type Make = (
  map: DiffusionMap,
  options: DiffusionOptions,
) => AnyDiffusion | Promise<AnyDiffusion>;

const SEED = 83;
/** Around 2^-24 a step costs as much as f32 sums begin to absorb. */
const GROUND = [1, 1, 0.5, 1e-6, 2 ** -23, 2 ** -24, 2 ** -25, 2 ** -30, MIN_TERRAIN, 0];

export function absorbingMaps(): DiffusionMap[] {
  const random = randomNumbers(SEED);
  const maps: DiffusionMap[] = GROUND.filter((t) => t > 0).map((t) => ({
    width: 9,
    height: 1,
    neighbours: 4,
    terrain: Float32Array.of(1, 1, 1, 1, 1, 1, t, 1, 1),
  }));
  for (const neighbours of [4, 8] as const) {
    for (const [width, height] of [
      [7, 5],
      [40, 35],
    ]) {
      const terrain = Float32Array.from(
        { length: width * height },
        () => GROUND[Math.floor(random() * GROUND.length)],
      );
      terrain[terrain.length - 1] = 1;
      maps.push({ width, height, neighbours, terrain });
    }
  }
  return maps;
}

/**
 * Costs by relaxing every cell until none changes: a step adds at least one unit in the last place.
 */
export function bruteDistances(map: DiffusionMap, goal: number): Float32Array {
  const { width, height, neighbours, terrain } = map;
  const float = new Float32Array(1);
  const bits = new Uint32Array(float.buffer);
  const sum = (from: number, step: number): number => {
    float[0] = from;
    bits[0]++;
    return Math.max(float[0], Math.fround(from + step));
  };
  const dist = new Float32Array(terrain.length).fill(Infinity);
  dist[goal] = 0;
  for (let changed = true; changed;) {
    changed = false;
    for (let v = 0; v < terrain.length; v++) {
      for (let dy = -1; dy <= 1; dy++) {
        for (let dx = -1; dx <= 1; dx++) {
          const [x, y] = [(v % width) + dx, Math.floor(v / width) + dy];
          if (neighbours === 4 && dx !== 0 && dy !== 0) continue;
          if (x < 0 || x >= width || y < 0 || y >= height) continue;
          const u = y * width + x;
          if (u === v || terrain[v] === 0 || dist[u] === Infinity || terrain[u] === 0) continue;
          const inverse = Math.fround(1 / terrain[u]);
          const length = dx !== 0 && dy !== 0 ? Math.fround(Math.SQRT2) : 1;
          const value = sum(dist[u], Math.fround(length * inverse));
          if (value < dist[v]) {
            dist[v] = value;
            changed = true;
          }
        }
      }
    }
  }
  return dist;
}

/** Every cell of a finite cost has a path down to the goal, and costs are those of brute force. */
export async function checkDescents(make: Make, metric: 'graph' | 'eikonal'): Promise<void> {
  for (const [i, map] of absorbingMaps().entries()) {
    const what = `map ${i}, ${map.width} x ${map.height}, metric ${metric}`;
    const goal = map.terrain.length - 1;
    const model = await make(map, { method: 'distance', metric });
    model.setGoals('goal', { cell: [goal] });
    await model.settle();
    const field = await model.field('goal');
    const expected = metric === 'graph' ? bruteDistances(map, goal) : eikonalReference(map, [goal]);
    sameArray(field, expected, what);
    const starts = [...field.keys()].filter((v) => field[v] < Infinity);
    const routes = await model.descend('goal', starts);
    for (const [r, start] of starts.entries()) {
      assert.is(routes.status[r], FOUND, `${what}, from ${start}`);
      assert.ok(routes.cost[r] < Infinity, what);
      const [first, end] = [routes.firstNode[r], routes.firstNode[r + 1]];
      assert.is(routes.node[end - 1], goal, what);
      const second = start === goal ? goal : routes.node[first + 1];
      if (r % 97 === 0) assert.is(await model.next('goal', start), second, what);
      if (start !== goal) assert.is.not(second, NONE, what);
    }
    await model.destroy();
  }
}

/** Fields of goals of the largest strength hold numbers, and none is above it. */
export async function checkStrengths(
  make: Make,
  neighbourhoods: readonly (4 | 8)[],
): Promise<void> {
  const terrain = new Float32Array(25).fill(1);
  terrain[12] = 0;
  terrain[13] = MIN_TERRAIN;
  for (const neighbours of neighbourhoods) {
    for (const precision of ['f32', 'log'] as const) {
      for (const more of [{}, { border: 'clamp' }, { rule: 'heat', rate: 2 ** -20 }] as const) {
        const map = { width: 5, height: 5, neighbours, terrain };
        const model = await make(map, { precision, ...more });
        const most = precision === 'f32' ? MAX_STRENGTH : Math.log2(MAX_STRENGTH);
        const cell = [0, 1, 2, 5, 6, 7, 10, 11, 24];
        model.setGoals('goal', { cell, strength: MAX_STRENGTH });
        await model.step(6);
        const field = await model.field('goal');
        assert.ok(
          field.every((value) => value <= most),
          `${precision}, ${JSON.stringify(more)}: ${field}`,
        );
        assert.is((await model.ascend('goal', 23)).status[0], FOUND);
        await model.destroy();
      }
    }
  }
}

/** Strengths and terrain just outside the limits are refused, and leave the model as it was. */
export async function checkRefusals(make: Make): Promise<void> {
  const terrain = new Float32Array(9).fill(1);
  for (const precision of ['f32', 'log'] as const) {
    const model = await make({ width: 3, height: 3, neighbours: 8, terrain }, { precision });
    for (const strength of [MIN_STRENGTH, MAX_STRENGTH]) {
      model.setGoals('goal', { cell: [4], strength });
    }
    await model.step();
    const before = await model.field('goal');
    for (const strength of [2 ** -127, 2 ** 100 * (1 + 2 ** -23), 3.4e38, Infinity, NaN, 0, -1]) {
      for (const given of [strength, [strength]]) {
        assert.throws(
          () => model.setGoals('goal', { cell: [0], strength: given }),
          (error: Error) =>
            error instanceof RangeError &&
            /^strength(\[0\])? is .*, expected a number from 2\^-126 to 2\^100$/.test(
              error.message,
            ),
        );
      }
    }
    for (const value of [MIN_TERRAIN / 2, 1 + 2 ** -23, NaN, -0.5]) {
      assert.throws(
        () => model.setTerrain([0], value),
        (error: Error) => error instanceof RangeError && error.message.startsWith('terrain is '),
      );
    }
    sameArray(await model.field('goal'), before);
    await model.destroy();
  }
}

/** Pursuers' weights: the largest is taken, what is above is refused. */
export const WEIGHTS = { most: MAX_WEIGHT, refused: [MAX_WEIGHT * 1.01, Infinity, NaN] };
