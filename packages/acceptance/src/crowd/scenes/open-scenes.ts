// Scenes without obstacles.
import { randomNumbers } from '../../movement/random-numbers.ts';
import { PEDESTRIAN, type Scene, type SceneAgent, type Traits, WALK } from './scene.ts';

/** RVO2's examples/Circle.cc: 250 agents change sides. */
export function rvo2Circle(): Scene {
  const traits = {
    radius: 1.5,
    maxSpeed: 2,
    horizon: 10,
    wallHorizon: 10,
    neighbourDistance: 15,
    maxNeighbours: 10,
  };
  return ring('RVO2 Circle, 250', { count: 250, rings: 1, radius: 200, traits, speed: 1 });
}

const SMALL: Traits = {
  radius: 0.5,
  maxSpeed: 1.5,
  horizon: 4,
  wallHorizon: 2,
  neighbourDistance: 6,
  maxNeighbours: 10,
};

/** Rings of 1,000 agents, 2 m apart, that change sides. */
export function circle(count: number): Scene {
  const rings = Math.ceil(count / 1000);
  const name = `circle of ${count.toLocaleString('en-US')}`;
  return ring(name, { count, rings, radius: (Math.min(count, 1000) * 1.5) / 6.28, traits: SMALL });
}

interface RingOptions {
  readonly count: number;
  readonly rings: number;
  readonly radius: number;
  readonly traits: Traits;
  readonly speed?: number;
}

function ring(
  name: string,
  { count, rings, radius, traits, speed = traits.maxSpeed }: RingOptions,
): Scene {
  const perRing = Math.ceil(count / rings);
  // every other ring is turned by half the distance of two agents
  const at = (i: number) => {
    const distance = radius + 2 * Math.floor(i / perRing);
    const angle = (2 * Math.PI * (i + (Math.floor(i / perRing) % 2) / 2)) / perRing;
    return { x: distance * Math.cos(angle), y: distance * Math.sin(angle) };
  };
  const agents = Array.from({ length: count }, (_, goal) => ({ ...at(goal), goal, speed }));
  const goals = agents.map(({ x, y }) => ({ x: -x, y: -y, radius: traits.radius }));
  const dt = traits.radius > 1 ? 0.25 : 0.1;
  return {
    name,
    dt,
    ticks: 10_000,
    traits,
    agents,
    goals,
    obstacles: [],
    guidance: 'straight',
    leave: false,
    arrivals: 1,
  };
}

const ON_FOOT = { dt: 0.05, ticks: 10_000, traits: PEDESTRIAN, obstacles: [] } as const;

/** Two agents that walk at one another on one line. */
export function headOn(): Scene {
  const agents = [
    { x: -6, y: 0, goal: 0 },
    { x: 6, y: 0, goal: 1 },
  ];
  const goals = agents.map(({ x }) => ({ x: -x, y: 0, radius: 0.2 }));
  return {
    ...ON_FOOT,
    name: 'two exactly head-on',
    agents,
    goals,
    guidance: 'straight',
    leave: false,
    arrivals: 1,
  };
}

/** Streams of agents from all sides that cross in the middle and leave on the other side. */
export function streams(count: number, perStream: number, seed: number): Scene {
  const random = randomNumbers(seed);
  const agents: SceneAgent[] = [];
  const goals = [];
  for (let stream = 0; stream < count; stream++) {
    const angle = (2 * Math.PI * stream) / count;
    const [ux, uy] = [Math.cos(angle), Math.sin(angle)];
    goals.push({ x: ux * 400, y: uy * 400, radius: 1, line: { sideX: ux, sideY: uy, level: 16 } });
    for (let i = 0; i < perStream; i++) {
      const back = 16 + 0.9 * Math.floor(i / 5) + 0.2 * random();
      const aside = ((i % 5) - 2) * 0.9 + 0.2 * random();
      const x = -ux * back - uy * aside;
      const y = -uy * back + ux * aside;
      agents.push({ x, y, goal: stream, speed: WALK * (0.9 + 0.2 * random()) });
    }
  }
  return {
    ...ON_FOOT,
    name: `${count} streams crossing`,
    agents,
    goals,
    guidance: 'straight',
    leave: true,
    arrivals: 1,
  };
}

/** A standing crowd of 200 that one agent crosses; the others yield and return. */
export function standingCrowd(): Scene {
  const agents: SceneAgent[] = [{ x: -12, y: 0.05, goal: 0, speed: WALK }];
  for (let row = 0; row < 10; row++)
    for (let column = 0; column < 20; column++) {
      const x = (column - 9.5) * 0.75;
      agents.push({ x, y: (row - 4.5) * 0.75 + 0.3 * (column % 2), goal: -1 });
    }
  return {
    ...ON_FOOT,
    name: 'standing crowd crossed by one',
    agents,
    goals: [{ x: 12, y: 0, radius: 0.2 }],
    guidance: 'straight',
    leave: false,
    arrivals: 1,
  };
}

/** `count` agents walk to one goal, which has room for one; they come to rest around it. */
export function oneGoal(count: number, seed: number): Scene {
  const random = randomNumbers(seed);
  const side = Math.ceil(Math.sqrt(count));
  const agents = Array.from({ length: count }, (_, i) => ({
    x: ((i % side) - side / 2) * 1.2 + 0.3 * random() - 25,
    y: (Math.floor(i / side) - side / 2) * 1.2 + 0.3 * random(),
    goal: 0,
    speed: WALK,
  }));
  // 0.9069 is the density of a hexagonal lattice: the disc that holds all agents, and a fifth wider
  const radius = 1.2 * PEDESTRIAN.radius * Math.sqrt(count / 0.9069);
  return {
    ...ON_FOOT,
    name: `${count} to one goal`,
    agents,
    goals: [{ x: 0, y: 0, radius }],
    guidance: 'straight',
    leave: false,
    arrivals: 1,
  };
}
