// The worlds of the scene: halls with pillars, rooms, doors and corridors, in cells of a metre.
import { random } from '@wayfield/graph/generators';
import type { Ground } from './walk.ts';

export const WORLDS = [
  ['streams', 'Four streams'],
  ['door', 'A door'],
  ['rooms', 'Rooms'],
  ['corridor', 'A corridor'],
] as const;

/** The cell in the middle of a goal. */
export interface Goal {
  x: number;
  y: number;
}

export interface World extends Ground {
  readonly goals: Goal[];
  /** The places where agents begin: centres of different open cells. */
  readonly x: Float64Array;
  readonly y: Float64Array;
}

/** Cells within this distance of the middle belong to the goal. */
const RADIUS = 2.5;
/** Square metres of a world for each agent. */
const AREA = 2.9;
const SHAPE = 1.05;

/** The world of a name with room for `count` agents; the same for the same seed. */
export function makeWorld(name: string, count: number, seed: number): World {
  const height = Math.max(24, Math.round(Math.sqrt((count * AREA) / SHAPE)));
  const width = Math.round(SHAPE * height);
  const terrain = new Float32Array(width * height).fill(1);
  const wall = (x: number, y: number, wide: number, high: number): void => {
    for (let row = Math.max(0, y); row < Math.min(height, y + high); row++) {
      terrain.fill(0, row * width + Math.max(0, x), row * width + Math.min(width, x + wide));
    }
  };
  const next = random(seed);
  const [middleX, middleY] = [width >> 1, height >> 1];
  const ends = [
    { x: 4, y: middleY },
    { x: width - 5, y: middleY },
  ];
  let goals = ends;
  if (name === 'door') {
    wall(middleX, 0, 1, middleY - 1);
    wall(middleX, middleY + 1, 1, height);
  } else if (name === 'corridor') {
    const half = Math.max(3, Math.round(height / 14));
    const [left, long] = [Math.round(width / 3), Math.round(width / 3)];
    wall(left, 0, long, middleY - half);
    wall(left, middleY + half, long, height);
  } else if (name === 'rooms') {
    const side = 14;
    for (let x = side; x < width - 4; x += side) {
      wall(x, 0, 1, height);
      for (let y = 3 + next(4); y < height - 3; y += side) terrain[y * width + x] = 1;
      for (let y = 3 + next(4); y < height - 3; y += side) terrain[(y + 1) * width + x] = 1;
    }
    for (let y = side; y < height - 4; y += side) {
      for (let x = 0; x < width; x++) if (x % side !== 5 && x % side !== 6) wall(x, y, 1, 1);
    }
    goals = [
      { x: 4, y: 4 },
      { x: width - 5, y: height - 5 },
      { x: width - 5, y: 4 },
      { x: 4, y: height - 5 },
    ];
  } else {
    for (let y = 9; y < height - 6; y += 12) {
      for (let x = 9; x < width - 6; x += 12) if (next() < 0.8) wall(x + next(3), y, 2, 2);
    }
    goals = [ends[0], { x: middleX, y: 4 }, ends[1], { x: middleX, y: height - 5 }];
  }
  for (const goal of goals) clear(terrain, width, goal);
  return { width, height, terrain, goals, ...placesIn({ width, height, terrain }, count, next) };
}

/** Moves goals out of walls. */
function clear(terrain: Float32Array, width: number, { x, y }: Goal): void {
  for (let row = y - 1; row <= y + 1; row++)
    terrain.fill(1, row * width + x - 1, row * width + x + 2);
}

function placesIn({ width, terrain }: Ground, count: number, next: (n: number) => number) {
  const open: number[] = [];
  for (let cell = 0; cell < terrain.length; cell++) if (terrain[cell] > 0) open.push(cell);
  const many = Math.min(count, open.length);
  for (let k = 0; k < many; k++) {
    const other = k + next(open.length - k);
    [open[k], open[other]] = [open[other], open[k]];
  }
  return {
    x: Float64Array.from({ length: many }, (_, k) => (open[k] % width) + 0.5),
    y: Float64Array.from({ length: many }, (_, k) => Math.floor(open[k] / width) + 0.5),
  };
}

/** The open cells of a goal; its middle if all of them are walls. */
export function cellsOf({ width, height, terrain }: Ground, goal: Goal): Uint32Array {
  const cells: number[] = [];
  const reach = Math.floor(RADIUS);
  for (let y = Math.max(0, goal.y - reach); y <= Math.min(height - 1, goal.y + reach); y++) {
    for (let x = Math.max(0, goal.x - reach); x <= Math.min(width - 1, goal.x + reach); x++) {
      const isNear = (x - goal.x) ** 2 + (y - goal.y) ** 2 <= RADIUS * RADIUS;
      if (isNear && terrain[y * width + x] > 0) cells.push(y * width + x);
    }
  }
  return Uint32Array.from(cells.length > 0 ? cells : [goal.y * width + goal.x]);
}

/** The goal after `goal`: on the other side where there are two or four. */
export const goalAfter = (goal: number, goals: number): number => (goal + (goals >> 1)) % goals;
