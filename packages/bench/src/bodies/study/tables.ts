import { COLLISION_TESTS, SIZES } from '../measure/tests.ts';
import { MODEL_SIZES } from '../measure/model.ts';
import type { PublishedColumn, PublishedTable } from '../../run/study/published.ts';

const shown = (title: string, unit: string): PublishedColumn => ({ title, unit, better: 'none' });
const same = (title: string, unit = ''): PublishedColumn => ({ title, unit, better: 'same' });

/** The numbers of bodies that the study measures. */
export const STUDY_SIZES: readonly number[] = SIZES.filter((size) => size <= 1_500_000);
/** The sizes of tests with unequal radii; sizes between say no more. */
export const FEW_SIZES: readonly number[] = [50, 500, 1000, 5000, 10_000, 100_000, 1_500_000];
/** Rows of figure 7.4 by the name of their test. */
export const SPREADS: readonly (readonly [test: string, spread: number])[] = COLLISION_TESTS.filter(
  ({ name }) => name.startsWith('T4'),
).map(({ name, radius }) => [name, radius[1] / radius[0]]);

const MS = [
  shown('one thread', 'ms'),
  shown('pool', 'ms'),
  shown('GPU', 'ms'),
  shown('fastest tree', 'ms'),
];
const blank = MS.map(() => null);
const FASTER = 'times as fast as the fastest tree';

/**
 * A figure over the number of bodies. Of its columns the study prints one, 'GPU / fastest tree':
 * how many times as fast its GPU is as its fastest tree, so the tree's time over the GPU's.
 */
const bySize = (
  id: string,
  title: string,
  sizes: readonly number[],
  printed: Readonly<Record<number, number>>,
  note: string,
): PublishedTable => ({
  id,
  title,
  labels: ['bodies'],
  columns: [...MS, shown(FASTER, 'x'), shown('GPU / fastest tree', 'x')],
  rows: sizes.map((size) => ({
    labels: [size],
    at: size,
    values: [...blank, null, printed[size] ?? null],
  })),
  axis: 'bodies',
  note,
});

/** The note where a ratio of ours to the study's figure would mislead. */
const TREES =
  'Quotients of two programs of one machine each: the study divides by its own bounding ' +
  'volume hierarchy or octree on an i7-4770K, ours by flatbush or kdbush on this machine, ' +
  'so the two are not compared. times as fast: the fastest of ours; GPU / fastest tree: ' +
  'ours on the GPU alone.';

/** Tables 4.1, 5.1 and 5.2, and the figures of chapter 7, which has no table. */
export const COLLISION_TABLES: readonly PublishedTable[] = [
  {
    id: 'Table 4.1',
    title: 'Example of home and phantom cells, and which elements are tested',
    labels: ['element'],
    columns: [same('home cell'), same('phantom cells'), same('tested with')],
    rows: [
      { labels: [1], values: [2, 0, 0] },
      { labels: [2], values: [8, 3, 0] },
      { labels: [3], values: [4, 1, 4] },
      { labels: [4], values: [7, 1, 3] },
    ],
    note:
      'Cells by number, row by row; phantom cells by count; 0: tested with none. By the ' +
      'study’s rule, written again.',
  },
  {
    id: 'Table 5.1',
    title: 'One grid: which pairs in a cell are tested',
    labels: ['pair'],
    columns: [same('tested'), shown('pairs that touch and meet only so', '')],
    rows: [
      { labels: ['N_Home-N_Home'], values: [1, null] },
      { labels: ['N_Home-N_Phantom'], values: [1, null] },
      { labels: ['N_Phantom-N_Phantom'], values: [0, null] },
    ],
    note:
      'By the study’s rule, written again. Where pairs that are not tested touch and meet in ' +
      'no other way, its rule misses collisions; ours misses none.',
  },
  {
    id: 'Table 5.2',
    title: 'Grids in levels: which pairs in a cell are tested',
    labels: ['pair'],
    columns: [same('tested'), shown('pairs that touch and meet only so', '')],
    rows: (
      [
        ['N_Home-N_Home', 1],
        ['N_Home-N_Phantom', 1],
        ['N_Home-I_Home', 1],
        ['N_Home-I_Phantom', 1],
        ['N_Phantom-N_Phantom', 0],
        ['N_Phantom-I_Home', 1],
        ['N_Phantom-I_Phantom', 0],
        ['I_Home-I_Home', 0],
        ['I_Home-I_Phantom', 0],
        ['I_Phantom-I_Phantom', 0],
      ] as const
    ).map(([kind, tested]) => ({ labels: [kind], values: [tested, null] })),
    note: 'The study writes the last three as one row, I_*-I_*.',
  },
  bySize(
    'Figure 7.1',
    'T1: circles of radius 2',
    STUDY_SIZES,
    { 5000: 5, 10_000: 8, 1_500_000: 11 },
    TREES,
  ),
  {
    ...bySize(
      'Figure 7.2',
      'T2: radii 2 to 10',
      FEW_SIZES,
      {},
      `${TREES} The study: 10 to 20 % slower than T1 on average.`,
    ),
    columns: [...MS, shown(FASTER, 'x'), shown('GPU / fastest tree', 'x'), shown('time / T1', 'x')],
    rows: FEW_SIZES.map((size) => ({
      labels: [size],
      at: size,
      values: [...blank, null, null, null],
    })),
  },
  bySize(
    'Figure 7.3',
    'T3: radii 2 to 30',
    FEW_SIZES,
    {},
    `${TREES} The study’s break-even moves to 5,000. The captions say radii to 30, the ` +
      'text to 100.',
  ),
  bySize('Figure 7.3 (text)', 'T3: radii 2 to 100', FEW_SIZES, {}, TREES),
  {
    id: 'Figure 7.4',
    title: 'T4: a million circles, radii spread up to 256 times',
    labels: ['spread'],
    columns: [...MS, shown(FASTER, 'x'), shown('one grid / levels, one thread', 'x')],
    rows: SPREADS.map(([, spread]) => ({
      labels: [spread],
      at: spread,
      values: [...blank, spread === 256 ? 4 : null, spread === 256 ? 1.1 : null],
    })),
    axis: 'spread',
    note: `${TREES} Section 8.1 says 3 times and 100,000 elements.`,
  },
  {
    id: 'Break-even',
    title: 'The least number of bodies from which the GPU stays faster than the fastest tree',
    labels: ['test'],
    columns: [shown('bodies', '')],
    rows: [
      { labels: ['T1'], values: [1000] },
      { labels: ['T3'], values: [5000] },
    ],
    note:
      'Ours: of the sizes at which both were measured, the least from which the GPU is ahead ' +
      'at this and every larger one. The study’s trees and machine are others.',
  },
  {
    id: 'Figure 7.5',
    title: 'M1, Antelopes and Lions: the time of a tick',
    labels: ['agents'],
    columns: [
      ...['one thread', 'pool', 'GPU', 'R-tree'].map((title) => shown(title, 'ms')),
      shown('saved', '%'),
    ],
    rows: MODEL_SIZES.M1.map((agents) => ({
      labels: [agents],
      at: agents,
      values: [...blank, agents === 300_000 ? 23 : null],
    })),
    note:
      'saved: of the tick on an R-tree (flatbush), by the fastest of ours. The GPU of the ' +
      'study is ahead from 15,000 agents on.',
  },
  {
    id: 'Figure 7.6',
    title: 'M2, the same: the environment’s part of a tick',
    labels: ['agents'],
    columns: [
      ...['one thread', 'pool', 'GPU', 'R-tree'].map((title) => shown(title, 'ms')),
      shown('times as fast as the tree', 'x'),
      shown('share of the tick', '%'),
      shown('share of the tick, tree', '%'),
    ],
    rows: MODEL_SIZES.M1.map((agents) => ({
      labels: [agents],
      at: agents,
      values: [...blank, ...(agents === 300_000 ? [9.92, 3.12, 25] : [null, null, null])],
    })),
    axis: 'agents',
    note:
      'share of the tick: by the fastest of ours. times as fast: the study divides by its ' +
      'own tree on its own machine, ours by an R-tree (flatbush) on this one; the two are ' +
      'not compared.',
  },
  {
    id: 'Figure 7.7',
    title: 'M3, up to 15,000 agents: against an environment on the CPU that is no grid',
    labels: ['agents'],
    columns: [
      ...['one thread', 'pool', 'GPU', 'R-tree'].map((title) => shown(title, 'ms')),
      shown('tree / ours', 'x'),
      shown('quadtree', 'ms'),
      shown('Wolves and Sheep on a grid', 'ms'),
    ],
    rows: MODEL_SIZES.M3.map((agents) => ({
      labels: [agents],
      at: agents,
      values: [...blank, null, null, null],
    })),
    note:
      'The study prints no figure: up to 15,000 agents its GPU is level with its tree. R-tree: ' +
      'flatbush, a bounding volume hierarchy; quadtree: d3-quadtree. Ours divides by the R-tree. ' +
      'Wolves and Sheep, written again: agents are in cells without extent, and act and ask one ' +
      'by one. So it is another model with the same numbers, and no ratio to it is given.',
  },
  {
    id: 'Section 8.1',
    title: 'What levels save',
    labels: ['radii'],
    columns: [
      shown('time saved', '%'),
      shown('detail checks saved', '%'),
      shown('detail checks saved, the study’s rule', '%'),
    ],
    rows: [{ labels: ['2 to 512'], values: [10, 50, null] }],
    note:
      'Ours: one thread, a grid in levels against one grid. Detail checks are counted: pairs in ' +
      'cells that the rule tests in full, ours and, written again, the study’s. The study does ' +
      'not print for which radii it counted.',
  },
];
