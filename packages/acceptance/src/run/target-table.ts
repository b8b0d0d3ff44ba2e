import { formatNumber } from '@wayfield/bench/internal/report/numbers';
import {
  figure,
  finite,
  label,
  listTable,
  slug,
} from '@wayfield/bench/internal/report/results/list-table';
import type { Table } from '@wayfield/bench/internal/report/results/results';
import { type Column, formatTable } from '@wayfield/bench/internal/report/table';
import type { TargetReport, TargetResult } from './target.ts';

/** The columns of `cells`; those without a title are the unit, the outcome and the note. */
const COLUMNS: readonly Column[] = [
  { title: 'what', align: 'left' },
  { title: 'measured' },
  { title: '', align: 'left' },
  { title: 'target' },
  { title: 'ratio' },
  { title: '', align: 'left' },
  { title: '', align: 'left' },
];

/**
 * The results of a target for the terminal: measured, target, ratio (1 or more passes), outcome.
 */
export function formatTarget(target: TargetReport): string {
  const table = formatTable(COLUMNS, target.results.map(cells))
    .split('\n')
    .map((line) => `  ${line}`);
  return `target ${target.name}: ${target.title}\n\n${table.join('\n')}\n`;
}

/** One result in a line, as soon as it is known. */
export function formatResult(result: TargetResult): string {
  const [what, measured, unit, target, , outcome, note] = cells(result);
  return `${what}: ${measured} ${unit} (${target}) ${outcome}${note && `; ${note}`}`;
}

/** The results of a target for `results.json` and pages. */
export function targetTable({ name, title, results }: TargetReport, command: string): Table {
  return listTable({ id: slug(`target-${name}`), title, command }, results, [
    [label('what', 'what'), (r) => r.what],
    [figure('measured', 'measured'), (r) => finite(r.measured)],
    [figure('unit', 'unit'), (r) => r.unit],
    [
      figure('target', 'target'),
      (r) => (hasTarget(r) ? `${r.better === 'more' ? '≥' : '≤'} ${r.target}` : null),
    ],
    [figure('times', 'times the target', 'x'), (r) => finite(r.ratio)],
    [figure('outcome', 'outcome'), (r) => (r.outcome === 'fail' ? 'MISSED' : r.outcome)],
    [figure('note', 'remark'), (r) => r.note],
  ]);
}

/** False also for the null that JSON makes of NaN. */
const hasTarget = ({ target }: TargetResult): boolean => Number.isFinite(target);

function cells(r: TargetResult): string[] {
  return [
    r.what,
    formatNumber(r.measured),
    r.unit,
    hasTarget(r) ? `${r.better === 'more' ? '>=' : '<='} ${formatNumber(r.target)}` : '-',
    formatNumber(Number(r.ratio.toFixed(3))),
    r.outcome === 'fail' ? 'FAIL' : r.outcome,
    r.note ?? '',
  ];
}
