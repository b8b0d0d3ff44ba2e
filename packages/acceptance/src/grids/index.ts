import { aurora } from './aurora.ts';
import type { Area } from '../run/area.ts';
import { graphSpeed } from './graph-speed.ts';
import { mapKinds } from './map-kinds.ts';
import { memory } from './memory.ts';
import { publicLengths } from './public-lengths.ts';
import { roadDistances } from './road-distances.ts';
import { sizes } from './sizes.ts';
import { threads } from './threads.ts';

/** The area 'grids'. */
export const grids: Area = {
  name: 'grids',
  title: 'searches on grids and graphs: published lengths, speed, memory, size',
  targets: [publicLengths, roadDistances, mapKinds, aurora, threads, graphSpeed, memory, sizes],
  packages: () => [],
  gpu: 'none',
  threads: 1,
};
