import { formatNumber } from './numbers.ts';
import type { BarReport } from './report.ts';
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
  const rows = bar.results.map((r) => [
    r.what,
    formatNumber(r.measured),
    r.unit,
    `${r.better === 'more' ? '>=' : '<='} ${formatNumber(r.bar)}`,
    formatNumber(Number(r.ratio.toFixed(3))),
    r.outcome === 'fail' ? 'FAIL' : r.outcome,
    r.note ?? '',
  ]);
  const table = formatTable(COLUMNS, rows)
    .split('\n')
    .map((line) => `  ${line}`);
  return `bar ${bar.name}: ${bar.title}\n\n${table.join('\n')}\n`;
}
