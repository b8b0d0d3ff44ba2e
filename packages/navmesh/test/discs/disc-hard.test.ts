import { dataDir } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { NavMeshInput } from '../../src/index.ts';
import { checkCase, cropsOf, makeCase } from './disc-cases.ts';
import { type HardScene, KINDS } from './disc-kinds.ts';

const test = suite('search for discs: hard scenes');

const BOX = [0, 0, 10, 0, 10, 10, 0, 10];
const dot = (x: number, y: number): number[] => [x, y, x, y, x, y];

/** Scenes found with disc-kinds.ts, reduced as far as possible. */
const SMALLEST: readonly {
  readonly what: string;
  readonly input: NavMeshInput;
  readonly row: readonly [number, number, number, number];
  readonly radius: number;
}[] = [
  {
    what: 'straight on for a point, but shorter around the other side of a wall',
    input: {
      boundary: BOX,
      walls: [
        [5, 0, 5, 4.95],
        [5.9, 5.05, 5.9, 5.6],
      ],
    },
    row: [0.5, 5, 9.5, 5],
    radius: 0.4,
  },
  {
    what: 'straight on for a point, but shorter past two points on the same side',
    input: { boundary: BOX, obstacles: [dot(5, 4.95), dot(5.9, 5.05)] },
    row: [0.5, 5, 9.5, 5],
    radius: 0.4,
  },
  {
    what: 'the target lies beside a wall, but the path comes past another of the same corner',
    input: {
      boundary: BOX,
      walls: [
        [6.1, 9, 6.8, 6.8],
        [2.4, 7.4, 2.8, 8.3],
        [7.3, 6.9, 8.6, 7.4],
        [8.8, 6.7, 9, 8.3],
      ],
    },
    row: [7.9, 0.6, 7.2, 9],
    radius: 0.6,
  },
  {
    what: 'between a corner that is not turned around and a wall behind the one that is',
    input: {
      boundary: BOX,
      obstacles: [dot(2.06, 9.97)],
      walls: [[4.4, 4.9, 8.7, 6, 6.7, 8.6, 3.8, 8.9]],
    },
    row: [9.3, 6.2, 0.7, 7.9],
    radius: 0.63,
  },
  {
    what: 'a wall as far off as the end of an arc, where that is nearest',
    input: {
      boundary: BOX,
      walls: [[7.1662, 8.2493, 1.7507, 8.2493, 8.2493, 1.7507, 8.2493, 9.3324, 0.6676, 9.3324]],
    },
    row: [7.2, 8.79, 1.6, 8.77],
    radius: 0.54155045,
  },
  {
    what: 'a path more than half around points, with an arc past a wall',
    input: {
      boundary: BOX,
      obstacles: [dot(2.5, 2.5), dot(4.375, 8.75), dot(5, 2.5), dot(5.625, 8.75)],
    },
    row: [1.6364, 3.208, 4.8175, 9.2917],
    radius: 0.6988,
  },
  {
    what: 'a corner that the funnel has dropped, too near again as a later circle reaches back',
    input: {
      boundary: BOX,
      obstacles: [dot(2.35, 3.76)],
      walls: [
        [3.564, 4.08, 4.197, 0],
        [2.6, 4.3, 0, 3.1],
        [3.21, 3.18, 2.61, 1.66],
      ],
    },
    row: [3.5, 7.4, 3.3, 0.7],
    radius: 0.49,
  },
  {
    what: 'a point behind the path, near the last piece but not to the triangles ahead',
    input: { boundary: BOX, obstacles: [dot(5.8, 2.3), dot(6.2, 2.2), dot(4.9, 2.2)] },
    row: [7.84, 1.87, 5.46, 1.81],
    radius: 0.59,
  },
  {
    what: 'a corner too near that was the end of a side long before, on the other hand',
    input: {
      boundary: BOX,
      walls: [
        [6.93, 3.07, 2.105, 7.895, 2.105, 2.105, 7.895, 2.105, 7.895, 8.86, 1.14, 8.86, 1.14, 1.14],
      ],
    },
    row: [3.53, 4.68, 1.67, 1.97],
    radius: 0.455,
  },
  {
    what: 'nearly all around a point that both ends touch',
    input: { boundary: BOX, obstacles: [dot(6.705, 5.679)], walls: [[6.06, 6.38, 7.99, 8.88]] },
    row: [6.3216, 5.9629, 6.4508, 6.0827],
    radius: 0.477,
  },
  {
    what: 'corners so close to one another that the path from one to the other goes back',
    input: {
      boundary: BOX,
      obstacles: [
        [4.6, 9.1, 4, 9.1, 4, 9.1],
        [6.65044, 7.7065, 7.31467, 7.82558, 6.65039, 7.70674],
      ],
    },
    row: [4.2153, 4.418, 5.6211, 8.2947],
    radius: 1.185,
  },
];
for (const { what, input, row, radius } of SMALLEST)
  test(`there and back clear and as long as the oracle says: ${what}`, () => {
    assert.equal(checkCase({ input, radius, table: false, rows: [row] }).faults, []);
  });

/** More with WAYFIELD_SCENES, and others from WAYFIELD_SEED on: see CONTRIBUTING.md. */
const COUNT = 2 * Number(process.env.WAYFIELD_SCENES ?? 1);
const SEED = Number(process.env.WAYFIELD_SEED ?? 0);

const kinds: Record<string, (random: () => number) => HardScene> = { ...KINDS };
const grids = dataDir('grid');
if (grids)
  for (const name of ['dao/den312d', 'dao/arena2', 'dao/lak303d', 'mazes/maze512-4-0'])
    kinds[name] = cropsOf(grids, name);
for (const [kind, makeScene] of Object.entries(kinds))
  test(`clear, and as long as the oracle says: ${kind}, ${COUNT} scenes (seed ${SEED})`, () => {
    let paths = 0;
    const all: string[] = [];
    for (let seed = SEED; seed < SEED + COUNT; seed++) {
      const { faults, found } = checkCase(makeCase(makeScene, seed));
      paths += found;
      for (const fault of faults) all.push(`scene ${seed}, ${fault}`);
    }
    assert.equal(all, []);
    assert.ok(paths > 0, `${paths} paths`);
  });

test.run();
