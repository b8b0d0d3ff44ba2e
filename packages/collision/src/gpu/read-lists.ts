import type { Lists, Pairs } from '../types.ts';
import { type Answers, guessFrom } from './answers.ts';
import type { Canonical } from './canonical.ts';
import { PLAN_HEAD } from './grid.wgsl.ts';
import type { ListFinder, ListRequest } from './lists.ts';
import type { NearestFinder } from './nearest.ts';
import { noteGrid, type Scene } from './scene.ts';

type Asked = Omit<ListRequest, 'capacity' | 'paired'>;

/** Lists that come back to the host. */
export interface ListReader {
  lists(finder: ListFinder, asked: Asked, canonical: boolean, most: number): Promise<Lists>;
  /** The entries as (row, slot). */
  pairs(finder: ListFinder, asked: Asked, canonical: boolean, most: number): Promise<Pairs>;
  nearest(
    finder: NearestFinder,
    k: number,
    radius: number | undefined,
    most: number,
  ): Promise<Lists>;
}

/** Heavy runs that are listed at most. */
const MOST_RUNS = 2 ** 23;

export function createListReader(scene: Scene, answers: Answers, order: Canonical): ListReader {
  let room = 0;
  let last = 0;

  /** Counts, writes and reads; grows what was too small and repeats. */
  async function search(
    finder: ListFinder,
    asked: Asked,
    canonical: boolean,
    paired: boolean,
    most: number,
  ): Promise<{ first: Uint32Array; entries: Uint32Array; total: number }> {
    const { rows } = asked;
    room = Math.max(room, 2 * rows, 1024);
    for (;;) {
      const capacity = Math.min(most, room);
      const each = paired ? 2 : 1;
      const guess = guessFrom(last, capacity);
      // canonical rows are pairs in canonical order, without the rows
      const source = () => (canonical && !paired ? order.seconds : finder.entries);
      const found = await answers.run('collision lists', (encoder) => {
        finder.encode(encoder, { ...asked, capacity, paired: paired || canonical });
        if (canonical) {
          const below = Math.max(rows, scene.end);
          order.encode(encoder, finder.entries, finder.encodeTotal(encoder, rows), capacity, below);
        }
        return [
          { source: finder.counters, words: 4 },
          { source: scene.grid.plan, words: PLAN_HEAD },
          { source: finder.first, from: rows, words: 1 },
          { source: finder.first, words: rows + 1, used: () => rows + 1 },
          { source: source(), words: each * guess, used: ([, , [all]]) => each * all },
        ];
      });
      const [counters, planHead, [total]] = found;
      let [, , , first, entries] = found;
      noteGrid(scene, planHead);
      if (counters[1] > finder.heavyRuns) {
        finder.heavyRuns = Math.min(MOST_RUNS, Math.ceil(counters[1] * 1.25));
      }
      if (counters[2] > 0) throw new RangeError('the lists have more than 2^32 entries');
      if (total > capacity && capacity < most) {
        room = Math.ceil(total * 1.25);
        continue;
      }
      const count = total > capacity && !paired ? 0 : Math.min(total, capacity);
      if (count > guess) {
        // both again: what came before is gone with the next call
        [first, entries] = await answers.run('collision lists', () => [
          { source: finder.first, words: rows + 1, used: () => rows + 1 },
          { source: source(), words: each * count },
        ]);
      }
      last = count;
      return { first, entries: entries.subarray(0, each * count), total };
    }
  }

  return {
    async lists(finder, asked, canonical, most) {
      const { first, entries, total } = await search(finder, asked, canonical, false, most);
      return { count: asked.rows, first, slots: entries, total, overflow: total > most };
    },
    async pairs(finder, asked, canonical, most) {
      const { entries, total } = await search(finder, asked, canonical, true, most);
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
      return {
        count: rows,
        first,
        slots: entries.subarray(0, overflow ? 0 : total),
        total,
        overflow,
      };
    },
  };
}
