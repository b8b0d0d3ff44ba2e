import { agentsOnGrids } from './agents-on-grids/study.ts';
import { agentsOnRoads } from './agents-on-roads/study.ts';
import { collision } from './collision/study.ts';
import { diffusion } from './diffusion/study.ts';
import { triangulation } from './triangulation/study.ts';
import type { Study } from './study.ts';

/** The five studies, in the order of the issue. */
export const STUDIES: readonly Study[] = [
  agentsOnGrids,
  agentsOnRoads,
  diffusion,
  triangulation,
  collision,
];
