import { randomNumbers } from '../../movement/random-numbers.ts';
import { segmentDistance } from '../watch/distances.ts';
import { wallsOf } from './walls-of.ts';
import { around, PEDESTRIAN, type Scene, type SceneAgent, WALK } from './scene.ts';

/** Side of the square, in metres. */
const SIDE = 30;

/**
 * Scenario `k` of the sampled ones, after Kapadia et al. 2011 (scenario space): a square of 30 m
 * with 5 to 25 convex obstacles and 10 to 60 agents, each with a goal of its own, places drawn
 * evenly. Places that are nearer to an obstacle or another place than agents need are drawn again.
 */
export function randomScene(k: number, seed: number): Scene {
  const random = randomNumbers(Math.imul(seed, 0x9e3779b1) ^ Math.imul(k + 1, 0x85ebca6b));
  const between = (low: number, high: number): number => low + (high - low) * random();
  const obstacles = around(0, 0, SIDE, SIDE);
  const blocks = Math.floor(between(5, 26));
  for (let i = 0; i < blocks; i++) {
    const [x, y] = [between(2, SIDE - 2), between(2, SIDE - 2)];
    const [radius, turn] = [between(0.4, 2), between(0, 6.28)];
    const sides = 3 + Math.floor(4 * random());
    const ring: number[] = [];
    for (let side = 0; side < sides; side++) {
      const angle = turn + (2 * Math.PI * side) / sides;
      ring.push(x + radius * Math.cos(angle), y + radius * Math.sin(angle));
    }
    obstacles.push(ring);
  }
  const free = freePlaces(obstacles, between);
  const starts: Place[] = [];
  const ends: Place[] = [];
  const count = Math.floor(between(10, 61));
  for (let i = 0; i < count; i++) {
    starts.push(free(starts));
    ends.push(free(ends));
  }
  const agents: SceneAgent[] = starts.map(({ x, y }, goal) => ({ x, y, goal, speed: WALK }));
  return {
    name: `sampled scenario ${k}`,
    dt: 0.1,
    ticks: 2400,
    traits: PEDESTRIAN,
    agents,
    goals: ends.map(({ x, y }) => ({ x, y, radius: 0.5 })),
    obstacles,
    guidance: 'corners',
    leave: true,
    arrivals: 0.95,
  };
}

interface Place {
  readonly x: number;
  readonly y: number;
}

/** Draws places outside all obstacles with room for an agent, apart from those taken. */
function freePlaces(
  obstacles: readonly (readonly number[])[],
  between: (low: number, high: number) => number,
): (taken: readonly Place[]) => Place {
  const walls = wallsOf(obstacles);
  const room = PEDESTRIAN.radius + 0.1;
  return (taken) => {
    for (;;) {
      const [x, y] = [between(0.5, SIDE - 0.5), between(0.5, SIDE - 0.5)];
      if (taken.some((place) => Math.hypot(place.x - x, place.y - y) < 2.2 * room)) continue;
      if (obstacles.slice(4).some((ring) => isInside(ring, x, y))) continue;
      let clear = true;
      for (let w = 0; w < walls.count && clear; w++) {
        clear = segmentDistance(walls, w, x, y) >= room;
      }
      if (clear) return { x, y };
    }
  };
}

/** Whether a point is inside a counter-clockwise convex ring. */
function isInside(ring: readonly number[], x: number, y: number): boolean {
  const corners = ring.length / 2;
  for (let i = 0; i < corners; i++) {
    const j = (i + 1) % corners;
    const [ax, ay] = [ring[2 * i], ring[2 * i + 1]];
    const [bx, by] = [ring[2 * j], ring[2 * j + 1]];
    if ((bx - ax) * (y - ay) - (by - ay) * (x - ax) < 0) return false;
  }
  return true;
}
