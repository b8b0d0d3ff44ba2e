import type { Arena, Blocks } from '@wayfield/wasm';
import { type Answer, createAnswer, wordsAt } from './answer.ts';
import type { BodyStore } from './body-store.ts';
import { mostOf } from './check-queries.ts';
import { CONTACTS, type GridLayout, type Grids, type Role } from './grids.ts';
import type { Kernels } from './kernel-exports.ts';
import type { LayerGrids } from './layer-grids.ts';
import type { Pairs, PairsOptions, ResultOptions } from './types.ts';

/** What levelPairs tests: circles, bounds, or bounds and then shapes. */
const CIRCLES = 0;
const BOUNDS = 1;
const SHAPED = 2;

export interface PairFinder {
  readonly answer: Answer;
  contacts(options: ResultOptions): Pairs;
  /** Pairs of an answer that others wrote: `count` of them at `address`, `lost` more. */
  finish(address: number, count: number, lost: number, options: ResultOptions): Pairs;
  /** Over all levels; `candidates`: whose bounds touch. */
  levels(role: Role, candidates: boolean, options: PairsOptions): Pairs;
  /** Of two layers. */
  layered(layers: LayerGrids, role: Role, candidates: boolean, options: PairsOptions): Pairs;
}

/** What pairs are asked for. */
export interface PairTask {
  readonly role: Role;
  /** CIRCLES, BOUNDS or SHAPED. */
  readonly test: number;
  /** Without those of two fixed bodies. */
  readonly moving: boolean;
}

export function contactTask(store: Pick<BodyStore, 'layout'>): PairTask {
  return { role: CONTACTS, test: store.layout.shapes === 0 ? CIRCLES : SHAPED, moving: false };
}

export function anyTask(
  store: Pick<BodyStore, 'layout' | 'anyFixed'>,
  role: Role,
  candidates: boolean,
  { fixed = true }: PairsOptions,
): PairTask {
  const moving = !fixed && store.anyFixed;
  return { role, test: candidates ? BOUNDS : contactTask(store).test, moving };
}

/** Contacts of circles, as plain grids find them. */
export function isPlain({ role, test }: PairTask): boolean {
  return role === CONTACTS && test === CIRCLES;
}

/** Are these pairs that every grid finds: contacts, whoever is fixed? */
export function areContacts(
  store: Pick<BodyStore, 'anyFixed'>,
  { of = 'contacts', fixed = true }: PairsOptions,
): boolean {
  return of === 'contacts' && (fixed || !store.anyFixed);
}

/** Appends the pairs whose first body is at a place from `from` to `to` − 1. */
export function findPairs(
  kernels: Kernels,
  { plan, filtered }: Pick<GridLayout, 'plan' | 'filtered'>,
  { role, test, moving }: PairTask,
  three: boolean,
  from: number,
  to: number,
): void {
  if (plan === undefined) kernels.levelPairs(from, to, role, test, moving ? 1 : 0);
  else if (three) kernels.plainPairs3(from, to, plan.size[0], plan.size[1], filtered ? 1 : 0);
  else kernels.plainPairs2(from, to, plan.size[0], filtered ? 1 : 0);
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

  function end(options: ResultOptions): Pairs {
    const { address, bytes, lost } = answer.end();
    return finish(address, bytes / 8, lost, options);
  }

  function finish(address: number, count: number, lost: number, options: ResultOptions): Pairs {
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
    finish,
    contacts(options) {
      answer.begin(mostOf(options), 8);
      if (store.count > 0) {
        grids.forContacts();
        findPairs(kernels, grids.layout, contactTask(store), three, 0, grids.layout.count);
      }
      return end(options);
    },
    levels(role, candidates, options) {
      answer.begin(mostOf(options), 8);
      if (store.count > 0) {
        grids.forAll(role, false);
        findPairs(
          kernels,
          grids.layout,
          anyTask(store, role, candidates, options),
          three,
          0,
          grids.layout.count,
        );
      }
      return end(options);
    },
    layered(layers, role, candidates, options) {
      const capacity = mostOf(options);
      if (store.count > 0) {
        layers.pairs(anyTask(store, role, candidates, options), answer, capacity);
      } else {
        answer.begin(capacity, 8);
      }
      return end(options);
    },
  };
}
