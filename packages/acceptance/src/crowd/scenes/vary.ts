import { randomNumbers } from '../../movement/random-numbers.ts';
import type { Scene } from './scene.ts';

/** Places of agents are moved by at most this, in metres. */
const JITTER = 0.05;
/** All lengths of the layout are changed by at most this share. */
const STRETCH = 0.01;
/** Speeds of men from 30 to 50 years on the flat (IMO MSC.1/Circ.1533, table 3.4). */
export const SLOWEST = 0.97;
export const FASTEST = 1.62;

/**
 * A scene with another draw of people and a slightly other layout, so that no figure depends on one
 * arrangement: all lengths times 0.99 to 1.01, the scene mirrored at the x axis for odd seeds,
 * agents moved by up to 5 cm, and speeds, unless `speeds` is false, of the population of IMO. Seed
 * 0 leaves the layout as published, and draws speeds alone.
 */
export function vary(scene: Scene, seed: number, speeds = true): Scene {
  const random = randomNumbers(Math.imul(seed + 1, 0x9e3779b1));
  const stretch = seed === 0 ? 1 : 1 + STRETCH * (2 * random() - 1);
  const mirror = seed % 2 === 1 ? -1 : 1;
  const jitter = (): number => (seed === 0 ? 0 : JITTER * (2 * random() - 1));
  const ringOf = (ring: readonly number[]): number[] => {
    const moved = ring.map((at, i) => at * stretch * (i % 2 ? mirror : 1));
    if (mirror === 1) return moved;
    // a mirrored ring is run through backwards, to be counter-clockwise again
    const corners = [];
    for (let i = moved.length - 2; i >= 0; i -= 2) corners.push(moved[i], moved[i + 1]);
    return corners;
  };
  return {
    ...scene,
    agents: scene.agents.map((agent) => ({
      ...agent,
      x: agent.x * stretch + jitter(),
      y: agent.y * stretch * mirror + jitter(),
      ...(speeds && { speed: SLOWEST + (FASTEST - SLOWEST) * random() }),
    })),
    goals: scene.goals.map((goal) => ({
      ...goal,
      x: goal.x * stretch,
      y: goal.y * stretch * mirror,
      ...(goal.line && {
        line: {
          sideX: goal.line.sideX,
          sideY: goal.line.sideY * mirror,
          level: goal.line.level * stretch,
        },
      }),
    })),
    obstacles: scene.obstacles.map(ringOf),
  };
}
