import type { BodyStore } from '../bodies/body-store.ts';
import type { Grids } from '../grid/grids.ts';
import type { Role } from '../grid/roles.ts';
import type { Host } from '../host.ts';
import type { LayerGrids } from '../layers/layer-grids.ts';
import { type Answer, createAnswer, wordsAt } from '../lists/answer.ts';
import { capacityOf } from '../lists/check-queries.ts';
import type { Pairs, PairsOptions, ResultOptions } from '../types.ts';
import { anyTask, contactTask, findPairs, type PairTask } from './tasks.ts';

/** Finds pairs on the calling thread, and makes answers of pairs. */
export interface PairFinder {
  readonly answer: Answer;
  /** All contacts, also of two fixed bodies: from a plain grid where the bodies allow one. */
  contacts(options: ResultOptions): Pairs;
  /** Any pairs, from levels. `candidates`: pairs whose bounds touch. */
  levels(role: Role, candidates: boolean, options: PairsOptions): Pairs;
  /** Any pairs, from two layers. */
  layered(layers: LayerGrids, role: Role, candidates: boolean, options: PairsOptions): Pairs;
  /** Makes the answer from pairs that are in memory already, such as those of all threads. */
  finish(written: WrittenPairs, options: ResultOptions): Pairs;
}

/** Pairs in the memory of the kernels. */
export interface WrittenPairs {
  readonly address: number;
  readonly count: number;
  /** Pairs that were found and not written. */
  readonly lost: number;
}

export function createPairFinder(host: Host, store: BodyStore, grids: Grids): PairFinder {
  const { kernels, arena, blocks } = host;
  const answer = createAnswer(kernels, blocks);

  function end(options: ResultOptions): Pairs {
    const { address, bytes, lost } = answer.end();
    return finish({ address, count: bytes / 8, lost }, options);
  }

  function finish({ address, count, lost }: WrittenPairs, options: ResultOptions): Pairs {
    if (options.canonical && count > 1) {
      const starts = answer.scratch((store.end + 3) * 4);
      const seconds = answer.scratch(count * 4);
      kernels.sortPairs(address, count, store.end, starts, seconds);
    }
    const slots = wordsAt(arena, address, 2 * count);
    return { count, total: count + lost, slots, overflow: lost > 0 };
  }

  const findAll = (task: PairTask): void =>
    findPairs(host, grids.layout, task, 0, grids.layout.count);

  return {
    answer,
    finish,
    contacts(options) {
      answer.begin(capacityOf(options), 8);
      if (store.count > 0) {
        grids.forContacts();
        findAll(contactTask(store));
      }
      return end(options);
    },
    levels(role, candidates, options) {
      answer.begin(capacityOf(options), 8);
      if (store.count > 0) {
        grids.forAll(role, false);
        findAll(anyTask(store, role, candidates, options));
      }
      return end(options);
    },
    layered(layers, role, candidates, options) {
      const capacity = capacityOf(options);
      if (store.count > 0) {
        layers.pairs(anyTask(store, role, candidates, options), answer, capacity);
      } else {
        answer.begin(capacity, 8);
      }
      return end(options);
    },
  };
}
