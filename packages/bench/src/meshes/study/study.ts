import type { Study } from '../../run/study/study.ts';
import { TRIANGULATION_TABLES } from './tables.ts';
import { triangulationUnits } from './units.ts';

/** The study of Klaffenböck, 2014. */
export const triangulation: Study = {
  name: 'triangulation',
  title: 'Paths on triangles and on their reduction',
  source: {
    author: 'Klaffenböck',
    title: 'Pfadsuche in einer Triangulation Reduction im Mammoth MMO Research Framework',
    year: 2014,
    machine: 'Core2 Duo E8500, 3.16 GHz; Java 6',
  },
  text:
    'Queries between random places of five made-up worlds, as many for every interval of ' +
    'path length from 0 to the edge of the world, by TRA* and by Fringe search on the ' +
    'reduction. Times are of one query, from its ends to its path, on one thread; searches ' +
    'go on until their path is proven to be the shortest, or a limit. Every path is measured ' +
    'again, every length held against Polyanya’s on merged triangles.',
  timer: {
    transfer: 'none',
    state: 'warm',
    clock: 'wall',
    what: 'from the ends of a query to its path, one query at a time',
  },
  tables: TRIANGULATION_TABLES,
  units: triangulationUnits(),
};
