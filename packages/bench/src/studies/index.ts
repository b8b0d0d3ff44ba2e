import { agentsOnGrids } from './agents-on-grids/study.ts';
import { agentsOnRoads } from './agents-on-roads/study.ts';
import { collision } from './collision/study.ts';
import { diffusion } from './diffusion/study.ts';
import type { Study } from './study.ts';

/** The five studies, by year. */
export const STUDIES: readonly Study[] = [agentsOnGrids, agentsOnRoads, diffusion, collision];
