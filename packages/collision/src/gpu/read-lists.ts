import type { Lists, Pairs } from '../types.ts';
import type { Answers } from './answers.ts';
import type { Canonical } from './canonical.ts';
import { growingWords } from './growing.ts';
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

/** Heavy runs that are listed at most; beyond, seekers do all alone. */
const MOST_RUNS = 2 ** 23;

export function createListReader(scene: Scene, answers: Answers, order: Canonical): ListReader {
  const planHead = new Uint32Array(8);
  const firstWords = growingWords();
  const entryWords = growingWords();
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
    const counters = new Uint32Array(4);
    room = Math.max(room, 2 * rows, 1024);
    for (;;) {
      const capacity = Math.min(most, room);
      const each = paired ? 2 : 1;
      const guess = Math.min(capacity, last + (last >> 3) + 256);
      const first = firstWords(rows + 1);
      let entries = entryWords(each * guess);
      // canonical rows are pairs in canonical order, without the rows
      const source = () => (canonical && !paired ? order.seconds : finder.entries);
      await answers.run('collision lists', (encoder) => {
        finder.encode(encoder, { ...asked, capacity, paired: paired || canonical });
        if (canonical) {
          const below = Math.max(rows, scene.end);
          order.encode(encoder, finder.entries, finder.encodeTotal(encoder, rows), capacity, below);
        }
        return [
          { source: finder.counters, into: counters },
          { source: scene.grid.plan, into: planHead },
          { source: finder.first, into: first },
          { source: source(), into: entries },
        ];
      });
      noteGrid(scene, planHead);
      if (counters[1] > finder.heavyRuns && finder.sharing) {
        if (counters[1] > MOST_RUNS) finder.sharing = false;
        else finder.heavyRuns = Math.ceil(counters[1] * 1.25);
        continue;
      }
      if (counters[2] > 0) throw new RangeError('the lists have more than 2^32 entries');
      const total = first[rows];
      if (total > capacity && capacity < most) {
        room = Math.ceil(total * 1.25);
        continue;
      }
      const count = total > capacity && !paired ? 0 : Math.min(total, capacity);
      if (count > guess) {
        entries = entryWords(each * count);
        await answers.run('collision lists', () => [{ source: source(), into: entries }]);
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
      const open = new Uint32Array(1);
      let round = 0;
      do {
        await answers.run('collision nearest', (encoder) => {
          finder.encodeRound(encoder, round, k, radius);
          return [{ source: finder.open, into: open }];
        });
        round++;
      } while (open[0] > 0);
      const first = firstWords(rows + 1);
      const capacity = Math.min(most, rows * k);
      const entries = entryWords(capacity);
      await answers.run('collision nearest', (encoder) => {
        finder.encodePack(encoder, capacity);
        return [
          { source: finder.first, into: first },
          { source: finder.entries, into: entries },
        ];
      });
      const total = first[rows];
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
