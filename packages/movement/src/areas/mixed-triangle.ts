// Triangles that borders of areas cross: their extra points and joints, for area-graph.ts and
// area-extras.ts.

import type { Segment } from '@wayfield/triangulation/internal/half-edges';
import type { Cells } from '../corridors/cells.ts';
import type { AreaMap } from './area-map.ts';

/** A triangle that borders of areas cross. Ends of links in it are added in area-extras.ts. */
export interface Mixed {
  /** Extra points inside the triangle: x, y each. */
  readonly extras: number[];
  readonly joints: Joint[];
  /** The costs between all points, without ends of links; undefined until computed. */
  matrix: Float64Array | undefined;
}

/**
 * A place where a border crosses a side: the index of its extra point in the triangle, the border
 * and the side. The triangle across the side has a joint there too. Links of cost 0 join both.
 */
export interface Joint {
  readonly extra: number;
  readonly border: number;
  readonly side: number;
}

/**
 * The part of a border inside a triangle: the shares of the border where the part begins and ends,
 * and the sides of the triangle that the border crosses there, -1 = it begins or ends inside.
 */
export interface Piece {
  readonly from: number;
  readonly to: number;
  readonly fromSide: number;
  readonly toSide: number;
}

/**
 * The part of a border inside a triangle; undefined for a border that stays outside, or that only
 * runs along a side.
 */
export function pieceIn(cells: Cells, t: number, map: AreaMap, border: number): Piece | undefined {
  const [ax, ay, bx, by] = map.borders.subarray(4 * border, 4 * border + 4);
  let [from, to, fromSide, toSide] = [0, 1, -1, -1];
  /** Two numbers per side: how far the two ends of the border lie to the left of the side. */
  const deep: number[] = [];
  for (let s = 3 * t; s < 3 * t + 3; s++) {
    const next = cells.after(t, s);
    const [cx, cy] = [cells.x(s), cells.y(s)];
    const [dx, dy] = [cells.x(next) - cx, cells.y(next) - cy];
    const length = Math.hypot(dx, dy);
    const a = (dx * (ay - cy) - dy * (ax - cx)) / length;
    const b = (dx * (by - cy) - dy * (bx - cx)) / length;
    deep.push(a, b);
    if (a < 0 && b < 0) return undefined;
    if (a < 0 && a / (a - b) > from) [from, fromSide] = [a / (a - b), s];
    if (b < 0 && a / (a - b) < to) [to, toSide] = [a / (a - b), s];
  }
  // A part of at most 16 epsilon does not count, nor one whose middle is within 8 epsilon of a
  // side. 16 and 8: chosen, not measured.
  if (!((to - from) * Math.hypot(bx - ax, by - ay) > 16 * cells.epsilon)) return undefined;
  const middle = (from + to) / 2;
  for (let i = 0; i < 6; i += 2)
    if (deep[i] + middle * (deep[i + 1] - deep[i]) < 8 * cells.epsilon) return undefined;
  return { from, to, fromSide, toSide };
}

/**
 * Most nodes between the ends of a side: each node is joined with all others of a triangle. Chosen,
 * not measured.
 */
const MOST_ON_SIDE = 31;

/** How many nodes a side, or a part of a border, has between its ends, by its length. */
export const countOn = (spacing: number, length: number): number =>
  Math.min(MOST_ON_SIDE, Math.max(0, Math.ceil(length / spacing) - 1));

/** Makes the extra points of triangle `t`; undefined if none of the borders crosses it. */
export function mixedOf(
  graph: { readonly cells: Cells; readonly map: AreaMap; readonly spacing: number },
  t: number,
  borders: Iterable<number>,
): Mixed | undefined {
  const { cells, map, spacing } = graph;
  const extras: number[] = [];
  const joints: Joint[] = [];
  const add = (x: number, y: number): number => {
    for (let i = 0; i < extras.length; i += 2)
      if (Math.abs(extras[i] - x) + Math.abs(extras[i + 1] - y) <= cells.epsilon) return i / 2;
    return extras.push(x, y) / 2 - 1;
  };
  for (const border of borders) {
    const piece = pieceIn(cells, t, map, border);
    if (!piece) continue;
    const [ax, ay, bx, by] = map.borders.subarray(4 * border, 4 * border + 4);
    const length = (piece.to - piece.from) * Math.hypot(bx - ax, by - ay);
    const points = Math.max(1, countOn(spacing, length));
    for (let k = 0; k <= points + 1; k++) {
      const share = piece.from + (k / (points + 1)) * (piece.to - piece.from);
      const extra = add(ax + share * (bx - ax), ay + share * (by - ay));
      const side = k === 0 ? piece.fromSide : k === points + 1 ? piece.toSide : -1;
      if (side >= 0 && cells.across(side) >= 0) joints.push({ extra, border, side });
    }
  }
  return extras.length > 0 ? { extras, joints, matrix: undefined } : undefined;
}

/** The box around points (x and y each), larger by a margin on all sides. */
export function boxAround(points: ArrayLike<number>, margin: number): Segment {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < points.length; i += 2) {
    if (points[i] < minX) minX = points[i];
    if (points[i] > maxX) maxX = points[i];
    if (points[i + 1] < minY) minY = points[i + 1];
    if (points[i + 1] > maxY) maxY = points[i + 1];
  }
  return [minX - margin, minY - margin, maxX + margin, maxY + margin];
}
