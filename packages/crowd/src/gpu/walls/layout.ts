// Walls on the device: one buffer with the grid's cells, its entries, and the records of walls.
import type { Engine } from '../../engine.ts';
import { WALL_BYTES, WALL_CELLS_COLUMN, WALL_ENTRIES_COLUMN } from '../../kernels.gen.ts';

/** 32-bit words of a wall: see `wallsWgsl`. */
export const WALL_WORDS = 24;

/** The grid of walls, for the uniform of a tick. */
export interface WallGrid {
  readonly wallCount: number;
  readonly wallColumns: number;
  readonly wallRows: number;
  /** Words of the buffer before the entries, and before the records. */
  readonly wallEntries: number;
  readonly wallRecords: number;
  readonly wallOriginX: number;
  readonly wallOriginY: number;
  readonly wallOriginXLow: number;
  readonly wallOriginYLow: number;
  readonly wallPerUnit: number;
}

export const NO_WALLS: WallGrid = {
  wallCount: 0,
  wallColumns: 1,
  wallRows: 1,
  wallEntries: 0,
  wallRecords: 0,
  wallOriginX: 0,
  wallOriginY: 0,
  wallOriginXLow: 0,
  wallOriginYLow: 0,
  wallPerUnit: 1,
};

/** f64 of a record: ends, direction, length; eight of joined walls; joints, storey. */
const RECORD = WALL_BYTES / 8;
/** The f64 that the device holds in two parts: ends, direction, length. */
const IN_PARTS = 7;

/** Bytes of the buffer for `wallCapacity` walls, at most: limits of `planWorld` in the kernels. */
export function mostWallBytes(wallCapacity: number): number {
  const cells = 2 * wallCapacity + 1024;
  const entries = 8 * wallCapacity + 4096;
  return 4 * (cells + 1 + entries + WALL_WORDS * wallCapacity);
}

/** The walls of an engine, sorted into its grid by `putWalls`, as the device holds them. */
export function wallWords(
  { host, kernels }: Engine,
  count: number,
): { readonly words: Uint32Array<ArrayBuffer>; readonly grid: WallGrid } {
  if (count === 0) return { words: new Uint32Array(4), grid: NO_WALLS };
  const { buffer } = host.arena.memory;
  const [originX, originY, perUnit, columns, rows, entries] = [0, 1, 2, 3, 4, 5].map((which) =>
    kernels.wallGrid(which),
  );
  const address = (column: number): number => kernels.columnAddress(column) >>> 0;
  const cells = columns * rows + 1;
  const first = cells + entries;
  const words = new Uint32Array(first + WALL_WORDS * count);
  const floats = new Float32Array(words.buffer);
  words.set(new Uint32Array(buffer, address(WALL_CELLS_COLUMN), cells));
  words.set(new Uint32Array(buffer, address(WALL_ENTRIES_COLUMN), entries), cells);
  const records = new Float64Array(buffer, kernels.wallsAddress() >>> 0, RECORD * count);
  for (let wall = 0; wall < count; wall++) {
    const record = RECORD * wall;
    const at = first + WALL_WORDS * wall;
    for (let i = 0; i < IN_PARTS; i++) {
      const value = records[record + i];
      floats[at + 2 * i] = value;
      floats[at + 2 * i + 1] = value - Math.fround(value);
    }
    for (let i = IN_PARTS; i < RECORD - 2; i++) floats[at + IN_PARTS + i] = records[record + i];
    words[at + WALL_WORDS - 2] = records[record + RECORD - 2];
    words[at + WALL_WORDS - 1] = records[record + RECORD - 1];
  }
  const { fround } = Math;
  const grid = {
    wallCount: count,
    wallColumns: columns,
    wallRows: rows,
    wallEntries: cells,
    wallRecords: first,
    wallOriginX: originX,
    wallOriginY: originY,
    wallOriginXLow: originX - fround(originX),
    wallOriginYLow: originY - fround(originY),
    wallPerUnit: perUnit,
  };
  return { words, grid };
}
