// A study as a target: `wayfield-bench study NAME --quick`, and its report held against what the
// study printed. `--quick` of targets takes the tiny sizes of the bench's own tests.
import { isSoftwareAdapter } from '@wayfield/gpu-core';
import { createMeter } from '@wayfield/bench/internal/gpu/measure/meter';
import type { Cell, Experiment, Table } from '@wayfield/bench/internal/report/results/results';
import { experimentOf } from '@wayfield/bench/internal/run/study/experiment';
import { publishedValue } from '@wayfield/bench/internal/run/study/published';
import { runStudy, type UnitResult } from '@wayfield/bench/internal/run/study/run-study';
import type { Study } from '@wayfield/bench/internal/run/study/study';
import {
  atLeast,
  atMost,
  notMeasured,
  result,
  type Target,
  type TargetContext,
} from '../run/target.ts';

export function studyTarget(study: Study): Target {
  const { author, year } = study.source;
  return {
    name: study.name,
    title: `${author} (${year}): ${study.title}`,
    async run(context) {
      const { device, quick, threads, seed, session } = context;
      const effort = quick ? 'tiny' : 'quick';
      const results = await runStudy(study, {
        effort,
        device,
        software: device !== undefined && isSoftwareAdapter(device),
        meter: device && createMeter(device),
        threads,
        seed,
        terminal: session.terminal,
        // a target is not resumed
        journal: { unit: (_, run) => Promise.resolve(run()) },
      });
      const experiment = experimentOf(study, results, `wayfield-bench study ${study.name}`);
      judgeAnswers(context, experiment);
      judgeCells(context, study, results);
      for (const table of experiment.tables) judgeCounts(context, table);
      judgeTimes(context, experiment);
    },
  };
}

function judgeAnswers({ session, add }: TargetContext, { checks }: Experiment): void {
  let right = 0;
  let compared = 0;
  for (const check of checks) {
    compared += check.compared;
    right += check.compared - check.differed;
    session.addCheck(`${check.what}, as ${check.against}`, check.differed === 0);
  }
  const first = checks.find(({ differed }) => differed > 0);
  const note = first && `${first.what}: ${first.first ?? `${first.differed} differ`}`;
  add(result('answers as those of a second program', right, atLeast(compared, 'answers'), note));
}

/** Where the study printed a figure, a cell of ours without one says why. */
function judgeCells(
  { add }: TargetContext,
  { tables }: Study,
  results: readonly UnitResult[],
): void {
  const silent: string[] = [];
  for (const { rows } of results) {
    for (const { table, row, cells } of rows) {
      for (const [column, { value, note }] of Object.entries(cells)) {
        if (value !== null || note) continue;
        if (publishedValue(tables, table, row, column) !== null)
          silent.push(`${table}: ${row}: ${column}`);
      }
    }
  }
  add(result('empty cells without a reason', silent.length, atMost(0, 'cells'), silent[0]));
}

/** Counts that the study printed are ours, on the study's map and by its program. */
function judgeCounts({ add }: TargetContext, { id, columns, rows }: Table): void {
  let compared = 0;
  const others: string[] = [];
  for (const { key, title, kind } of columns) {
    if (kind !== 'count') continue;
    const printedKey = key.replace(/^ours /, 'study ');
    for (const row of rows) {
      const [ours, printed] = [numberOf(row[key]), numberOf(row[printedKey])];
      if (ours === undefined || printed === undefined || isKnown(id, printedKey, printed)) continue;
      compared++;
      if (ours !== printed) others.push(`${row['label 0']}, ${title}: ${ours}, printed ${printed}`);
    }
  }
  if (compared === 0) return;
  const right = compared - others.length;
  add(result(`${id}: counts as printed`, right, atLeast(compared, 'counts'), others[0]));
}

/**
 * McMillan printed 65,091 iterations for 2048 x 2048 cells. His kernel with the settings that give
 * all his other counts needs 71,021, so this count is not compared.
 */
const isKnown = (table: string, column: string, printed: number): boolean =>
  table === 'Table-5.1' && column === 'study parallel' && printed === 65_091;

/** No measured row takes longer than the study's machine did. */
function judgeTimes({ add }: TargetContext, { standings }: Experiment): void {
  const published = standings.filter(({ kind }) => kind === 'study');
  for (const { name, compared, worst, losses } of published) {
    const lost = losses.length > 0 ? `${losses.length} of ${compared} rows lost; ` : '';
    const note = `${lost}least of ${compared} rows: ${worst.table}, ${worst.where}`;
    add(result(`${name}, printed / ours`, worst.ratio, atLeast(1, 'x'), note));
  }
  if (published.length > 0) return;
  add(notMeasured('printed / ours', atLeast(1, 'x'), 'no printed time has one of ours beside it'));
}

function numberOf(cell: Cell | undefined): number | undefined {
  if (typeof cell === 'number') return cell;
  return typeof cell === 'object' && cell !== null && 'median' in cell ? cell.median : undefined;
}
