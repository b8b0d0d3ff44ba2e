import { SCENARIOS } from '../measure/scenarios.ts';
import type { Derived, Study } from '../../run/study/study.ts';
import { STUDY_ALGORITHMS } from './figures.ts';
import { GRID_TABLES } from './tables.ts';
import { gridUnits } from './units.ts';

/** CPU time over GPU time of a scenario, from sums over the algorithms. */
const ratios: Derived = {
  rows: SCENARIOS.map(({ name }) => ['Figures 35-39', name]),
  derive(ours, put) {
    for (const { name } of SCENARIOS) {
      const sum = (table: string, column: string): number =>
        STUDY_ALGORITHMS.reduce((n, [one]) => n + ours(table, `${name}, ${one}`, column), 0);
      const of = (table: string): number => sum(table, 'CPU') / sum(table, 'CUDA');
      // the third category of the study uses the CPU column of the second
      const shared = sum('T10', 'CPU') / sum('T11', 'CUDA');
      put('Figures 35-39', name, {
        'first category, CUDA': of('T9'),
        'first category, OpenCL': of('T9'),
        'multiplier, CUDA': of('T10'),
        'shared memory, CUDA': shared,
        'shared memory, OpenCL': shared,
      });
    }
  },
};

/** The study of Denner, 2011. */
export const agentsOnGrids: Study = {
  name: 'agents-on-grids',
  title: 'Many agents, each with a search of its own, on small grids',
  source: {
    author: 'S. Denner',
    title:
      'Implementierung und Vergleich parallelisierter Pfadplanungsalgorithmen für die CPU und GPU',
    year: 2011,
    machine: 'Core2 Quad Q9550 (4 threads), GeForce GTX 460; Windows 7, CUDA 4.0, OpenCL 1.1',
  },
  text:
    'Agents stand on a square world without obstacles and every one searches a path of its ' +
    'own by A*, greedy best-first search (the study’s BFS) or Dijkstra’s algorithm, 8 ' +
    'neighbours. A time is one pass over all agents, from queries to paths in JavaScript ' +
    'arrays, arrays of an earlier pass reused; CPU is the faster of one thread and a pool. ' +
    'Every path of one thread, or of the pool where that runs alone, is walked. Costs of exact ' +
    'searches are held against the octile distance, and answers of other programs against these.',
  timer: {
    transfer: 'with',
    state: 'warm',
    clock: 'wall',
    what: 'from queries to paths in JavaScript arrays, arrays of an earlier pass reused',
  },
  tables: GRID_TABLES,
  units: gridUnits(),
  derived: ratios,
};
