// Target 6: heaps of random, degenerate polygons, some of which come later and go again. Nothing
// crashes, no path meets the inside of an obstacle, and a mesh that was stored and read again gives
// the same paths.
import { FOUND } from '@wayfield/graph';
import { random } from '@wayfield/graph/generators';
import {
  buildPointQueries,
  buildPolygonMesh,
  checkTriangulation,
  createNavMesh,
  createPolyanya,
} from '@wayfield/navmesh';
import { readMesh, writeMesh } from '@wayfield/navmesh/formats';
import { atLeast, result, type Target } from '../run/target.ts';
import { randomPolygon } from './edits.ts';

const SQUARE = [0, 0, 10, 0, 10, 10, 0, 10];
/** Queries of each heap. */
const QUERIES = 20;

export const soups: Target = {
  name: '6',
  title: 'heaps of random polygons: no crash, no path through an obstacle',
  async run({ session, seed, quick, add }) {
    const next = random(seed);
    const count = quick ? 40 : 4000;
    let right = 0;
    let paths = 0;
    for (let i = 0; i < count; i++) {
      const obstacles = Array.from({ length: 1 + Math.floor(next() * 12) }, () =>
        randomPolygon(next, i % 4),
      );
      const isRight = holds(obstacles, next, (found) => {
        paths += found;
      });
      session.addCheck(`heap ${i} of seed ${seed}`, isRight);
      if (isRight) right++;
    }
    add(result('heaps of polygons', right, atLeast(count, 'heaps'), `${paths} paths checked`));
  },
};

function holds(
  obstacles: readonly number[][],
  next: () => number,
  count: (paths: number) => void,
): boolean {
  try {
    // half of the polygons come later, one by one; a further one comes before them and goes after
    // them
    const half = obstacles.length >> 1;
    const mesh = createNavMesh({ boundary: SQUARE, obstacles: obstacles.slice(0, half) });
    const guest = mesh.add(randomPolygon(next, half % 4));
    for (const ring of obstacles.slice(half)) mesh.add(ring);
    mesh.remove(guest);
    checkTriangulation(mesh.triangulation);
    const queries = buildPointQueries(
      Array.from({ length: QUERIES }, () => Array.from({ length: 4 }, () => next() * 10)),
    );
    const polygons = buildPolygonMesh(mesh.triangulation);
    const solver = createPolyanya(polygons);
    const { status, cost, firstPoint, x, y } = solver.run(queries, { nearest: true });
    // stored and read again, in the same solver
    solver.update(readMesh(writeMesh({ mesh: polygons })).mesh!);
    const again = solver.run(queries, { nearest: true });
    solver.destroy();
    if (again.cost.some((length, i) => length !== cost[i])) return false;
    for (let i = 0; i < QUERIES; i++) {
      if (status[i] === FOUND) count(1);
      for (let k = firstPoint[i]; k + 1 < firstPoint[i + 1]; k++)
        // sample points along each step; a point within a millionth of a wall is not judged
        for (let j = 1; j < 16; j++) {
          const px = x[k] + ((x[k + 1] - x[k]) * j) / 16;
          const py = y[k] + ((y[k + 1] - y[k]) * j) / 16;
          if (obstacles.some((ring) => isDeepInside(ring, px, py))) return false;
        }
    }
    return true;
  } catch {
    return false;
  }
}

/** Inside by the even-odd rule, and further than a millionth from every side. */
function isDeepInside(ring: readonly number[], px: number, py: number): boolean {
  let inside = false;
  for (let i = 0; i < ring.length; i += 2) {
    const j = (i + 2) % ring.length;
    const [ax, ay, bx, by] = [ring[i], ring[i + 1], ring[j], ring[j + 1]];
    const square = (bx - ax) ** 2 + (by - ay) ** 2 || 1;
    const t = Math.min(1, Math.max(0, ((px - ax) * (bx - ax) + (py - ay) * (by - ay)) / square));
    if (Math.hypot(px - ax - t * (bx - ax), py - ay - t * (by - ay)) < 1e-6) return false;
    if (ay > py !== by > py && px < ((bx - ax) * (py - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}
