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

test.run();
