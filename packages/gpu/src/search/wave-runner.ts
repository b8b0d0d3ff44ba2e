// Cuts queries into waves that fit the memory, and asks again for paths that found no room.
import { grouped } from '@wayfield/gpu-core/internal';
import type { Graph, Grid, Queries } from '@wayfield/graph';
import { type Chunk, queriesOf } from './collector.ts';
import type { Engine, Searcher } from './engine.ts';
import { firstGuess, meanLength } from './length-guess.ts';
import type { Problem } from './problem.ts';
import type { WaveRequest } from './wave-request.ts';
import { createWaveTurns, type TurnsRoom } from './wave-turns.ts';
import { createWave, type HeldPaths, type Wave } from './wave.ts';
import { type WaveShape, waveShapeOf } from './wave-shape.ts';

/**
 * Room for a path: its expected nodes, a fifth more, and both ends. Too little room costs a second
 * search of the queries whose paths do not fit. Chosen, not measured.
 */
export const roomFor = (guess: number): number => guess * 1.2 + 2;
/** Least expected nodes of a path, so that a batch of blocked ends does not teach a guess of 0. */
export const LEAST_GUESS = 4;

/** The buffers of waves, and how long paths are. */
export interface WaveRunner {
  readonly memoryBytes: number;
  readonly destroyed: boolean;
  /** The error of jobs on a solver that was destroyed. */
  gone(): Error;
  /** Answers all queries; returns the milliseconds, without those for making memory. */
  ask(request: WaveRequest): Promise<number>;
  /** Runs `work` and then, also if it rejects, forgets what it taught about the length of paths. */
  keepingGuess<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Searches all queries in one wave and leaves the paths on the device, until the next job.
   * Rejects with RangeError where the queries or their paths do not fit one wave.
   */
  hold(searcher: Engine, queries: Queries, signal: AbortSignal | undefined): Promise<HeldPaths>;
  /** Throws RangeError where trees leave no room for waves. */
  checkRoomBesideTrees(): void;
  /** Frees the buffers; the next wave makes them again. */
  release(): void;
  /**
   * Makes waves smaller, for good, so that trees have their share of the budget. Compares bytes: a
   * binding may limit the words of paths to the same number with and without trees.
   */
  makeRoomForTrees(): void;
  destroy(): void;
}

export interface WaveRunnerOptions {
  readonly device: GPUDevice;
  readonly data: Graph | Grid;
  readonly problem: Problem;
  readonly engine: Engine | undefined;
  readonly budget: number;
  /** Bytes that trees may take. */
  readonly treeBytes: number;
  /** Most queries of a wave where two take turns; undefined: the default. */
  readonly wave: number | undefined;
}

const gone = (): Error => new Error('the solver was destroyed');

const noRoomFor = (count: number, wanted: number, room: number, budget: number): RangeError =>
  new RangeError(
    `${grouped(count)} paths have ${grouped(wanted)} nodes, there is room for ` +
      `${grouped(room)}: memoryBudget is ${grouped(budget)}`,
  );

interface NextWave {
  /** Most queries. */
  readonly most: number;
  /** Words for the paths of this number of queries. */
  wordsFor(queries: number): number;
}

/**
 * Queries of the next wave, and words for their paths. There is room for any one path, so at least
 * one query of each wave is answered, and asking again ends.
 */
function nextWaveOf(
  shape: WaveShape,
  nodeCount: number,
  asked: { readonly guess: number; readonly waiting: number; readonly paths: boolean },
): NextWave {
  const { guess, waiting, paths } = asked;
  const each = roomFor(guess);
  const byWords = Math.max(1, Math.floor((shape.words - nodeCount) / each));
  return {
    most: Math.min(shape.queries, paths ? byWords : Infinity, waiting),
    wordsFor: (n) => (paths ? Math.min(shape.words, Math.ceil(n * each) + nodeCount) : 0),
  };
}

/** @throws RangeError, with the numbers, where not even one path fits */
export function createWaveRunner(options: WaveRunnerOptions): WaveRunner {
  const { device, data, engine, budget, treeBytes } = options;
  const { nodeCount } = options.problem;
  const held = engine?.mostBytes ?? 0;
  const shapeBeside = (bytes: number): WaveShape =>
    waveShapeOf(device, { budget, held: bytes, nodeCount });
  let shape = shapeBeside(engine ? held : treeBytes);
  let wave: Wave | undefined;
  /** Expected nodes of a path. */
  let guess: number | undefined;
  let destroyed = false;
  const check = (): void => {
    if (destroyed) throw gone();
  };
  const inTurns = createWaveTurns({ device, engine, most: options.wave, check });

  function freeWave(): void {
    wave?.destroy();
    wave = undefined;
  }

  function release(): void {
    freeWave();
    inTurns.release();
  }

  /** The wave for a number of queries and words of paths: the last one if it is large enough. */
  async function reserve(searcher: Searcher, queries: number, words: number): Promise<Wave> {
    await searcher.reserve?.(queries);
    if (wave && wave.capacity >= queries && wave.pathWords >= words) return wave;
    // keep both sizes: searches and trees take turns, one with more queries, one with longer paths
    const capacity = Math.max(queries, wave?.capacity ?? 0);
    // a quarter more than needed: making the memory again takes 10 to 150 ms, as long as searches
    const have = wave?.pathWords ?? 0;
    const room = words > have ? Math.min(shape.words, Math.ceil(1.25 * words)) : have;
    release();
    const made = await createWave(device, engine?.order, capacity, room);
    if (destroyed) made.destroy();
    return (wave = made);
  }

  const nextWave = (waiting: number, paths: boolean): NextWave =>
    nextWaveOf(shape, nodeCount, { guess: guess ?? 0, waiting, paths });

  const roomForTurns = (queries: number, paths: boolean): TurnsRoom => {
    const { wordsFor } = nextWave(queries, paths);
    return { shape, other: wave?.memoryBytes ?? 0, freeOther: freeWave, wordsFor };
  };

  async function ask(request: WaveRequest): Promise<number> {
    const { searcher, queries: asked, places, collector, result, signal, onWave } = request;
    const paths = result === 'routes';
    if (paths) guess ??= firstGuess(data, asked);
    const whole = await inTurns.answer(request, roomForTurns(asked.count, paths));
    if (whole && paths) guess = Math.max(LEAST_GUESS, whole.meanLength);
    if (whole?.isWhole) return whole.ms;
    let ms = 0;
    // queries from `next` on were not asked yet; those of `again` found no room
    let next = 0;
    let again: number[] = [];
    while (next < asked.count || again.length > 0) {
      signal?.throwIfAborted();
      check();
      const fresh = asked.count - next;
      const { most, wordsFor } = nextWave(fresh > 0 ? fresh : again.length, paths);
      const list = fresh > 0 ? undefined : Uint32Array.from(again.splice(0, most));
      const chunk: Chunk = { begin: next, count: list?.length ?? most, list, places };
      if (!list) next += most;
      const room = wordsFor(chunk.count);
      const buffers = await reserve(searcher, chunk.count, room);
      const begun = performance.now();
      const answers = await buffers.run({
        searcher,
        queries: queriesOf(asked, chunk),
        result,
        room,
        signal,
      });
      const withoutRoom = collector.put(chunk, answers, searcher.units);
      ms += performance.now() - begun;
      if (paths) guess = Math.max(LEAST_GUESS, meanLength(answers, withoutRoom.length > 0));
      again = again.concat(withoutRoom);
      onWave?.(next - again.length);
    }
    return ms;
  }

  async function hold(
    searcher: Engine,
    queries: Queries,
    signal: AbortSignal | undefined,
  ): Promise<HeldPaths> {
    const { count } = queries;
    guess ??= firstGuess(data, queries);
    if (count > shape.queries) {
      throw new RangeError(
        `${grouped(count)} agents at once, there is room for ${grouped(shape.queries)}: ` +
          'raise memoryBudget',
      );
    }
    for (;;) {
      signal?.throwIfAborted();
      const room = Math.min(shape.words, Math.ceil(count * roomFor(guess)) + nodeCount);
      const buffers = await reserve(searcher, count, room);
      const paths = await buffers.hold({ searcher, queries, result: 'routes', room, signal });
      guess = Math.max(LEAST_GUESS, paths.wanted / Math.max(1, count));
      if (paths.withoutRoom === 0) return paths;
      if (room === shape.words) throw noRoomFor(count, paths.wanted, room, budget);
    }
  }

  return {
    get memoryBytes() {
      return (wave?.memoryBytes ?? 0) + inTurns.memoryBytes;
    },
    get destroyed() {
      return destroyed;
    },
    gone,
    ask,
    async keepingGuess(work) {
      const before = guess;
      return work().finally(() => (guess = before));
    },
    hold,
    checkRoomBesideTrees: () => void shapeBeside(held + treeBytes),
    release,
    makeRoomForTrees() {
      const beside = shapeBeside(held + treeBytes);
      if (shape.bytes <= beside.bytes) return;
      shape = beside;
      release();
    },
    destroy() {
      destroyed = true;
      release();
    },
  };
}
