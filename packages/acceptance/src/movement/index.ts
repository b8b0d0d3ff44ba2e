import type { Area } from '../run/area.ts';
import { areaModel } from './area-model.ts';
import { fieldCalls, fieldSpeed } from './fields.ts';
import { games } from './games.ts';
import { gridCalls } from './grids.ts';
import { meshCalls } from './mesh-calls.ts';
import { surfaceExact } from './surface-exact.ts';
import { surfaceSpeed } from './surface-speed.ts';

/** The area 'movement'. */
export const movement: Area = {
  name: 'movement',
  title: 'agents that move: @wayfield/surface, @wayfield/diffusion, calls on grids',
  targets: [
    surfaceSpeed,
    surfaceExact,
    meshCalls,
    games,
    gridCalls,
    fieldCalls,
    fieldSpeed,
    areaModel,
  ],
  packages: () => [
    '@wayfield/navmesh',
    '@wayfield/diffusion',
    '@wayfield/graph',
    '@wayfield/cpu-wasm',
  ],
  gpu: 'some',
};
