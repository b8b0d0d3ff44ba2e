import { STUDIES } from '@wayfield/bench/internal/run/study/index';
import type { Area } from '../run/area.ts';
import { studyTarget } from './study-target.ts';

/** The area 'studies': the printed rows of the five studies. */
export const studies: Area = {
  name: 'studies',
  title: 'the five studies: counts as printed, times at most as printed, every answer checked',
  targets: STUDIES.map(studyTarget),
  packages: () => [
    '@wayfield/gpu',
    '@wayfield/diffusion',
    '@wayfield/collision',
    '@wayfield/osm',
    '@wayfield/navmesh',
  ],
  gpu: 'some',
};
