import { NONE } from '@wayfield/graph';
import type { PolygonMesh } from '../polygons/polygon-mesh.ts';
import { after, before } from '../geometry/sides.ts';

/** Triangles, whose sides are numbered as in `../geometry/sides.ts`. */
export type TriangleSides = Pick<PolygonMesh, 'x' | 'y' | 'twin'> & {
  readonly corner: Uint32Array | Int32Array;
};

/**
 * One per side of a mesh of triangles: the pass width around the corner where the side starts. That
 * is an upper bound on the diameter of a disc that goes around the corner, from one side of the
 * triangle at the corner to the other; 0 if one of these two sides is a wall.
 *
 * The disc passes between the corner and everything beyond, so the width is the least of three:
 * - the lengths of the two sides at the corner;
 * - the distances of the corner to walls and vertices behind the third side (Demyen and Buro 2006;
 *   vertices count so that widths are right on triangles that are not Delaunay). If the angle at an
 *   end of a side is 90 degrees or more, that end is the side's nearest point, and nothing seen
 *   behind the side is nearer to the corner;
 * - the distances of the other two corners to walls that begin at the corner: on its way around the
 *   corner the disc passes between such a wall and the other corner.
 */
export function findPassWidths(mesh: PolygonMesh): Float64Array {
  return Float64Array.from(mesh.corner, (_, s) => passWidth(mesh, s));
}

/**
 * `findPassWidths` without the walls that begin at the corner itself: for paths that begin or end
 * in one of the triangles around the corner, beside such a wall.
 */
export function findInnerWidths(mesh: PolygonMesh): Float64Array {
  return Float64Array.from(mesh.corner, (_, s) => innerWidth(mesh, s, undefined));
}

/**
 * The pass width of side s, around the corner where s starts. If `reached` is given, the sides
 * across which walls were searched for get a 1 there: the width depends on what lies behind these
 * sides. The width also depends on all triangles around the corner.
 */
export function passWidth(mesh: TriangleSides, s: number, reached?: Uint8Array): number {
  const width = innerWidth(mesh, s, reached);
  if (width === 0) return 0;
  return toFirstWall(mesh, s, LEFT, toFirstWall(mesh, s, RIGHT, width));
}

function innerWidth(mesh: TriangleSides, s: number, reached: Uint8Array | undefined): number {
  const { corner, twin, x, y } = mesh;
  if (twin[s] === NONE || twin[before(s)] === NONE) return 0;
  const c = corner[s];
  const [u, v] = [corner[after(s)], corner[before(s)]];
  const toU = Math.hypot(x[u] - x[c], y[u] - y[c]);
  const toV = Math.hypot(x[v] - x[c], y[v] - y[c]);
  return search(mesh, c, after(s), Math.min(toU, toV), reached);
}

// where u lies, seen from c into the triangle
const LEFT = 1;
const RIGHT = -1;

/**
 * The least of `width` and the distance from vertex u to the first wall that begins at c, where c
 * is the corner at which side s starts. For LEFT, u is the third corner of the triangle, and the
 * search turns around c to the right, away from u. For RIGHT, u is the end of s, and the search
 * turns to the left. A disc on its way around c, which comes from beyond u, passes between u and
 * that wall.
 */
function toFirstWall(
  { corner, twin, x, y }: TriangleSides,
  s: number,
  direction: typeof LEFT | typeof RIGHT,
  width: number,
): number {
  const c = corner[s];
  const u = corner[direction > 0 ? before(s) : after(s)];
  const [ux, uy] = [x[u] - x[c], y[u] - y[c]];
  const passed: number[] = [];
  for (let side = direction > 0 ? s : before(s); ;) {
    const w = corner[direction > 0 ? after(side) : side];
    const [wx, wy] = [x[w] - x[c], y[w] - y[c]];
    const along = ux * wx + uy * wy;
    const across = direction * (wx * uy - wy * ux);
    const length = wx * wx + wy * wy;
    // Stop: c is the nearest point of this side to u, or the line of this side is no nearer to u
    // than `width`. The same holds for all further sides.
    if (along <= 0 || across * across >= width * width * length) return width;
    const entry = twin[side];
    if (entry !== NONE) {
      passed.push(w);
      side = direction > 0 ? after(entry) : before(entry);
      continue;
    }
    const t = Math.min(1, along / length);
    const [px, py] = [t * wx, t * wy];
    const distance = Math.hypot(px - ux, py - uy);
    // a passed vertex between u and the wall, on the side of c, was measured by `search` already
    const isBetween = (v: number): boolean =>
      direction * ((ux - px) * (y[v] - y[c] - py) - (uy - py) * (x[v] - x[c] - px)) > 0;
    return distance < width && !passed.some(isBetween) ? distance : width;
  }
}

/** Sides behind which `search` still has to look; empty between calls. */
const waiting: number[] = [];

/** The least of `most` and the distances from vertex c to walls and vertices behind side `from`. */
function search(
  { corner, twin, x, y }: TriangleSides,
  c: number,
  from: number,
  most: number,
  reached: Uint8Array | undefined,
): number {
  let width = most;
  waiting.push(from);
  for (let s = waiting.pop(); s !== undefined; s = waiting.pop()) {
    const u = corner[s];
    const v = corner[after(s)];
    const ux = x[u] - x[c];
    const uy = y[u] - y[c];
    const vx = x[v] - x[c];
    const vy = y[v] - y[c];
    const ex = vx - ux;
    const ey = vy - uy;
    // the nearest point of the side is one of its ends, which is counted already
    if (ux * ex + uy * ey >= 0 || vx * ex + vy * ey <= 0) continue;
    const distance = Math.abs(ux * vy - uy * vx) / Math.hypot(ex, ey);
    if (distance >= width) continue;
    if (reached) reached[s] = 1;
    const across = twin[s];
    if (across === NONE) {
      width = distance;
      continue;
    }
    const w = corner[before(across)];
    width = Math.min(width, Math.hypot(x[w] - x[c], y[w] - y[c]));
    waiting.push(before(across), after(across));
  }
  return width;
}
