// Scenes of the RiMEA guideline 4.1.1 (2025; its tests are those of 3.0, 2016), appendix 1, and of
// IMO MSC.1/Circ.1533 (2016), annex 3. Measures are those of the guidelines; comments say what we
// chose where they leave something open.
import { randomNumbers } from '../../movement/random-numbers.ts';
import {
  around,
  box,
  fillRectangle,
  type Goal,
  PEDESTRIAN,
  type Scene,
  type SceneAgent,
  HEADWAY,
  WALK,
} from './scene.ts';

const RIMEA = {
  dt: 0.05,
  ticks: 20_000,
  traits: PEDESTRIAN,
  guidance: 'corners',
  leave: true,
  arrivals: 1,
} as const;

/** A goal that agents reach where x is at least `level`; they head for a point `beyond` it. */
const lineAt = (level: number, y: number, beyond = 3): Goal => ({
  x: level + beyond,
  y,
  radius: 0.5,
  line: { sideX: 1, sideY: 0, level },
});

/** Test 1: one person walks 40 m at 1.33 m/s through a corridor of 2 m. */
export function rimea1(): Scene {
  return {
    ...RIMEA,
    name: 'RiMEA 1',
    agents: [{ x: 0, y: 1, goal: 0, speed: 1.33 }],
    goals: [lineAt(40, 1, 1)],
    obstacles: around(-1, 0, 43, 2),
  };
}

/** Test 6: 20 persons turn left in a corridor of 2 m, 10 m before and 10 m after the corner. */
export function rimea6(): Scene {
  return {
    ...RIMEA,
    name: 'RiMEA 6',
    agents: fillRectangle([0.4, 0.4, 6, 1.6], 0.62, 20).map((at) => ({
      ...at,
      goal: 0,
      speed: WALK,
    })),
    goals: [{ x: 11, y: 13, radius: 0.5, line: { sideX: 0, sideY: 1, level: 12 } }],
    obstacles: [
      box(-1, -1, 13, 0),
      box(-1, 2, 10, 15),
      box(12, -1, 13, 15),
      box(-1, -1, 0, 3),
      box(9, 14, 13, 15),
    ],
  };
}

/**
 * Test 9: 1,000 persons leave a square of 20 m through four doors of 1 m, or through two. The
 * middles of doors are 2 m from corners, on two opposite sides. Persons take the nearest open door.
 */
export function rimea9(doors: 2 | 4, count: number): Scene {
  const side = 20;
  const middles = [2, side - 2];
  const north = doors === 4;
  const goals: Goal[] = middles.map((x) => ({
    x,
    y: -2,
    radius: 0.5,
    line: { sideX: 0, sideY: -1, level: 1 },
  }));
  if (north)
    for (const x of middles)
      goals.push({
        x,
        y: side + 2,
        radius: 0.5,
        line: { sideX: 0, sideY: 1, level: side + 1 },
      });
  const agents = fillRectangle([0.4, 0.4, side - 0.4, side - 0.4], 0.64, count).map(({ x, y }) => {
    const right = x > side / 2 ? 1 : 0;
    return { x, y, goal: north && y > side / 2 ? 2 + right : right, speed: WALK };
  });
  const wall = (y: number, isOpen: boolean): number[][] =>
    isOpen
      ? [
          box(-1, y, 1.5, y + 0.3),
          box(2.5, y, side - 2.5, y + 0.3),
          box(side - 1.5, y, side + 1, y + 0.3),
        ]
      : [box(-1, y, side + 1, y + 0.3)];
  return {
    ...RIMEA,
    name: `RiMEA 9, ${doors} doors`,
    agents,
    goals,
    obstacles: [
      ...wall(-0.3, true),
      ...wall(side, north),
      box(-1, -0.3, 0, side + 0.3),
      box(side, -0.3, side + 1, side + 0.3),
    ],
  };
}

export interface Bottleneck {
  readonly count: number;
  /** Width and length of the bottleneck. Default 1 m and 0.2 m. */
  readonly width?: number;
  readonly length?: number;
  /** Distance of the goal from the bottleneck's end. Default 8 m. */
  readonly distance?: number;
  /** A second bottleneck 10 m behind the first. */
  readonly second?: boolean;
}

/** Tests 12 a to d: a room of 10 m × 10 m whose left half is full, a bottleneck, another room. */
export function rimea12({
  count,
  width = 1,
  length = 0.2,
  distance = 8,
  second = false,
}: Bottleneck): Scene {
  const half = width / 2;
  const neck = (x: number, long: number): number[][] => [
    box(x, -1, x + long, 5 - half),
    box(x, 5 + half, x + long, 11),
  ];
  const end = 10 + length + (second ? 10 + length + 5 : 10);
  const line = second ? end - 1 : 10 + length + distance;
  return {
    ...RIMEA,
    name: `RiMEA 12, ${width} m × ${length} m, goal at ${distance} m`,
    agents: fillRectangle([0.3, 0.3, 5.5, 9.7], 0.58, count).map((at) => ({
      ...at,
      goal: 0,
      speed: WALK,
    })),
    goals: [lineAt(line, 5, 1)],
    obstacles: [
      ...around(0, 0, end + 3, 10),
      ...neck(10, length),
      ...(second ? neck(20 + length, length) : []),
    ],
  };
}

/**
 * Test 15: 500 persons in a corridor of 20 m that turns by 90°, and in straight ones as long as the
 * shortest (44 m) and the longest (75.4 m: 44 m and a quarter of a circle of 20 m) way around.
 */
export function rimea15(way: 'short' | 'corner' | 'long', count: number): Scene {
  const agents = fillRectangle([-16, 0.5, -0.5, 19.5], 0.76, count).map((at) => ({
    ...at,
    goal: 0,
    speed: WALK,
  }));
  const shared = { ...RIMEA, name: `RiMEA 15, ${way}`, agents };
  if (way !== 'corner') {
    const length = way === 'short' ? 44 : 75.4;
    // everybody walks straight on, as the point to head for is far away
    const goals = [{ ...lineAt(length, 10, 2000) }];
    return { ...shared, guidance: 'straight', goals, obstacles: around(-18, 0, 2100, 20) };
  }
  return {
    ...shared,
    goals: [{ x: 34, y: 2040, radius: 0.5, line: { sideX: 0, sideY: 1, level: 40 } }],
    obstacles: [
      box(-20, -1, 45, 0),
      box(-20, 20, 24, 2100),
      box(44, -1, 45, 2100),
      box(-20, -1, -18, 21),
    ],
  };
}

/**
 * Test 4: a corridor full of persons at one density who all walk the same way. They start on a
 * lattice and head for a point far behind the end.
 */
export function rimea4(density: number, length: number, width: number, seed: number): Scene {
  const spacing = Math.sqrt(2 / (Math.sqrt(3) * density));
  const random = randomNumbers(seed);
  const count = Math.round(density * length * width);
  // columns are shifted in turn: the rows next to the walls are a quarter or three quarters of a
  // row's spacing away from them
  const rows = Math.round(width / spacing);
  const agents: SceneAgent[] = [];
  for (let i = 0; i < count; i++) {
    const column = Math.floor(i / rows);
    const y = ((i % rows) + 0.25 + 0.5 * (column % 2)) * (width / rows);
    const x = length - (column + 0.5) * (1 / (density * (width / rows)));
    agents.push({
      x,
      y: Math.max(0.2, Math.min(width - 0.2, y)),
      goal: 0,
      speed: WALK * (0.85 + 0.3 * random()),
    });
  }
  return {
    ...RIMEA,
    name: `RiMEA 4, ${density} per m²`,
    dt: 0.1,
    guidance: 'straight',
    headway: HEADWAY,
    agents,
    goals: [lineAt(1e6, width / 2, 1e6)],
    obstacles: [box(-50, -1, length + 300, 0), box(-50, width, length + 300, width + 1)],
  };
}

/**
 * IMO test 8: 100 persons walk from one room of 10 m × 10 m to another through a corridor of
 * 10 m × 2 m, against `against` others. Speeds are those of men from 30 to 50 years on the flat,
 * 0.97 to 1.62 m/s (table 3.4 of the guidelines), evenly spread. Rooms are filled from the far
 * side.
 */
export function imo8(against: number, seed: number): Scene {
  const random = randomNumbers(seed);
  const speed = (): number => 0.97 + 0.65 * random();
  const room = fillRectangle([0.3, 0.3, 9.7, 9.7], 0.5, 1e4).sort((a, b) => a.x - b.x || a.y - b.y);
  const agents: SceneAgent[] = room.slice(0, 100).map((at) => ({ ...at, goal: 0, speed: speed() }));
  for (const { x, y } of room.slice(0, against))
    agents.push({ x: 30 - x, y: 10 - y, goal: 1, speed: speed() });
  return {
    ...RIMEA,
    name: `IMO 8, ${against} against 100`,
    agents,
    goals: [
      { x: 25, y: 5, radius: 0.5, line: { sideX: 1, sideY: 0, level: 20.3 } },
      { x: 5, y: 5, radius: 0.5, line: { sideX: -1, sideY: 0, level: -9.7 } },
    ],
    obstacles: [...around(0, 0, 30, 10), box(10, -1, 20, 4), box(10, 6, 20, 11)],
  };
}
