import { packAreas } from '../lists/areas.ts';
import { wordsAt } from '../lists/answer.ts';
import { capacityOf } from '../lists/check-queries.ts';
import { SEEN } from '../kernels.gen.ts';
import type { Work } from '../pool-worker.ts';
import { createRoom } from '../room.ts';
import { type OpenSolver, reachAndSquare } from '../solvers/wasm-solver.ts';
import type { ExploreQueries, Lists, NeighbourOptions, ResultOptions } from '../types.ts';
import type { RunWork } from './helpers.ts';

/**
 * Lists that threads make. The threads find rows, the calling thread sums their lengths, then the
 * threads copy rows to their places.
 */
export interface PoolLists {
  neighbours(options: NeighbourOptions): Promise<Lists>;
  explore(queries: ExploreQueries, options: ResultOptions): Promise<Lists>;
}

/** Work that finds rows, without the addresses where rows are noted. */
type ListWork = Extract<Work, { begins: number; lengths: number }>;
type RowsWork = ListWork extends infer W
  ? W extends ListWork
    ? Omit<W, 'begins' | 'lengths'>
    : never
  : never;

/** How many rows an answer has, and what the threads go through to find them. */
interface Rows {
  readonly count: number;
  /** Places or areas that the threads take from the common counter. */
  readonly searched: number;
}

export function createPoolLists(
  { host, store, grids, finder }: OpenSolver,
  run: RunWork,
): PoolLists {
  const { kernels, arena, blocks } = host;
  const firstRoom = createRoom(blocks);
  const beginsRoom = createRoom(blocks);
  const slotsRoom = createRoom(blocks);

  async function make(
    work: RowsWork,
    { count, searched }: Rows,
    { canonical = false, ...options }: ResultOptions,
  ): Promise<Lists> {
    const capacity = capacityOf(options);
    const first = firstRoom.reserve(4 * (count + 1));
    const begins = beginsRoom.reserve(4 * (count + 1));
    arena.bytes().fill(0, first, first + 4 * (count + 1));
    const asked = { ...work, begins, lengths: first + 4 } as Work;
    const replies = await run(asked, searched, capacity);
    const total = kernels.sumLengths(first, count);
    if (total >= 2 ** 32) {
      throw new RangeError(`${total} entries are more than a list can have, ${2 ** 32 - 1}`);
    }
    const overflow = total > capacity || replies.some(({ lost }) => lost > 0);
    const out = slotsRoom.reserve(overflow ? 0 : 4 * total + 16);
    if (!overflow && total > 0) {
      const places = work.type !== 'explore';
      await run({ type: 'place', places, begins, first, out, sorted: canonical }, searched, 0);
    }
    return {
      count,
      first: wordsAt(arena, first, count + 1),
      slots: wordsAt(arena, out, overflow ? 0 : total),
      total,
      overflow,
    };
  }

  return {
    async neighbours(options) {
      const { k } = options;
      const { reach, square } = reachAndSquare(options);
      // frees the scratch memory of the last answer
      finder.answer.begin(0, 4);
      if (k === undefined) grids.forPoints(reach);
      else grids.forNearest();
      const rows = { count: store.end, searched: grids.layout.count };
      if (k === undefined) return make({ type: 'neighbours', square }, rows, options);
      // the k nearest come by distance already
      return make({ type: 'nearest', square, k }, rows, { ...options, canonical: false });
    },
    async explore(queries, options) {
      const { count } = queries;
      // where a plain grid serves, the threads sort it before it is described as a level
      if (grids.layout.kind === 'none') grids.forContacts();
      if (!grids.layout.sorted) await run({ type: 'sort' }, 0, 0);
      finder.answer.begin(0, 4);
      grids.forAll(SEEN, true);
      const areas = packAreas(queries, arena, finder.answer.scratch);
      return make({ type: 'explore', areas }, { count, searched: count }, options);
    },
  };
}
