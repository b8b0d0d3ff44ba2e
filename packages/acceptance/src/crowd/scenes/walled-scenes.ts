// Scenes with obstacles.
import { randomNumbers } from '../../movement/random-numbers.ts';
import {
  around,
  box,
  fillRectangle,
  PEDESTRIAN,
  type Scene,
  type SceneAgent,
  WALK,
} from './scene.ts';

/**
 * RVO2's examples/Blocks.cc and Roadmap.cc: four groups of 25, four blocks, straight or by corners.
 */
export function rvo2Blocks(guidance: Scene['guidance']): Scene {
  const corners = [
    [1, 1],
    [-1, 1],
    [1, -1],
    [-1, -1],
  ];
  const agents: SceneAgent[] = [];
  for (let i = 0; i < 5; i++)
    for (let j = 0; j < 5; j++)
      for (const [goal, [sx, sy]] of corners.entries())
        agents.push({ x: sx * (55 + 10 * i), y: sy * (55 + 10 * j), goal, speed: 1 });
  return {
    name: guidance === 'straight' ? 'RVO2 Blocks' : 'RVO2 Roadmap',
    dt: 0.25,
    ticks: 10_000,
    traits: {
      radius: 2,
      maxSpeed: 2,
      horizon: 5,
      wallHorizon: 5,
      neighbourDistance: 15,
      maxNeighbours: 10,
    },
    agents,
    goals: corners.map(([sx, sy]) => ({ x: -75 * sx, y: -75 * sy, radius: 20 })),
    obstacles: corners.map(([sx, sy]) =>
      box(25 * sx - 15, 25 * sy - 15, 25 * sx + 15, 25 * sy + 15),
    ),
    guidance,
    leave: false,
    arrivals: 1,
  };
}

const INDOORS = {
  dt: 0.05,
  ticks: 10_000,
  traits: PEDESTRIAN,
  guidance: 'corners',
  leave: true,
  arrivals: 1,
} as const;

/** A goal that agents reach by crossing a line: x at least `level` (or at most, for −1). */
const beyondX = (level: number, y: number, side: 1 | -1 = 1) => ({
  x: level + 3 * side,
  y,
  radius: 0.5,
  line: { sideX: side, sideY: 0, level: level * side },
});

/** A room whose only door is `width` wide; `count` agents leave through it. */
export function door(width: number, count: number): Scene {
  const half = width / 2;
  return {
    ...INDOORS,
    name: `door of ${width.toFixed(1)} m, ${count}`,
    agents: fillRectangle([0.5, 0.5, 9, 9.5], 0.6, count).map(({ x, y }, i) => ({
      x,
      y: y + 0.01 * (i % 3),
      goal: 0,
      speed: WALK,
    })),
    goals: [beyondX(13, 5)],
    obstacles: [...around(0, 0, 20, 10), box(10, -1, 10.3, 5 - half), box(10, 5 + half, 10.3, 11)],
  };
}

/** A corridor of 4 m that two groups walk through in opposite directions. */
export function bothDirections(perSide: number, seed: number): Scene {
  const random = randomNumbers(seed);
  const agents: SceneAgent[] = [];
  for (const [goal, side] of [-1, 1].entries())
    for (const { x, y } of fillRectangle([-40, 0.4, -8, 3.6], 1, perSide))
      agents.push({
        x: side === -1 ? x : -x,
        y: y + 0.1 * random(),
        goal,
        speed: WALK * (0.9 + 0.2 * random()),
      });
  return {
    ...INDOORS,
    name: 'corridor in both directions',
    agents,
    goals: [beyondX(15, 2), beyondX(-15, 2, -1)],
    obstacles: around(-45, 0, 45, 4),
  };
}

/** Two corridors of 2.4 m that join at a T: both groups leave by the third arm. */
export function tJunction(perSide: number): Scene {
  const agents: SceneAgent[] = [];
  for (const side of [-1, 1])
    for (const { x, y } of fillRectangle([-16, 0.4, -4, 2], 0.8, perSide))
      agents.push({ x: side === -1 ? x : -x + 0.13, y, goal: 0, speed: WALK });
  const down = { sideX: 0, sideY: -1, level: 8 };
  return {
    ...INDOORS,
    name: 'T-junction',
    agents,
    goals: [{ x: 0, y: -11, radius: 0.5, line: down }],
    obstacles: [
      box(-21, 2.4, 21, 3.4),
      box(-21, -13, -1.2, 0),
      box(1.2, -13, 21, 0),
      box(-22, -13, -20, 3.4),
      box(20, -13, 22, 3.4),
      box(-3, -14, 3, -13),
    ],
  };
}

/** A corridor of `width` that turns left by 90°. */
export function bend(count: number, width: number): Scene {
  return {
    ...INDOORS,
    name: '90° bend',
    agents: fillRectangle([-20, 0.4, -2, width - 0.4], 0.8, count).map((place) => ({
      ...place,
      goal: 0,
      speed: WALK,
    })),
    goals: [{ x: width / 2, y: 16, radius: 0.5, line: { sideX: 0, sideY: 1, level: 12 } }],
    obstacles: [
      box(-22, -1, width + 1, 0),
      box(-22, width, 0, 20),
      box(width, -1, width + 1, 20),
      box(-23, -1, -21, width + 1),
      box(-1, 18, width + 1, 20),
    ],
  };
}
