// Each area has a folder, whose `index.ts` lists its targets. run/ holds what all targets share.
// ARCHITECTURE.md has the steps of a run, and every place to change for a new target.
import { bodies } from './bodies/index.ts';
import { cluster } from './cluster/index.ts';
import { crowd } from './crowd/index.ts';
import { fields } from './fields/index.ts';
import { gpu } from './gpu/index.ts';
import { grids } from './grids/index.ts';
import { meshes } from './meshes/index.ts';
import { movement } from './movement/index.ts';
import { records } from './records/index.ts';
import { roads } from './roads/index.ts';
import { routing } from './routing/index.ts';
import { studies } from './studies/index.ts';
import type { Area } from './run/area.ts';

/** The areas that have targets, in the order of the help text. */
export const AREAS: readonly Area[] = [
  grids,
  roads,
  gpu,
  fields,
  bodies,
  meshes,
  movement,
  crowd,
  routing,
  cluster,
  studies,
  records,
];
