import { valueOf } from '../results/cells.ts';
import type { Plot, Row, Table } from '../results/results.ts';

/** A place where one column becomes better than another one while x grows. */
export interface Crossover {
  /** The x between two rows, interpolated on the scales of the plot. */
  readonly x: number;
  readonly y: number;
  /** The values of the two rows: the column is worse at the first and better at the second. */
  readonly between: readonly [number, number];
}

/**
 * All x at which `to` of the plot's `crossover` overtakes `from`, in growing order; rows without
 * both columns are skipped. Empty where `to` is always better, or never. `rows` are those of one
 * value of `split`.
 */
export function findCrossovers(
  plot: Plot,
  table: Table,
  rows: readonly Row[] = table.rows,
): Crossover[] {
  const { crossover, x, xScale, yScale } = plot;
  if (!crossover) return [];
  const better = table.columns.find(({ key }) => key === crossover.to)?.better ?? 'less';
  const along = (scale: string) => (value: number) => (scale === 'log' ? Math.log(value) : value);
  const back = (scale: string) => (value: number) => (scale === 'log' ? Math.exp(value) : value);
  const [ax, ay] = [along(xScale), along(yScale)];
  const points = rows
    .map((row) => {
      const [from, to] = [valueOf(row[crossover.from]), valueOf(row[crossover.to])];
      const at = valueOf(row[x]);
      const lead = better === 'less' ? ay(from) - ay(to) : ay(to) - ay(from);
      return { at, from: ay(from), to: ay(to), lead };
    })
    .filter(({ at, lead }) => Number.isFinite(ax(at)) && Number.isFinite(lead))
    .sort((a, b) => a.at - b.at);
  const found: Crossover[] = [];
  for (let i = 1; i < points.length; i++) {
    const [a, b] = [points[i - 1], points[i]];
    if (!(a.lead <= 0 && b.lead > 0)) continue;
    const t = a.lead / (a.lead - b.lead);
    found.push({
      x: back(xScale)(ax(a.at) + t * (ax(b.at) - ax(a.at))),
      y: back(yScale)(a.to + t * (b.to - a.to)),
      between: [a.at, b.at],
    });
  }
  return found;
}
