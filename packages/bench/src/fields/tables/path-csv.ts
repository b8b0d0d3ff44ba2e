import type { PathQuality } from '../measure/path-quality.ts';

/** The paths of a run, and the milliseconds that its field and all its paths took. */
export interface TimedPaths {
  readonly width: number;
  readonly paths: readonly PathQuality[];
  readonly fieldMs: number;
}

/**
 * The study's CSV (section 4.3.3): every position of each path, its length and the time. A line per
 * path; positions are `x:y`, from the start to the goal. The length is the study's, the number of
 * cells with both ends; 0 means that there is no path. The time is that of the field, which serves
 * all paths.
 */
export function formatPathCsv({ width, paths, fieldMs }: TimedPaths): string {
  const place = (cell: number): string => `${cell % width}:${Math.floor(cell / width)}`;
  const lines = paths.map(({ start, nodes, length, cost, cells }) =>
    [
      place(start),
      nodes,
      Number.isNaN(length) ? '' : length,
      Number.isNaN(cost) ? '' : cost,
      fieldMs.toFixed(6),
      cells.map(place).join(' '),
    ].join(','),
  );
  return ['start,cells,length,cost,field [ms],positions', ...lines, ''].join('\n');
}
