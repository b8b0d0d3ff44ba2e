import { formatNumber } from './numbers.ts';
import type { BarReport, BarResult } from './report.ts';
import { type Column, formatTable } from './table.ts';

const COLUMNS: readonly Column[] = [
  { title: 'what', align: 'left' },
  { title: 'measured' },
  { title: '', align: 'left' },
  { title: 'bar' },
  { title: 'ratio' },
  { title: '', align: 'left' },
  { title: '', align: 'left' },
];

/** The results of one bar: measured value, bar, ratio (1 or more passes) and outcome. */
export function formatBar(bar: BarReport): string {
  const table = formatTable(COLUMNS, bar.results.map(cells))
    .split('\n')
    .map((line) => `  ${line}`);
  return `bar ${bar.name}: ${bar.title}\n\n${table.join('\n')}\n`;
}

/** One result in a line, as soon as it is there. */
export function formatResult(result: BarResult): string {
  const [what, measured, unit, bar, , outcome, note] = cells(result);
  return `${what}: ${measured} ${unit} (${bar}) ${outcome}${note && `; ${note}`}`;
}

function cells(r: BarResult): string[] {
  return [
    r.what,
    formatNumber(r.measured),
    r.unit,
    `${r.better === 'more' ? '>=' : '<='} ${formatNumber(r.bar)}`,
    formatNumber(Number(r.ratio.toFixed(3))),
    r.outcome === 'fail' ? 'FAIL' : r.outcome,
    r.note ?? '',
  ];
}
