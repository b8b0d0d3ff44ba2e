// Files of labels: a header, then sections with the arrays, in the container of
// @wayfield/triangulation, whose checksum covers all bytes. `readPointLabels` also runs
// `checkLabels`. `createLabelSearch` checks by `meshChecksum` that the labels are of its mesh.
import {
  bytes,
  openFile,
  type Section,
  writeSections,
} from '@wayfield/triangulation/internal/checks';
import { byteLengthOf } from './build.ts';
import { checkLabels } from './check.ts';
import type { PointLabels } from './types.ts';

/**
 * The first words of a header: the bytes 'WAYP', the version and the byte order mark. Lists of
 * version 1 may lack entries of points that rounding puts into a cell behind the outer wall.
 */
const MARK: readonly number[] = [0x50594157, 2, 0x01020304];
// further words of the header; word 6 is the checksum of the file
const W_COLUMNS = 3;
const W_ROWS = 4;
const W_CORNERS = 5;
const W_ENTRIES = 7;
const W_LISTS = 8;
const W_MESH = 9;

/** The sections of a file: name, class and length of each array. */
function sectionsOf(header: ArrayLike<number>): Section[] {
  const U = Uint32Array;
  return [
    ['grid', Float64Array, 3],
    ['entries', U, 4 * header[W_ENTRIES]],
    ['listEnd', U, header[W_COLUMNS] * header[W_ROWS]],
    ['lists', U, header[W_LISTS]],
  ];
}

/**
 * The bytes of labels, to be stored or sent: a copy, little-endian, with a checksum.
 * `readPointLabels` reads them back.
 *
 * @throws RangeError for labels that are damaged, and when memory ends.
 *
 * @example
 * const mesh = buildPolygonMesh(nav.triangulation, { merge: false });
 * const bytes = writePointLabels(buildPointLabels(mesh));
 */
export function writePointLabels(labels: PointLabels): Uint8Array {
  checkLabels(labels);
  const { minX, minY, cellSize, columns, rows, cornerCount, entries, lists } = labels;
  const header = [...MARK];
  header[W_COLUMNS] = columns;
  header[W_ROWS] = rows;
  header[W_CORNERS] = cornerCount;
  header[W_ENTRIES] = entries.length / 4;
  header[W_LISTS] = lists.length;
  header[W_MESH] = labels.meshChecksum;
  const { listEnd } = labels;
  const grid = Float64Array.of(minX, minY, cellSize);
  const arrays = { grid, entries, listEnd, lists };
  return writeSections(Array.from(header), sectionsOf(header), arrays);
}

/**
 * Reads labels that `writePointLabels` wrote. The arrays are views of the buffer where it starts at
 * a multiple of 8 bytes, else of a copy.
 *
 * @throws RangeError for a file that is damaged, is of another version or is not one of labels.
 *
 * @example
 * const mesh = buildPolygonMesh(nav.triangulation, { merge: false });
 * const bytes = writePointLabels(buildPointLabels(mesh));
 * const search = createLabelSearch(mesh, readPointLabels(bytes));
 */
export function readPointLabels(source: ArrayBuffer | ArrayBufferView): PointLabels {
  bytes(source, 'source');
  const file = openFile(source, MARK);
  const { header } = file;
  const views = file.read(sectionsOf(header));
  const grid = views.grid as Float64Array;
  const listEnd = views.listEnd as Uint32Array;
  const lists = views.lists as Uint32Array;
  const labels = {
    minX: grid[0],
    minY: grid[1],
    cellSize: grid[2],
    columns: header[W_COLUMNS],
    rows: header[W_ROWS],
    cornerCount: header[W_CORNERS],
    entries: views.entries as Uint32Array,
    listEnd,
    lists,
    meshChecksum: header[W_MESH],
  };
  const made = { ...labels, byteLength: byteLengthOf(labels) };
  checkLabels(made);
  return made;
}
