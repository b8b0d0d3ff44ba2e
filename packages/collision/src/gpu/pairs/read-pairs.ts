import type { Contacts, Pairs } from '../../types.ts';
import { type Answers, guessFrom } from '../answers.ts';
import type { Uploader } from '../bodies/upload.ts';
import { PLAN_HEAD } from '../grid/grid.wgsl.ts';
import { fitting, roomAfter } from '../growing.ts';
import { noteGrid, type Scene } from '../scene.ts';
import type { Canonical } from './canonical.ts';
import { type ContactChanges, createContactChanges } from './contacts.ts';
import type { GpuPairFinder } from './pairs.ts';

/** Which pairs to find. */
export interface PairsAsked {
  /** Pairs whose bounds touch. */
  readonly bounds: boolean;
  readonly canonical: boolean;
  /** The most pairs to write. */
  readonly most: number;
  /** Read the slots back; else they stay in `finder.pairs`. */
  readonly read: boolean;
  /** Without pairs of two fixed bodies. */
  readonly skipFixed: boolean;
}

/** Finds pairs of massive bodies on the GPU, and reads them back. */
export interface PairReader {
  search(asked: PairsAsked): Promise<Pairs>;
}

const PAIR_BYTES = 8;

export function createPairReader(
  scene: Scene,
  answers: Answers,
  finder: GpuPairFinder,
  order: Canonical,
): PairReader {
  /** The room of the largest search that succeeded, in pairs. */
  let pairRoom = 0;
  /** Pairs of the last answer, by which the next one guesses how many to read. */
  let lastPairs = 0;
  return {
    /** Finds the pairs; repeats the search with more room if there was not enough. */
    async search({ bounds, canonical, most, read, skipFixed }) {
      // at first two pairs per body, at least 1024
      let wanted = fitting(scene.device, Math.max(pairRoom, 2 * scene.end, 1024), PAIR_BYTES);
      for (;;) {
        const room = Math.min(most, wanted);
        const guess = read ? guessFrom(lastPairs, room) : 0;
        const found = await answers.run('collision pairs', (encoder) => {
          finder.encode(encoder, room, bounds, skipFixed);
          if (canonical) {
            const { pairs, counters } = finder;
            order.encode(encoder, { pairs, counters, capacity: room, below: scene.end });
          }
          return [
            { source: finder.counters, words: 4 },
            { source: scene.grid.plan, words: finder.direct ? 0 : PLAN_HEAD },
            { source: finder.pairs, words: 2 * guess, used: ([[all]]) => 2 * all },
          ];
        });
        pairRoom = Math.max(pairRoom, room);
        const [counters, planHead] = found;
        let [, , slots] = found;
        if (!finder.direct) noteGrid(scene, planHead);
        // counters[0] counts modulo 2^32
        const total = counters[0] + counters[2] * 2 ** 32;
        if (total > room && room < most) {
          wanted = roomAfter(scene.device, total, PAIR_BYTES);
          continue;
        }
        const count = Math.min(total, room);
        if (read && count > guess) {
          [slots] = await answers.run('collision pairs', () => [
            { source: finder.pairs, words: 2 * count },
          ]);
        }
        lastPairs = count;
        return { count, total, overflow: total > count, slots: slots.subarray(0, 2 * count) };
      }
    },
  };
}

/** Compares the current contacts with those of the last call. */
export interface ContactReader {
  find(fixed: boolean): Promise<Contacts>;
  readonly memoryBytes: number;
  destroy(): void;
}

export function createContactReader(
  scene: Scene,
  answers: Answers,
  { finder, reader, uploader }: { finder: GpuPairFinder; reader: PairReader; uploader: Uploader },
): ContactReader {
  const changes: ContactChanges = createContactChanges(scene);
  return {
    async find(fixed) {
      // The next call compares with these contacts. So the GPU must have accepted the bodies first.
      await uploader.checking;
      const all = {
        bounds: false,
        canonical: true,
        most: Infinity,
        read: false,
        skipFixed: !fixed,
      };
      const { count } = await reader.search(all);
      const [sizes, changed, ended] = await answers.run('collision contacts', (encoder) => {
        changes.encode(encoder, finder.pairs, count, uploader.generation);
        return [
          { source: changes.sizes, words: 4 },
          { source: changes.changed, words: 2 * count },
          { source: changes.ended, words: 2 * changes.before },
        ];
      });
      changes.accept();
      return {
        began: changed.slice(0, 2 * sizes[2]),
        stayed: changed.slice(2 * sizes[2], 2 * count),
        ended: ended.slice(0, 2 * sizes[3]),
      };
    },
    get memoryBytes() {
      return changes.memoryBytes;
    },
    destroy: () => changes.destroy(),
  };
}
