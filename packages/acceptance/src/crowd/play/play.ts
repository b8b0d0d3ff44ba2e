// Plays a scene with a crowd program, tick by tick, and watches it.
import type { Goal, Scene } from '../scenes/scene.ts';
import { createWatch, type Found } from '../watch/watch.ts';
import { createGuide, type SceneGuide } from './guide.ts';
import type { CrowdProgram, Playing } from './program.ts';
import type { TickState } from './tick-state.ts';

export interface Played {
  readonly scene: Scene;
  readonly found: Found;
  readonly agents: number;
  readonly arrived: number;
  /** Ticks until the last agent arrived; all ticks played where some did not. */
  readonly ticks: number;
  /** Tick in which each agent of the scene arrived; -1: it did not. */
  readonly arrivedAt: Int32Array;
  /** Mean of those that arrived: their time over that of the shortest path at their speed. */
  readonly time: number;
  /** Mean of those that arrived: the length they walked over that of the shortest path. */
  readonly length: number;
  /** Milliseconds of all steps, without guidance and checks. */
  readonly stepMs: number;
  /** Hash after the last tick, where the program has one. */
  readonly hash: number | undefined;
}

export interface PlayOptions {
  /** Ticks that are played on after the last arrival. Default 0. */
  readonly ticksAfter?: number;
  /** The largest number of ticks. Default: that of the scene. */
  readonly most?: number;
  /** Called after every tick with all positions. */
  readonly onTick?: (tick: number, state: TickState) => void;
}

/**
 * Plays a scene until all agents with a goal have arrived and `ticksAfter` ticks more, or until
 * `most` ticks are over.
 */
export async function play(
  program: CrowdProgram,
  scene: Scene,
  { ticksAfter = 0, most = scene.ticks, onTick }: PlayOptions = {},
): Promise<Played> {
  const { agents, dt } = scene;
  const count = agents.length;
  const watch = createWatch(scene);
  const playing = await program.open(scene);
  const state = {
    x: Float64Array.from(agents, (agent) => agent.x),
    y: Float64Array.from(agents, (agent) => agent.y),
    present: new Uint8Array(count).fill(1),
    arrivedAt: new Int32Array(count).fill(-1),
  };
  const guide = createGuide(scene, state);
  const walked = new Float64Array(count);
  const steer = createSteer(scene, guide, playing);
  const waiting = agents.filter(({ goal }) => goal >= 0).length;
  let [arrived, stepMs, tick, last] = [0, 0, 0, 0];
  try {
    const lastX = state.x.slice();
    const lastY = state.y.slice();
    while (tick < most && (arrived < waiting || tick - last < ticksAfter)) {
      steer(tick, state);
      const start = performance.now();
      await playing.step(dt);
      stepMs += performance.now() - start;
      playing.positions(state.x, state.y);
      tick++;
      watch.look({ ...state, infeasible: playing.infeasible() });
      for (let i = 0; i < count; i++) {
        const { goal } = agents[i];
        if (goal < 0 || !state.present[i] || state.arrivedAt[i] >= 0) continue;
        walked[i] += Math.hypot(state.x[i] - lastX[i], state.y[i] - lastY[i]);
        if (!isThere(scene.goals[goal], state.x[i], state.y[i])) continue;
        state.arrivedAt[i] = tick;
        arrived++;
        last = tick;
        if (!scene.leave) continue;
        state.present[i] = 0;
        playing.leave(i);
      }
      lastX.set(state.x);
      lastY.set(state.y);
      onTick?.(tick, state);
    }
    const ratios = ratiosOf(scene, guide, state, walked);
    const ticks = arrived < waiting ? tick : last;
    const hash = playing.hash?.();
    const { arrivedAt } = state;
    const { found } = watch;
    return { scene, found, agents: waiting, arrived, ticks, arrivedAt, ...ratios, stepMs, hash };
  } finally {
    guide.destroy();
    await playing.destroy();
  }
}

/** Writes preferred velocities of all agents for a tick. */
function createSteer(
  scene: Scene,
  guide: SceneGuide,
  playing: Playing,
): (tick: number, state: TickState) => void {
  const { agents, goals, traits, dt, leave } = scene;
  return (tick, { present, arrivedAt }) => {
    guide.update();
    for (let i = 0; i < agents.length; i++) {
      const { goal, starts = 0 } = agents[i];
      if (!present[i]) continue;
      if (goal < 0 || tick * dt < starts) continue;
      if (!leave && arrivedAt[i] >= 0 && goals[goal].radius > 2 * traits.radius) {
        playing.prefer(i, 0, 0);
        continue;
      }
      playing.prefer(i, guide.velocityX[i], guide.velocityY[i]);
    }
  };
}

/** Whether a place is at a goal. */
export function isThere(goal: Goal, x: number, y: number): boolean {
  const { line } = goal;
  if (line) return line.sideX * x + line.sideY * y >= line.level;
  return Math.hypot(goal.x - x, goal.y - y) <= goal.radius;
}

/** Mean time and length of arrived agents over those of the shortest path. */
function ratiosOf(
  scene: Scene,
  guide: SceneGuide,
  { x, y, arrivedAt }: TickState,
  walked: Float64Array,
): { time: number; length: number } {
  const { agents, goals, traits, dt, leave } = scene;
  const wholes = guide.distances(
    agents.map((agent) => agent.x),
    agents.map((agent) => agent.y),
  );
  const rests = guide.distances(x, y);
  let [time, length, count] = [0, 0, 0];
  for (const [i, { goal, speed = traits.maxSpeed, starts = 0 }] of agents.entries()) {
    if (arrivedAt[i] < 0) continue;
    // an agent arrives before it reaches its goal point, so the rest of the path is subtracted
    const before = leave || goals[goal].line ? rests[i] : goals[goal].radius;
    const shortest = wholes[i] - before;
    if (!(shortest > 0)) continue;
    time += ((arrivedAt[i] * dt - starts) * speed) / shortest;
    length += walked[i] / shortest;
    count++;
  }
  return { time: time / count, length: length / count };
}
