// The table of lengths between the ends of bottlenecks, by pairs or by landmarks, for the lower
// bounds of bottlenecks.ts; and its rows while src/channels/bottleneck-table.ts makes the table.

import { Bottleneck, HAS_RADIUS, RowLength } from './layout';
import { shortestTo } from './vertex-chains';
import { at } from '../sides';

/**
 * Lengths, f32, in one of two forms. Without landmarks, only while the table is made: a row per end
 * of a bottleneck, with the lengths to all ends. With landmarks: per end, the lengths from the
 * landmarks, which are some of the ends.
 */
let table: usize = 0;
/**
 * The finished table without landmarks: four f32 for each ordered pair of bottlenecks. From the
 * left end of the first to the left and the right end of the second, then from its right end.
 */
let pairs: usize = 0;
/**
 * How many bottlenecks there are, both directions counted as one. A bottleneck has a pair with
 * each, itself included.
 */
let bottleneckCount: u32 = 0;
/** How many ends have a row; and how many landmarks there are, a multiple of 4, 0 = none. */
let rowCount: u32 = 0;
let landmarkCount: u32 = 0;
let hasTable: bool = false;
let query: u32 = 0;

export function tableBind(address: usize, rows: u32, landmarks: u32): void {
  table = address;
  rowCount = rows;
  landmarkCount = landmarks;
  hasTable = false;
}
export function tableForget(newQuery: u32): void {
  query = newQuery;
}

/**
 * Takes the finished table: with landmarks two zeros, else the address of its pairs and the number
 * of bottlenecks.
 */
export function tableTake(pair: usize, count: u32): void {
  pairs = pair;
  bottleneckCount = count;
  hasTable = true;
}
export function isTableReady(): bool {
  return hasTable;
}
export function hasLandmarks(): bool {
  return landmarkCount > 0;
}
/** Where the lengths from a bottleneck, by its number in the table, to all others begin. */
export function pairsOf(number: u32): usize {
  return pairs + ((<usize>(number * bottleneckCount)) << 4);
}

/**
 * Lower bounds on the lengths from an end of an entrance to the table's left and right end of a
 * bottleneck, by landmarks.
 */
export function fromLandmarks(row: u32, one: Bottleneck): v128 {
  const isTurned = one.tableIndex & 1;
  const a = byLandmarks(row, isTurned ? one.rightRow : one.leftRow);
  const b = byLandmarks(row, isTurned ? one.leftRow : one.rightRow);
  return f64x2.replace_lane(f64x2.splat(a), 1, b);
}

function byLandmarks(row: u32, column: u32): f64 {
  // |d(L, p) - d(L, q)| <= d(p, q) for each landmark L (Goldberg and Harrelson 2005). A stored
  // length is too small by at most 2.4e-7 + 2^-24 = 3e-7 < 5e-7 of itself. So the difference of two
  // is too large by less than 1e-6 of the larger length.
  const p = table + ((<usize>(row * landmarkCount)) << 2);
  const q = table + ((<usize>(column * landmarkCount)) << 2);
  let most = f32x4.splat(0);
  for (let i: usize = 0; i < (<usize>landmarkCount) << 2; i += 16) {
    const a = v128.load(p + i);
    const b = v128.load(q + i);
    const error = f32x4.mul(f32x4.max(a, b), f32x4.splat(1e-6));
    most = f32x4.max(most, f32x4.sub(f32x4.abs(f32x4.sub(a, b)), error));
  }
  return <f64>(
    max(
      max(f32x4.extract_lane(most, 0), f32x4.extract_lane(most, 1)),
      max(f32x4.extract_lane(most, 2), f32x4.extract_lane(most, 3)),
    )
  );
}

/** Records `RowLength`. */
let rowLengths: usize = 0;
export function rowsBind(lengths: usize): void {
  rowLengths = lengths;
}
function rowLength(row: u32): RowLength {
  return changetype<RowLength>(rowLengths + <usize>row * offsetof<RowLength>());
}

/** Of discs: notes the length of a path to the end of a row. */
export function noteRow(row: u32, length: f64): void {
  const known = rowLength(row);
  if (known.query == query && known.length <= length) return;
  known.length = length;
  known.query = query;
}

/**
 * Writes the lengths that a search without a target has found to the row, or landmark, of its
 * start. `vertices`: for points, the vertices of all rows.
 */
export function writeRow(row: u32, vertices: usize): void {
  for (let i: u32 = 0; i < rowCount; i++) {
    const length = HAS_RADIUS
      ? rowLength(i).query == query
        ? rowLength(i).length
        : Infinity
      : shortestTo(at(vertices, i));
    // Rounded down, so that the table stays a lower bound: 2.4e-7 is 4 times 2^-24, by which f32
    // rounds. The length 0 stands for ends in another part, of which a landmark says nothing.
    const rounded = <f32>(length * (1 - 2.4e-7));
    if (landmarkCount > 0)
      store<f32>(
        table + ((<usize>(i * landmarkCount + row)) << 2),
        length < Infinity ? rounded : 0,
      );
    else store<f32>(table + ((<usize>(row * rowCount + i)) << 2), i == row ? 0 : rounded);
  }
}
