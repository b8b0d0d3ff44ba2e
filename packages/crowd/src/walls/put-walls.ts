import { refuse } from '@wayfield/check';
import type { Engine } from '../engine.ts';
import type { Walls } from './types.ts';

/** Copies walls into the memory of a crowd. Throws RangeError if they are too many. */
export function putWalls(engine: Engine, walls: Walls): void {
  if (walls.count > engine.wallCapacity) {
    refuse('walls.count', walls.count, `at most wallCapacity, ${engine.wallCapacity}`);
  }
}
