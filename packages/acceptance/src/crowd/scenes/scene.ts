// A scene is data: agents, goals and obstacles. `play` in play/play.ts plays it with any crowd
// program.

/** Traits of agents as `crowd.add` takes them; metres, metres per second, seconds. */
export interface Traits {
  readonly radius: number;
  readonly maxSpeed: number;
  readonly horizon: number;
  readonly wallHorizon: number;
  readonly neighbourDistance: number;
  readonly maxNeighbours: number;
}

export interface SceneAgent {
  readonly x: number;
  readonly y: number;
  /** Index into `goals`; −1: the agent has no goal and stays. */
  readonly goal: number;
  /** The preferred speed. Default: `traits.maxSpeed`. */
  readonly speed?: number;
  /** The agent stays until this time, in seconds. Default 0. */
  readonly starts?: number;
}

export interface Goal {
  readonly x: number;
  readonly y: number;
  /** An agent has arrived where its centre is at most this far from the goal. */
  readonly radius: number;
  /**
   * The goal is a line, too: an agent has arrived where `sideX · x + sideY · y` is at least
   * `level`. Then (x, y) is where the agents head for.
   */
  readonly line?: { readonly sideX: number; readonly sideY: number; readonly level: number };
}

/** Solid polygons, flat lists x, y, …, counter-clockwise; they may overlap. */
export type Obstacles = readonly (readonly number[])[];

export interface Scene {
  readonly name: string;
  /** Length of a tick in seconds. */
  readonly dt: number;
  /** Ticks after which agents that have not arrived count as stuck. */
  readonly ticks: number;
  readonly traits: Traits;
  readonly agents: readonly SceneAgent[];
  readonly goals: readonly Goal[];
  readonly obstacles: Obstacles;
  /** Agents head straight for the goal, or around the corners of obstacles. */
  readonly guidance: 'straight' | 'corners';
  /** Agents that have arrived leave; otherwise they stop. */
  readonly leave: boolean;
  /** The headway of the crowd in seconds. Default 0: none. Libraries without one ignore it. */
  readonly headway?: number;
  /** The least share of agents that must arrive. */
  readonly arrivals: number;
}

/** A pedestrian of 0.4 m who walks at 1.34 m/s (Weidmann 1993) and can walk faster. */
export const PEDESTRIAN: Traits = {
  radius: 0.2,
  maxSpeed: 1.6,
  horizon: 1.5,
  wallHorizon: 0.4,
  neighbourDistance: 4,
  maxNeighbours: 12,
};

/**
 * The headway of pedestrians in seconds (Tordeux, Chraibi, Seyfried 2016, "Collision-free speed
 * model for pedestrian dynamics"; the default of that model in JuPedSim, too).
 */
export const HEADWAY = 1;

/** Mean speed of a pedestrian who is alone, in metres per second (Weidmann 1993). */
export const WALK = 1.34;

/** A rectangle as an obstacle. */
export function box(minX: number, minY: number, maxX: number, maxY: number): number[] {
  return [minX, minY, maxX, minY, maxX, maxY, minX, maxY];
}

/** Four walls of 1 m around a rectangle. */
export function around(minX: number, minY: number, maxX: number, maxY: number): number[][] {
  return [
    box(minX - 1, minY - 1, maxX + 1, minY),
    box(minX - 1, maxY, maxX + 1, maxY + 1),
    box(minX - 1, minY, minX, maxY),
    box(maxX, minY, maxX + 1, maxY),
  ];
}

/**
 * Places on a hexagonal lattice in a rectangle, at most `count`, column by column from its right
 * side.
 */
export function fillRectangle(
  [minX, minY, maxX, maxY]: readonly [number, number, number, number],
  spacing: number,
  count: number,
): { x: number; y: number }[] {
  const places: { x: number; y: number }[] = [];
  const rowStep = spacing * Math.sqrt(0.75);
  for (let column = 0; places.length < count; column++) {
    const x = maxX - column * rowStep;
    if (x < minX) break;
    for (let y = minY + (column % 2) * 0.5 * spacing; y <= maxY; y += spacing) {
      if (places.length < count) places.push({ x, y });
    }
  }
  return places;
}
