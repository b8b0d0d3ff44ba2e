import { solvePrograms } from '@wayfield/crowd/internal';
import type { Programs } from './types.ts';

/** Answers of the kernel to programs. */
export interface Answers {
  /** x, y of each program. */
  readonly velocity: Float64Array;
  /** 0: feasible. 1: lines of agents were relaxed. 2: those of walls too. */
  readonly relaxed: Uint8Array;
}

/**
 * Lets the kernel solve programs: lines become half-planes n · v ≥ c with n to the left of a line.
 */
export function solveByKernel(programs: Programs): Answers {
  const { count, first, hard, speed, pointX, pointY, directionX, directionY } = programs;
  const lines = first[count];
  const halfPlanes = new Float64Array(3 * lines);
  for (let i = 0; i < lines; i++) {
    const [nx, ny] = [-directionY[i], directionX[i]];
    halfPlanes[3 * i] = nx;
    halfPlanes[3 * i + 1] = ny;
    halfPlanes[3 * i + 2] = nx * pointX[i] + ny * pointY[i];
  }
  const preferred = new Float64Array(2 * count);
  for (let k = 0; k < count; k++) {
    const [x, y] = [programs.preferredX[k], programs.preferredY[k]];
    // a crowd shortens preferred velocities to the largest speed first
    const shorter = Math.min(1, speed[k] / Math.hypot(x, y) || 1);
    preferred[2 * k] = x * shorter;
    preferred[2 * k + 1] = y * shorter;
  }
  return solvePrograms({ count, first, walls: hard, halfPlanes, preferred, maxSpeed: speed });
}
