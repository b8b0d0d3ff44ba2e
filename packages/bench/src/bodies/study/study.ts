import type { Derived, Study } from '../../run/study/study.ts';
import { modelUnits } from './model-units.ts';
import { ruleUnit } from './rule-units.ts';
import { COLLISION_TABLES, FEW_SIZES, STUDY_SIZES } from './tables.ts';
import { testUnits } from './test-units.ts';

const FIGURES: readonly (readonly [test: string, figure: string, sizes: readonly number[]])[] = [
  ['T1', 'Figure 7.1', STUDY_SIZES],
  ['T3', 'Figure 7.3', FEW_SIZES],
];

const RATIO = 'GPU / fastest tree';

/**
 * The least size from which the GPU is faster than the fastest tree at every measured size; NaN
 * where it never is. Sizes without a tree or without a GPU are left out, because they decide
 * nothing.
 */
export function breakEvenOf(ratios: readonly (readonly [size: number, ratio: number])[]): number {
  const measured = ratios.filter(([, ratio]) => !Number.isNaN(ratio));
  const behind = measured.findLastIndex(([, ratio]) => ratio <= 1);
  return measured[behind + 1]?.[0] ?? NaN;
}

const breakEven: Derived = {
  rows: FIGURES.map(([test]) => ['Break-even', test]),
  derive(ours, put) {
    for (const [test, figure, sizes] of FIGURES) {
      const ratios = sizes.map((size) => [size, ours(figure, String(size), RATIO)] as const);
      put('Break-even', test, { bodies: breakEvenOf(ratios) });
    }
  },
};

/** The study of Kayser, 2018. */
export const collision: Study = {
  name: 'collision',
  title: 'Who touches whom: grids for simulations of many agents',
  source: {
    author: 'P. Kayser',
    title: 'Entwicklung und Integration einer GPU-Unterstützung für MARS',
    year: 2018,
    machine: 'i7-4770K, Radeon R9 290; i5, GeForce GTX 760',
  },
  text:
    'T1 to T4: random circles in a world in which 15 % touch another one; a step moves all ' +
    'and finds all pairs, from positions in JavaScript arrays to pairs in JavaScript arrays. ' +
    'M1 to M3: the model Antelopes and Lions; a commit is what the environment does in a ' +
    'tick. Every pair of every backend is judged by all with all or, beyond 3,000 circles, a ' +
    'grid that looks a little further; worlds of the model must be the same after every ' +
    'tick, bit by bit.',
  timer: {
    transfer: 'with',
    state: 'warm',
    clock: 'wall',
    what:
      'from positions in JavaScript arrays to pairs in JavaScript arrays, a sample being the ' +
      'mean of steps that take 2 ms together; of the model, what is said in the column',
  },
  tables: COLLISION_TABLES,
  units: [ruleUnit, ...testUnits(), ...modelUnits()],
  derived: breakEven,
};
