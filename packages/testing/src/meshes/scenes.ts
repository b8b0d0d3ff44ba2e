// Scenes in a square of 10, as `createNavMesh` takes them, for searches that are compared with slow
// oracles.

/** The part of the input of `createNavMesh` that a scene has. */
export interface SceneInput {
  readonly boundary: number[];
  readonly obstacles: number[][];
  readonly walls: number[][];
}

/** A grid whose cells of cost 0 are blocked. */
export interface SceneGrid {
  readonly width: number;
  readonly height: number;
  readonly cost: Float32Array;
}

const BOUNDARY = [0, 0, 10, 0, 10, 10, 0, 10];

/** A square of 10 with convex obstacles, walls and single points. */
export function mixedScene(random: () => number): SceneInput {
  const obstacles: number[][] = [];
  const walls: number[][] = [];
  const count = 2 + Math.floor(random() * 6);
  for (let i = 0; i < count; i++) {
    const [x, y, size] = [1 + 8 * random(), 1 + 8 * random(), 0.2 + random()];
    const corners = 1 + Math.floor(random() * 5);
    const turn = random() * 6;
    const points: number[] = [];
    for (let k = 0; k < corners; k++)
      points.push(
        x + size * Math.cos(turn + (2 * Math.PI * k) / corners),
        y + size * Math.sin(turn + (2 * Math.PI * k) / corners),
      );
    if (corners === 1) obstacles.push([...points, ...points, ...points]);
    else if (corners === 2) walls.push(points);
    else obstacles.push(points);
  }
  // a wall across, with a gap
  if (random() < 0.3) {
    const at = 2 + 6 * random();
    walls.push([5, 0, 5, at], [5, at + 0.3 + random(), 5, 10]);
  }
  return { boundary: BOUNDARY, obstacles, walls };
}

/** Blocks on whole numbers: many corners lie on one line, and gaps have equal widths. */
export function blockScene(random: () => number): SceneInput {
  const obstacles: number[][] = [];
  const count = 4 + Math.floor(random() * 6);
  for (let i = 0; i < count; i++) {
    const [x, y] = [Math.floor(random() * 10), Math.floor(random() * 10)];
    const [w, h] = [1 + Math.floor(random() * 2), 1 + Math.floor(random() * 2)];
    const [right, top] = [Math.min(10, x + w), Math.min(10, y + h)];
    obstacles.push([x, y, right, y, right, top, x, top]);
  }
  return { boundary: BOUNDARY, obstacles, walls: [] };
}

/** Many single points and short walls. */
export function pebbleScene(random: () => number): SceneInput {
  const obstacles: number[][] = [];
  const walls: number[][] = [];
  const count = 4 + Math.floor(random() * 14);
  const inside = (c: number): number => Math.min(10, Math.max(0, c));
  for (let i = 0; i < count; i++) {
    const [x, y] = [10 * random(), 10 * random()];
    if (random() < 0.7) {
      obstacles.push([x, y, x, y, x, y]);
      continue;
    }
    const [angle, length] = [random() * 6.3, 0.3 + 2 * random()];
    walls.push([x, y, inside(x + length * Math.cos(angle)), inside(y + length * Math.sin(angle))]);
  }
  return { boundary: BOUNDARY, obstacles, walls };
}

/** A grid with a tenth to four tenths of its cells blocked. */
export function cellScene(random: () => number): SceneGrid {
  const share = 0.1 + 0.3 * random();
  const cost = Float32Array.from({ length: 100 }, () => (random() < share ? 0 : 1));
  return { width: 10, height: 10, cost };
}
