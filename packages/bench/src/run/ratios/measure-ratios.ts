import { createCrossValidation } from '../check/cross-validation.ts';
import { buildTable } from '../../report/results/build-table.ts';
import { finishExperiment } from '../../report/results/finish-experiment.ts';
import type { Cell, Experiment } from '../../report/results/results.ts';
import { measureInTurns, type Sampling } from '../statistics/measure-in-turns.ts';
import type { RatioCase } from './ratio-case.ts';

const COMMAND = 'wayfield-bench ratios';
const TIMER = {
  transfer: 'none',
  state: 'warm',
  clock: 'wall',
  what: 'from the question to the answer in JavaScript arrays',
} as const;

/**
 * A sample takes 6 ms, so a disturbance that is longer slows both programs of a round and cancels.
 * The budget, less the quarter of it that a warm-up may take, has room for 30 rounds against a
 * rival that takes five times as long as Wayfield.
 */
export const RATIO_SAMPLING: Sampling = {
  warmUp: 3,
  warmUpMs: 250,
  least: 15,
  most: 40,
  error: 0.02,
  sampleMs: 6,
  budgetMs: 1500,
};

/**
 * Races of Wayfield against plain code in turns, as ratios and counted work. A busy machine hardly
 * changes the ratios, and not the counted work.
 */
export async function measureRatios(
  cases: readonly RatioCase[],
  sampling: Sampling = RATIO_SAMPLING,
  onCase?: (name: string, done: number) => void,
): Promise<Experiment> {
  const start = performance.now();
  const judge = createCrossValidation();
  const races: Record<string, Cell>[] = [];
  const counts: Record<string, Cell>[] = [];
  for (const [done, one] of cases.entries()) {
    const { name, rival } = one;
    onCase?.(name, done);
    const made = await one.make();
    try {
      await made.check(judge);
      const measured = await measureInTurns(
        [
          { ...made.ours, name: 'ours' },
          { ...made.theirs, name: 'theirs' },
        ],
        'single',
        sampling,
      );
      races.push({ name, rival, ours: measured.time('ours'), theirs: measured.time('theirs') });
      for (const [what, count] of Object.entries(made.counts)) counts.push({ name, what, count });
    } finally {
      await made.destroy();
    }
  }
  const label = { kind: 'label', unit: '' } as const;
  const ms = { kind: 'measured', unit: 'ms', better: 'less', timer: TIMER } as const;
  const tables = [
    buildTable({
      id: 'ratios',
      title: 'Wayfield against plain JavaScript',
      command: COMMAND,
      columns: [
        { key: 'name', title: 'problem', ...label },
        { key: 'rival', title: 'rival', ...label },
        { key: 'ours', title: 'Wayfield', ...ms },
        { key: 'theirs', title: 'rival', ...ms },
      ],
      ratios: [
        {
          ours: 'ours',
          theirs: 'theirs',
          kind: 'plain',
          name: 'plain JavaScript',
          inTurns: true,
        },
      ],
      rows: races,
    }),
    buildTable({
      id: 'counts',
      title: 'Counted work',
      command: COMMAND,
      columns: [
        { key: 'name', title: 'problem', ...label },
        { key: 'what', title: 'what', ...label },
        { key: 'count', title: 'count', kind: 'count', unit: '', better: 'less' },
      ],
      rows: counts,
    }),
  ];
  return finishExperiment({
    name: 'ratios',
    title: 'Ratios that CI watches',
    text: 'Fixed problems, each by Wayfield and by plain JavaScript in turns.',
    command: COMMAND,
    seconds: Math.round((performance.now() - start) / 100) / 10,
    checks: judge.checks,
    tables,
  });
}
