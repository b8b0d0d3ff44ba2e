import { agentsOnGrids } from '../../grids/study/study.ts';
import { agentsOnRoads } from '../../roads/study/study.ts';
import { collision } from '../../bodies/study/study.ts';
import { diffusion } from '../../fields/study/study.ts';
import { triangulation } from '../../meshes/study/study.ts';
import type { Study } from './study.ts';

/** The five studies, in the order of reports. */
export const STUDIES: readonly Study[] = [
  agentsOnGrids,
  agentsOnRoads,
  diffusion,
  triangulation,
  collision,
];
