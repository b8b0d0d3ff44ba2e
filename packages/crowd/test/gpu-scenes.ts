// Small crowds for the tests of the GPU crowd. All of them are seeded.
import type { AgentOptions, CrowdAgents, Walls } from '@wayfield/crowd';

/** A scene: its agents, its walls and the length of its ticks. */
export interface Scene {
  readonly name: string;
  readonly agents: readonly AgentOptions[];
  readonly walls?: Walls;
  readonly dt: number;
  /** Options of the crowd beside its capacity. */
  readonly options?: { readonly headway: number };
  /** Ticks of one thread before the comparison begins. Default 0. */
  readonly warm?: number;
  /** Agents head for this point. Default: they keep their preferred velocities. */
  readonly goal?: readonly [number, number];
}

/** Numbers from 0 to 1 by a linear congruential generator. */
export function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

export function addAll(crowd: Pick<CrowdAgents, 'add'>, agents: readonly AgentOptions[]): number[] {
  return agents.map((agent) => crowd.add(agent));
}

/** Agents at random in a square, each with a preferred velocity in any direction. */
export function randomAgents(
  count: number,
  side: number,
  more: (next: () => number, i: number) => Partial<AgentOptions> = () => ({}),
  seed = 1,
): AgentOptions[] {
  const next = numbers(seed);
  return Array.from({ length: count }, (_, i) => {
    const angle = 2 * Math.PI * next();
    return {
      x: side * next(),
      y: side * next(),
      preferredX: 1.3 * Math.cos(angle),
      preferredY: 1.3 * Math.sin(angle),
      ...more(next, i),
    };
  });
}

/** Agents on a square lattice: all distances have ties. */
export function latticeAgents(perSide: number, spacing: number, at = 0): AgentOptions[] {
  const agents: AgentOptions[] = [];
  for (let i = 0; i < perSide * perSide; i++) {
    const [column, row] = [i % perSide, Math.floor(i / perSide)];
    // checkered: half go right, half go up
    const right = (column + row) % 2 === 0;
    const preferredX = right ? 1.2 : 0;
    const preferredY = right ? 0 : 1.2;
    agents.push({ x: at + spacing * column, y: at + spacing * row, preferredX, preferredY });
  }
  return agents;
}

/** Agents on a circle that walk to the other side. */
export function circleAgents(count: number, radius: number): AgentOptions[] {
  return Array.from({ length: count }, (_, i) => {
    const angle = (2 * Math.PI * i) / count;
    const [x, y] = [Math.cos(angle), Math.sin(angle)];
    return { x: radius * x, y: radius * y, preferredX: -1.3 * x, preferredY: -1.3 * y };
  });
}

const manyTraits = (next: () => number, i: number): Partial<AgentOptions> => ({
  radius: 0.15 + 0.2 * next(),
  maxSpeed: 1.4 + next(),
  horizon: 1 + 2 * next(),
  neighbourDistance: 2 + 6 * next(),
  maxNeighbours: Math.floor(13 * next()),
  priority: i % 7 === 0 ? 1 : next(),
  group: 1 << (i % 3),
  mask: i % 5 === 0 ? 3 : 7,
  storey: i % 11 === 0 ? 1 : 0,
});

/** Scenes without walls. */
export const OPEN_SCENES: readonly Scene[] = [
  { name: 'sparse', agents: randomAgents(150, 25), dt: 1 / 60 },
  { name: 'crowded', agents: randomAgents(150, 9), dt: 0.1 },
  { name: 'overlapping', agents: randomAgents(80, 3), dt: 0.1 },
  { name: 'all traits differ', agents: randomAgents(160, 13, manyTraits, 2), dt: 0.05 },
  { name: 'lattice with ties', agents: latticeAgents(11, 0.75), dt: 0.1 },
  { name: 'circle', agents: circleAgents(40, 6), dt: 0.1 },
  {
    name: 'two head-on, four at one point',
    agents: [
      { x: -2, y: 0, preferredX: 1 },
      { x: 2, y: 0, preferredX: -1 },
      ...Array.from({ length: 4 }, () => ({ x: 9, y: 9, preferredX: 1 })),
    ],
    dt: 0.1,
  },
  {
    name: 'a million metres from the origin',
    agents: randomAgents(120, 11, undefined, 5).map((agent) => ({
      ...agent,
      x: agent.x + 1e6,
      y: agent.y - 1e6,
    })),
    dt: 0.05,
  },
  {
    name: 'idle agents and a fast one',
    agents: randomAgents(60, 7, (_, i) =>
      i === 0 ? { maxSpeed: 6, preferredX: 5, preferredY: 1 } : { preferredX: 0, preferredY: 0 },
    ),
    dt: 0.05,
  },
];

/** Walls from rows of x, y of both ends, and storeys. */
export function wallsOf(
  rows: readonly (readonly [number, number, number, number])[],
  storey?: readonly number[],
): Walls {
  const column = (k: 0 | 1 | 2 | 3): Float64Array => Float64Array.from(rows, (row) => row[k]);
  const walls = { count: rows.length, ax: column(0), ay: column(1), bx: column(2), by: column(3) };
  return storey ? { ...walls, storey: Uint16Array.from(storey) } : walls;
}

/** A closed line through the given points, moved by (x, y). */
function loop(points: readonly (readonly [number, number])[], x = 0, y = 0) {
  return points.map(([ax, ay], i): [number, number, number, number] => {
    const [bx, by] = points[(i + 1) % points.length];
    return [ax + x, ay + y, bx + x, by + y];
  });
}

const HALL = loop([
  [0, 0],
  [9, 0],
  [9, 3.5],
  [6, 3.5],
  [6, 6],
  [9, 6],
  [9, 9],
  [0, 9],
]);
const PILLAR = loop([
  [3, 4],
  [4, 4],
  [4, 5],
  [3, 5],
]);

/** Walls in random places, 1 to 2 m long. */
function looseWalls(count: number, side: number): [number, number, number, number][] {
  const next = numbers(17);
  return Array.from({ length: count }, () => {
    const [x, y, angle] = [side * next(), side * next(), 2 * Math.PI * next()];
    const length = 1 + next();
    return [x, y, x + length * Math.cos(angle), y + length * Math.sin(angle)];
  });
}

/** A row of wall pieces with a door of 1 m, and agents that press through it. */
const DOOR = [
  ...Array.from({ length: 8 }, (_, i): [number, number, number, number] => [0, i, 0, i + 1]),
  ...Array.from({ length: 8 }, (_, i): [number, number, number, number] => [0, i + 9, 0, i + 10]),
];

/** Scenes with walls. */
export const WALL_SCENES: readonly Scene[] = [
  {
    name: 'a hall with corners of both kinds and a pillar',
    agents: randomAgents(70, 5.6, () => ({ horizon: 1 }), 12),
    walls: wallsOf([...HALL, ...PILLAR]),
    dt: 0.05,
  },
  {
    name: 'loose walls, some agents on them at the start',
    agents: randomAgents(120, 12, (next) => ({ maxSpeed: 1.4 + next() }), 13),
    walls: wallsOf(looseWalls(30, 12)),
    dt: 0.1,
  },
  {
    name: 'a door of 1 m',
    agents: randomAgents(90, 9, undefined, 14).map(({ x, y }) => {
      const [dx, dy] = [9 - x, 8.5 - (y + 4)];
      const size = Math.hypot(dx, dy);
      return { x: x - 9.5, y: y + 4, preferredX: (1.3 * dx) / size, preferredY: (1.3 * dy) / size };
    }),
    walls: wallsOf(DOOR),
    dt: 0.05,
  },
  {
    name: 'a corridor in both directions',
    agents: randomAgents(60, 20, undefined, 15).map(({ x, y }, i) => ({
      x,
      y: 0.3 + (1.4 * y) / 20,
      preferredX: i % 2 === 0 ? 1.3 : -1.3,
    })),
    walls: wallsOf([
      [-5, 0, 25, 0],
      [-5, 2, 25, 2],
    ]),
    dt: 0.05,
  },
  {
    name: 'walls of two storeys',
    agents: randomAgents(60, 8, (_, i) => ({ storey: i % 2 }), 16),
    walls: wallsOf(
      looseWalls(16, 8),
      Array.from({ length: 16 }, (_, i) => [0, 1, 65535][i % 3]),
    ),
    dt: 0.1,
  },
  {
    name: 'loose walls a million metres from the origin',
    agents: randomAgents(60, 9, undefined, 18).map((agent) => ({
      ...agent,
      x: agent.x - 1e6,
      y: agent.y + 1e6,
    })),
    walls: wallsOf(
      looseWalls(20, 9).map(([ax, ay, bx, by]) => [ax - 1e6, ay + 1e6, bx - 1e6, by + 1e6]),
    ),
    dt: 0.05,
  },
];

/** Scenes whose agents are held up, make room, return and settle. */
export const INTENT_SCENES: readonly Scene[] = [
  {
    name: 'a dense crowd keeps a headway',
    agents: randomAgents(200, 10, (next, i) => ({
      radius: 0.2,
      preferredX: i % 5 === 0 ? -1.3 : 1 + 0.3 * next(),
      preferredY: next() - 0.5,
    })),
    options: { headway: 1 },
    dt: 0.1,
    warm: 20,
  },
  {
    name: 'a gridlock on a circle',
    agents: circleAgents(40, 9.55).map((agent) => ({ ...agent, radius: 0.5, horizon: 4 })),
    dt: 0.1,
    warm: 100,
  },
  {
    name: 'one crosses a standing crowd',
    agents: [
      { x: -3.3, y: 0.05, radius: 0.2, preferredX: 1.34 },
      ...latticeAgents(10, 0.5, -2.25).map(({ x, y }) => ({ x, y, radius: 0.2 })),
    ],
    dt: 0.05,
    warm: 80,
  },
  {
    name: 'a standing crowd returns',
    agents: [
      { x: -3.3, y: 0.05, radius: 0.2, preferredX: 1.34 },
      ...latticeAgents(10, 0.6, -2.7).map(({ x, y }) => ({ x, y, radius: 0.2 })),
    ],
    dt: 0.05,
    warm: 150,
  },
  {
    name: 'agents press towards one goal',
    agents: latticeAgents(9, 0.6, -2.4),
    dt: 0.05,
    goal: [0, 0],
    warm: 30,
  },
  {
    name: 'agents have settled around one goal',
    agents: latticeAgents(9, 0.6, -2.4),
    dt: 0.05,
    goal: [0.1, 0],
    warm: 250,
  },
];
