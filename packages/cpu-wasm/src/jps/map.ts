import type { Blocks } from '@wayfield/wasm';
import type { GridLayer, GridLayout } from '../grid/layout.ts';
import type { JumpLayer } from './layer.ts';
import {
  COLUMN_BYTES,
  type Kernels,
  LAYER_BYTES,
  NODE_BYTES,
  ROW_BYTES,
  TRAITS_BYTES,
} from '../kernels.gen.ts';

/**
 * Largest sum of width and height that jump point search takes: the ticks of two points in the
 * queue then differ by less than 2^31. A jump takes at most 2378 ticks per row and column that it
 * crosses, and the heuristic rises by at most as much, so keys differ by at most 2 * 2378 * 400,000
 * = 1.9 * 10^9.
 */
const MOST_SIDES = 400_000;

/** Bytes of the buffer of a search on a map of this size: `jpsBind` of assembly/jps/search.ts. */
export function jumpBufferBytes(width: number, height: number): number {
  return 16 * Math.min(width, height) + 64;
}

/** Bitmaps, numbers of jump points and tables of JPS+, kept in step with the layers of one grid. */
export interface JumpMaps {
  /**
   * Makes the bitmaps of a layer, and with `tables` the tables of JPS+, unless they are there.
   * Makes none on a map beyond MOST_SIDES: A* then answers. Throws RangeError where memory ends.
   */
  prepare(layer: GridLayer, tables: boolean): void;
  /** The moves of these cells, and of no others, may have changed. Never fails. */
  changeCells(layer: GridLayer, cells: readonly number[]): void;
  /** All moves may have changed. Never fails. */
  changeAll(layer: GridLayer): void;
}

export function createJumpMaps(
  kernels: Kernels,
  blocks: Blocks,
  words: () => Uint32Array,
  { width, height, successors }: GridLayout,
): JumpMaps {
  const room = createRooms(blocks);

  /** Numbers the jump points of a layer, which makes earlier records and tables invalid. */
  function number(jumps: JumpLayer): void {
    jumps.points = kernels.jpsCountPoints(jumps.address);
    jumps.build++;
  }

  function changeAll({ jumps }: GridLayer): void {
    if (jumps === undefined) return;
    kernels.jpsBuildBitmaps(jumps.address);
    number(jumps);
  }

  return {
    prepare(layer, tables) {
      if (width + height > MOST_SIDES) return;
      if (layer.jumps === undefined) {
        const address = room(`layer ${layer.size}`, LAYER_BYTES);
        const rows = room(`rows ${layer.size}`, ROW_BYTES * height * Math.ceil((width + 2) / 64));
        const columns = room(
          `columns ${layer.size}`,
          COLUMN_BYTES * width * Math.ceil((height + 2) / 64),
        );
        const traits = room('traits', TRAITS_BYTES);
        kernels.jpsLayer(address, layer.moves, width, height, rows, columns, successors, traits);
        kernels.jpsBuildBitmaps(address);
        layer.jumps = { address, points: 0, build: 0, tables: 0 };
        number(layer.jumps);
      }
      const { jumps } = layer;
      if (!tables || jumps.tables === jumps.build) return;
      const nodes = room(`nodes ${layer.size}`, jumps.points * NODE_BYTES);
      // kernels return i32: `>>> 0` makes the count unsigned
      const bytes = kernels.jpsPlusNodes(jumps.address, nodes, room('list', 64)) >>> 0;
      kernels.jpsPlusLists(jumps.address, room(`lists ${layer.size}`, bytes));
      jumps.tables = jumps.build;
    },
    changeCells(layer, cells) {
      const { jumps } = layer;
      if (jumps === undefined || cells.length === 0) return;
      let list: number;
      try {
        list = room('cells', cells.length * 4);
      } catch {
        // memory ended: building all bitmaps takes none
        changeAll(layer);
        return;
      }
      words().set(cells, list / 4);
      kernels.jpsUpdateCells(jumps.address, list, cells.length);
      number(jumps);
    },
    changeAll,
  };
}

/**
 * Blocks by name: the function returns the address of one of at least `bytes` bytes. If a block has
 * to grow, its content is lost, and it gets a quarter more than asked for.
 */
export function createRooms(blocks: Blocks): (name: string, bytes: number) => number {
  const rooms = new Map<string, { address: number; bytes: number }>();
  return (name, bytes) => {
    const old = rooms.get(name);
    if (old !== undefined && old.bytes >= bytes) return old.address;
    if (old !== undefined) blocks.free(old.address);
    // deleted before `allocate`, which may throw: the old block is freed already
    rooms.delete(name);
    // the first block has exactly the size asked for, since most maps never change
    const size = old === undefined ? bytes : Math.ceil(bytes * 1.25);
    const room = { address: blocks.allocate(size), bytes: size };
    rooms.set(name, room);
    return room.address;
  };
}
