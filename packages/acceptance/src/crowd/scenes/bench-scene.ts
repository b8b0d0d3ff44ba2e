import type { Scene, SceneAgent } from './scene.ts';

/**
 * The scene of `crowd-bench`, a program for RVO2: agents on a square lattice, 2 m apart and moved
 * by up to a quarter of a metre, each of which walks to its place mirrored at the origin.
 */
export function benchScene(count: number): Scene {
  const side = Math.ceil(Math.sqrt(count));
  const half = Math.floor(side / 2);
  let state = 1;
  const jitter = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return ((state >>> 8) & 1023) / 4096;
  };
  const agents: SceneAgent[] = [];
  for (let goal = 0; goal < count; goal++) {
    const x = 2 * ((goal % side) - half) + jitter();
    const y = 2 * (Math.floor(goal / side) - half) + jitter();
    agents.push({ x, y, goal, speed: 1 });
  }
  return {
    name: `crowd-bench, ${count.toLocaleString('en-US')}`,
    dt: 1 / 60,
    ticks: 10_000,
    traits: {
      radius: 0.5,
      maxSpeed: 1.5,
      horizon: 2,
      wallHorizon: 2,
      neighbourDistance: 5,
      maxNeighbours: 10,
    },
    agents,
    goals: agents.map(({ x, y }) => ({ x: -x, y: -y, radius: 0.5 })),
    obstacles: [],
    guidance: 'straight',
    leave: false,
    arrivals: 1,
  };
}
