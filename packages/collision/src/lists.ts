import type { Arena, Blocks } from '@wayfield/wasm';
import { type Answer, wordsAt } from './answer.ts';
import { mostOf } from './check-queries.ts';
import type { Kernels } from './kernel-exports.ts';
import type { Lists as Rows, ResultOptions } from './types.ts';

type Scratch = (bytes: number) => number;

/** Makes lists of what kernels wrote: the length of each row, and the rows. */
export interface Lists {
  /** Rows written one after another: `write` fills the lengths. */
  inOrder(
    count: number,
    options: ResultOptions,
    write: (lengths: number, scratch: Scratch) => void,
  ): Rows;
  /** Rows written in any order: `write` also fills where they begin, in words. */
  bySlot(
    count: number,
    options: ResultOptions,
    sortable: boolean,
    write: (begins: number, lengths: number, scratch: Scratch) => void,
  ): Rows;
}

export function createLists(kernels: Kernels, arena: Arena, blocks: Blocks, answer: Answer): Lists {
  let first = 0;
  let firstBytes = 0;
  let placed = 0;
  let placedBytes = 0;

  /** Zeroed, count + 1 words. */
  function reserveFirst(count: number): void {
    const bytes = 4 * (count + 1);
    if (bytes > firstBytes) {
      if (first !== 0) blocks.free(first);
      firstBytes = Math.ceil(bytes * 1.25);
      first = blocks.allocate(firstBytes);
    } else {
      arena.bytes().fill(0, first, first + bytes);
    }
  }

  function reservePlaced(bytes: number): void {
    if (bytes <= placedBytes) return;
    if (placed !== 0) blocks.free(placed);
    placedBytes = Math.ceil(bytes * 1.25);
    placed = blocks.allocate(placedBytes);
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
      answer.begin(mostOf(options), 4);
      reserveFirst(count);
      write(first + 4, answer.scratch);
      const { address, lost } = answer.end();
      const total = kernels.sumLengths(first, count);
      if (options.canonical && lost === 0) kernels.sortRows(first, count, address);
      return finish(count, total, lost > 0, address);
    },
    bySlot(count, options, sortable, write) {
      answer.begin(mostOf(options), 4);
      reserveFirst(count);
      const begins = answer.scratch(4 * (count + 1));
      write(begins, first + 4, answer.scratch);
      const { address, lost } = answer.end();
      const total = kernels.sumLengths(first, count);
      if (lost === 0) {
        reservePlaced(4 * total + 16);
        kernels.placeRows(count, address, begins, first, placed);
        if (options.canonical && sortable) kernels.sortRows(first, count, placed);
      }
      return finish(count, total, lost > 0, placed);
    },
  };
}
