import type { Area } from '../run/area.ts';
import { exact } from './exact.ts';
import { matching } from './matching.ts';
import { promises } from './promises.ts';
import { scenarios } from './scenarios.ts';
import { serving } from './serving.ts';
import { speed } from './speed.ts';

/** The area 'routing'. */
export const routing: Area = {
  name: 'routing',
  title: 'services on road networks: @wayfield/routing',
  targets: [exact, promises, speed, matching, serving, scenarios],
  packages: () => ['@wayfield/routing', '@wayfield/serve'],
  gpu: 'none',
};
