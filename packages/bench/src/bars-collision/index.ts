import type { CollisionBar } from './collision-bar.ts';
import { cpuSpeed } from './cpu-speed.ts';
import { deviceTimes } from './device-times.ts';
import { directTests } from './direct-tests.ts';
import { pedestrians } from './pedestrians.ts';
import { race } from './race.ts';
import { scenesAndSoak } from './soak.ts';

/** The bars of the collision solvers, in order. */
export const COLLISION_BARS: readonly CollisionBar[] = [
  directTests,
  deviceTimes,
  race,
  cpuSpeed,
  pedestrians,
  scenesAndSoak,
];
