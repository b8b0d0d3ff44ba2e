// Batches whose paths come back as directions: waves of searches, two under way at a time.
// solver.ts makes the runner at the first `runCompact`.
import type { Grid, Queries } from '@wayfield/graph';
import type { GpuCompactRoutes } from './compact-routes.ts';
import {
  type CompactCounts,
  type CompactInto,
  type CompactWave,
  createCompactWave,
  type StepRule,
} from './compact-wave.ts';
import { costsOf } from './costs.ts';
import type { Engine } from './engine.ts';
import { stuckError } from './layout.ts';
import { addToAll, createGrowingWords, type GrowingWords } from './growing-words.ts';
import { firstGuess } from './length-guess.ts';
import type { GpuCompactOptions } from './types.ts';
import { waveShapeOf } from './wave-shape.ts';
import { LEAST_GUESS, roomFor } from './wave-runner.ts';
import { TURN_QUERIES } from './wave-turns.ts';

export interface CompactRunner {
  readonly memoryBytes: number;
  run(queries: Queries, options: GpuCompactOptions): Promise<GpuCompactRoutes>;
  /** Frees the waves; the next `run` makes them again. */
  release(): void;
  destroy(): void;
}

export interface CompactRunnerOptions {
  readonly device: GPUDevice;
  readonly data: Grid;
  readonly engine: Engine;
  /** Bytes for waves, engine and trees; `held`: the part that engine and trees may take. */
  readonly budget: number;
  readonly held: number;
  /** Most queries of a wave; undefined: the default. */
  readonly wave: number | undefined;
  /** Throws where the solver was destroyed. */
  check(): void;
}

/** Queries of a wave: `begin` to `end` - 1. */
interface Range {
  readonly begin: number;
  readonly end: number;
}

/** What is known of a wave once it was read. */
interface Place {
  /** Where the words of its paths begin in the array of all words. */
  at: number;
  /** Labels, where the device did not make all costs. */
  label: Uint32Array | undefined;
}

/** A wave under way. */
interface Flight extends Range {
  readonly wave: CompactWave;
  readonly room: number;
  readonly place: Place;
  readonly found: Promise<CompactCounts>;
}

/** The words of the paths of a wave, and where they begin in the array of all words. */
interface Part extends Range {
  readonly at: number;
  readonly words: number;
}

/** The arrays of a result that grows. */
interface Answers {
  readonly status: Uint8Array;
  readonly cost: Float32Array;
  readonly firstWord: Uint32Array;
  readonly words: GrowingWords;
  readonly parts: Part[];
}

/** The two waves of a runner, which take turns, and how long paths are. */
interface Banks {
  readonly memoryBytes: number;
  /** Most queries of a wave. */
  readonly largest: number;
  /** Guesses the length of paths, unless earlier waves taught it. */
  prepare(queries: Queries): void;
  /** The number of nodes for which a wave of `queries` queries has room. */
  roomOf(queries: number): number;
  launch(range: Range, bank: number, queries: Queries, answers: Answers): Promise<Flight>;
  /** Takes the results of a wave; false where some paths found no room. */
  land(flight: Flight, answers: Answers): Promise<boolean>;
  release(): void;
}

/** @throws RangeError, with the numbers, where not even one path fits */
export function createCompactRunner(options: CompactRunnerOptions): CompactRunner {
  const steps = stepRuleOf(options.data);
  const banks = createBanks(options, steps);

  async function run(
    queries: Queries,
    { reuse, signal, onProgress }: GpuCompactOptions,
  ): Promise<GpuCompactRoutes> {
    const { count, source } = queries;
    const answers = answersFor(count, reuse);
    banks.prepare(queries);
    let most = banks.largest;
    let next = 0;
    let done = 0;
    const again: Range[] = [];
    let flight: Flight | undefined;
    let before: Flight | undefined;
    try {
      for (let bank = 0; next < count || again.length > 0 || flight; bank ^= 1) {
        signal?.throwIfAborted();
        options.check();
        before = flight;
        const range = again.pop() ?? { begin: next, end: Math.min(count, next + most) };
        next = Math.max(next, range.end);
        flight = undefined;
        if (range.begin < range.end) flight = await banks.launch(range, bank, queries, answers);
        if (!before) continue;
        const { begin, end, room } = before;
        if (await banks.land(before, answers)) {
          done += end - begin;
          onProgress?.(done, count);
        } else if (room < banks.roomOf(end - begin)) {
          again.push({ begin, end });
        } else {
          // there is room for any one path, so halves of halves are answered
          const middle = begin + Math.ceil((end - begin) / 2);
          most = Math.min(most, middle - begin);
          again.push({ begin: middle, end }, { begin, end: middle });
        }
      }
    } finally {
      // nothing may write into the caller's arrays after a rejection
      await Promise.allSettled([before?.found, flight?.found]);
    }
    const { status, cost, firstWord } = answers;
    firstWord[count] = answers.words.used;
    const word = inOrder(answers);
    return { count, status, cost, source, firstWord, word, ...steps };
  }

  return {
    get memoryBytes() {
      return banks.memoryBytes;
    },
    run,
    release: banks.release,
    destroy: banks.release,
  };
}

const stepRuleOf = ({ width, neighbours }: Grid): StepRule => ({
  width,
  bits: neighbours === 4 ? 2 : 3,
});

function createBanks(options: CompactRunnerOptions, steps: StepRule): Banks {
  const { device, data, engine, budget, held } = options;
  const nodeCount = data.cost.length;
  // two waves are under way, so each has half of what engine and trees leave
  const shape = waveShapeOf(device, { budget, held, nodeCount, waves: 2 });
  const largest = Math.min(options.wave ?? TURN_QUERIES, engine.perDispatch, shape.queries);
  const waves: (CompactWave | undefined)[] = [undefined, undefined];
  /** Expected nodes of a path. */
  let guess: number | undefined;

  async function reserve(bank: number, queries: number, room: number): Promise<CompactWave> {
    await engine.reserve?.(queries);
    const known = waves[bank];
    if (known && known.capacity >= queries && known.pathWords >= room) return known;
    known?.destroy();
    waves[bank] = undefined;
    // a quarter more than needed: making the memory again takes 10 to 150 ms
    const words = Math.min(shape.words, Math.ceil(1.25 * room));
    const made = await createCompactWave(device, engine.order, steps, queries, words);
    waves[bank] = made;
    return made;
  }

  const roomOf = (queries: number): number =>
    Math.min(shape.words, Math.ceil(queries * roomFor(guess!)) + nodeCount);

  function release(): void {
    for (const wave of waves) wave?.destroy();
    waves.fill(undefined);
  }

  return {
    get memoryBytes() {
      return waves.reduce((sum, wave) => sum + (wave?.memoryBytes ?? 0), 0);
    },
    largest,
    prepare(queries) {
      guess ??= firstGuess(data, queries);
    },
    roomOf,
    async launch({ begin, end }, bank, { source, target }, answers) {
      const count = end - begin;
      const room = roomOf(count);
      const wave = await reserve(bank, count, room);
      try {
        options.check();
      } catch (error) {
        // destroyed while the memory was made
        release();
        throw error;
      }
      const place: Place = { at: 0, label: undefined };
      const into = arraysFor(answers, { begin, end }, place);
      const ends = { source: source.subarray(begin, end), target: target.subarray(begin, end) };
      const { found } = await wave.start(engine, { count, ...ends }, room, into);
      return { begin, end, wave, room, place, found };
    },
    async land({ begin, end, place, found }, { status, cost, firstWord, parts }) {
      const { words, nodes, withoutRoom, stuck } = await found;
      options.check();
      if (stuck > 0) throw stuckError();
      guess = Math.max(LEAST_GUESS, nodes / (end - begin));
      if (withoutRoom > 0) return false;
      const { at, label } = place;
      if (at > 0) addToAll(firstWord.subarray(begin, end), at);
      parts.push({ begin, end, at, words });
      if (label) {
        costsOf(engine.units, status.subarray(begin, end), label, cost.subarray(begin, end));
      }
      return true;
    },
    release,
  };
}

/** Where the answers of a wave go. */
function arraysFor(answers: Answers, { begin, end }: Range, place: Place): CompactInto {
  return {
    status: answers.status.subarray(begin, end),
    cost: answers.cost.subarray(begin, end),
    firstWord: answers.firstWord.subarray(begin, end),
    label: () => (place.label = new Uint32Array(end - begin)),
    word(length) {
      place.at = answers.words.used;
      return answers.words.add(length, begin, end);
    },
  };
}

function answersFor(count: number, reuse: GpuCompactRoutes | undefined): Answers {
  const fits = <T extends Uint8Array | Uint32Array | Float32Array>(
    array: T | undefined,
    length: number,
  ): T | undefined =>
    array && array.length >= length ? (array.subarray(0, length) as T) : undefined;
  return {
    status: fits(reuse?.status, count) ?? new Uint8Array(count),
    cost: fits(reuse?.cost, count) ?? new Float32Array(count),
    firstWord: fits(reuse?.firstWord, count + 1) ?? new Uint32Array(count + 1),
    words: createGrowingWords(count, reuse?.word),
    parts: [],
  };
}

/** The words in the order of the queries: waves that were asked again came later. */
function inOrder({ words: { array: word, used }, firstWord, parts }: Answers): Uint32Array {
  if (parts.every(({ begin }, i) => i === 0 || parts[i - 1].begin < begin)) return word;
  const ordered = new Uint32Array(used);
  parts.sort((a, b) => a.begin - b.begin);
  let to = 0;
  for (const { begin, end, at, words } of parts) {
    ordered.set(word.subarray(at, at + words), to);
    for (let q = begin; q < end; q++) firstWord[q] += to - at;
    to += words;
  }
  return ordered;
}
