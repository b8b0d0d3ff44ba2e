// Overview. A folder per area holds its targets, one file each or a few; `index.ts` of the folder
// lists them under their names on the command line. A new target: a `Target` in a file of its area,
// its line in that `index.ts`, and its row in docs/benchmarks.md, which is written by hand. run/
// holds what targets share: target.ts (results and numbers to reach), area.ts (the command and its
// options), run-targets.ts (the run and its verdict), take-turns.ts and speeds-in-turns.ts (races),
// cpp-programs.ts (the C++ of native/), run-child.ts (programs that may crash or run out of time).
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
