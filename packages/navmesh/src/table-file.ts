import { mixWords, openFile, type Section, type View, writeSections } from './file-sections.ts';
import type { PolygonMesh } from './polygon-mesh.ts';
import type { Reduction } from './reduction.ts';
import { checkArray, refuse } from './refuse.ts';

/** What searches work out when they are created, by the sort of search: docs/table-layout.md says what the arrays hold. */
export interface TableArrays {
  corridors: { readonly bounds: Float32Array };
  tangents: {
    readonly cornerArcs: Uint32Array;
    readonly arcs: Uint32Array;
    readonly unit: Float64Array;
    readonly lengths: Uint16Array;
    readonly nexts: Uint32Array;
  };
  discs: {
    readonly radii: Float64Array;
    readonly firstBound: Uint32Array;
    readonly bounds: Float32Array;
  };
}
export type TableKind = keyof TableArrays;
export interface SearchTables<Kind extends TableKind = TableKind> {
  readonly kind: Kind;
  readonly arrays: TableArrays[Kind];
}

const NAMES: readonly TableKind[] = ['corridors', 'tangents', 'discs'];
/** The arrays as they lie in the file. */
const ARRAYS: Record<TableKind, readonly (readonly [string, Section[1]])[]> = {
  corridors: [['bounds', Float32Array]],
  tangents: [
    ['cornerArcs', Uint32Array],
    ['arcs', Uint32Array],
    ['unit', Float64Array],
    ['lengths', Uint16Array],
    ['nexts', Uint32Array],
  ],
  discs: [
    ['radii', Float64Array],
    ['firstBound', Uint32Array],
    ['bounds', Float32Array],
  ],
};

/** The first words of a header: the bytes 'WAYT', the version and the byte order mark. A new version where tables or their numbering change. */
const MARK: readonly number[] = [0x54594157, 2, 0x01020304];
const W_KIND = 3;
const W_MESH = 4;
const W_REDUCTION = 5;
const W_LENGTHS = 7;

/** Which mesh and reduction tables belong to: what is mixed of all their arrays, those that differ differ here but for chance. */
export type Fingerprint = readonly [mesh: number, reduction: number];

export function fingerprintOf(mesh: PolygonMesh, reduction: Reduction): Fingerprint {
  return [
    mix([mesh.x, mesh.y, mesh.firstSide, mesh.corner, mesh.twin]),
    mix([
      Uint32Array.from(reduction.level),
      reduction.structure,
      reduction.exit,
      reduction.passWidth,
      reduction.corridorEnd,
      reduction.nodeTriangle,
    ]),
  ];
}

function mix(arrays: readonly (Float64Array | Uint32Array)[]): number {
  let sum = 0;
  for (const { buffer, byteOffset, byteLength } of arrays)
    sum = mixWords(new Uint32Array(buffer, byteOffset, byteLength / 4), sum ^ byteLength);
  return sum;
}

const sectionsOf = (kind: TableKind, lengthOf: (name: string, i: number) => number): Section[] =>
  ARRAYS[kind].map(([name, type], i) => [name, type, lengthOf(name, i)]);

/** A copy of the tables, little-endian, checksummed. */
export function writeTables(
  { kind, arrays }: SearchTables,
  [mesh, reduction]: Fingerprint,
): Uint8Array {
  const views = arrays as unknown as Readonly<Record<string, View>>;
  const sections = sectionsOf(kind, (name) => views[name]!.length);
  const header = [...MARK, NAMES.indexOf(kind) + 1, mesh, reduction, 0];
  header.push(...sections.map(([, , length]) => length));
  return writeSections(header, sections, views);
}

/**
 * The tables in these bytes, views where that can be. What their arrays hold is not looked at.
 *
 * Throws RangeError, with the numbers, for bytes that are no such file, and for tables of another mesh, reduction or sort of search.
 */
export function readTables<Kind extends TableKind>(
  source: ArrayBufferLike | ArrayBufferView,
  print: Fingerprint,
  wanted: readonly Kind[],
): SearchTables<Kind> {
  const { header, read } = openFile(source, MARK);
  const kind = NAMES[header[W_KIND]! - 1];
  if (kind === undefined) refuse('kind', header[W_KIND], `1 to ${NAMES.length}`);
  const arrays = read(sectionsOf(kind, (_, i) => header[W_LENGTHS + i]!));
  if (!wanted.includes(kind as Kind))
    throw new RangeError(
      `the tables are of sort '${kind}', this search takes '${wanted.join("', '")}'`,
    );
  const [mesh, reduction] = [header[W_MESH]!, header[W_REDUCTION]!];
  if (mesh !== print[0] || reduction !== print[1])
    throw new RangeError(
      `the tables are of mesh ${hex(mesh)} with reduction ${hex(reduction)}, this is mesh ${hex(print[0])} with reduction ${hex(print[1])}`,
    );
  return { kind, arrays } as unknown as SearchTables<Kind>;
}

const hex = (word: number): string => word.toString(16).padStart(8, '0');

/** Throws unless all entries are lengths: 0 or more, Infinity where there is no way; or `none`. */
export function checkLengths(array: Float32Array, name: string, none: number = 0): void {
  for (let i = 0; i < array.length; i++)
    if (!(array[i]! >= 0 || array[i] === none)) refuse(`${name}[${i}]`, array[i], 'a length');
}

/** Tables for radii, one after the other; empty ones take no place. */
export function packDiscTables(
  radii: Float64Array,
  tables: readonly Float32Array[],
): TableArrays['discs'] {
  const firstBound = new Uint32Array(radii.length + 1);
  tables.forEach((table, i) => (firstBound[i + 1] = firstBound[i]! + table.length));
  const bounds = new Float32Array(firstBound[radii.length]!);
  tables.forEach((table, i) => bounds.set(table, firstBound[i]!));
  return { radii, firstBound, bounds };
}

/** Throws RangeError unless radii rise from 0 or more, and each has a table for so many rows, or none. */
export function checkDiscTables(
  { radii, firstBound, bounds }: TableArrays['discs'],
  rows: number,
): void {
  checkArray(firstBound, Uint32Array, radii.length + 1, 'firstBound');
  if (firstBound[0] !== 0) refuse('firstBound[0]', firstBound[0], 0);
  radii.forEach((radius, i) => {
    const least = i === 0 ? 0 : radii[i - 1]!;
    if (!(radius >= least && radius < Infinity && (i === 0 || radius > least)))
      refuse(`radii[${i}]`, radius, `${i === 0 ? 'at least' : 'above'} ${least} and finite`);
    const length = firstBound[i + 1]! - firstBound[i]!;
    if (length !== 0 && length !== rows * rows)
      refuse(`the length of table ${i}`, length, `0 or ${rows * rows}`);
  });
  checkArray(bounds, Float32Array, firstBound[radii.length]!, 'bounds');
  checkLengths(bounds, 'bounds');
}
