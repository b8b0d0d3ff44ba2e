import { aurora } from './aurora.ts';
import type { Bar } from './bar.ts';
import { graphSpeed } from './graph-speed.ts';
import { mapKinds } from './map-kinds.ts';
import { memory } from './memory.ts';
import { publicLengths } from './public-lengths.ts';
import { roadDistances } from './road-distances.ts';
import { sizes } from './sizes.ts';
import { threads } from './threads.ts';

/** The bars of the project, in order. */
export const BARS: readonly Bar[] = [
  publicLengths,
  roadDistances,
  mapKinds,
  aurora,
  threads,
  graphSpeed,
  memory,
  sizes,
];
