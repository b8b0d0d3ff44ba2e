import type { Arena, Blocks } from '@wayfield/wasm';
import { wordsAt } from './answer.ts';
import { mostOf } from './check-queries.ts';
import type { Kernels } from './kernel-exports.ts';
import { createRoom } from './room.ts';
import type { Lists, ResultOptions } from './types.ts';
import type { Work, WorkerReply } from './pool-worker.ts';

/** Work that makes rows, without where they are noted. */
type ListWork = Extract<Work, { begins: number; lengths: number }>;
export type RowsWork = ListWork extends infer W
  ? W extends ListWork
    ? Omit<W, 'begins' | 'lengths'>
    : never
  : never;

/** Lists that threads make: they find rows, the lengths are summed, and they put the rows in their places. */
export interface PoolLists {
  /** `rows` of the answer; threads go through `runs` places or queries. */
  make(
    work: RowsWork,
    rows: number,
    runs: number,
    options: ResultOptions,
    sortable: boolean,
  ): Promise<Lists>;
}

export function createPoolLists(
  kernels: Kernels,
  arena: Arena,
  blocks: Blocks,
  run: (work: Work, rows: number, capacity: number) => Promise<WorkerReply[]>,
): PoolLists {
  const firstRoom = createRoom(blocks);
  const beginsRoom = createRoom(blocks);
  const slotsRoom = createRoom(blocks);
  return {
    async make(work, rows, runs, options, sortable) {
      const capacity = mostOf(options);
      const first = firstRoom.reserve(4 * (rows + 1));
      const begins = beginsRoom.reserve(4 * (rows + 1));
      arena.bytes().fill(0, first, first + 4 * (rows + 1));
      const asked = { ...work, begins, lengths: first + 4 } as Work;
      const replies = await run(asked, runs, capacity);
      const total = kernels.sumLengths(first, rows);
      if (total >= 2 ** 32) {
        throw new RangeError(`${total} entries are more than a list can have, ${2 ** 32 - 1}`);
      }
      const overflow = total > capacity || replies.some(({ lost }) => lost > 0);
      const out = slotsRoom.reserve(overflow ? 0 : 4 * total + 16);
      if (!overflow && total > 0) {
        const places = work.type !== 'explore';
        const sorted = sortable && options.canonical === true;
        await run({ type: 'place', places, begins, first, out, sorted }, runs, 0);
      }
      return {
        count: rows,
        first: wordsAt(arena, first, rows + 1),
        slots: wordsAt(arena, out, overflow ? 0 : total),
        total,
        overflow,
      };
    },
  };
}
