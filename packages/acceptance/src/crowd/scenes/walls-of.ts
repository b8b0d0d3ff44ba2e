import type { Obstacles } from './scene.ts';

/** Wall segments, as `createCrowd` takes them. */
export interface Segments {
  readonly count: number;
  readonly ax: Float64Array;
  readonly ay: Float64Array;
  readonly bx: Float64Array;
  readonly by: Float64Array;
}

/** All sides of the obstacles, without the package's own functions. */
export function wallsOf(obstacles: Obstacles): Segments {
  const count = obstacles.reduce((sum, ring) => sum + ring.length / 2, 0);
  const column = (): Float64Array => new Float64Array(count);
  const walls = { count, ax: column(), ay: column(), bx: column(), by: column() };
  let at = 0;
  for (const ring of obstacles)
    for (let i = 0; i < ring.length; i += 2, at++) {
      const next = (i + 2) % ring.length;
      walls.ax[at] = ring[i];
      walls.ay[at] = ring[i + 1];
      walls.bx[at] = ring[next];
      walls.by[at] = ring[next + 1];
    }
  return walls;
}
