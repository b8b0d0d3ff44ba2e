import { orient2d } from 'robust-predicates';
import { removeConstraint } from './constraints.ts';
import { legalise } from './flip.ts';
import type { Suspend } from './insert-segment.ts';
import type { Segments } from './segments.ts';
import { firstAround, next, type Triangulation, turnLeft } from './triangulation.ts';

/**
 * Whether an input segment runs through the grid square around a vertex. Then it is led over the vertex: that rule makes the
 * result depend on the input alone and not on its order (snap rounding: Hobby 1999, Guibas and Marimont 1998).
 */
export function passesPixel(
  t: Triangulation,
  segments: Segments,
  segment: number,
  v: number,
): boolean {
  const { x, y } = t;
  const half = segments.grid!.step / 2;
  const a = segments.from[segment]!;
  const b = segments.to[segment]!;
  const ax = x[a]!;
  const ay = y[a]!;
  const bx = x[b]!;
  const by = y[b]!;
  const minX = x[v]! - half;
  const maxX = x[v]! + half;
  const minY = y[v]! - half;
  const maxY = y[v]! + half;
  if (Math.max(ax, bx) < minX || Math.min(ax, bx) > maxX) return false;
  if (Math.max(ay, by) < minY || Math.min(ay, by) > maxY) return false;
  // the two corners that lie furthest to the sides of the line
  const rises = bx > ax === by > ay;
  const one = orient2d(ax, ay, bx, by, minX, rises ? maxY : minY);
  const other = orient2d(ax, ay, bx, by, maxX, rises ? minY : maxY);
  return (one >= 0 && other <= 0) || (one <= 0 && other >= 0);
}

/**
 * Leads the segments that pass the grid square of `v`, and were laid before v was there, over it: their pieces go on
 * `work` (segment, start, end).
 */
export function heat(
  t: Triangulation,
  segments: Segments,
  v: number,
  work: number[],
  suspend: Suspend,
): void {
  if (!segments.grid) return;
  for (;;) {
    const e = coldEdge(t, segments, v);
    if (e < 0) return;
    const a = t.corner[e]!;
    const b = t.corner[next(e)]!;
    for (let node = t.constraint[e]!; node >= 0;) {
      const segment = t.nodeSegment[node]!;
      const start = t.nodeStart[node]!;
      if (!passesPixel(t, segments, segment, v)) {
        node = t.nodeNext[node]!;
        continue;
      }
      suspend(segment);
      removeConstraint(t, e, segment);
      const end = start === a ? b : a;
      work.push(segment, start, v, segment, v, end);
      node = t.constraint[e]!;
    }
    if (t.constraint[e]! < 0) legalise(t, [e]);
  }
}

/** A constrained edge across from `v` of which a segment passes v's grid square, or -1. */
function coldEdge(t: Triangulation, segments: Segments, v: number): number {
  const { x, y } = t;
  const step = segments.grid!.step;
  const first = firstAround(t, v);
  if (first < 0) return -1;
  let out = first;
  do {
    const e = next(out);
    if (t.constraint[e]! >= 0) {
      const a = t.corner[e]!;
      const b = t.corner[next(e)]!;
      const dx = x[b]! - x[a]!;
      const dy = y[b]! - y[a]!;
      const side = dx * (y[v]! - y[a]!) - dy * (x[v]! - x[a]!);
      // pieces lean by up to a step, so look two steps far
      if (Math.abs(side) <= 2 * step * (Math.abs(dx) + Math.abs(dy)))
        for (let node = t.constraint[e]!; node >= 0; node = t.nodeNext[node]!)
          if (passesPixel(t, segments, t.nodeSegment[node]!, v)) return e;
    }
    out = turnLeft(t, out);
  } while (out >= 0 && out !== first);
  return -1;
}
