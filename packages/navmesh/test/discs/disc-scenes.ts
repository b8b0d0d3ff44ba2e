import { buildPolygonMesh, createNavMesh, outlineGrid, type PolygonMesh } from '../../src/index.ts';

/** A square of 10 with convex obstacles, slits and single points. */
export function randomScene(random: () => number): PolygonMesh {
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
  const { triangulation } = createNavMesh({
    boundary: [0, 0, 10, 0, 10, 10, 0, 10],
    obstacles,
    walls,
  });
  return buildPolygonMesh(triangulation, { merge: false });
}

/** Blocks on whole numbers: corners in line, gaps of the same width. */
export function blockScene(random: () => number): PolygonMesh {
  const obstacles: number[][] = [];
  const count = 4 + Math.floor(random() * 6);
  for (let i = 0; i < count; i++) {
    const [x, y] = [Math.floor(random() * 10), Math.floor(random() * 10)];
    const [w, h] = [1 + Math.floor(random() * 2), 1 + Math.floor(random() * 2)];
    const [right, top] = [Math.min(10, x + w), Math.min(10, y + h)];
    obstacles.push([x, y, right, y, right, top, x, top]);
  }
  const { triangulation } = createNavMesh({ boundary: [0, 0, 10, 0, 10, 10, 0, 10], obstacles });
  return buildPolygonMesh(triangulation, { merge: false });
}

/** Many single points and short walls. */
export function pebbleScene(random: () => number): PolygonMesh {
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
  const { triangulation } = createNavMesh({
    boundary: [0, 0, 10, 0, 10, 10, 0, 10],
    obstacles,
    walls,
  });
  return buildPolygonMesh(triangulation, { merge: false });
}

/** The outlines of a random grid. */
export function cellScene(random: () => number): PolygonMesh {
  const share = 0.1 + 0.3 * random();
  const cost = Float32Array.from({ length: 100 }, () => (random() < share ? 0 : 1));
  const { triangulation } = createNavMesh(outlineGrid({ width: 10, height: 10, cost }));
  return buildPolygonMesh(triangulation, { merge: false });
}

export const SCENES = [randomScene, blockScene, pebbleScene, cellScene] as const;

/** The same further away from the origin, where coordinates are rounded more. */
export function move(mesh: PolygonMesh, by: number): PolygonMesh {
  return { ...mesh, x: mesh.x.map((x) => x + by), y: mesh.y.map((y) => y + by) };
}
