import type { Area } from '../run/area.ts';
import { linearPrograms } from './linear-programs.ts';
import { rimea } from './rimea.ts';
import { recordings } from './recordings.ts';
import { speedOverDensity } from './rimea-speed.ts';
import { sampled } from './sampled.ts';
import { sceneTable } from './scene-table.ts';
import { speed } from './speed.ts';

/** The area 'crowd'. */
export const crowd: Area = {
  name: 'crowd',
  title: 'agents that make way for each other: @wayfield/crowd',
  targets: [linearPrograms, sceneTable, sampled, rimea, speedOverDensity, speed, recordings],
  packages: () => ['@wayfield/crowd'],
  gpu: 'some',
  inParts: true,
};
