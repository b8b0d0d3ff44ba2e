import { type Answer, wordsAt } from './answer.ts';
import { capacityOf } from './check-queries.ts';
import type { Host } from '../host.ts';
import { createRoom } from '../room.ts';
import type { Lists as Rows, ResultOptions } from '../types.ts';

type Scratch = (bytes: number) => number;

/** Makes the `Lists` of an answer (here `Rows`) from rows that kernels write. */
export interface ListMaker {
  /**
   * The kernel writes rows in their order; `write` fills the lengths of the rows. The option
   * `canonical` sorts each row. Throws RangeError for more than 2^32 - 1 entries.
   */
  inOrder(
    count: number,
    options: ResultOptions,
    write: (lengths: number, scratch: Scratch) => void,
  ): Rows;
  /**
   * The kernel writes rows in any order. `write` fills, for each row, the word of the answer where
   * the row begins, and its length. Else as `inOrder`.
   */
  bySlot(
    count: number,
    options: ResultOptions,
    write: (begins: number, lengths: number, scratch: Scratch) => void,
  ): Rows;
}

export function createLists({ kernels, arena, blocks }: Host, answer: Answer): ListMaker {
  let first = 0;
  let firstBytes = 0;
  const placed = createRoom(blocks);

  /** Room for `count` + 1 words, zeroed. */
  function reserveFirst(count: number): void {
    const bytes = 4 * (count + 1);
    if (bytes > firstBytes) {
      const larger = Math.ceil(bytes * 1.25);
      const block = blocks.allocate(larger);
      if (first !== 0) blocks.free(first);
      first = block;
      firstBytes = larger;
    } else {
      arena.bytes().fill(0, first, first + bytes);
    }
  }

  function finish(count: number, total: number, overflow: boolean, slots: number): Rows {
    if (total >= 2 ** 32) {
      throw new RangeError(`${total} entries are more than a list can have, ${2 ** 32 - 1}`);
    }
    return {
      count,
      first: wordsAt(arena, first, count + 1),
      slots: wordsAt(arena, slots, overflow ? 0 : total),
      total,
      overflow,
    };
  }

  return {
    inOrder(count, options, write) {
      answer.begin(capacityOf(options), 4);
      reserveFirst(count);
      write(first + 4, answer.scratch);
      const { address, lost } = answer.end();
      const total = kernels.sumLengths(first, count);
      if (options.canonical && lost === 0) kernels.sortRows(first, count, address);
      return finish(count, total, lost > 0, address);
    },
    bySlot(count, options, write) {
      answer.begin(capacityOf(options), 4);
      reserveFirst(count);
      const begins = answer.scratch(4 * (count + 1));
      write(begins, first + 4, answer.scratch);
      const { address, lost } = answer.end();
      const total = kernels.sumLengths(first, count);
      if (lost === 0) {
        const slots = placed.reserve(4 * total + 16);
        kernels.placeRows(count, address, begins, first, slots);
        if (options.canonical) kernels.sortRows(first, count, slots);
      }
      return finish(count, total, lost > 0, placed.address);
    },
  };
}
