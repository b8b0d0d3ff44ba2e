import { growBytes, growFloats } from '../common/grow.ts';
import { after, before, triangleOf } from '../geometry/sides.ts';
import type { OpenTriangles } from '../polygons/open-triangles.ts';
import { passWidth } from '../reduction/pass-widths.ts';
import type { Triangulation } from '../triangulation/triangulation.ts';
import { NONE } from '@wayfield/graph';

/** The pass widths of a mesh that changes. */
export interface LiveWidths {
  /** One per side, as `Reduction.passWidth`. */
  widths: Float64Array;
  /**
   * One per side: 1 if a width depends on what lies behind the side. An entry that is no longer
   * needed may stay 1.
   */
  reached: Uint8Array;
}

export function createLiveWidths(): LiveWidths {
  return { widths: new Float64Array(0), reached: new Uint8Array(0) };
}

/** Makes room for `count` triangles. */
export function growWidths(live: LiveWidths, count: number): void {
  live.widths = growFloats(live.widths, 3 * count);
  live.reached = growBytes(live.reached, 3 * count);
}

/**
 * Computes the pass widths at the corners of a triangle. Returns whether one of them has changed.
 */
export function measureWidths(
  { widths, reached }: LiveWidths,
  open: OpenTriangles,
  triangle: number,
): boolean {
  let hasChanged = false;
  for (let s = 3 * triangle; s < 3 * triangle + 3; s++) {
    const width = passWidth(open, s, reached);
    if (width !== widths[s]) hasChanged = true;
    widths[s] = width;
  }
  return hasChanged;
}

/**
 * Triangles outside of `changed` whose widths may depend on triangles of `changed`: their search
 * for walls went into a triangle of `changed`, or they lie around a corner of a triangle of
 * `touched`.
 */
export function dependentsOf(
  { reached }: LiveWidths,
  open: OpenTriangles,
  t: Triangulation,
  changed: ReadonlySet<number>,
  touched: ReadonlySet<number>,
): Set<number> {
  const found = new Set<number>();
  const seen = new Set<number>();
  const stack: number[] = [];
  for (const triangle of changed)
    for (let s = 3 * triangle; s < 3 * triangle + 3; s++) stack.push(open.twin[s]);
  for (let s = stack.pop(); s !== undefined; s = stack.pop()) {
    // follow the searches backwards, over the sides that they crossed
    if (s === NONE || !reached[s] || seen.has(s) || changed.has(triangleOf(s))) continue;
    seen.add(s);
    found.add(triangleOf(s));
    stack.push(open.twin[after(s)], open.twin[before(s)]);
  }
  const fans = new Set<number>();
  addFans(t, touched, fans);
  for (const triangle of fans) if (!changed.has(triangle)) found.add(triangle);
  return found;
}

/** Adds all triangles around the corners of triangles, across walls too. */
function addFans(t: Triangulation, triangles: ReadonlySet<number>, found: Set<number>): void {
  const seen = new Set<number>();
  for (const triangle of triangles)
    for (let start = 3 * triangle; start < 3 * triangle + 3; start++) {
      const corner = t.corner[start];
      if (seen.has(corner)) continue;
      seen.add(corner);
      // to the left all around; if the hull is met, also from the start to the right
      let s = start;
      do {
        found.add(triangleOf(s));
        s = t.twin[before(s)];
      } while (s >= 0 && s !== start);
      if (s === start) continue;
      for (let e = t.twin[start]; e >= 0; e = t.twin[after(e)]) found.add(triangleOf(e));
    }
}
