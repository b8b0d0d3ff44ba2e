import type { Derived, Study } from '../../run/study/study.ts';
import { DIFFUSION_TABLES, SIDES } from './tables.ts';
import { diffusionUnits } from './units.ts';

/** The least and the largest ratio of figure 5.1. */
const extremes: Derived = {
  rows: [
    ['Figure 5.1', 'least of all'],
    ['Figure 5.1', 'most of all'],
  ],
  derive(ours, put) {
    const all = SIDES.map((n) => ours('Figure 5.1', String(n), 'times as fast')).filter(
      (x) => x > 0,
    );
    const none = { value: null };
    const of = (value: number) => ({ sequential: none, parallel: none, 'times as fast': value });
    put('Figure 5.1', 'least of all', of(Math.min(...all)));
    put('Figure 5.1', 'most of all', of(Math.max(...all)));
  },
};

/** The study of McMillan, 2014. */
export const diffusion: Study = {
  name: 'diffusion',
  title: 'Collaborative diffusion against Dijkstra’s algorithm',
  source: {
    author: 'C. McMillan',
    title: 'Comparison of Pathfinding Algorithms Using the GPGPU',
    year: 2014,
    machine: 'Tesla K40; a processor that is not named',
  },
  text:
    'Scent spreads from one goal over open maps of 32 x 32 to 2048 x 2048 cells and over six ' +
    'maps of 32 x 32 with terrain and walls, until every cell has some; Dijkstra’s algorithm ' +
    'finds exact distances to all cells. A time is from an empty field to one that is known ' +
    'to be settled, left where the backend keeps it; distances come back to JavaScript ' +
    'arrays. Iterations on open maps must be the study’s, but for one count of Table 5.1. ' +
    'The study’s six maps are lost; ours are drawn to its descriptions, and answers on them ' +
    'must be those of brute force. Fields of all backends must have the same bits.',
  timer: {
    transfer: 'without',
    state: 'warm',
    clock: 'wall',
    what:
      'from an empty field to one that is known to be settled, left where the backend keeps ' +
      'it; distances of Dijkstra’s algorithm come back to JavaScript arrays',
  },
  tables: DIFFUSION_TABLES,
  units: diffusionUnits(),
  derived: extremes,
};
