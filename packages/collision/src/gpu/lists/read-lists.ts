import type { Lists, Pairs } from '../../types.ts';
import { type Answers, guessFrom } from '../answers.ts';
import type { Canonical } from '../pairs/canonical.ts';
import { PLAN_HEAD } from '../grid/grid.wgsl.ts';
import { fitting, roomAfter } from '../growing.ts';
import type { ListFinder, ListRequest } from './lists.ts';
import type { NearestFinder } from './nearest.ts';
import { noteGrid, type Scene } from '../scene.ts';

type Asked = Omit<ListRequest, 'capacity' | 'paired'>;

/** Finds lists on the GPU, and reads them back. `most`: the most entries to write. */
export interface ListReader {
  lists(finder: ListFinder, asked: Asked, canonical: boolean, most: number): Promise<Lists>;
  /** The entries as pairs of row and slot. */
  pairs(finder: ListFinder, asked: Asked, canonical: boolean, most: number): Promise<Pairs>;
  nearest(
    finder: NearestFinder,
    k: number,
    radius: number | undefined,
    most: number,
  ): Promise<Lists>;
}

/** The most long runs that are listed: 8 M runs of 32 bytes are 256 MiB. */
const MOST_RUNS = 2 ** 23;

interface Form {
  readonly canonical: boolean;
  /** Entries are pairs of row and slot. */
  readonly paired: boolean;
  readonly most: number;
}

interface Found {
  readonly first: Uint32Array;
  readonly entries: Uint32Array;
  readonly total: number;
}

export function createListReader(scene: Scene, answers: Answers, order: Canonical): ListReader {
  const search = createSearch(scene, answers, order);
  return {
    async lists(finder, asked, canonical, most) {
      const form = { canonical, paired: false, most };
      const { first, entries, total } = await search(finder, asked, form);
      return { count: asked.rows, first, slots: entries, total, overflow: total > most };
    },
    async pairs(finder, asked, canonical, most) {
      const { entries, total } = await search(finder, asked, { canonical, paired: true, most });
      return { count: entries.length / 2, slots: entries, total, overflow: total > most };
    },
    async nearest(finder, k, radius, most) {
      const rows = scene.end;
      let round = 0;
      for (let isOpen = true; isOpen; round++) {
        const [open] = await answers.run('collision nearest', (encoder) => {
          finder.encodeRound(encoder, round, k, radius);
          return [{ source: finder.open, words: 1 }];
        });
        isOpen = open[0] > 0;
      }
      const capacity = Math.min(most, rows * k);
      const [[total], first, entries] = await answers.run('collision nearest', (encoder) => {
        finder.encodePack(encoder, capacity);
        return [
          { source: finder.first, from: rows, words: 1 },
          { source: finder.first, words: rows + 1, used: () => rows + 1 },
          { source: finder.entries, words: capacity, used: ([[all]]) => all },
        ];
      });
      const overflow = total > most;
      const slots = entries.subarray(0, overflow ? 0 : total);
      return { count: rows, first, slots, total, overflow };
    },
  };
}

/**
 * Counts, writes and reads rows; where something was too small, it grows and the search repeats.
 */
function createSearch(scene: Scene, answers: Answers, order: Canonical) {
  /** The room of the largest search that was submitted, in entries. */
  let room = 0;
  /** Entries of the last answer, by which the next one guesses how many to read. */
  let last = 0;

  return async (
    finder: ListFinder,
    asked: Asked,
    { canonical, paired, most }: Form,
  ): Promise<Found> => {
    const { rows } = asked;
    const each = paired ? 2 : 1;
    // rows in canonical order are the second words of pairs in canonical order
    const source = (): GPUBuffer => (canonical && !paired ? order.seconds : finder.entries);
    const entryBytes = paired || canonical ? 8 : 4;
    // at first two entries per row, at least 1024
    let wanted = fitting(scene.device, Math.max(room, 2 * rows, 1024), entryBytes);
    for (;;) {
      const capacity = Math.min(most, wanted);
      const guess = guessFrom(last, capacity);
      const found = await answers.run('collision lists', (encoder) => {
        finder.encode(encoder, { ...asked, capacity, paired: paired || canonical });
        if (canonical) {
          const counters = finder.encodeTotal(encoder, rows);
          const below = Math.max(rows, scene.end);
          order.encode(encoder, { pairs: finder.entries, counters, capacity, below });
        }
        return [
          { source: finder.counters, words: 4 },
          { source: scene.grid.plan, words: PLAN_HEAD },
          { source: finder.first, from: rows, words: 1 },
          { source: finder.first, words: rows + 1, used: () => rows + 1 },
          { source: source(), words: each * guess, used: ([, , [all]]) => each * all },
        ];
      });
      room = Math.max(room, capacity);
      const [counters, planHead, [total]] = found;
      let [, , , first, entries] = found;
      noteGrid(scene, planHead);
      growHeavy(finder, counters[1]);
      if (counters[2] > 0) throw new RangeError('the lists have 2^32 entries or more');
      if (total > capacity && capacity < most) {
        wanted = roomAfter(scene.device, total, entryBytes);
        continue;
      }
      const count = total > capacity && !paired ? 0 : Math.min(total, capacity);
      if (count > guess) {
        // both again, because views of an answer end with the next one
        [first, entries] = await answers.run('collision lists', () => [
          { source: finder.first, words: rows + 1, used: () => rows + 1 },
          { source: source(), words: each * count },
        ]);
      }
      last = count;
      return { first, entries: entries.subarray(0, each * count), total };
    }
  };
}

/** Makes room for more long runs, for the next search. */
function growHeavy(finder: ListFinder, runs: number): void {
  if (runs > finder.heavyRuns) finder.heavyRuns = Math.min(MOST_RUNS, Math.ceil(runs * 1.25));
}
