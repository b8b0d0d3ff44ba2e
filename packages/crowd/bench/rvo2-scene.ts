// The scene of crowd-bench, a program for RVO2: agents on a jittered square lattice, each of which
// walks to the mirrored place on the other side; up to 10 neighbours within 5 m, time horizons 2 s,
// radius 0.5 m, 60 ticks a second.
//
// `node --import tsx bench/rvo2-scene.ts [--agents 10000] [--ticks 60]` prints milliseconds per
// step and microseconds per agent, as crowd-bench does.
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { type Crowd, createCrowd } from '../src/index.ts';

/** Adds the agents of the scene to a crowd; returns the goals, x and y. */
export function fillScene(crowd: Crowd, agents: number, spacing: number): Float32Array {
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
export function prefer(crowd: Crowd, goals: Float32Array): void {
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

function main(): void {
  const { values } = parseArgs({
    options: {
      agents: { type: 'string', default: '10000' },
      ticks: { type: 'string', default: '60' },
      spacing: { type: 'string', default: '2' },
    },
  });
  const agents = Number(values.agents);
  const ticks = Number(values.ticks);
  const crowd = createCrowd({}, { capacity: agents, defaults: TRAITS });
  const goals = fillScene(crowd, agents, Number(values.spacing));
  // the compiler of V8 optimises kernels while they run
  const start = crowd.snapshot();
  for (let tick = 0; tick < 20; tick++) {
    prefer(crowd, goals);
    crowd.step(1 / 60);
  }
  crowd.restore(start);
  const times: number[] = [];
  for (let tick = 0; tick < ticks; tick++) {
    prefer(crowd, goals);
    const begun = performance.now();
    crowd.step(1 / 60);
    times.push(performance.now() - begun);
  }
  const mean = times.reduce((sum, ms) => sum + ms, 0) / ticks;
  const micro = ((1000 * mean) / agents).toFixed(3);
  const median = times.toSorted((a, b) => a - b)[ticks >> 1];
  console.log(
    `${agents} agents, ${ticks} steps: ${mean.toFixed(3)} ms a step, ${micro} us per agent, ` +
      `median ${((1000 * median) / agents).toFixed(3)}, hash ${crowd.hash()}`,
  );
}

if (process.argv[1] === new URL(import.meta.url).pathname) main();
