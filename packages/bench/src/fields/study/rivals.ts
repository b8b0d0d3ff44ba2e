import { createDiffusion } from '@wayfield/diffusion';
import { mcmillanOpenMap } from '@wayfield/diffusion/study';
import { roughMap } from '../measure/made-maps.ts';
import { plainDistances } from '../measure/check-plain.ts';
import { hashOfField } from '../measure/compare-fields.ts';
import { doubleStep, ownSteps, scriptStep, scriptSteps } from '../measure/script-steps.ts';
import { compareFigures, measureInTurns } from '../../run/statistics/measure-in-turns.ts';
import { type Effort, RIVAL_SAMPLING, type StudyUnit } from '../../run/study/study.ts';

/** Steps of one call. */
const STEPS = 16;
const SIZES: readonly (readonly [n: number, from: Effort])[] = [
  [32, 'tiny'],
  [128, 'quick'],
  [512, 'quick'],
  [1024, 'full'],
  [2048, 'full'],
];

/**
 * Plain JavaScript against WebAssembly on one thread. No library computes diffusion, so the rivals
 * are loops that we wrote.
 */
export function rivalUnits(): StudyUnit[] {
  return SIZES.map(([n, from]) => ({
    key: `rivals ${n} x ${n}`,
    rows: [],
    from,
    seconds: 0.5 + (n / 512) ** 2,
    async run({ effort, rival, check }) {
      const sampling = RIVAL_SAMPLING[effort];
      const map = roughMap(n);
      const [own, ownMs] = timed(() => ownSteps(map, STEPS));
      const [script, scriptMs] = timed(() => scriptSteps(map, scriptStep, STEPS));
      const [double, doubleMs] = timed(() => scriptSteps(map, doubleStep, STEPS));
      const same = hashOfField(own.field()) === hashOfField(script.field());
      check.fact(`${n} x ${n}: ${STEPS} steps`, 'loops in JavaScript', same, 'another field');
      for (const [name, theirs, ready] of [
        ['f32', script, scriptMs],
        ['doubles', double, doubleMs],
      ] as const) {
        const race = await measureInTurns(
          [
            { name: 'ours', run: () => own.run(), returnsMs: true },
            { name: 'theirs', run: () => theirs.run(), returnsMs: true },
          ],
          'whole',
          sampling,
        );
        rival({
          task: `${n} x ${n}: ${STEPS} steps`,
          rival: `JavaScript, loops, ${name}`,
          program: 'one thread',
          unit: 'ms',
          comparison: compareFigures(race.figure('ours'), race.figure('theirs')),
          preparation: { ours: ownMs, theirs: ready },
        });
      }
      own.destroy();

      const open = mcmillanOpenMap(n);
      const goal = n * n - 1;
      const [model, modelMs] = timed(() => createDiffusion(open, { method: 'distance' }));
      let plain: Float32Array = new Float32Array(0);
      const exact = await measureInTurns(
        [
          {
            name: 'ours',
            before: () => {
              model.reset();
              model.setGoals('goal', { cell: [goal] });
            },
            run: () => void model.settle(),
          },
          { name: 'theirs', run: () => void (plain = plainDistances(open, [goal])) },
        ],
        'whole',
        sampling,
      );
      check.cells(`${n} x ${n}: distances`, 'plain Dijkstra', model.field('goal'), plain);
      model.destroy();
      rival({
        task: `${n} x ${n}: exact distances`,
        rival: 'JavaScript, a heap',
        program: 'one thread',
        unit: 'ms',
        comparison: compareFigures(exact.figure('ours'), exact.figure('theirs')),
        preparation: { ours: modelMs, theirs: 0 },
      });
    },
  }));
}

/** The result of `make` and its milliseconds. */
function timed<T>(make: () => T): [made: T, ms: number] {
  const start = performance.now();
  const made = make();
  return [made, performance.now() - start];
}
