import { buildPolygonMesh, createNavMesh, type PolygonMesh } from '../src/index.ts';

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

/** The same further away from the origin, where coordinates are rounded more. */
export function move(mesh: PolygonMesh, by: number): PolygonMesh {
  return { ...mesh, x: mesh.x.map((x) => x + by), y: mesh.y.map((y) => y + by) };
}
