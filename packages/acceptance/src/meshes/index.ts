import { agreement } from './agreement.ts';
import { editToAnswer } from './edit-to-answer.ts';
import { edits } from './edits.ts';
import { exactLengths } from './exact-lengths.ts';
import type { Area } from '../run/area.ts';
import { radius } from './radius.ts';
import { searchSpeed } from './search-speed.ts';
import { soups } from './soups.ts';
import { triangleSearchSpeed } from './triangle-search-speed.ts';
import { triangulations } from './triangulations.ts';

/** The area 'meshes'. */
export const meshes: Area = {
  name: 'meshes',
  title: '@wayfield/navmesh',
  targets: [
    exactLengths,
    agreement,
    triangulations,
    searchSpeed,
    radius,
    triangleSearchSpeed,
    edits,
    editToAnswer,
    soups,
  ],
  packages: () => ['@wayfield/navmesh'],
  gpu: 'none',
};
