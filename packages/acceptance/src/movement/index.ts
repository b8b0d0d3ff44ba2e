import type { Area } from '../run/area.ts';
import { games } from './games.ts';

/** The area 'movement'. */
export const movement: Area = {
  name: 'movement',
  title: 'agents that move: @wayfield/navmesh/surface, @wayfield/diffusion',
  targets: [games],
  packages: () => ['@wayfield/navmesh', '@wayfield/diffusion', '@wayfield/graph'],
  gpu: 'none',
};
