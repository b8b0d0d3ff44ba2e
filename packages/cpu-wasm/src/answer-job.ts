import { FOUND, NEAREST } from '@wayfield/graph';
import type { Arena } from '@wayfield/wasm';
import type { PathSearcher } from './batch.ts';
import { controlWords, DONE, NEXT, type PoolJob, STOP } from './pool-job.ts';
import type { Segments } from './segments.ts';

/** What a thread of a pool does with a job: takes query after query until none is left. */
export function answerJob(
  job: PoolJob,
  arena: Arena,
  searcher: PathSearcher,
  paths: Segments,
): void {
  const control = controlWords(arena, job);
  paths.restart();
  for (;;) {
    if (Atomics.load(control, STOP) !== 0) return;
    const i = Atomics.add(control, NEXT, 1);
    if (i >= job.count) return;
    const source = arena.words()[job.source / 4 + i];
    const target = arena.words()[job.target / 4 + i];
    const size = arena.bytes()[job.size + i];
    const status = searcher.search(source, target, size, job.nearest, job.maxSettled);
    const found = status === FOUND || status === NEAREST;
    const length = found && !job.costOnly ? searcher.pathLength() : 0;
    const at = length > 0 ? paths.reserve(length * 4) : 0;
    if (length > 0) arena.bytes().copyWithin(at, searcher.path(), searcher.path() + length * 4);
    const cost = found ? searcher.cost() : Infinity;
    arena.floats()[job.cost / 4 + i] = cost;
    const words = arena.words();
    words[job.settled / 4 + i] = searcher.settled();
    words[job.pathAt / 4 + i] = at;
    words[job.pathLength / 4 + i] = length;
    arena.bytes()[job.status + i] = status;
    Atomics.add(control, DONE, 1);
  }
}
