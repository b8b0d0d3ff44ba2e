import { FOUND, NEAREST } from '@wayfield/graph';
import type { Arena } from '@wayfield/wasm';
import type { PathSearcher } from '../batch.ts';
import { controlWords, DONE, NEXT, type PoolJob, STOP } from './job.ts';
import type { Segments } from './segments.ts';

/**
 * Most queries taken at once: a thread looks at the common counter once in 64 queries. Chosen, not
 * measured.
 */
const MOST_AT_ONCE = 64;
/**
 * A thread takes this part of its equal share of the queries that are left, so that faster threads
 * can take more. Chosen, not measured.
 */
const PART_OF_SHARE = 1 / 4;

/**
 * What a thread of a pool does with a job: takes queries from the common counter until none is left
 * or STOP is set. It takes many at a time at first, because threads that count in one word slow
 * each other down, and one at a time at the end, so that all threads finish together (guided
 * self-scheduling: Polychronopoulos and Kuck, 1987). Counts queries as DONE when all taken together
 * are answered.
 */
export function answerJob(
  job: PoolJob,
  arena: Arena,
  searcher: PathSearcher,
  paths: Segments,
): void {
  const control = controlWords(arena, job);
  const { count, nearest, maxSettled, costOnly, threads } = job;
  // views of shared memory stay valid while it grows, and the job lies in the part they show
  const words = arena.words();
  const [bytes, floats] = [arena.bytes(), arena.floats()];
  const [sourceAt, targetAt, costAt] = [job.source / 4, job.target / 4, job.cost / 4];
  const [settledAt, pathAt, lengthAt] = [job.settled / 4, job.pathAt / 4, job.pathLength / 4];
  paths.restart();
  for (;;) {
    const left = count - Atomics.load(control, NEXT);
    const some = Math.max(1, Math.min(MOST_AT_ONCE, Math.floor((left / threads) * PART_OF_SHARE)));
    const begin = Atomics.add(control, NEXT, some);
    const end = Math.min(begin + some, count);
    for (let i = begin; i < end; i++) {
      if (Atomics.load(control, STOP) !== 0) return;
      const size = bytes[job.size + i];
      const status = searcher.search(
        words[sourceAt + i],
        words[targetAt + i],
        size,
        nearest,
        maxSettled,
      );
      const found = status === FOUND || status === NEAREST;
      const length = found && !costOnly ? searcher.pathLength() : 0;
      words[pathAt + i] = length > 0 ? keep(arena, paths, searcher.path(), length) : 0;
      words[lengthAt + i] = length;
      floats[costAt + i] = found ? searcher.cost() : Infinity;
      words[settledAt + i] = searcher.settled();
      bytes[job.status + i] = status;
    }
    if (begin >= count) return;
    Atomics.add(control, DONE, end - begin);
  }
}

/** Queries that a thread takes at once in a job of distances: each block costs one kernel call. */
const DISTANCES_AT_ONCE = 256;

/**
 * What a thread does with a job of distances until no query is left or STOP is set: `distances`
 * answers `count` queries from query `begin` on, straight into the job's costs. Other arrays of
 * answers stay 0.
 */
export function answerDistances(
  job: PoolJob,
  arena: Arena,
  distances: (begin: number, count: number) => void,
): void {
  const control = controlWords(arena, job);
  while (Atomics.load(control, STOP) === 0) {
    const begin = Atomics.add(control, NEXT, DISTANCES_AT_ONCE);
    const count = Math.min(DISTANCES_AT_ONCE, job.count - begin);
    if (count <= 0) return;
    distances(begin, count);
    Atomics.add(control, DONE, count);
  }
}

/** Copies a path of `length` nodes to where it stays until the next job; its address there. */
function keep(arena: Arena, paths: Segments, path: number, length: number): number {
  const at = paths.reserve(length * 4);
  const words = arena.words();
  const [from, to] = [path / 4, at / 4];
  for (let k = 0; k < length; k++) words[to + k] = words[from + k];
  return at;
}
