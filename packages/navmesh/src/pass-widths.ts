import { NONE } from '@wayfield/graph';
import type { PolygonMesh } from './polygon-mesh.ts';

const after = (s: number): number => (s % 3 === 2 ? s - 2 : s + 1);
const before = (s: number): number => (s % 3 === 0 ? s + 2 : s - 1);

/** What widths are read from: triangles with three sides each. */
export type TriangleSides = Pick<PolygonMesh, 'x' | 'y' | 'twin'> & {
  readonly corner: Uint32Array | Int32Array;
};

/**
 * One per side of a mesh of triangles: how wide the way is around the corner where the side starts, from the one side that ends
 * there to the other: the diameter of the largest disc that passes between that corner and everything
 * across; 0 where one of the two sides is a wall. Walls behind the third side count (Demyen and Buro 2006), and so do vertices, so that
 * the width is right on triangles that are not Delaunay, too. And so do walls that begin at the corner itself, for the other
 * corners: what comes from behind such a corner passes between it and the wall.
 */
export function findPassWidths(mesh: PolygonMesh): Float64Array {
  return Float64Array.from(mesh.corner, (_, s) => passWidth(mesh, s));
}

/** The same for a way that may begin or end in one of the triangles around the corner, beside its walls. */
export function findInnerWidths(mesh: PolygonMesh): Float64Array {
  return Float64Array.from(mesh.corner, (_, s) => innerWidth(mesh, s, undefined));
}

/**
 * The width at side s. In `reached`, where given, sides get a 1 that the width depends on what is behind of; it also depends on the triangles
 * around the corner where s starts.
 */
export function passWidth(mesh: TriangleSides, s: number, reached?: Uint8Array): number {
  const width = innerWidth(mesh, s, reached);
  if (width === 0) return 0;
  return beyond(mesh, s, 1, beyond(mesh, s, -1, width));
}

function innerWidth(mesh: TriangleSides, s: number, reached: Uint8Array | undefined): number {
  const { corner, twin, x, y } = mesh;
  if (twin[s] === NONE || twin[before(s)] === NONE) return 0;
  const c = corner[s]!;
  const [u, v] = [corner[after(s)]!, corner[before(s)]!];
  const toU = Math.hypot(x[u]! - x[c]!, y[u]! - y[c]!);
  const toV = Math.hypot(x[v]! - x[c]!, y[v]! - y[c]!);
  return search(mesh, c, after(s), Math.min(toU, toV), reached);
}

/**
 * The least of `width` and the distance of a neighbour of the corner where side s starts to the first wall that begins there,
 * on one hand: 1 = of the start of the side before over side s on, -1 = of the end of s the other way round. Who goes around the corner,
 * and has not been there before, comes over what is between the two.
 */
function beyond(
  { corner, twin, x, y }: TriangleSides,
  s: number,
  hand: number,
  width: number,
): number {
  const u = corner[s]!;
  const c = corner[hand > 0 ? before(s) : after(s)]!;
  const [cx, cy] = [x[c]! - x[u]!, y[c]! - y[u]!];
  const passed: number[] = [];
  for (let side = hand > 0 ? s : before(s); ;) {
    const w = corner[hand > 0 ? after(side) : side]!;
    const [wx, wy] = [x[w]! - x[u]!, y[w]! - y[u]!];
    const along = cx * wx + cy * wy;
    const across = hand * (wx * cy - wy * cx);
    const length = wx * wx + wy * wy;
    // the corner itself is the nearest, or the rest is no nearer
    if (along <= 0 || across * across >= width * width * length) return width;
    const entry = twin[side]!;
    if (entry !== NONE) {
      passed.push(w);
      side = hand > 0 ? after(entry) : before(entry);
      continue;
    }
    const t = Math.min(1, along / length);
    const [px, py] = [t * wx, t * wy];
    const distance = Math.hypot(px - cx, py - cy);
    // a vertex in between is looked at for itself
    const isBetween = (v: number): boolean =>
      hand * ((cx - px) * (y[v]! - y[u]! - py) - (cy - py) * (x[v]! - x[u]! - px)) > 0;
    return distance < width && !passed.some(isBetween) ? distance : width;
  }
}

/** Sides still to be looked behind. */
const waiting: number[] = [];

/** The least of `most` and the distances from vertex c to what is behind side `from`. */
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
    const u = corner[s]!;
    const v = corner[after(s)]!;
    const ux = x[u]! - x[c]!;
    const uy = y[u]! - y[c]!;
    const vx = x[v]! - x[c]!;
    const vy = y[v]! - y[c]!;
    const ex = vx - ux;
    const ey = vy - uy;
    // the nearest point of the side is an end, which is counted already
    if (ux * ex + uy * ey >= 0 || vx * ex + vy * ey <= 0) continue;
    const distance = Math.abs(ux * vy - uy * vx) / Math.hypot(ex, ey);
    if (distance >= width) continue;
    if (reached) reached[s] = 1;
    const across = twin[s]!;
    if (across === NONE) {
      width = distance;
      continue;
    }
    const w = corner[before(across)]!;
    width = Math.min(width, Math.hypot(x[w]! - x[c]!, y[w]! - y[c]!));
    waiting.push(before(across), after(across));
  }
  return width;
}
