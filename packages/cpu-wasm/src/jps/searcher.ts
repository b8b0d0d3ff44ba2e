import type { Blocks } from '@wayfield/wasm';
import type { GridLayer, GridLayout } from '../grid/layout.ts';
import { type Kernels, RECORD_BYTES } from '../kernels.gen.ts';
import type { JumpLayer } from './layer.ts';
import { createRooms, jumpBufferBytes } from './map.ts';

/** Jump point searches with records of their own for every layer they meet. */
export interface JumpSearcher {
  /** What searches on a prepared layer take: address of the records, and if tables are valid. */
  open(jumps: JumpLayer, size: number): { readonly records: number; readonly tables: boolean };
  /**
   * Searches on a layer that was prepared, settling at most `most` jump points, the source counted
   * as one. Returns a status of `Routes`.
   */
  search(jumps: JumpLayer, size: number, source: number, target: number, most: number): number;
}

export function createJumpSearcher(
  kernels: Kernels,
  blocks: Blocks,
  { width, height }: GridLayout,
  plus: boolean,
): JumpSearcher {
  const room = createRooms(blocks);
  /** By agent size: where the records are and the build they were made for. */
  const records = new Map<GridLayer['size'], { address: number; build: number }>();
  kernels.jpsBind(blocks.allocate(jumpBufferBytes(width, height)));

  function recordsOf(jumps: JumpLayer, size: number): number {
    let own = records.get(size);
    if (own === undefined || own.build !== jumps.build) {
      own = { address: room(`${size}`, RECORD_BYTES * (1 + jumps.points)), build: jumps.build };
      kernels.jpsRecords(jumps.address, own.address);
      records.set(size, own);
    }
    return own.address;
  }
  // another solver may have updated the grid, and so the layer, since the tables were made
  const hasTables = (jumps: JumpLayer): boolean => plus && jumps.tables === jumps.build;

  return {
    open: (jumps, size) => ({ records: recordsOf(jumps, size), tables: hasTables(jumps) }),
    search(jumps, size, source, target, most) {
      const own = recordsOf(jumps, size);
      const tables = hasTables(jumps) ? 1 : 0;
      return kernels.jpsSearch(jumps.address, own, source, target, most, tables);
    },
  };
}
