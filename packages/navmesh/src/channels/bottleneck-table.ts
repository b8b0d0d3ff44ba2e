import { NONE } from '@wayfield/graph';
import { alongCurve } from '../geometry/along-curve.ts';
import { after, triangleOf } from '@wayfield/triangulation/internal/half-edges';
import { BOTTLENECK, ENTRANCES_BYTES, TARGET_BOUNDS } from '../points.gen.ts';
import type { PolygonMesh } from '@wayfield/triangulation';
import type { ChannelHost, Corridors } from './channel-host.ts';
import { packPairs } from './pack-pairs.ts';

/**
 * Above this number of rows there is a table by landmarks. The full table has rows^2 entries of 4
 * bytes while it is made: 4 MiB at 1,024 rows. Afterwards 16 bytes per ordered pair of bottlenecks
 * are kept (`packPairs`). Discs have two rows per bottleneck, so at most 512 bottlenecks: 4 MiB.
 * Points have one row per vertex; sides that do not cross join n vertices in fewer than 3 n pairs,
 * so there are fewer than 3,072 bottlenecks: below 144 MiB.
 */
const MOST_ROWS = 1024;
/** How many landmarks such a table has; it holds their lengths to all rows. A multiple of 4. */
const LANDMARKS = 8;
/**
 * A search for a row of the table is given up after LABELS_PER_ROW labels per row of the table, a
 * search for a landmark after LABELS_PER_LANDMARK labels per row. Then there is no table. This
 * happens on open ground, where many labels come to each bottleneck and straight lines bound well.
 */
const LABELS_PER_ROW = 16;
const LABELS_PER_LANDMARK = 4;

/**
 * The rows of the table. Points have a row per vertex at which a bottleneck ends. Discs have a row
 * per end of each bottleneck, also where two bottlenecks share the vertex.
 */
export interface TableRows {
  /** Per row: what the kernels search from, as `searchRow` takes it. */
  readonly start: readonly number[];
  /** Per row: its bottleneck, as a side of the mesh. */
  readonly side: readonly number[];
  /** The rows of the left and of the right end of a bottleneck, by its node side. */
  ends(nodeSide: number): readonly [left: number, right: number];
  /** The vertices of the rows, where the search notes lengths by vertex. */
  readonly vertices: Uint32Array;
}

/**
 * Binds the bottlenecks and, if it is wanted, the table of lower bounds: the lengths of the
 * shortest paths between the ends of bottlenecks, each row found by a search without a target.
 */
export function bindBottlenecks(
  host: ChannelHost,
  mesh: PolygonMesh,
  part: Uint32Array,
  corridors: Corridors,
  { rows, isWanted }: { readonly rows: TableRows; readonly isWanted: boolean },
): void {
  const { kernels, blocks, arena, put } = host;
  const count = rows.start.length;
  const landmarks = count > MOST_ROWS ? LANDMARKS : 0;
  const { bytes, ends } = packBottlenecks(mesh, corridors, rows);
  const takesTable = isWanted && count > 0;
  const cells = count * (landmarks || count);
  const table = takesTable ? blocks.allocate(4 * cells) : 0;
  kernels.bottlenecksBind(
    put(bytes),
    table,
    count,
    landmarks,
    blocks.allocate((TARGET_BOUNDS * ends.length) / 2),
    blocks.allocate(ENTRANCES_BYTES),
  );
  if (!takesTable) return;
  const vertices = put(rows.vertices);
  let isDone = false;
  try {
    isDone = landmarks === 0 ? fillRows() : spreadLandmarks(host, rows, part, table, vertices);
  } catch (cause) {
    // a search for points traps when its labels can no longer be numbered
    if (kernels.labelsAreFull() === 0) throw cause;
  }
  blocks.free(vertices);
  if (!isDone) {
    blocks.free(table);
    return;
  }
  if (landmarks > 0) {
    kernels.tableTake(0, 0);
    return;
  }
  const lengths = arena.floats().slice(table >>> 2, (table >>> 2) + cells);
  blocks.free(table);
  kernels.tableTake(put(packPairs(lengths, count, ends)), ends.length / 2);

  function fillRows(): boolean {
    const most = LABELS_PER_ROW * count;
    return rows.start.every((start, row) => kernels.searchRow(row, start, vertices, most) !== 0);
  }
}

/**
 * `bytes`: records `Bottleneck` of assembly/channel/layout.ts, one per node side, whose fields are
 * written by their offsets. `ends`: per number of a bottleneck in the table, the rows of its left
 * and of its right end.
 */
function packBottlenecks(
  { x, y, corner, twin }: PolygonMesh,
  { bottleneck, bottleneckOf }: Corridors,
  rows: TableRows,
): { bytes: Uint8Array; ends: Uint32Array } {
  const bytes = new Uint8Array(BOTTLENECK * bottleneck.length);
  const view = new DataView(bytes.buffer);
  const nodeSides = Array.from(bottleneck.keys()).filter((i) => bottleneck[i] !== NONE);
  bottleneck.forEach((side, i) => view.setUint32(BOTTLENECK * i + 56, side, true));
  const middle = (at: Float64Array, i: number): number => {
    const side = bottleneck[nodeSides[i]];
    return at[corner[side]] + at[corner[after(side)]];
  };
  /**
   * The number in the table of each bottleneck. The key is one of the bottleneck's two node sides:
   * the one whose direction got its record first.
   */
  const numbers = new Map<number, number>();
  const ends: number[] = [];
  // bottlenecks near each other get numbers near each other
  alongCurve(
    nodeSides.length,
    (i) => middle(x, i),
    (i) => middle(y, i),
  ).forEach((k) => {
    const i = nodeSides[k];
    const side = bottleneck[i];
    // the left end is where the side ends
    const [a, b] = [corner[after(side)], corner[side]];
    const length = Math.hypot(x[b] - x[a], y[b] - y[a]);
    const values = [x[a], y[a], x[b] - x[a], y[b] - y[a], length, 0.5 / length];
    values.forEach((value, n) => view.setFloat64(BOTTLENECK * i + 8 * n, value, true));
    const [left, right] = rows.ends(i);
    view.setUint32(BOTTLENECK * i + 48, left, true);
    view.setUint32(BOTTLENECK * i + 52, right, true);
    let number = numbers.get(bottleneckOf[twin[side]]);
    const isTurned = number !== undefined;
    if (number === undefined) {
      number = numbers.size;
      numbers.set(i, number);
      ends.push(left, right);
    }
    view.setUint32(BOTTLENECK * i + 60, 2 * number + (isTurned ? 1 : 0), true);
  });
  return { bytes, ends: Uint32Array.from(ends) };
}

/**
 * Chooses the landmarks and fills their lengths. All landmarks lie in the part with the most rows.
 * The first is the row furthest from an arbitrary row there. Each further one is the row whose
 * nearest landmark so far is furthest. In other parts the bounds are 0 (`writeRow` of
 * assembly/channel/table.ts). Returns false if a search takes too many labels.
 */
function spreadLandmarks(
  { kernels, arena }: ChannelHost,
  { start, side }: TableRows,
  part: Uint32Array,
  table: number,
  vertices: number,
): boolean {
  const count = start.length;
  const rowsOfPart = new Uint32Array(part.length);
  const partOf = (row: number): number => part[triangleOf(side[row])];
  for (let row = 0; row < count; row++) rowsOfPart[partOf(row)]++;
  let next = 0;
  for (let row = 1; row < count; row++)
    if (rowsOfPart[partOf(row)] > rowsOfPart[partOf(next)]) next = row;
  const nearest = new Float32Array(count).fill(Infinity);
  // search -1, from the arbitrary row, only finds the first landmark
  for (let i = -1; i < LANDMARKS; i++) {
    const landmark = Math.max(0, i);
    const most = LABELS_PER_LANDMARK * count;
    if (kernels.searchRow(landmark, start[next], vertices, most) === 0) return false;
    const found = arena.floats().subarray(table >>> 2);
    let furthest = 0;
    for (let row = 0; row < count; row++) {
      const length = found[row * LANDMARKS + landmark];
      if (i >= 0) nearest[row] = Math.min(nearest[row], length);
      const away = i < 0 ? length : nearest[row];
      if (away > furthest) {
        furthest = away;
        next = row;
      }
    }
  }
  return true;
}
