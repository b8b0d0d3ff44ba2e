// A scene for comparing navigation meshes: flat ground with one convex obstacle in each cell of a
// square grid.
import { random } from '@wayfield/graph/generators';

/** Edge of a cell, metres. */
const CELL = 16;

export interface ConvexScene {
  /** Edge of the ground, a square from the origin. */
  readonly side: number;
  /** Rings x, y, x, y, …, turning left; no obstacle touches another one. */
  readonly obstacles: readonly (readonly number[])[];
  /** Queries from x, y to x, y, with both ends outside of all obstacles. */
  readonly queries: readonly (readonly [number, number, number, number])[];
  /** Obstacles that a straight line can meet. */
  near(ax: number, ay: number, bx: number, by: number): Iterable<readonly number[]>;
}

/** A scene of `perSide` by `perSide` cells, with `count` random queries. */
export function convexScene(perSide: number, seed: number, count: number): ConvexScene {
  const next = random(seed);
  const side = CELL * perSide;
  const obstacles = Array.from({ length: perSide * perSide }, (_, i) => {
    const [x, y] = [i % perSide, Math.floor(i / perSide)].map(
      (cell) => (cell + 0.5) * CELL + 4 * (next() - 0.5),
    );
    const corners = 4 + Math.floor(5 * next());
    return convexRing(next, x!, y!, 2.5 + 3.5 * next(), corners);
  });
  const cell = (v: number): number => Math.min(perSide - 1, Math.max(0, Math.floor(v / CELL)));
  const point = (): [number, number] => {
    for (;;) {
      const [x, y] = [side * next(), side * next()];
      if (depthAt(obstacles[cell(y) * perSide + cell(x)], x, y) < 0) return [x, y];
    }
  };
  return {
    side,
    obstacles,
    queries: Array.from({ length: count }, () => [...point(), ...point()]),
    *near(ax, ay, bx, by) {
      for (let row = cell(Math.min(ay, by)); row <= cell(Math.max(ay, by)); row++) {
        // where the line crosses this row of cells
        const [t, u] = [row * CELL, (row + 1) * CELL].map((y) =>
          by === ay ? NaN : Math.min(1, Math.max(0, (y - ay) / (by - ay))),
        );
        const xs = by === ay ? [ax, bx] : [ax + t! * (bx - ax), ax + u! * (bx - ax)];
        const last = cell(Math.max(...xs));
        for (let column = cell(Math.min(...xs)); column <= last; column++)
          yield obstacles[row * perSide + column];
      }
    },
  };
}

/**
 * Makes a ring of corners on a circle: the circle has as many equal arcs as corners, and each has a
 * corner at a random place.
 */
export function convexRing(
  next: () => number,
  x: number,
  y: number,
  radius: number,
  corners: number,
): number[] {
  const turned = next() * Math.PI;
  return Array.from({ length: corners }, (_, k) => {
    const angle = turned + (2 * Math.PI * (k + 0.8 * next())) / corners;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  }).flat();
}

/**
 * The depth to which a path x, y, x, y, … enters an obstacle of the scene; 0 where it enters none.
 */
export function deepest({ near }: ConvexScene, path: readonly number[]): number {
  let most = 0;
  for (let i = 0; i + 3 < path.length; i += 2) {
    const [ax, ay, bx, by] = path.slice(i, i + 4) as [number, number, number, number];
    for (const ring of near(ax, ay, bx, by)) most = Math.max(most, depthOf(ring, ax, ay, bx, by));
  }
  return most;
}

/**
 * The depth to which a line enters a convex ring. The depth is concave along the line, so a search
 * by thirds finds the deepest place.
 */
function depthOf(ring: readonly number[], ax: number, ay: number, bx: number, by: number): number {
  if (isBeside(ring, ax, ay, bx, by)) return 0;
  const at = (t: number): number => depthAt(ring, ax + t * (bx - ax), ay + t * (by - ay));
  let [low, high] = [0, 1];
  for (let step = 0; step < 40; step++) {
    const third = (high - low) / 3;
    if (at(low + third) < at(high - third)) low += third;
    else high -= third;
  }
  return at((low + high) / 2);
}

/**
 * Whether both ends of a line lie beyond the same side of a convex ring, as those of most near
 * lines do.
 */
function isBeside(
  ring: readonly number[],
  ax: number,
  ay: number,
  bx: number,
  by: number,
): boolean {
  for (let i = 0; i < ring.length; i += 2) {
    const j = (i + 2) % ring.length;
    const [px, py] = [ring[i], ring[i + 1]];
    const [dx, dy] = [ring[j] - px, ring[j + 1] - py];
    if (dx * (ay - py) <= dy * (ax - px) && dx * (by - py) <= dy * (bx - px)) return true;
  }
  return false;
}

/**
 * Distance of a point in a convex ring to the nearest line through one of its sides; negative
 * outside.
 */
function depthAt(ring: readonly number[], x: number, y: number): number {
  let least = Infinity;
  for (let i = 0; i < ring.length; i += 2) {
    const j = (i + 2) % ring.length;
    const [dx, dy] = [ring[j] - ring[i], ring[j + 1] - ring[i + 1]];
    const depth = (dx * (y - ring[i + 1]) - dy * (x - ring[i])) / Math.hypot(dx, dy);
    least = Math.min(least, depth);
  }
  return least;
}
