// Times trees of one thread and of a GPU on the map itself. Probe maps of other sizes would not do:
// on road networks of 30,000 to 300,000 nodes thread and GPU take about the same time, and which is
// faster depends on the network.
import type { Tree } from '@wayfield/graph';

/** Predicts the milliseconds of trees from `count` sources. */
export type PredictTrees = (count: number) => { readonly threadMs: number; readonly gpuMs: number };

/** What is timed; `reuse` is what the call before returned. */
export type TimedTrees = (sources: readonly number[], reuse: Tree[]) => Tree[] | Promise<Tree[]>;

export interface ProbeOptions {
  /** Nodes that trees may start from. */
  readonly sources: readonly number[];
  /** Sources of a usual call. */
  readonly count: number;
  /** Milliseconds. */
  readonly now: () => number;
}

/** Most sources of the runs that show what one more source costs on the GPU. */
const MANY = 16;
/** Runs that do not count: the first allocate, and JavaScript engines compile meanwhile. */
const WARM_RUNS = 3;
const ROUNDS = 7;
const LEAST_ROUNDS = 3;
/** Milliseconds after which no more rounds than LEAST_ROUNDS are run. */
const ENOUGH_MS = 500;

/**
 * Times one source on the thread and on the GPU in turns. The GPU then has pauses, in which its
 * clock goes down, as between calls of a program. If calls have several sources, the GPU is also
 * timed with up to MANY: predictions lie on the line through both of its times. Otherwise the time
 * of the GPU is that of one source times their number, as the time of the thread always is.
 */
export async function probeTrees(
  thread: TimedTrees,
  gpu: TimedTrees,
  options: ProbeOptions,
): Promise<PredictTrees> {
  const one = await inTurns(thread, gpu, options, 1);
  const many = Math.min(MANY, options.count);
  if (many <= 1) return (count) => ({ threadMs: count * one.threadMs, gpuMs: count * one.gpuMs });
  const some = await inTurns(undefined, gpu, options, many);
  const perSource = Math.max(0, some.gpuMs - one.gpuMs) / (many - 1);
  return (count) => ({
    threadMs: count * one.threadMs,
    gpuMs: one.gpuMs + (count - 1) * perSource,
  });
}

/** Medians of runs from `count` sources; without a thread its median is NaN. */
async function inTurns(
  thread: TimedTrees | undefined,
  gpu: TimedTrees,
  { sources, now }: ProbeOptions,
  count: number,
): Promise<{ threadMs: number; gpuMs: number }> {
  const sides = thread ? [thread, gpu] : [gpu];
  const times: number[][] = sides.map(() => []);
  const reuse: Tree[][] = sides.map(() => []);
  let begun = 0;
  let next = 0;
  for (let round = -WARM_RUNS; round < ROUNDS; round++) {
    if (round === 0) begun = now();
    if (round >= LEAST_ROUNDS && now() - begun > ENOUGH_MS) break;
    const chosen = Array.from({ length: count }, (_, i) => sources[(next + i) % sources.length]);
    next += count;
    for (const [i, run] of sides.entries()) {
      const start = now();
      reuse[i] = await run(chosen, reuse[i]);
      if (round >= 0) times[i].push(now() - start);
    }
  }
  const medians = times.map((list) => list.sort((a, b) => a - b)[list.length >> 1]);
  return { threadMs: thread ? medians[0] : NaN, gpuMs: medians.at(-1)! };
}
