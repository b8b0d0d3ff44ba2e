// Scenes that the tests of intents share, with straight guidance.
import { createCrowd, type Crowd } from '@wayfield/crowd';
import { wallsOfPolygons } from '@wayfield/crowd/walls';
import { randomFrom } from './random.ts';

/** A crowd whose agents go straight to a goal each. */
export interface GoalScene {
  readonly crowd: Crowd;
  readonly dt: number;
  /** Writes preferred velocities. */
  readonly head: () => void;
  /** x, y of the goal of each slot. */
  readonly goals: readonly number[];
  /** Agents this near to their goal have arrived. */
  readonly radius: number;
}

export function speedOf(crowd: Crowd, slot: number): number {
  return Math.hypot(crowd.velocityX[slot], crowd.velocityY[slot]);
}

/** A function that sends the first slots straight to their goals, slower and slower from 1 s on. */
export function heads(crowd: Crowd, goals: readonly number[], speed: number): () => void {
  return () => {
    for (let slot = 0; slot < goals.length / 2; slot++) {
      const dx = goals[2 * slot] - crowd.positionX[slot];
      const dy = goals[2 * slot + 1] - crowd.positionY[slot];
      const away = Math.hypot(dx, dy);
      const pace = away > 0 ? Math.min(speed, away) / away : 0;
      crowd.preferredX[slot] = pace * dx;
      crowd.preferredY[slot] = pace * dy;
    }
  };
}

/** Ticks until all agents have arrived, where they stop; `most` if some never did. */
export function arrive({ crowd, dt, radius, head, goals }: GoalScene, most: number): number {
  const isThere = new Uint8Array(crowd.end);
  let left = crowd.end;
  let tick = 0;
  for (; tick < most && left > 0; tick++) {
    head();
    for (let slot = 0; slot < crowd.end; slot++)
      if (isThere[slot] !== 0) crowd.preferredX[slot] = crowd.preferredY[slot] = 0;
    crowd.step(dt);
    for (let slot = 0; slot < crowd.end; slot++) {
      const dx = goals[2 * slot] - crowd.positionX[slot];
      const dy = goals[2 * slot + 1] - crowd.positionY[slot];
      if (isThere[slot] !== 0 || Math.hypot(dx, dy) > radius) continue;
      isThere[slot] = 1;
      left--;
    }
  }
  return tick;
}

/** Agents on a circle, 1.5 m apart, that change sides. */
export function changeSides(count: number, seed: number): GoalScene {
  const traits = { radius: 0.5, maxSpeed: 1.5, horizon: 4, wallHorizon: 2, neighbourDistance: 6 };
  const crowd = createCrowd({}, { capacity: count, seed, defaults: traits });
  const distance = (count * 1.5) / 6.28;
  const goals: number[] = [];
  for (let i = 0; i < count; i++) {
    const angle = (2 * Math.PI * i) / count;
    const [x, y] = [distance * Math.cos(angle), distance * Math.sin(angle)];
    crowd.add({ x, y });
    goals.push(-x, -y);
  }
  return { crowd, dt: 0.1, radius: 0.5, goals, head: heads(crowd, goals, 1.5) };
}

/** Blocks.cc of RVO2: four groups of 25 that cross between four blocks. */
export function blocks(seed = 1): GoalScene {
  const sides = [1, -1].flatMap((x) => [1, -1].map((y) => [x, y] as const));
  const rings = sides.map(([x, y]) => {
    const [left, low] = [25 * x - 15, 25 * y - 15];
    return [left, low, left + 30, low, left + 30, low + 30, left, low + 30];
  });
  const traits = { radius: 2, maxSpeed: 2, horizon: 5, wallHorizon: 5, neighbourDistance: 15 };
  const walls = wallsOfPolygons(rings);
  const crowd = createCrowd({ walls }, { capacity: 100, seed, defaults: traits });
  const goals: number[] = [];
  for (let k = 0; k < 25; k++)
    for (const [x, y] of sides) {
      crowd.add({ x: x * (55 + 10 * Math.floor(k / 5)), y: y * (55 + 10 * (k % 5)) });
      goals.push(-75 * x, -75 * y);
    }
  return { crowd, dt: 0.25, radius: 20, goals, head: heads(crowd, goals, 1) };
}

/** Agents beside one goal at the origin, 25 m away, where there is room for one. */
export function press(count: number, radius: number, seed: number): Crowd {
  const defaults = { radius, maxSpeed: 1.6, horizon: 1.5, neighbourDistance: 4, maxNeighbours: 12 };
  const crowd = createCrowd({}, { capacity: count, seed, defaults });
  const random = randomFrom(seed);
  const side = Math.ceil(Math.sqrt(count));
  for (let i = 0; i < count; i++) {
    const [column, row] = [(i % side) - side / 2, Math.floor(i / side) - side / 2];
    crowd.add({ x: 1.2 * column + 0.3 * random() - 25, y: 1.2 * row + 0.3 * random() });
  }
  return crowd;
}

/** The coordinates of one goal for `count` slots. */
export function together(count: number, x: number, y: number): number[] {
  return Array.from({ length: 2 * count }, (_, i) => (i % 2 === 0 ? x : y));
}
