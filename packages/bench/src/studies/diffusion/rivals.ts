import { createDiffusion, mcmillanOpenMap } from '@wayfield/diffusion';
import { roughMap } from '../../bars-diffusion/maps.ts';
import { plainDistances } from '../../diffusion/check-plain.ts';
import { hashOfField } from '../../diffusion/compare-fields.ts';
import { doubleStep, ownSteps, scriptStep, scriptSteps } from '../../diffusion/script-steps.ts';
import { sampleInTurns } from '../../statistics/sample-in-turns.ts';
import type { Effort, StudyUnit } from '../study.ts';

const STEPS = 16;
const SIZES: readonly (readonly [n: number, from: Effort])[] = [
  [32, 'tiny'],
  [128, 'quick'],
  [512, 'quick'],
  [1024, 'full'],
  [2048, 'full'],
];

/** There is no library for this: loops that one writes by hand, against WebAssembly on one thread. */
export function rivalUnits(): StudyUnit[] {
  return SIZES.map(([n, from]) => ({
    key: `rivals ${n} x ${n}`,
    rows: [],
    from,
    seconds: 0.5 + (n / 512) ** 2,
    async run({ sampling, rival, check }) {
      const map = roughMap(n);
      const [own, script, double] = [
        ownSteps(map, STEPS),
        scriptSteps(map, scriptStep, STEPS),
        scriptSteps(map, doubleStep, STEPS),
      ];
      const same = hashOfField(own.field()) === hashOfField(script.field());
      check.fact(`${n} x ${n}: ${STEPS} steps`, 'loops in JavaScript', same, 'another field');
      const steps = await sampleInTurns(
        [
          { name: 'own', run: () => own.run(), returnsMs: true },
          { name: 'loops, f32', run: () => script.run(), returnsMs: true },
          { name: 'loops, doubles', run: () => double.run(), returnsMs: true },
        ],
        sampling,
      );
      own.destroy();
      for (const name of ['loops, f32', 'loops, doubles']) {
        rival({
          task: `${n} x ${n}: ${STEPS} steps`,
          rival: `JavaScript, ${name}`,
          program: 'one thread',
          unit: 'ms',
          ours: steps.get('own')!,
          theirs: steps.get(name)!,
        });
      }

      const open = mcmillanOpenMap(n);
      const goal = n * n - 1;
      const model = createDiffusion(open, { method: 'distance' });
      let plain: Float32Array = new Float32Array(0);
      const exact = await sampleInTurns(
        [
          {
            name: 'own',
            before: () => {
              model.reset();
              model.setGoals('goal', { cell: [goal] });
            },
            run: () => void model.settle(),
          },
          { name: 'plain', run: () => void (plain = plainDistances(open, [goal])) },
        ],
        sampling,
      );
      check.cells(`${n} x ${n}: distances`, 'plain Dijkstra', model.field('goal'), plain);
      model.destroy();
      rival({
        task: `${n} x ${n}: exact distances`,
        rival: 'JavaScript, a heap',
        program: 'one thread',
        unit: 'ms',
        ours: exact.get('own')!,
        theirs: exact.get('plain')!,
      });
    },
  }));
}
