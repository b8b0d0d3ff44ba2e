// Walls of a crowd, from `Walls` of the caller to the records of the kernels. Called when a crowd
// is created and by `setWalls`, on every backend.
import { refuse } from '@wayfield/check';
import type { Engine } from '../engine.ts';
import { WALL_BYTES } from '../kernels.gen.ts';
import { putJoints } from './put-joints.ts';
import type { Walls } from './types.ts';

/**
 * Copies walls into the memory of a crowd, joined at common ends, and sorts them into their grid.
 * Throws RangeError for more walls than `wallCapacity`, and then changes nothing. The caller has
 * checked `walls` by `someWalls` in agents/rules.ts.
 */
export function putWalls({ host, kernels, wallCapacity }: Engine, walls: Walls): void {
  const { count, ax, ay, bx, by, storey } = walls;
  if (count > wallCapacity) {
    refuse('walls.count', count, `at most wallCapacity, ${wallCapacity}`);
  }
  const words = WALL_BYTES / 8;
  const { buffer } = host.arena.memory;
  const records = new Float64Array(buffer, kernels.wallsAddress() >>> 0, count * words);
  records.fill(0);
  for (let wall = 0; wall < count; wall++) {
    const dx = bx[wall] - ax[wall];
    const dy = by[wall] - ay[wall];
    const length = Math.sqrt(dx * dx + dy * dy);
    // the order of `Wall` in assembly/layout-world.ts
    const ends = [ax[wall], ay[wall], bx[wall], by[wall], dx / length, dy / length, length];
    records.set(ends, wall * words);
    records[wall * words + words - 1] = storey?.[wall] ?? ALL_STOREYS;
  }
  putJoints(walls, records, words);
  kernels.sortWalls(count);
}

/** Storey of a wall that stands on all storeys: `ALL_STOREYS` of assembly/layout-world.ts. */
const ALL_STOREYS = 65535;
