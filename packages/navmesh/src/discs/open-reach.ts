import { NONE } from '@wayfield/graph';
import type { TriangleSides } from '@wayfield/triangulation/internal/polygons';
import {
  after,
  before,
  type Point,
  type Segment,
} from '@wayfield/triangulation/internal/half-edges';
import type { PolygonMesh } from '@wayfield/triangulation';

/**
 * One per side of a mesh of triangles, for assembly/discs/beside.ts: the distance from the corner
 * where the side starts to the nearest vertex or wall that the corner sees strictly between the two
 * sides of its triangle. The vertex or wall may be in any triangle. 0 where the triangle has no
 * area.
 */
export function findOpenReaches(mesh: PolygonMesh): Float64Array {
  return Float64Array.from(mesh.corner, (_, s) => openReach(mesh, s));
}

/**
 * A stack of sides to be looked over, 5 numbers each: the side, and the right and the left bound of
 * the view through the side, as vectors.
 */
const waiting: number[] = [];

function openReach(mesh: TriangleSides, s: number): number {
  const { corner, twin, x, y } = mesh;
  const c = corner[s];
  const [cx, cy] = [x[c], y[c]];
  const [u, v] = [corner[after(s)], corner[before(s)]];
  const [ux, uy, vx, vy] = [x[u] - cx, y[u] - cy, x[v] - cx, y[v] - cy];
  if (!(ux * vy - uy * vx > 0)) return 0;
  let least = Infinity;
  waiting.push(after(s), ux, uy, vx, vy);
  while (waiting.length > 0) {
    const ly = waiting.pop()!;
    const lx = waiting.pop()!;
    const ry = waiting.pop()!;
    const rx = waiting.pop()!;
    const side = waiting.pop()!;
    const [p, q] = [corner[side], corner[after(side)]];
    const distance = distanceBetween(
      [x[p] - cx, y[p] - cy, x[q] - cx, y[q] - cy],
      [rx, ry],
      [lx, ly],
    );
    if (distance >= least) continue;
    const entry = twin[side];
    if (entry === NONE) {
      least = distance;
      continue;
    }
    const w = corner[before(entry)];
    const [wx, wy] = [x[w] - cx, y[w] - cy];
    const isLeft = rx * wy - ry * wx > 0;
    const isRight = wx * ly - wy * lx > 0;
    if (isLeft && isRight) least = Math.min(least, Math.hypot(wx, wy));
    if (isLeft) waiting.push(after(entry), rx, ry, isRight ? wx : lx, isRight ? wy : ly);
    if (isRight) waiting.push(before(entry), isLeft ? wx : rx, isLeft ? wy : ry, lx, ly);
  }
  return least;
}

/**
 * How far from the origin a segment from p to q is between a ray to the right and one to the left.
 */
function distanceBetween([px, py, qx, qy]: Segment, [rx, ry]: Point, [lx, ly]: Point): number {
  const [ex, ey] = [qx - px, qy - py];
  const area = px * qy - py * qx;
  // the nearest point of its line lies in direction (ey, -ex)
  if (rx * -ex - ry * ey >= 0 && ey * ly + ex * lx >= 0) return area / Math.hypot(ex, ey);
  const right = (area / (rx * ey - ry * ex)) * Math.hypot(rx, ry);
  const left = (area / (lx * ey - ly * ex)) * Math.hypot(lx, ly);
  return Math.min(right, left);
}
