import type { Study } from '../../run/study/study.ts';
import { ROAD_TABLES } from './tables.ts';
import { roadUnits } from './units.ts';

/** The study of McNally, 2010. */
export const agentsOnRoads: Study = {
  name: 'agents-on-roads',
  title: 'Thousands of agents on the roads of a town',
  source: {
    author: 'O. McNally',
    title: 'Multi-Agent Pathfinding over Real-World Data Using CUDA',
    year: 2010,
    machine: 'Quadro FX580, GeForce GTX470; Core2 Duo T6600 (one thread)',
  },
  text:
    'Every agent has a route of its own between random nodes, or random nodes of classified ' +
    'roads, of a town in which every point of a road is a node. A time is that of all ' +
    'agents, from starts and goals to paths in JavaScript arrays; building the hierarchy, ' +
    'which the study has not, is not in it but in columns of its own, with the number of ' +
    'routes from which on it pays. As in the study 44 to 69 % of the pairs of random nodes ' +
    'have no path, and up to 29 % of those on classified roads: the heading of each table ' +
    'says how many. Every path is walked, and its cost held against that of another kind of ' +
    'search.',
  timer: {
    transfer: 'with',
    state: 'warm',
    clock: 'wall',
    what: 'from starts and goals to paths in JavaScript arrays, without building the hierarchy',
  },
  tables: ROAD_TABLES,
  units: roadUnits(),
};
