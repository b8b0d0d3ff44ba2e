import type { Segment } from '../geometry/segment-distance.ts';
import { betweenSegments } from '../geometry/segment-distance.ts';
import type { Cells } from './cells.ts';
import type { LocalSearch } from './local-search.ts';

/**
 * Whether a disc that moves along a segment keeps clear of all walls and vertices, from the
 * polygons that the last search found along the segment outwards.
 */
export function isStripClear(
  cells: Cells,
  { path, count }: LocalSearch,
  segment: Segment,
  radius: number,
): boolean {
  const least = radius * (1 - 1e-9) - cells.epsilon;
  const square = least * least;
  const queue = Array.from(path.subarray(0, count));
  const seen = new Set(queue);
  for (const p of queue)
    for (let s = cells.begin(p), end = cells.end(p); s < end; s++) {
      const next = cells.after(p, s);
      const side: Segment = [cells.x(s), cells.y(s), cells.x(next), cells.y(next)];
      const [ax, ay] = side;
      if (betweenSegments(segment, [ax, ay, ax, ay]) < square) return false;
      if (betweenSegments(segment, side) >= square) continue;
      const other = cells.across(s);
      if (other < 0) return false;
      const q = cells.owner(other);
      if (seen.has(q)) continue;
      seen.add(q);
      queue.push(q);
    }
  return true;
}
