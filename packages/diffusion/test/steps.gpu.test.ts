// The step kernels against the reference, bit for bit.
import { suite } from 'uvu';
import type { StepShape } from '../src/gpu/step/shape.ts';
import type { DiffusionMap } from '../src/types.ts';
import { agree } from './agree-on-steps.ts';
import { KINDS, randomGoals, randomMap, randomNumbers, serpentine } from './random-maps.ts';

const test = suite('step kernels');

/** Regions of 32 x 16 cells, of which 24 x 8 are stored. */
const SMALL: StepShape = { lanesX: 8, lanesY: 8, rows: 2, steps: 4 };
/**
 * The same regions with rows between the first and the last of an invocation. The text of a kernel
 * grows with these rows, and the software driver takes as much longer to compile it.
 */
const TALL: StepShape = { lanesX: 8, lanesY: 4, rows: 4, steps: 4 };

const SEED = 4711;
const SHAPES: readonly (readonly [number, number])[] = [
  [1, 1],
  [9, 1],
  [24, 8],
  [25, 9],
  [31, 10],
];

for (const precision of ['f32', 'log'] as const) {
  for (const border of ['zero', 'clamp'] as const) {
    test(`${precision}, border ${border}, seed ${SEED}`, async () => {
      const random = randomNumbers(SEED);
      for (const kind of KINDS) {
        const cut = precision === 'f32' && kind.corners === 'never' ? TALL : SMALL;
        for (const [i, [width, height]] of SHAPES.entries()) {
          const ground = i % 2 === 0 ? 'harsh' : 'mixed';
          const map = randomMap({ width, height, ...kind, ground, blocked: 0.2 }, random);
          const goals = randomGoals(map, 3, random);
          const rule = i < SHAPES.length - 2 ? {} : { rule: 'heat' as const, rate: 0.01 };
          const what = `${width} x ${height}, ${JSON.stringify(kind)}, ${ground}`;
          await agree(map, { precision, border, ...rule }, goals, [3, 14], what, cut);
        }
      }
    });
  }
}

test('values thousands of binary places apart on the two sides of a wall', async () => {
  const terrain = serpentine(40, 21);
  const map: DiffusionMap = { width: 40, height: 21, neighbours: 8, terrain };
  await agree(map, {}, { cell: [0] }, [60, 420], 'serpentine', SMALL);
});

// 2^-107 times a factor of 2^-19.7 is below 2^-126: the software driver makes 0 of it
test('a product below 2^-126 in a block of many rows', async () => {
  const [width, height] = [9, 40];
  const terrain = new Float32Array(width * height);
  for (let y = 0; y < height; y++) terrain[y * width + 1] = 2 ** -17.7;
  const map: DiffusionMap = { width, height, neighbours: 4, terrain };
  const goals = { cell: [8 * width + 1], strength: 1 };
  const cut = { lanesX: 8, lanesY: 4, rows: 16, steps: 8 };
  await agree(map, {}, goals, [1, 2, 3, 4, 5, 6, 7, 8, 9], 'corridor', cut);
});

// the wall is the first column of a block, whose scale is 2^226 below that of the block left of it
test('obstacles beside a block with a far larger scale', async () => {
  const [width, height] = [12, 12];
  const terrain = new Float32Array(width * height).fill(1);
  for (let y = 0; y < height; y++) terrain[y * width + 4] = 0;
  const map: DiffusionMap = { width, height, neighbours: 8, terrain };
  const goals = { cell: [5 * width + 1, 5 * width + 8], strength: [2 ** 100, 2 ** -126] };
  await agree(map, {}, goals, [2, 4, 6, 8], 'a wall between two goals', TALL);
});

test.run();
