// Joins walls at common ends. `putWalls` calls this before it sorts walls into their grid.
// assembly/walls/wall-lines.ts reads the result.
import type { Walls } from './types.ts';

// where fields of `Wall` in assembly/layout-world.ts begin, in f64: `ux`, `aLeftX`, `joints`
const DIRECTION = 4;
const JOINED = 7;
const JOINTS = 15;
/** Two walls whose directions differ by at most this sine run straight on, or straight back. */
const STRAIGHT = 1e-9;

/**
 * Finds walls that end at exactly the same point and stand on a common storey. Writes to each end,
 * in `records` of `words` f64 each, two joined walls: the one with the smallest turn to the left
 * and the one with the smallest turn to the right. A wall that runs straight on counts for both.
 */
export function putJoints(walls: Walls, records: Float64Array, words: number): void {
  const { count, ax, ay, bx, by } = walls;
  // end 2 w is a of wall w, end 2 w + 1 is b
  const xOf = (end: number): number => (end & 1 ? bx : ax)[end >> 1];
  const yOf = (end: number): number => (end & 1 ? by : ay)[end >> 1];
  const ends = Uint32Array.from({ length: 2 * count }, (_, end) => end);
  ends.sort((p, q) => xOf(p) - xOf(q) || yOf(p) - yOf(q) || p - q);
  for (let from = 0; from < ends.length;) {
    let to = from + 1;
    while (
      to < ends.length &&
      xOf(ends[to]) === xOf(ends[from]) &&
      yOf(ends[to]) === yOf(ends[from])
    ) {
      to++;
    }
    const group = ends.subarray(from, to);
    for (const end of group) {
      for (const other of group) {
        if (end !== other && onOneStorey(walls, end >> 1, other >> 1)) {
          joinEnds(records, words, end, other);
        }
      }
    }
    from = to;
  }
}

function onOneStorey({ storey }: Walls, wall: number, other: number): boolean {
  if (storey === undefined) return true;
  return storey[wall] === storey[other] || storey[wall] === 65535 || storey[other] === 65535;
}

/** Writes the wall of end `other` to `end`, unless a wall there turns less. */
function joinEnds(records: Float64Array, words: number, end: number, other: number): void {
  const at = (end >> 1) * words;
  const from = (other >> 1) * words;
  const isB = end & 1;
  // w leads out of the wall at `end`, and e from the common point into the other wall
  const outwards = isB ? 1 : -1;
  const inwards = other & 1 ? -1 : 1;
  const wx = outwards * records[at + DIRECTION];
  const wy = outwards * records[at + DIRECTION + 1];
  const ex = inwards * records[from + DIRECTION];
  const ey = inwards * records[from + DIRECTION + 1];
  const turn = wx * ey - wy * ex;
  const isStraight = Math.abs(turn) <= STRAIGHT;
  // a wall that runs straight back lies on the first one
  if (isStraight && wx * ex + wy * ey < 0) return;
  const fields = at + JOINED + (isB ? 4 : 0);
  if (turn > 0 || isStraight) note(records, fields, at + JOINTS, isB ? 4 : 1, [wx, wy, ex, ey]);
  if (turn < 0 || isStraight) note(records, fields + 2, at + JOINTS, isB ? 8 : 2, [wx, wy, ex, ey]);
}

/** Writes the direction (ex, ey) at `field` if it turns less from (wx, wy) than the one there. */
function note(
  records: Float64Array,
  field: number,
  joints: number,
  bit: number,
  [wx, wy, ex, ey]: readonly [number, number, number, number],
): void {
  const isFirst = (records[joints] & bit) === 0;
  // on one side, the larger cosine is the smaller turn
  const kept = wx * records[field] + wy * records[field + 1];
  if (isFirst || wx * ex + wy * ey > kept) {
    records[field] = ex;
    records[field + 1] = ey;
  }
  records[joints] |= bit;
}
