import { SCENARIOS } from '../measure/scenarios.ts';
import type { PublishedColumn, PublishedRow, PublishedTable } from '../../run/study/published.ts';
import { MEMORY, type MemoryRow, MULTIPLIERS, STUDY_ALGORITHMS, TIMES } from './figures.ts';

const CPU = 'Core2 Quad Q9550, 4 threads';
const GPU = 'GeForce GTX 460';

const same = (title: string, unit = ''): PublishedColumn => ({ title, unit, better: 'same' });
const less = (title: string, unit: string, device: string): PublishedColumn => ({
  title,
  unit,
  better: 'less',
  device,
});

/** A row per scenario. */
const perScenario = (values: (s: number) => readonly (number | null)[]): PublishedRow[] =>
  SCENARIOS.map(({ name, agents }, s) => ({ labels: [name], at: agents, values: values(s) }));

/** A row per scenario and algorithm. */
const perSearch = (values: (s: number, a: number) => readonly (number | null)[]): PublishedRow[] =>
  SCENARIOS.flatMap(({ name, agents }, s) =>
    STUDY_ALGORITHMS.map(([algorithm], a) => ({
      labels: [name, algorithm],
      at: agents,
      values: values(s, a),
    })),
  );

const LABELS = ['scenario', 'algorithm'];
const memory = (values: (row: MemoryRow) => readonly number[]): PublishedRow[] =>
  perSearch((s, a) => values(MEMORY[s][a]));

/**
 * The derived values of the study's figures 35 to 39: sums of T9 to T11 over the three algorithms.
 */
function ratiosOf(s: number): number[] {
  const sum = (of: (a: number) => number): number =>
    STUDY_ALGORITHMS.reduce((n, _, a) => n + of(a), 0);
  const [a, b] = (['a', 'b'] as const).map((category) =>
    [0, 1, 2].map((k) => sum((i) => TIMES[s][i][category][k])),
  );
  const c = [0, 1].map((k) => sum((i) => TIMES[s][i].c[k]));
  const two = (x: number): number => Number(x.toPrecision(3));
  return [a[0] / a[1], a[0] / a[2], b[0] / b[1], b[0] / c[0], b[0] / c[1]].map(two);
}

/** The tables of the study's experiments. */
export const GRID_TABLES: readonly PublishedTable[] = [
  {
    id: 'T4',
    title: 'Scenarios: agents on a square world without obstacles',
    labels: ['scenario'],
    columns: [same('agents'), same('world side', 'cells'), same('nodes')],
    rows: perScenario((s) => [SCENARIOS[s].agents, SCENARIOS[s].side, SCENARIOS[s].side ** 2]),
  },
  {
    id: 'T5',
    title: 'Scenario multiplier: distinct agents, and how often each is there',
    labels: ['scenario'],
    columns: [same('distinct agents'), same('multiplier')],
    rows: perScenario((s) => MULTIPLIERS[s]),
  },
  {
    id: 'T6',
    title: 'Memory of the lists on the CPU',
    labels: LABELS,
    columns: [
      same('bytes per agent', 'bytes'),
      { title: 'all threads', unit: 'bytes', better: 'none' },
    ],
    rows: memory(({ agent, cpu }) => [agent, cpu]),
    axis: 'agents',
    note:
      'bytes per agent: ours is empty, as our searches keep no lists of a fixed size; beside ' +
      'it the study’s formula, written again. all threads, ours: what the ' +
      'pool holds beside the map, code of its kernels and room for answers included.',
  },
  {
    id: 'T7',
    title: 'Memory and launches on the GPU, lists in global memory',
    labels: LABELS,
    columns: [
      { title: 'GPU memory', unit: 'bytes', better: 'none' },
      same('threads per block'),
      same('blocks per launch'),
      same('launches'),
    ],
    rows: memory(({ gpu, launch }) => [gpu, ...launch]),
    axis: 'agents',
    note:
      'Threads, blocks and launches, ours, are empty: a solver of WebGPU launches otherwise, and ' +
      'one world (`study agents-on-grids --agents …`) writes its launches into the CSV. Beside ' +
      'them the study’s planner, written again. GPU memory, ours: what the solver holds on the ' +
      'device.',
  },
  {
    id: 'T8',
    title: 'Memory and launches on the GPU, lists in shared memory',
    labels: LABELS,
    columns: [
      same('bytes per block', 'bytes'),
      same('threads per block'),
      same('blocks per launch'),
    ],
    rows: memory(({ block, shared }) => [block, shared[0], shared[1]]),
    note:
      'Ours is empty: no program of ours has lists in workgroup memory by this plan. Beside it ' +
      'the study’s planner, written again.',
  },
  {
    id: 'T9',
    title: 'First category, ten scenarios: milliseconds of one pass over all agents',
    labels: LABELS,
    columns: [
      less('CPU', 'ms', CPU),
      less('CUDA', 'ms', `${GPU}, CUDA`),
      less('OpenCL', 'ms', `${GPU}, OpenCL`),
    ],
    rows: perSearch((s, a) => TIMES[s][a].a),
    axis: 'agents',
    note:
      'Every agent has a start and a goal of its own and a search of its own; ours gives ' +
      'whole paths, the study the next cell.',
  },
  {
    id: 'T10',
    title: 'Second category, scenario multiplier: neighbouring threads search for the same agent',
    labels: LABELS,
    columns: [
      less('CPU', 'ms', CPU),
      less('CUDA', 'ms', `${GPU}, CUDA`),
      less('OpenCL', 'ms', `${GPU}, OpenCL`),
    ],
    rows: perSearch((s, a) => TIMES[s][a].b),
    axis: 'agents',
    note: 'Ours too searches for every copy.',
  },
  {
    id: 'T11',
    title: 'Third category, shared memory: the threads of a block do one search together',
    labels: LABELS,
    columns: [
      less('CPU', 'ms', CPU),
      less('CUDA', 'ms', `${GPU}, CUDA`),
      less('OpenCL', 'ms', `${GPU}, OpenCL`),
    ],
    rows: perSearch((s, a) => [TIMES[s][a].b[0], ...TIMES[s][a].c]),
    axis: 'agents',
    note:
      'The study calls this unfair: a block does one agent’s search. Its CPU column is that ' +
      'of T10. Ours may share as well: agents with one goal are answered from one tree, ' +
      'greedy ones never.',
  },
  {
    id: 'Figures 35-39',
    title: 'CPU time as a multiple of the GPU’s, sums over the three algorithms',
    labels: ['scenario'],
    columns: [
      'first category, CUDA',
      'first category, OpenCL',
      'multiplier, CUDA',
      'shared memory, CUDA',
      'shared memory, OpenCL',
    ].map((title) => ({ title, unit: 'x', better: 'none' as const })),
    rows: perScenario(ratiosOf),
    axis: 'agents',
    note: 'Ours: all threads of this machine against its GPU.',
  },
];
