import type { Area } from '../run/area.ts';
import { answers, faults } from './answers.ts';
import { efficiency } from './efficiency.ts';
import { overhead } from './overhead.ts';
import { twoGpus } from './two-gpus.ts';

/** The area 'cluster'. */
export const cluster: Area = {
  name: 'cluster',
  title: 'work on many machines through PostgreSQL: @wayfield/cluster',
  targets: [answers, faults, efficiency, overhead, twoGpus],
  packages: () => ['@wayfield/cluster'],
  gpu: 'none',
};
