import type { Arena, Blocks } from '@wayfield/wasm';
import type { SweepOrder } from '../hierarchy/place-arcs.ts';
import type { TableEnds } from '../hierarchy/types.ts';

/**
 * A block of a table in shared memory: rows `from` to `to` - 1. Addresses in bytes. The thread that
 * takes some sources writes their rows.
 */
export interface TableJob {
  readonly nodeCount: number;
  /** Targets of the table: entries of a row. */
  readonly width: number;
  readonly from: number;
  readonly to: number;
  /** The arcs of the sweeps, by place: see assembly/hierarchy/sweep.ts. */
  readonly order: Pick<SweepOrder, 'rows' | 'arcs' | 'places' | 'count'>;
  /** Of all sources: u32 first entry, u32 rank, f32 cost. */
  readonly seeds: EndAddresses;
  /** Of all targets: u32 first entry, u32 place, f32 cost. */
  readonly ends: EndAddresses;
  readonly endCount: number;
  /** Two i32: sources of the block that are taken, 1 = stop; see TAKEN, STOP_TABLE. */
  readonly control: number;
  /** f32, row by row. */
  readonly costs: number;
}

/**
 * Where the ends of a table lie: the arrays of `TableEnds`, with ranks (of sources) or places (of
 * targets) instead of nodes.
 */
export interface EndAddresses {
  readonly first: number;
  readonly at: number;
  readonly cost: number;
}

/** Indices of the control words. */
export const TAKEN = 0;
export const STOP_TABLE = 1;
const CONTROL_BYTES = 16;

/** The memory of a table: what all blocks of rows read, and two blocks of rows. */
export interface TableMemory {
  readonly seeds: EndAddresses;
  readonly ends: EndAddresses;
  /** Of block k, at `k & 1`: control words and rows. */
  readonly banks: readonly { readonly control: number; readonly costs: number }[];
  free(): void;
}

/**
 * Puts the ends of a table into memory, with room for two blocks of at most `blockEntries` entries.
 * `seedAt` are the ranks of the nodes of sources, `endAt` the places of the nodes of targets.
 * Throws RangeError where memory ends, and then holds none.
 */
export function putTable(
  { arena, blocks }: { readonly arena: Arena; readonly blocks: Blocks },
  [sources, seedAt]: readonly [TableEnds, ArrayLike<number>],
  [targets, endAt]: readonly [TableEnds, ArrayLike<number>],
  blockEntries: number,
): TableMemory {
  const held: number[] = [];
  const block = (bytes: number): number => {
    const address = blocks.allocate(Math.max(16, bytes));
    held.push(address);
    return address;
  };
  const free = (): void => held.forEach(blocks.free);
  const put = ({ first, cost }: TableEnds, at: ArrayLike<number>): EndAddresses => {
    const made = { first: block(4 * first.length), at: block(4 * at.length), cost: 0 };
    const costAt = block(4 * cost.length);
    arena.words().set(first, made.first / 4);
    arena.words().set(at, made.at / 4);
    const floats = arena.floats().subarray(costAt / 4, costAt / 4 + cost.length);
    // + 0: no -0 in distances
    for (let k = 0; k < cost.length; k++) floats[k] = cost[k] + 0;
    return { ...made, cost: costAt };
  };
  try {
    const seeds = put(sources, seedAt);
    const ends = put(targets, endAt);
    const banks = [0, 1].map(() => ({
      control: block(CONTROL_BYTES),
      costs: block(4 * blockEntries),
    }));
    return { seeds, ends, banks, free };
  } catch (error) {
    free();
    throw error;
  }
}

/** The control words at an address. */
export function tableControl({ memory }: Arena, control: number): Int32Array {
  return new Int32Array(memory.buffer, control, 2);
}
