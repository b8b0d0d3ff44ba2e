// The columns in which rows go to the kernels and answers come back. `Columns` of
// assembly/layout.ts says what each column holds in which call. A surface has one set; the threads
// of a pool share one.
import type { KernelHost } from '@wayfield/wasm';
import * as kernel from '../kernels.gen.ts';

/** Columns of f64 per row, each with the field of the record that holds its address. */
const NUMBERS = {
  x: kernel.COLUMN_X,
  y: kernel.COLUMN_Y,
  a: kernel.COLUMN_A,
  b: kernel.COLUMN_B,
  radius: kernel.COLUMN_RADIUS,
  outX: kernel.COLUMN_OUT_X,
  outY: kernel.COLUMN_OUT_Y,
  value: kernel.COLUMN_VALUE,
  normalX: kernel.COLUMN_NORMAL_X,
  normalY: kernel.COLUMN_NORMAL_Y,
};
/** The ends of walls, a to b. A row of `wallsNear` fills `most` rows of these columns. */
const WALLS = {
  wallAX: kernel.COLUMN_WALL_AX,
  wallAY: kernel.COLUMN_WALL_AY,
  wallBX: kernel.COLUMN_WALL_BX,
  wallBY: kernel.COLUMN_WALL_BY,
};

type NumberName = 'x' | 'y' | 'a' | 'b' | 'radius' | 'outX' | 'outY' | 'value' | NormalName;
type NormalName = 'normalX' | 'normalY';
type WallName = 'wallAX' | 'wallAY' | 'wallBX' | 'wallBY';
type NumberColumns = Readonly<Record<NumberName | WallName, Float64Array>>;

/**
 * Views of the columns in memory, at least as long as the rows asked for. Valid until the next call
 * of `views`, or until a kernel grows memory that is not shared.
 */
export interface ColumnViews extends NumberColumns {
  readonly at: Int32Array;
  readonly status: Uint8Array;
  readonly wallSide: Int32Array;
  readonly contacts: Uint32Array;
}

export interface Columns {
  /** Address of the record that holds the addresses of the columns. */
  readonly record: number;
  /**
   * Makes room for rows, and for `walls` rows of the columns of walls (default: `rows`). Columns
   * that grow lose their content. Throws RangeError where memory ends: the old columns stay usable.
   */
  views(rows: number, walls?: number): ColumnViews;
}

/** Rows for which there is room from the beginning. */
const ROWS = 64;

export function createColumns({ kernels, arena, blocks }: KernelHost<kernel.Kernels>): Columns {
  const record = blocks.allocate(kernel.COLUMNS);
  kernels.rowsBind(record);
  let rowRoom = 0;
  let wallRoom = 0;
  const addresses: Record<string, number> = {};
  let current: ColumnViews | undefined;
  grow(ROWS, ROWS);

  function place(name: string, field: number, bytes: number): void {
    const larger = blocks.allocate(bytes);
    if (addresses[name] !== undefined) blocks.free(addresses[name]);
    addresses[name] = larger;
    arena.words()[(record + field) / 4] = addresses[name];
  }

  function grow(rows: number, walls: number): void {
    current = undefined;
    if (rows > rowRoom) {
      const room = Math.max(rows, 2 * rowRoom);
      for (const [name, field] of Object.entries(NUMBERS)) place(name, field, 8 * room);
      place('at', kernel.COLUMN_AT, 4 * room);
      place('status', kernel.COLUMN_STATUS, room);
      place('contacts', kernel.COLUMN_CONTACTS, 4 * room);
      // set last: if memory ends before, some columns are longer than `rowRoom`, none is shorter
      rowRoom = room;
    }
    if (walls > wallRoom) {
      const room = Math.max(walls, 2 * wallRoom);
      for (const [name, field] of Object.entries(WALLS)) place(name, field, 8 * room);
      place('wallSide', kernel.COLUMN_WALL_SIDE, 4 * room);
      wallRoom = room;
    }
  }

  function look(): ColumnViews {
    const { buffer } = arena.memory;
    const numbers = (names: object, room: number): [string, Float64Array][] =>
      Object.keys(names).map((name) => [name, new Float64Array(buffer, addresses[name], room)]);
    return {
      ...(Object.fromEntries([
        ...numbers(NUMBERS, rowRoom),
        ...numbers(WALLS, wallRoom),
      ]) as unknown as NumberColumns),
      at: new Int32Array(buffer, addresses['at'], rowRoom),
      status: new Uint8Array(buffer, addresses['status'], rowRoom),
      contacts: new Uint32Array(buffer, addresses['contacts'], rowRoom),
      wallSide: new Int32Array(buffer, addresses['wallSide'], wallRoom),
    };
  }

  return {
    record,
    views(rows, walls = rows) {
      if (rows > rowRoom || walls > wallRoom) grow(rows, walls);
      // growth detaches views of a memory that is not shared: their length is then 0
      if (current === undefined || current.status.length === 0) current = look();
      return current;
    },
  };
}
