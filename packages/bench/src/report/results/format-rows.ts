import { formatNumber } from '../numbers.ts';
import { type Column, formatTable } from '../table.ts';
import { isMeasurement, isRatio } from './cells.ts';
import type { Cell, Table } from './results.ts';

/**
 * A table of results for the terminal: medians with half their interval, ratios with their
 * interval.
 */
export function formatRows({ columns, rows }: Table): string {
  const heads = columns.map(({ title, unit, kind }): Column => ({
    title: unit === '' || kind === 'ratio' ? title : `${title} ${unit}`,
    align: kind === 'label' ? 'left' : 'right',
  }));
  return formatTable(
    heads,
    rows.map((row) => columns.map(({ key }) => cellText(row[key]))),
  )
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n');
}

function cellText(cell: Cell | undefined): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'string') return cell;
  if (typeof cell === 'number') return formatNumber(cell);
  const three = (value: number): string => formatNumber(Number(value.toPrecision(3)));
  if (isRatio(cell)) {
    const { ratio, low, high, single } = cell;
    if (single) return `${three(ratio)} (one run)`;
    return low === high ? three(ratio) : `${three(ratio)} (${three(low)} to ${three(high)})`;
  }
  if (!isMeasurement(cell)) return '';
  const { median, low, high, n } = cell;
  return n < 2
    ? three(median)
    : `${three(median)} ± ${((50 * (high - low)) / median).toFixed(0)} %`;
}
