import { boundsOf } from '../scenes/bounds.ts';
import type { Scene } from '../scenes/scene.ts';

/** A flat ground of triangles with the obstacles of a scene as steep blocks, y up. */
export interface Ground {
  readonly positions: Float32Array;
  readonly indices: Uint32Array;
  /** Edge of a voxel: half a radius, or more where the ground would be wider than 2,000 voxels. */
  readonly cell: number;
}

/** The ground of a scene. It reaches 5 m beyond all agents and all goals that are points. */
export function groundOf({ agents, goals, obstacles, traits }: Scene): Ground {
  // where a goal is a line, agents head for a point far beyond it
  const places = [...agents, ...goals.filter(({ line }) => !line)];
  const { minX, minY, maxX, maxY } = boundsOf(places, 5);
  const positions = [minX, 0, minY, maxX, 0, minY, maxX, 0, maxY, minX, 0, maxY];
  const indices = [0, 2, 1, 0, 3, 2];
  // too high to climb and too steep to walk on, in metres
  const height = 4;
  for (const ring of obstacles) {
    const first = positions.length / 3;
    const corners = ring.length / 2;
    for (let i = 0; i < corners; i++) {
      const [x, z] = [ring[2 * i], ring[2 * i + 1]];
      positions.push(x, 0, z, x, height, z);
      const next = (i + 1) % corners;
      const [a, b] = [first + 2 * i, first + 2 * next];
      indices.push(a, b, b + 1, a, b + 1, a + 1);
      if (i > 1) indices.push(first + 1, first + 2 * i + 1, first + 2 * i - 1);
    }
  }
  const cell = Math.max(traits.radius / 2, (maxX - minX) / 2000, (maxY - minY) / 2000);
  return { positions: Float32Array.from(positions), indices: Uint32Array.from(indices), cell };
}
