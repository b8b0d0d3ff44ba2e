import type { PublishedColumn, PublishedTable } from '../published.ts';
import { WORLD_NAMES } from './worlds.ts';

const JAVA = 'Core2 Duo E8500, Java 6';

/** Path lengths of the rows, percent of the edge of the world: intervals are pooled by tens. */
export const TENTHS: readonly number[] = [10, 20, 30, 40, 50, 60, 70, 80, 90, 100];
/** Times of figure 5.7, in the intervals of the study. */
export const MOMENTS: readonly number[] = [200, 400, 600, 800, 1000, 1200, 1400, 1600, 1800, 2000];
/** The study stops a search after so many milliseconds. */
const TIMEOUT = 2000;
/** From this length on two thirds of its Fringe searches ran into it. */
const FRINGE_FAILS = 70;
/** From this length on all of its searches for agents with a radius did. */
const RADIUS_FAILS = 40;

const less = (title: string, unit: string): PublishedColumn => ({
  title,
  unit,
  better: 'less',
  device: `${JAVA}: ${title}`,
});
const shown = (title: string, unit: string): PublishedColumn => ({ title, unit, better: 'none' });

const byLength = (
  id: string,
  title: string,
  columns: readonly PublishedColumn[],
  values: (tenth: number) => readonly (number | null)[],
  note?: string,
): PublishedTable => ({
  id,
  title,
  labels: ['path length [%]'],
  columns,
  rows: TENTHS.map((tenth) => ({ labels: [tenth], values: values(tenth) })),
  ...(note !== undefined && { note }),
});

const LIMIT = 'A search that is not done after the limit counts with the limit.';

/** The fifteen figures of chapter 5, as far as the text tells their values, and what section 1 says of the reduction. */
export const TRIANGULATION_TABLES: readonly PublishedTable[] = [
  byLength(
    'Figure 5.1',
    'Total run time, 90 % quantile',
    [less('A*', 'ms'), less('Fringe', 'ms'), shown('Polyanya', 'ms')],
    (tenth) => [200, tenth >= FRINGE_FAILS ? TIMEOUT : null, null],
    `The text gives bounds: A* never above 200 ms; two thirds of the longer Fringe searches ran into 2 s. Ours: TRA* and Fringe search on the reduction. ${LIMIT}`,
  ),
  byLength(
    'Figure 5.2',
    'Time of the search without its path, 90 % quantile',
    [less('A*', 'ms'), shown('Fringe', 'ms')],
    () => [200, null],
    'The study tests paths by funnels after the search; the states of ours carry their funnels.',
  ),
  byLength(
    'Figure 5.3',
    'Length of the first path, as a multiple of the shortest, 90 % quantile',
    [shown('A*', 'x'), shown('Fringe', 'x')],
    () => [null, null],
  ),
  byLength(
    'Figure 5.4',
    'Time to the first path, 95 % quantile',
    [less('A*', 'ms'), shown('Fringe', 'ms')],
    () => [1, null],
  ),
  byLength(
    'Figure 5.5',
    'Time after the first path, as a multiple of the time to it, 95 % quantile',
    [shown('A*', 'x'), shown('Fringe', 'x')],
    () => [null, null],
  ),
  byLength(
    'Figure 5.6',
    'First path / final path, 90 % quantile',
    [shown('A*', 'x'), shown('Fringe', 'x')],
    () => [null, null],
  ),
  {
    id: 'Figure 5.7',
    title: 'Mean improvement of the first path after so much time',
    labels: ['milliseconds'],
    columns: [shown('A*', '%'), shown('Fringe', '%')],
    rows: MOMENTS.map((ms) => ({ labels: [ms], values: [null, null] })),
    note: 'Where the search ended before, what it ended with.',
  },
  byLength(
    'Figures 5.8-5.9',
    'Paths tested in all, and when the best one was there, 90 % quantiles',
    [
      shown('A*, all', ''),
      shown('A*, best', ''),
      shown('Fringe, all', ''),
      shown('Fringe, best', ''),
    ],
    () => [null, null, null, null],
  ),
  byLength(
    'Figures 5.10-5.11',
    'States found and states looked into, 90 % quantiles',
    [
      shown('A*, found', ''),
      shown('A*, looked into', ''),
      shown('Fringe, found', ''),
      shown('Fringe, looked into', ''),
    ],
    () => [null, null, null, null],
  ),
  byLength(
    'Figure 5.12',
    'Paths tested, 90 % quantile',
    [less('A*', ''), shown('Fringe', '')],
    () => [1000, null],
    'A*: at most 1,000.',
  ),
  byLength(
    'Figure 5.13',
    'Agents with a radius: run time, 90 % quantile',
    [less('A*', 'ms'), shown('Fringe', 'ms')],
    (tenth) => [tenth >= RADIUS_FAILS ? TIMEOUT : null, null],
    'The study’s searches do not end within 2 s from 40 % on. Its radius is not known; ours is 0.25, doors are one wide or more.',
  ),
  byLength(
    'Figure 5.14',
    'Agents with a radius: paths tested, 90 % quantile',
    [shown('A*', ''), shown('Fringe', '')],
    () => [null, null],
  ),
  byLength(
    'Figure 5.15',
    'Agents with a radius: time to the first path, 90 % quantile',
    [shown('A*', 'ms'), shown('Fringe', 'ms')],
    () => [null, null],
  ),
  {
    id: 'Section 5.1',
    title: 'Maps and queries',
    labels: ['map'],
    columns: [
      shown('triangles', ''),
      shown('decision points', ''),
      shown('corridors', ''),
      shown('triangulation', 'ms'),
      shown('reduction', 'ms'),
      shown('queries', ''),
    ],
    rows: WORLD_NAMES.map((name) => ({
      labels: [name],
      values: [null, null, null, null, null, 2000],
    })),
    note: 'The study names neither its maps nor their sizes: two outdoors, two indoors, one mixed.',
  },
];
