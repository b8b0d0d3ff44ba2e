import { capacityOf } from '../lists/check-queries.ts';
import { anyTask, areContacts, contactTask, type PairTask } from '../pairs/tasks.ts';
import { createRoom } from '../room.ts';
import { type OpenSolver, roleOf } from '../solvers/wasm-solver.ts';
import type { Pairs, PairsOptions, ResultOptions } from '../types.ts';
import type { RunWork } from './helpers.ts';

/** Pairs that threads find, joined into one answer; without threads, those of the solver. */
export interface PoolPairs {
  find(options: PairsOptions, candidates: boolean): Promise<Pairs>;
}

export function createPoolPairs(
  { solver, host, store, grids, finder }: OpenSolver,
  run: RunWork | undefined,
): PoolPairs {
  const { arena, blocks } = host;
  const joined = createRoom(blocks);

  /** Runs the task, and copies the pairs of the threads one behind another. */
  async function runTask(task: PairTask, options: ResultOptions): Promise<Pairs> {
    const capacity = capacityOf(options);
    finder.answer.begin(0, 8);
    const parts = await run!({ type: 'pairs', task }, grids.layout.count, capacity);
    const kept = parts.reduce((sum, { bytes }) => sum + bytes, 0);
    const lost = parts.reduce((sum, part) => sum + part.lost, 0);
    const address = joined.reserve(kept);
    const bytes = arena.bytes();
    let at = address;
    for (const part of parts) {
      bytes.copyWithin(at, part.address, part.address + part.bytes);
      at += part.bytes;
    }
    const count = Math.min(kept / 8, capacity);
    return finder.finish({ address, count, lost: kept / 8 - count + lost }, options);
  }

  return {
    async find(options, candidates) {
      if (!run || store.count === 0) {
        return candidates ? solver.candidates(options) : solver.pairs(options);
      }
      if (!candidates && areContacts(store, options)) {
        grids.forContacts();
        return runTask(contactTask(store), options);
      }
      const role = roleOf(options);
      grids.forAll(role, false);
      return runTask(anyTask(store, role, candidates, options), options);
    },
  };
}
