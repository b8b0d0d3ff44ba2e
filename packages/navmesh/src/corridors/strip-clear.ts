import { isWithin } from '../geometry/segment-distance.ts';
import type { Cells } from './cells.ts';
import type { LocalSearch } from './local-search.ts';

/** Memory of `isStripClear`, kept from call to call. */
export interface Strip {
  /** Polygons near the segment, in the order in which they are found. */
  queue: Int32Array;
  count: number;
  /** Open addressing: the polygons of the queue, by the call that put them there. */
  table: Int32Array;
  tableOf: Int32Array;
  call: number;
  /** A side of a polygon, and its start. */
  readonly side: Float64Array;
  readonly start: Float64Array;
  /** The square of the distance that walls and vertices keep. */
  readonly squares: Float64Array;
}

/** Polygons that a strip has room for at first; a power of two. */
const ROOM = 256;

export function createStrip(): Strip {
  return {
    queue: new Int32Array(ROOM),
    count: 0,
    table: new Int32Array(2 * ROOM),
    tableOf: new Int32Array(2 * ROOM),
    call: 0,
    side: new Float64Array(4),
    start: new Float64Array(4),
    squares: new Float64Array(1),
  };
}

/**
 * Whether the disc of a slot that moves along the line of the last search keeps clear of all walls
 * and vertices, from the polygons that the search found along the line outwards.
 */
export function isStripClear(
  cells: Cells,
  { path, count, line }: LocalSearch,
  strip: Strip,
  radii: Float64Array,
  slot: number,
): boolean {
  const { side, start, squares } = strip;
  const least = radii[slot] * (1 - 1e-9) - cells.epsilon;
  squares[0] = least * least;
  strip.count = 0;
  strip.call++;
  for (let i = 0; i < count; i++) visit(strip, path[i]);
  for (let i = 0; i < strip.count; i++) {
    const p = strip.queue[i];
    for (let s = cells.begin(p), end = cells.end(p); s < end; s++) {
      cells.read(p, s, side);
      start[0] = start[2] = side[0];
      start[1] = start[3] = side[1];
      if (isWithin(line, start, squares)) return false;
      if (!isWithin(line, side, squares)) continue;
      const other = cells.across(s);
      if (other < 0) return false;
      visit(strip, cells.owner(other));
    }
  }
  return true;
}

/** Puts a polygon into the queue, once. */
function visit(strip: Strip, p: number): void {
  const { table, tableOf, call } = strip;
  const most = table.length - 1;
  let at = Math.imul(p, 0x9e3779b1) & most;
  while (tableOf[at] === call && table[at] !== p) at = (at + 1) & most;
  if (tableOf[at] === call) return;
  if (strip.count === strip.queue.length) {
    grow(strip);
    visit(strip, p);
    return;
  }
  table[at] = p;
  tableOf[at] = call;
  strip.queue[strip.count++] = p;
}

/** Makes twice the room. */
function grow(strip: Strip): void {
  const { queue, count } = strip;
  strip.queue = new Int32Array(2 * count);
  strip.table = new Int32Array(4 * count);
  strip.tableOf = new Int32Array(4 * count);
  strip.count = 0;
  for (let i = 0; i < count; i++) visit(strip, queue[i]);
}
