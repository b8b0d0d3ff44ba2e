import { createReferenceSolver } from '@wayfield/collision/reference';
import { bodiesOf, type Circles, drawCrowd } from '../measure/worlds.ts';
import { testWorld, COLLISION_TESTS } from '../measure/tests.ts';
import { findTruePairs, judgePairs } from '../measure/judge-pairs.ts';
import { wasmFinder } from '../measure/finders.ts';
import { tableOf } from '../../run/study/published.ts';
import type { StudyContext, StudyUnit } from '../../run/study/study.ts';
import { cellsOf, isTested, meetings } from './pair-rules.ts';
import { COLLISION_TABLES } from './tables.ts';

/**
 * The elements of table 4.1 in a square of 3 x 3 cells, which cut the cells that the table says.
 */
const ELEMENTS: readonly (readonly [x: number, y: number, radius: number])[] = [
  [1.5, 0.5, 0.3],
  [1.75, 2.25, 0.4],
  [0.8, 1.5, 0.3],
  [0.5, 2.2, 0.3],
];
const LEVELS = 6;
const BODIES = 3000;

const rows = (id: string): [string, string][] =>
  tableOf(COLLISION_TABLES, id).rows.map(({ labels }) => [id, String(labels[0])]);

/** Tables 4.1, 5.1 and 5.2. */
export const ruleUnit: StudyUnit = {
  key: 'pair rules',
  rows: ['Table 4.1', 'Table 5.1', 'Table 5.2'].flatMap(rows),
  from: 'tiny',
  seconds: 1,
  async run(context) {
    example(context);
    kinds(context, 'Table 5.1', 'T1', 1);
    kinds(context, 'Table 5.2', 'T3b', LEVELS);
  },
};

function example({ put }: StudyContext): void {
  const cells = ELEMENTS.map(([x, y, radius]) => cellsOf(x, y, radius, 1));
  const number = (cell: number): number => 1 + (cell % 2 ** 20) + 3 * Math.floor(cell / 2 ** 20);
  cells.forEach(({ home, phantom }, i) => {
    const partner = cells.findIndex((other, k) => {
      if (k === i) return false;
      // a cell of both elements that is the home of one
      return other.home === home || other.phantom.includes(home) || phantom.includes(other.home);
    });
    put('Table 4.1', String(i + 1), {
      'home cell': number(home),
      'phantom cells': phantom.length,
      'tested with': partner + 1,
    });
  });
}

/**
 * How the touching pairs of a crowd meet in cells: what the study's rule misses, and that ours
 * misses none.
 */
function kinds(
  { put, seed, check }: StudyContext,
  table: string,
  test: string,
  levels: number,
): void {
  const world = testWorld(
    COLLISION_TESTS.find(({ name }) => name === test)!,
    BODIES,
  );
  const [circles] = drawCrowd(world, seed);
  const meet = meetings(circles, levels);
  const only = new Map<string, number>();
  const { count, slots } = touching(circles);
  let missed = 0;
  for (let k = 0; k < count; k++) {
    const met = meet(slots[2 * k], slots[2 * k + 1]);
    const [first] = met;
    if (met.size === 1) only.set(first, (only.get(first) ?? 0) + 1);
    if (![...met].some(isTested)) missed++;
  }
  const ours = wasmFinder(circles);
  ours.load(circles);
  const faults = judgePairs(
    findTruePairs(circles),
    ours.find() as { count: number; slots: ArrayLike<number> },
  );
  void ours.destroy();
  const wrong = faults.missed + faults.duplicates + faults.wrong;
  check.count(`${table}: pairs of ${BODIES} circles`, 'brute force', count, wrong);
  const by = `of ${count} pairs; the rule misses ${missed}, ours none`;
  for (const [, name] of rows(table)) {
    const value = only.get(name) ?? 0;
    put(table, name, {
      tested: isTested(name) ? 1 : 0,
      'pairs that touch and meet only so': isTested(name) ? { value } : { value, by },
    });
  }
}

function touching(circles: Circles): { count: number; slots: Uint32Array } {
  const solver = createReferenceSolver(bodiesOf(circles));
  const { count, slots } = solver.pairs();
  const copy = Uint32Array.from({ length: 2 * count }, (_, i) => slots[i]);
  solver.destroy();
  return { count, slots: copy };
}
