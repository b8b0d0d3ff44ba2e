import { MCMILLAN_TABLE_5_1, MCMILLAN_TABLE_5_3 } from '@wayfield/diffusion/study';
import type { PublishedColumn, PublishedTable } from '../../run/study/published.ts';

const GPU = 'Tesla K40';
/** Strengths of the goal: 1024, one between, 2^100. */
export const STRENGTHS: readonly (readonly [name: string, strength: number])[] = [
  ['1024', 1024],
  ['2^50', 2 ** 50],
  ['2^100', 2 ** 100],
];
/** Sides of the maps of the first set. */
export const SIDES: readonly number[] = MCMILLAN_TABLE_5_1.map(({ n }) => n);
/** Minutes and seconds of the text: 2048 x 2048, goal 1024 and 2^100. */
const LONG_MS = [77_000, 42_000] as const;

const same = (title: string, unit = 'steps'): PublishedColumn => ({ title, unit, better: 'same' });
const ms = (title: string): PublishedColumn => ({ title, unit: 'ms', better: 'less', device: GPU });
const shown = (title: string, unit: string): PublishedColumn => ({ title, unit, better: 'none' });

const bySide = (values: (n: number) => readonly (number | null)[]): PublishedTable['rows'] =>
  SIDES.map((n) => ({ labels: [n], at: n, values: values(n) }));
const byMap = (
  values: (row: (typeof MCMILLAN_TABLE_5_3)[number]) => readonly (number | null)[],
): PublishedTable['rows'] =>
  MCMILLAN_TABLE_5_3.map((row) => ({ labels: [row.map], values: values(row) }));

/** What 18 people preferred, in percent for diffusion; map 1 was not asked, map 5 has no path. */
const SURVEY: readonly (number | null)[] = [null, 72, 72, 33, null, 50];
const POPPED: readonly number[] = [1024, 1024, 1024, 1024, 701, 1024];
const LARGEST = 2048;
const DRAWN =
  'The study’s maps are lost. Ours are drawn to its descriptions alone, so the counts are ' +
  'of other maps and are not expected to be equal.';

/** Agents on one map, which share one goal. */
export const AGENTS: readonly number[] = [1000, 5000, 10_000, 25_000];

/** Tables 5.1 to 5.4, and the figures of chapter 5 whose values the text gives. */
export const DIFFUSION_TABLES: readonly PublishedTable[] = [
  {
    id: 'Table 5.1',
    title: 'Diffusion: iterations until an open map is filled',
    labels: ['side'],
    columns: [same('sequential'), same('parallel'), shown('without underflow', 'steps')],
    rows: MCMILLAN_TABLE_5_1.map(({ n, sequential, parallel }) => ({
      labels: [n],
      at: n,
      values: [sequential, parallel, null],
    })),
    axis: 'side',
    note:
      '13 of the 14 printed counts come out the same. The parallel count of 2048 differs: ' +
      'printed 65,091, ours 71,021. without underflow: precision log, as many steps as cells ' +
      'lie between.',
  },
  {
    id: 'Table 5.2',
    title: 'Dijkstra: iterations of the outer loop on open maps',
    labels: ['side'],
    columns: [same('sequential'), same('parallel')],
    rows: bySide((n) => [n * n, n]),
    axis: 'side',
  },
  {
    id: 'Table 5.3',
    title: 'Diffusion on the six maps of 32 x 32: iterations of the parallel program',
    labels: ['map'],
    columns: [shown('iterations', 'steps'), shown('without underflow', 'steps')],
    rows: byMap(({ diffusionIterations }) => [diffusionIterations, null]),
    note: `${DRAWN} 1000 is the cap of the study’s program.`,
  },
  {
    id: 'Table 5.4',
    title: 'Dijkstra on the six maps: iterations of the outer loop',
    labels: ['map'],
    columns: [shown('parallel', 'rounds'), shown('sequential', 'cells')],
    rows: byMap(({ map, dijkstraIterations }) => [dijkstraIterations, POPPED[map - 1]]),
    note: `${DRAWN} sequential: cells that were ever queued, walls beside reached cells included.`,
  },
  {
    id: 'Figures 5.8-5.18',
    title: 'Paths on the six maps: nodes, what people preferred, and what the paths cost',
    labels: ['map'],
    columns: [
      shown('diffusion', 'nodes'),
      shown('Dijkstra', 'nodes'),
      shown('people for diffusion', '%'),
      shown('cost / least cost', 'x'),
      shown('turns, diffusion', ''),
      shown('turns, Dijkstra', ''),
    ],
    rows: byMap(({ map, diffusionNodes, dijkstraNodes }) => [
      diffusionNodes,
      dijkstraNodes,
      SURVEY[map - 1],
      null,
      null,
      null,
    ]),
    note:
      `${DRAWN} 0 nodes: no path. Instead of a survey: what the path up the scent costs, as ` +
      'a multiple of the least, and how often it turns.',
  },
  {
    id: 'Figure 5.1',
    title: 'Diffusion on open maps until they are filled: one thread and many',
    labels: ['side'],
    columns: [shown('sequential', 'ms'), shown('parallel', 'ms'), shown('times as fast', 'x')],
    rows: [
      ...bySide(() => [null, null, null]),
      { labels: ['least of all'], values: [null, null, 1.2] },
      { labels: ['most of all'], values: [null, null, 59] },
    ],
    axis: 'side',
    note:
      'times as fast: the study divides two programs of its machine by each other, ours two ' +
      'others, so the two are not compared; it prints 98 % less time at 2048. sequential, ' +
      'ours: the study’s program in JavaScript, its time per step times its iterations. ' +
      'parallel: the study’s step by the fastest we have.',
  },
  {
    id: 'Figure 5.2',
    title: 'The value of the goal: time until an open map is filled',
    labels: ['side', 'goal'],
    columns: [ms('time'), shown('steps', 'steps')],
    rows: SIDES.flatMap((n) =>
      STRENGTHS.map(([goal], k) => ({
        labels: [n, goal],
        at: n,
        values: [n === LARGEST && k !== 1 ? LONG_MS[k === 0 ? 0 : 1] : null, null],
      })),
    ),
    axis: 'side',
    note:
      'The study prints two times at 2048 and does not name their program; they are taken as ' +
      'those of its parallel one.',
  },
  {
    id: 'Figure 5.3',
    title: 'The goal in the centre instead of a corner: time saved',
    labels: ['side'],
    columns: [shown('corner', 'ms'), shown('centre', 'ms'), shown('saved', '%')],
    rows: bySide((n) => [null, null, n === LARGEST ? 76 : null]),
  },
  {
    id: 'Figures 5.4-5.5',
    title:
      'Dijkstra: another way for the inner loop, as a multiple of the time of the study’s rule',
    labels: ['side'],
    columns: [shown('streams', 'x'), shown('tiles in workgroup memory', 'x')],
    rows: bySide(() => [null, null]),
    note:
      'The study gave every neighbour a stream: almost 18 times as slow, in a test of its ' +
      'own without a map. Ours relaxes tiles to the end; both on the GPU, rule mcmillan = 1.',
  },
  {
    id: 'Figure 5.6',
    title: 'Dijkstra on open maps: one thread and many',
    labels: ['side'],
    columns: [shown('sequential', 'ms'), shown('parallel', 'ms'), shown('times as fast', 'x')],
    rows: bySide(() => [null, null, null]),
    axis: 'side',
    note:
      'The study: 1.2 to 4 times from 128 on, 75 % less time at 1024, 65 % at 2048, both on ' +
      'its machine; ours divide other programs, so the two are not compared. sequential, ' +
      'ours: the study’s program in JavaScript. parallel: the fastest of ours for all exact ' +
      'distances. The study’s parallel program is slower at 32 and 64.',
  },
  {
    id: 'Figure 5.7',
    title: 'Parallel diffusion as a multiple of the time of parallel Dijkstra',
    labels: ['side'],
    columns: [shown('diffusion / Dijkstra', 'x')],
    rows: bySide((n) => [n === LARGEST ? 45 : null]),
    note:
      'The study: Dijkstra takes 6 times as long at 32 and 64. Diffusion: the study’s step ' +
      'until the map is filled; Dijkstra: exact distances; each by the fastest of ours.',
  },
  {
    id: 'Figure 5.19',
    title: 'The six maps of 32 x 32: time of the parallel programs',
    labels: ['map'],
    columns: [shown('diffusion', 'ms'), shown('Dijkstra', 'ms')],
    rows: byMap(({ map }) => [map === 4 || map === 5 ? null : 0.6, null]),
    note:
      'The study’s maps are lost and ours are drawn to its descriptions, so no ratio is ' +
      'given. The study prints about 0.6 ms for diffusion on maps 1, 2, 3 and 6, about 27 ' +
      'times that on 4 and 5, and 3.46 to 22.7 ms for Dijkstra on all six, on a Tesla K40.',
  },
  {
    id: 'Section 2.3.3',
    title: 'Many agents to one goal: one field for all, or a search for each',
    labels: ['agents'],
    columns: [
      shown('field', 'ms'),
      shown('paths along the field', 'ms'),
      shown('A*, one for each', 'ms'),
      shown('A* / field with paths', 'x'),
      shown('cost / least cost, mean', 'x'),
    ],
    rows: AGENTS.map((agents) => ({
      labels: [agents],
      at: agents,
      values: [null, null, null, null, null],
    })),
    axis: 'agents',
    note:
      'The study says that one field serves all agents and measures one agent; it prints no ' +
      'figure. Ours: one thread, a generated landscape of 128 x 128 cells, all agents to its ' +
      'last open cell. A* finds least costs, the scent does not: the last column says what its ' +
      'paths cost more. Its field is in log form.',
  },
];
