// The scene of crowd-bench, a program for RVO2: agents on a jittered square lattice, each of which
// walks to the mirrored place on the other side; up to 10 neighbours within 5 m, time horizons 2 s,
// radius 0.5 m, 60 ticks a second.
import type { CrowdAgents } from '../src/types.ts';

/** Adds the agents of the scene to a crowd; returns the goals, x and y. */
export function fillScene(crowd: CrowdAgents, agents: number, spacing: number): Float32Array {
  const side = Math.ceil(Math.sqrt(agents));
  const half = side >> 1;
  const goals = new Float32Array(2 * agents);
  let state = 1;
  const jitter = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return ((state >>> 8) & 1023) / 4096;
  };
  for (let i = 0; i < agents; i++) {
    const x = ((i % side) - half) * spacing + jitter();
    const y = (Math.floor(i / side) - half) * spacing + jitter();
    crowd.add({ x, y });
    goals[2 * i] = -x;
    goals[2 * i + 1] = -y;
  }
  return goals;
}

/** Preferred velocities towards the goals, at most 1 m/s. */
export function prefer(crowd: CrowdAgents, goals: Float32Array): void {
  const { x, y, preferredX, preferredY, end } = crowd;
  for (let i = 0; i < end; i++) {
    const dx = goals[2 * i] - x[i];
    const dy = goals[2 * i + 1] - y[i];
    const length = Math.sqrt(dx * dx + dy * dy);
    preferredX[i] = length > 1 ? dx / length : dx;
    preferredY[i] = length > 1 ? dy / length : dy;
  }
}

/** The traits of crowd-bench. */
export const TRAITS = {
  radius: 0.5,
  maxSpeed: 1.5,
  horizon: 2,
  wallHorizon: 2,
  neighbourDistance: 5,
  maxNeighbours: 10,
} as const;
