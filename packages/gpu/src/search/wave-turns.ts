// Whole batches in one wave, or in two that take turns: the answers of one are read into the
// caller's arrays while the device searches for the other. wave-runner.ts asks here first.
import type { Engine } from './engine.ts';
import { addToAll, createGrowingWords, type GrowingWords } from './growing-words.ts';
import type { WaveRequest } from './wave-request.ts';
import { waveBytes, type WaveShape } from './wave-shape.ts';
import { type Answered, createWave, type Wave } from './wave.ts';

/**
 * Most queries of a wave where two waves take turns. With larger waves less overlaps, because the
 * device is idle while the last wave is read. With smaller waves the device is partly idle more
 * often: at the end of each wave only its longest searches are under way.
 */
export const TURN_QUERIES: number = 2 ** 17;

/** What there is for the waves. */
export interface TurnsRoom {
  /** What all waves together may take. */
  readonly shape: WaveShape;
  /** Bytes of the wave of wave-runner.ts, and what frees it. */
  readonly other: number;
  freeOther(): void;
  /** Words for the paths of this number of queries. */
  wordsFor(queries: number): number;
}

/** The outcome of a batch. */
export interface TurnsAnswer {
  /** false: some paths found no room, and the batch is to be asked again. */
  readonly isWhole: boolean;
  /** Mean number of nodes of a path in the waves that were read, paths without room included. */
  readonly meanLength: number;
  readonly ms: number;
}

export interface WaveTurns {
  readonly memoryBytes: number;
  /**
   * Answers a whole batch straight into the arrays of its collector. Undefined where
   * wave-runner.ts has to go wave by wave: trees answer the request, the request is a part of a
   * batch or has no query, the result is 'next', or the one or two waves do not fit.
   */
  answer(request: WaveRequest, room: TurnsRoom): Promise<TurnsAnswer | undefined>;
  /** Frees the waves; the next `answer` makes them again. */
  release(): void;
}

/** A batch cut into waves. */
interface Batch {
  readonly request: WaveRequest;
  readonly waves: readonly Wave[];
  /** Queries of a wave, and words of their paths. */
  readonly size: number;
  readonly words: number;
  check(): void;
}

export interface WaveTurnsOptions {
  readonly device: GPUDevice;
  readonly engine: Engine | undefined;
  /** Most queries of a wave; undefined: TURN_QUERIES. */
  readonly most: number | undefined;
  /** Throws where the solver was destroyed. */
  check(): void;
}

export function createWaveTurns(options: WaveTurnsOptions): WaveTurns {
  const { device, engine, most = TURN_QUERIES, check } = options;
  let waves: Wave[] = [];

  function release(): void {
    for (const wave of waves) wave.destroy();
    waves = [];
  }

  async function reserve(
    banks: number,
    size: number,
    [words, room]: readonly [least: number, room: number],
  ): Promise<void> {
    await engine!.reserve?.(size);
    const fits = ({ capacity, pathWords }: Wave): boolean => capacity >= size && pathWords >= words;
    if (waves.length >= banks && waves.every(fits)) return;
    release();
    const made: Wave[] = [];
    try {
      for (let bank = 0; bank < banks; bank++) {
        made.push(await createWave(device, engine!.order, size, room));
      }
    } catch (error) {
      for (const wave of made) wave.destroy();
      throw error;
    }
    waves = made;
  }

  const memoryBytes = (): number => waves.reduce((sum, wave) => sum + wave.memoryBytes, 0);
  return {
    get memoryBytes() {
      return memoryBytes();
    },
    async answer(request, { shape, other, freeOther, wordsFor }) {
      const { searcher, queries, places, collector, result } = request;
      const { count } = queries;
      if (!engine || searcher !== engine || places || result === 'next') return undefined;
      if (count === 0 || count !== collector.count) return undefined;
      const turns = Math.ceil(count / Math.min(most, engine.perDispatch));
      const banks = Math.min(2, turns);
      const size = Math.ceil(count / turns);
      const words = wordsFor(size);
      if (banks * size > shape.queries || banks * words > shape.words) return undefined;
      // a quarter more than needed: making the memory again takes 10 to 150 ms
      const mostWords = Math.min(Math.ceil(1.25 * words), Math.floor(shape.words / banks));
      const need = Math.max(memoryBytes(), banks * waveBytes(size, mostWords));
      if (need + other > shape.bytes) freeOther();
      await reserve(banks, size, [words, mostWords]);
      try {
        check();
      } catch (error) {
        // destroyed while the memory was made
        release();
        throw error;
      }
      return inTurns({ request, waves, size, words, check });
    },
    release,
  };
}

/** A wave under way. */
interface Flight {
  readonly begin: number;
  readonly end: number;
  readonly answered: Promise<Answered>;
  /** Where the nodes of its paths begin in the array of all nodes. */
  at: number;
}

async function inTurns(batch: Batch): Promise<TurnsAnswer> {
  const { request, size, check } = batch;
  const { queries, collector, result, reuse, signal, onWave } = request;
  const into = collector.arrays;
  const { count } = queries;
  const nodes = createGrowingWords(count, reuse);
  const begun = performance.now();
  const flights: Flight[] = [];
  let isWhole = true;
  let [read, wanted] = [0, 0];
  try {
    for (let next = 0, bank = 0; flights.length > 0 || next < count; bank ^= 1) {
      if (next < count && isWhole) {
        signal?.throwIfAborted();
        const end = Math.min(count, next + size);
        flights.push(launch(batch, bank, nodes, next, end));
        next = end;
        if (flights.length < 2 && next < count) continue;
      }
      const [flight] = flights;
      if (!flight) break;
      const answered = await flight.answered;
      check();
      flights.shift();
      const { begin, end, at } = flight;
      read += end - begin;
      wanted += answered.wanted;
      isWhole &&= answered.withoutRoom === 0;
      if (at > 0) addToAll(into.firstNode.subarray(begin, end), at);
      if (isWhole) onWave?.(end);
    }
  } finally {
    // nothing may write into the caller's arrays after a rejection
    await Promise.allSettled(flights.map(({ answered }) => answered));
  }
  const { array, used } = nodes;
  const answer: TurnsAnswer = { isWhole, meanLength: wanted / read, ms: performance.now() - begun };
  if (!isWhole) return answer;
  into.firstNode[count] = used;
  if (result === 'cost') {
    into.firstNode.fill(0);
    collector.fill(new Uint32Array(0));
  } else {
    collector.fill(array === reuse ? array : array.subarray(0, used));
  }
  return answer;
}

function launch(
  { request, waves, words }: Batch,
  bank: number,
  nodes: GrowingWords,
  begin: number,
  end: number,
): Flight {
  const { searcher, queries, result, signal } = request;
  const into = request.collector.arrays;
  const { source, target } = queries;
  const flight = { begin, end, at: 0 };
  const answered = waves[bank].answer({
    searcher,
    queries: {
      count: end - begin,
      source: source.subarray(begin, end),
      target: target.subarray(begin, end),
    },
    result,
    room: words,
    signal,
    into: {
      status: into.status.subarray(begin, end),
      cost: into.cost.subarray(begin, end),
      settled: into.settled.subarray(begin, end),
      firstNode: into.firstNode.subarray(begin, end),
      node(total) {
        flight.at = nodes.used;
        return nodes.add(total, begin, end);
      },
    },
  });
  // the caller looks at one wave after another
  answered.catch(() => {});
  return Object.assign(flight, { answered });
}
