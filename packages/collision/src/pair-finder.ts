import type { Arena, Blocks } from '@wayfield/wasm';
import { type Answer, createAnswer, wordsAt } from './answer.ts';
import type { BodyStore } from './body-store.ts';
import { checkCapacity } from './check-queries.ts';
import { CONTACTS, type Grids, type Role } from './grids.ts';
import type { Kernels } from './kernel-exports.ts';
import type { Pairs, ResultOptions } from './types.ts';

/** What levelPairs tests: circles, bounds, or bounds and then shapes. */
const CIRCLES = 0;
const BOUNDS = 1;
const SHAPED = 2;

export interface PairFinder {
  readonly answer: Answer;
  contacts(options: ResultOptions): Pairs;
  /** Over all levels; `candidates`: whose bounds touch. */
  levels(role: Role, candidates: boolean, options: ResultOptions): Pairs;
}

/** Appends the pairs whose first body is at a place from `from` to `to` − 1 of a grid for contacts. */
export function findContacts(
  kernels: Kernels,
  store: Pick<BodyStore, 'layout'>,
  grid: Grids['layout'],
  three: boolean,
  from: number,
  to: number,
): void {
  const { plan } = grid;
  if (plan === undefined) {
    kernels.levelPairs(from, to, CONTACTS, store.layout.shapes === 0 ? CIRCLES : SHAPED);
    return;
  }
  const [w, h] = plan.size;
  if (three) kernels.plainPairs3(from, to, w, h);
  else kernels.plainPairs2(from, to, w);
}

export function createPairFinder(
  kernels: Kernels,
  arena: Arena,
  blocks: Blocks,
  store: BodyStore,
  grids: Grids,
): PairFinder {
  const answer = createAnswer(kernels, blocks);
  const { three } = store.world;

  function finish(options: ResultOptions): Pairs {
    const { address, bytes, lost } = answer.end();
    const count = bytes / 8;
    if (options.canonical && count > 1) {
      const starts = answer.scratch((store.end + 3) * 4);
      const seconds = answer.scratch(count * 4);
      kernels.sortPairs(address, count, store.end, starts, seconds);
    }
    return {
      count,
      total: count + lost,
      slots: wordsAt(arena, address, 2 * count),
      overflow: lost > 0,
    };
  }

  return {
    answer,
    contacts(options) {
      answer.begin(checkCapacity(options), 8);
      if (store.count > 0) {
        grids.forContacts();
        findContacts(kernels, store, grids.layout, three, 0, store.end);
      }
      return finish(options);
    },
    levels(role, candidates, options) {
      answer.begin(checkCapacity(options), 8);
      if (store.count > 0) {
        grids.forAll(role, false);
        const test = candidates ? BOUNDS : store.layout.shapes === 0 ? CIRCLES : SHAPED;
        kernels.levelPairs(0, store.end, role, test);
      }
      return finish(options);
    },
  };
}
