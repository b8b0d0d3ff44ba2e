// Which cells belong together, against a plain search from each, on random maps and after random
// changes.
import { NONE } from '@wayfield/graph';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createRegions, type Regions } from '../src/model/regions.ts';
import { randomNumbers } from './random-maps.ts';

const test = suite('regions');

/** The first cell of each cell's region, row by row; NONE for an obstacle. */
function firstCells(width: number, height: number, neighbours: 4 | 8, terrain: Float32Array) {
  const first = new Uint32Array(width * height).fill(NONE);
  for (let seed = 0; seed < first.length; seed++) {
    if (terrain[seed] === 0 || first[seed] !== NONE) continue;
    first[seed] = seed;
    const stack = [seed];
    for (let v = stack.pop(); v !== undefined; v = stack.pop()) {
      const x = v % width;
      for (let dy = -1; dy <= 1; dy++) {
        for (let dx = -1; dx <= 1; dx++) {
          if ((dx !== 0 && dy !== 0 && neighbours === 4) || x + dx < 0 || x + dx >= width) continue;
          const w = v + dy * width + dx;
          if (w < 0 || w >= first.length || terrain[w] === 0 || first[w] !== NONE) continue;
          first[w] = seed;
          stack.push(w);
        }
      }
    }
  }
  return first;
}

/** In words, where the regions are not these; undefined where they are. */
function difference(regions: Regions, first: Uint32Array): string | undefined {
  const sizes = new Map<number, number>();
  for (const seed of first) sizes.set(seed, (sizes.get(seed) ?? 0) + 1);
  const open = first.length - (sizes.get(NONE) ?? 0);
  if (regions.openCells !== open) return `${regions.openCells} open cells, ${open} expected`;
  for (const [cell, seed] of first.entries()) {
    const region = regions.of(cell);
    if (seed === NONE) {
      if (region !== NONE) return `the obstacle ${cell} is in region ${region}`;
      continue;
    }
    if (region !== regions.of(seed)) return `cells ${cell} and ${seed} are apart`;
    const size = sizes.get(seed)!;
    if (regions.sizeOf(region) !== size)
      return `region of ${cell}: ${regions.sizeOf(region)} cells, ${size} expected`;
  }
  return undefined;
}

test('random maps of any shape, before and after changes', () => {
  const random = randomNumbers(5);
  const below = (n: number): number => Math.floor(n * random());
  for (let round = 0; round < 600; round++) {
    const neighbours = round % 2 === 0 ? 4 : 8;
    const [width, height] = [1 + below(12), 1 + below(12)];
    const share = random();
    const terrain = Float32Array.from({ length: width * height }, () => (random() < share ? 1 : 0));
    const regions = createRegions(width, height, neighbours, terrain);
    for (let change = 0; change < 8; change++) {
      const first = firstCells(width, height, neighbours, terrain);
      const told = difference(regions, first);
      assert.is(told, undefined, `round ${round}, change ${change}, ${width} x ${height}: ${told}`);
      const cell = below(terrain.length);
      terrain[cell] = 1 - terrain[cell];
      regions.changed(cell);
    }
  }
});

test.run();
