import { agents } from './agents.ts';
import { customisation } from './customisation.ts';
import { equality } from './equality.ts';
import type { Area } from '../run/area.ts';
import { onGpu } from '../run/target.ts';
import { maps } from './maps.ts';
import { primitives } from './primitives.ts';
import { trees } from './trees.ts';

/** The area 'gpu'. */
export const gpu: Area = {
  name: 'gpu',
  title: 'the GPU solvers against all cores of the CPU',
  targets: [agents, maps, trees, primitives, equality, customisation].map(onGpu),
  packages: () => [],
  gpu: 'all',
};
