import { cpuSpeed } from './cpu-speed.ts';
import type { Area } from '../run/area.ts';
import { edges } from './edges.ts';
import { exact } from './exact.ts';
import { gpuSpeed } from './gpu-speed.ts';
import { tables } from './tables.ts';

/** The area 'fields'. */
export const fields: Area = {
  name: 'fields',
  title: '@wayfield/diffusion',
  targets: [tables, gpuSpeed, cpuSpeed, exact, edges],
  packages: () => ['@wayfield/diffusion'],
  gpu: 'some',
};
