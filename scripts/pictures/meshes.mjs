// Triangulations and polygon meshes as lists of lines and rings, and made-up obstacles.
import { random } from '@wayfield/graph/generators';

/** The ring of polygon `p` of a mesh. */
export function ringOf(mesh, p) {
  const points = [];
  for (let s = mesh.firstSide[p]; s < mesh.firstSide[p + 1]; s++)
    points.push(mesh.x[mesh.corner[s]], mesh.y[mesh.corner[s]]);
  return points;
}

/** The rings of all polygons. */
export const ringsOf = (mesh) =>
  Array.from({ length: mesh.polygonCount }, (_, p) => ringOf(mesh, p));

/** The rings of the triangles of a triangulation for which `wanted(triangle)` holds. */
export function trianglesOf(t, wanted) {
  const rings = [];
  for (let triangle = 0; triangle < t.triangleCount; triangle++) {
    if (t.corner[3 * triangle] < 0 || !wanted(triangle)) continue;
    rings.push([0, 1, 2].flatMap((k) => pointOf(t, t.corner[3 * triangle + k])));
  }
  return rings;
}

export const isFree = (t) => (triangle) => t.depth[triangle] === 0;
const pointOf = (t, v) => [t.x[v], t.y[v]];

/** The constrained edges, each once. */
export function wallsOf(t) {
  const lines = [];
  for (let e = 0; e < 3 * t.triangleCount; e++) {
    if (t.corner[e] < 0 || t.constraint[e] < 0 || (t.twin[e] >= 0 && t.twin[e] < e)) continue;
    const end = e % 3 === 2 ? e - 2 : e + 1;
    lines.push([...pointOf(t, t.corner[e]), ...pointOf(t, t.corner[end])]);
  }
  return lines;
}

/** Whether a point lies in a convex ring in left turns. */
export function holds(ring, x, y) {
  for (let i = 0; i < ring.length; i += 2) {
    const j = (i + 2) % ring.length;
    if ((ring[j] - ring[i]) * (y - ring[i + 1]) < (ring[j + 1] - ring[i + 1]) * (x - ring[i]))
      return false;
  }
  return true;
}

/** Obstacles of 3 to 7 corners around the middles of the fields of a board, with room between. */
export function boardOfPolygons(columns, rows, { pitch, size, seed }) {
  const next = random(seed);
  const polygons = [];
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const corners = 3 + next(5);
      const [x, y] = [
        (column + 0.5 + 0.3 * (next() - 0.5)) * pitch,
        (row + 0.5 + 0.3 * (next() - 0.5)) * pitch,
      ];
      const turn = 2 * Math.PI * next();
      const radius = size * (0.7 + 0.3 * next());
      const ring = [];
      for (let k = 0; k < corners; k++) {
        const angle = turn + (2 * Math.PI * k) / corners;
        ring.push(x + radius * Math.cos(angle), y + radius * Math.sin(angle));
      }
      polygons.push(ring);
    }
  return polygons;
}

/** A path of points as x, y, x, y, …: query `i` of routes. */
export function pathOf(routes, i) {
  const points = [];
  for (let k = routes.firstPoint[i]; k < routes.firstPoint[i + 1]; k++)
    points.push(routes.x[k], routes.y[k]);
  return points;
}
