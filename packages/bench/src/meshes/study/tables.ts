import type { PublishedColumn, PublishedTable } from '../../run/study/published.ts';
import { VARIANTS } from './variants.ts';
import type { Effort } from '../../run/study/study.ts';
import { WORLD_NAMES, type WorldName } from './worlds.ts';

/** The worlds that are made of cells, on which searches for grids can be asked the same. */
export const CELL_WORLDS: readonly (readonly [WorldName, Effort])[] = [
  ['rooms', 'tiny'],
  ['lakes', 'quick'],
  ['maze', 'quick'],
];
/** The searches of chapter 2, and ours beside them. */
export const ABSTRACTIONS = [
  'A*',
  'HPA*',
  'HPA* smoothed',
  'PRA*',
  'Quadtree',
  'TRA*',
  'Polyanya',
] as const;
export const ABSTRACTION_TABLE = 'Section 2.5';
export const CATEGORY_TABLE = 'Section 5.1, queries';

/** Path lengths of the rows, in percent of the edge of the world: intervals are pooled by tens. */
export const TENTHS: readonly number[] = [10, 20, 30, 40, 50, 60, 70, 80, 90, 100];
/** Times of figure 5.7, in the intervals of the study. */
export const MOMENTS: readonly number[] = [200, 400, 600, 800, 1000, 1200, 1400, 1600, 1800, 2000];
const shown = (title: string, unit: string): PublishedColumn => ({ title, unit, better: 'none' });

const byLength = (
  id: string,
  title: string,
  columns: readonly PublishedColumn[],
  note?: string,
): PublishedTable => ({
  id,
  title,
  labels: ['path length [%]'],
  columns,
  rows: TENTHS.map((tenth) => ({ labels: [tenth], values: columns.map(() => null) })),
  ...(note !== undefined && { note }),
});

/**
 * The study's own two searches, written again (`createKlaffenboeckSearch`); see `AGAIN_NOTE`.
 */
const again = (unit: string): PublishedColumn[] => [
  shown('A*, written again', unit),
  shown('Fringe, written again', unit),
];
const AGAIN_NOTE =
  'Written again: the study’s searches from its section 4.1.1 in TypeScript, with its simple ' +
  'heuristic, new states at the end of the list, THRESHOLD 1/1024 of the edge, on every tenth ' +
  'query, one call each.';
const LIMIT = 'A search that is not done after the limit counts with the limit.';

/**
 * The fifteen figures of chapter 5 whose values the text gives, and what section 1 says of the
 * reduction.
 */
export const TRIANGULATION_TABLES: readonly PublishedTable[] = [
  byLength(
    'Figure 5.1',
    'Total run time, 90 % quantile',
    [shown('A*', 'ms'), shown('Fringe', 'ms'), shown('Polyanya', 'ms'), ...again('ms')],
    'The study prints no values, only bounds for five maps that are lost: A* never above ' +
      '200 ms; of Fringe searches for paths longer than 70 %, two thirds ran into its limit ' +
      'of 2 s. Ours are other maps, so no ratio is given. Ours: TRA* and Fringe search on ' +
      `the reduction. ${LIMIT} ${AGAIN_NOTE}`,
  ),
  byLength(
    'Figure 5.2',
    'Time of the search without its path, 90 % quantile',
    [shown('A*', 'ms'), shown('Fringe', 'ms')],
    'The study: A* never above 200 ms on its maps. It tests paths by funnels after the ' +
      'search; the states of ours carry their funnels.',
  ),
  byLength('Figure 5.3', 'Length of the first path, as a multiple of the shortest, 90 % quantile', [
    shown('A*', 'x'),
    shown('Fringe', 'x'),
  ]),
  byLength(
    'Figure 5.4',
    'Time to the first path, 95 % quantile',
    [shown('A*', 'ms'), shown('Fringe', 'ms'), ...again('ms')],
    `The study: most first paths in 1 ms, on its maps. ${AGAIN_NOTE}`,
  ),
  byLength(
    'Figure 5.5',
    'Time after the first path, as a multiple of the time to it, 95 % quantile',
    [shown('A*', 'x'), shown('Fringe', 'x')],
  ),
  byLength('Figure 5.6', 'First path / final path, 90 % quantile', [
    shown('A*', 'x'),
    shown('Fringe', 'x'),
  ]),
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
  ),
  byLength('Figures 5.10-5.11', 'States found and states looked into, 90 % quantiles', [
    shown('A*, found', ''),
    shown('A*, looked into', ''),
    shown('Fringe, found', ''),
    shown('Fringe, looked into', ''),
  ]),
  byLength(
    'Figure 5.12',
    'Paths tested, 90 % quantile',
    [shown('A*', ''), shown('Fringe', ''), ...again('')],
    `The study: A* at most 1,000, on its maps. ${AGAIN_NOTE}`,
  ),
  byLength(
    'Figure 5.13',
    'Agents with a radius: run time, 90 % quantile',
    [shown('Discs', 'ms'), ...again('ms')],
    'The study’s searches do not end within 2 s from 40 % on, on its maps, with a radius ' +
      `that it does not name. Ours: radius 0.25, doors are one wide or more. Discs: our exact ` +
      `search. ${AGAIN_NOTE}`,
  ),
  byLength(
    'Figure 5.14',
    'Agents with a radius: paths tested, 90 % quantile',
    [shown('Discs', ''), ...again('')],
    'The study counts the channels that it runs its funnel through, as do its searches ' +
      'written again. The states of our search for discs carry their funnels: counted are the ' +
      `paths that were the best one so far until the shortest was proven. ${AGAIN_NOTE}`,
  ),
  byLength(
    'Figure 5.15',
    'Agents with a radius: time to the first path, 90 % quantile',
    [shown('Discs', 'ms'), ...again('ms')],
    AGAIN_NOTE,
  ),
  {
    id: 'Section 4.1',
    title: 'The variants of the study’s searches, written again',
    labels: ['variant'],
    columns: [
      shown('run time, median', 'ms'),
      shown('run time, 90 % quantile', 'ms'),
      shown('paths tested, mean', ''),
      shown('states made, mean', ''),
      shown('states looked into, mean', ''),
      shown('stopped at the limit', '%'),
    ],
    rows: Object.keys(VARIANTS).map((name) => ({
      labels: [name],
      values: [null, null, null, null, null, null],
    })),
    note:
      'The study names these variants and does not say with which it measured. Points, all ' +
      'worlds, the same queries for all: every tenth. Buckets have the width of an interval.',
  },
  byLength(
    CATEGORY_TABLE,
    'Queries whose search goes through decision points, by category of path length',
    WORLD_NAMES.map((name) => shown(name, '%')),
    'The study fills categories of path length and does not say where its searches had anything ' +
      'to decide. The other queries are answered within a dead end or a corridor. A search that ' +
      'made a state beyond its start counts.',
  ),
  {
    id: ABSTRACTION_TABLE,
    title: 'Abstractions of grids and a quadtree, beside the reduction',
    labels: ['map', 'search'],
    columns: [
      shown('time of a query, median', 'µs'),
      shown('half interval', '%'),
      shown('path / shortest in the plane, mean', 'x'),
      shown('path / shortest on the grid, mean', 'x'),
      shown('preparation', 'ms'),
    ],
    rows: CELL_WORLDS.flatMap(([name]) =>
      ABSTRACTIONS.map((search) => ({
        labels: [name, search],
        values: [null, null, null, null, null],
      })),
    ),
    note:
      'The study describes HPA* and PRA* and measures neither. Ours: queries between centres of ' +
      'cells, one call each, all searches in turns with the same warm-up; A*, HPA* (clusters of ' +
      '10), PRA* and the quadtree in plain JavaScript, TRA* and Polyanya in WebAssembly. Paths ' +
      'on the grid have 8 neighbours and cut no corner; those of the quadtree, of TRA* and of ' +
      'Polyanya lie in the plane.',
  },
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
