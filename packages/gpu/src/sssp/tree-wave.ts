// One wave: several sources at once, from unreached nodes to final labels and parents on the
// device. tree-search.ts makes waves and runs them.
import { guarded } from '@wayfield/gpu-core';
import type { Timer } from '@wayfield/gpu-core/internal';
import {
  isFinished,
  ITERATIONS,
  PENDING,
  RAN,
  RELAXED,
  SOURCE_WORDS,
  STUCK,
  UNRESOLVED,
} from './layout.ts';
import {
  createTreeWaveMemory,
  PASSES,
  type TreeWaveMemory,
  type WaveSetup,
} from './wave-buffers.ts';
import { bindWaveSteps, encodeRows, type RowStep, type WaveSteps } from './wave-steps.ts';

const WHAT = 'tree solver';
/** Dispatches in one submit: the device starts on the first while the others are recorded. */
const STEPS_PER_SUBMIT = 64;
/**
 * Most dispatches of a batch. After a batch the host looks whether anything waits, which takes a
 * round trip. The first batch has somewhat more dispatches than the last runs took rounds (see
 * `nextGuess`). If that was too few, each further batch has half as many as the one before and 16
 * more, so few dispatches are left without work.
 */
const MOST_DISPATCHES = 1024;
/**
 * A wave holds bind groups for at most this many pairs of a number of sources and a kind of
 * parents, about 40 groups for each pair. Chosen, not measured.
 */
const MOST_BOUND = 4;
/** The message for a run that did not end within its bound. */
const NOT_ENDED =
  `${WHAT}: a run was given up: it took more rounds than the map has room for. ` +
  'This is a defect of @wayfield/gpu';

interface SearchResult {
  /** Dispatches that had something to do. */
  readonly rounds: number;
  readonly relaxedTiles: number;
  /** Labels reached the window, so labels are counted modulo the window. */
  readonly passedWindow: boolean;
  /** Labels reached the window and the rule has no epochs, so there is no result. */
  readonly unfinished: boolean;
}

/**
 * The results of a wave. 'labels': labels in the order of nodes; 'parents': these and parents;
 * 'ranks': parents as ranks (ranks.ts); 'labels and ranks': both.
 */
export type Finish = 'labels' | 'parents' | 'ranks' | 'labels and ranks';

/**
 * A read of the results whose copies go with the search: recorded after each batch of dispatches,
 * so that a search that ends with its first batch takes one round trip instead of two.
 */
export interface EarlyRead {
  /**
   * True: the results are read after each batch, whether or not the search has ended. False: the
   * caller begins the read once the search has ended, because a read in vain would take too long.
   */
  readonly eager: boolean;
  /** Records the copies; what an earlier `encode` recorded is then no longer read. */
  encode(encoder: GPUCommandEncoder): void;
  /** Begins to read what was recorded last, after the submit; does nothing a second time. */
  begin(): void;
  /** Fulfilled when the last read is over. */
  readonly done: Promise<void>;
}

/** How a wave was searched; the results are in its `labels` and `parents`. */
export interface WaveResult extends SearchResult {
  /** One per source; 0 with rule 'tiled'. */
  readonly iterations: Uint32Array;
  /** The copies that the early read recorded last hold the results. */
  readonly isRead: boolean;
}

/** What a wave runs for. */
export interface WaveRun {
  readonly finish: Finish;
  readonly signal: AbortSignal | undefined;
  readonly early: EarlyRead | undefined;
}

/** The memory for waves of up to `size` sources. */
export interface TreeWave {
  readonly size: number;
  readonly withParents: boolean;
  readonly memoryBytes: number;
  readonly labels: GPUBuffer;
  readonly parents: GPUBuffer;
  /** Runs at most `size` sources, given by their slots. */
  run(seeds: Uint32Array, options: WaveRun): Promise<WaveResult>;
  destroy(): void;
}

/** Allocates a wave; rejects where memory runs out. */
export async function createTreeWave(
  setup: WaveSetup,
  timer: Timer,
  size: number,
  withParents: boolean,
): Promise<TreeWave> {
  const { device, model } = setup;
  const memory = await createTreeWaveMemory(setup, size, withParents);
  const { buffers, words, passParams } = memory;
  const submit = createSubmit(device, memory, timer);
  const stepsFor = createBinder(setup, memory);
  /** The number of sources of the run. */
  let sourcesNow = 0;
  /**
   * Dispatches of the first batch. Until the first run is over, `ran` is false and the guess is the
   * model's. It is often wrong, so only eager reads go with the first search.
   */
  let guess = Math.min(MOST_DISPATCHES, model.roundsGuess);
  let ran = false;

  /** Dispatches until nothing waits; epoch after epoch where labels reach the window. */
  async function search(
    wave: WaveSteps,
    { finish, signal, early }: WaveRun,
  ): Promise<SearchResult> {
    let dispatch = 0;
    let epochs = 0;
    let ended = 0;
    const most = mostDispatches(model.params.slots, sourcesNow);
    let steps = [...wave.start];
    for (let batch = guess; ; batch = Math.min(MOST_DISPATCHES, 16 + (batch >> 1))) {
      signal?.throwIfAborted();
      for (let k = 0; k < batch; k++) steps.push(wave.dispatches[dispatch++ % 3]);
      // from the second epoch on `labels` has results of earlier epochs: collect would replace them
      await submit(steps, epochs === 0 ? finishAfter(wave, dispatch - 1, finish) : [], early);
      steps = [];
      if (words[STUCK] !== 0 || dispatch - ended > most) throw new Error(NOT_ENDED);
      if (!isFinished(words, dispatch - 1)) continue;
      ended = dispatch;
      if (words[PENDING] === 0) break;
      if (!wave.endEpoch) break;
      device.queue.writeBuffer(buffers.state, 4 * PENDING, new Uint32Array(1));
      if (epochs++ === 0) steps.push(...wave.clearResults);
      steps.push(wave.endEpoch[dispatch++ % 3]);
    }
    const [rounds, relaxedTiles] = [words[RAN], words[RELAXED]];
    const unfinished = words[PENDING] !== 0;
    guess = nextGuess(guess, rounds);
    if (epochs > 0) {
      // the end of the last epoch adds its labels to the results
      const last = [wave.endEpoch![dispatch % 3]];
      if (finish === 'parents') last.push(wave.findParents[dispatch % 3]);
      await submit([], last);
    }
    return { rounds, relaxedTiles, passedWindow: epochs > 0, unfinished };
  }

  /** Passes over nodes that wait for a parent, until none does. */
  async function findMore(wave: WaveSteps, signal: AbortSignal | undefined): Promise<void> {
    for (let pass = 1; words[UNRESOLVED] > 0; pass += PASSES) {
      signal?.throwIfAborted();
      const before = words[UNRESOLVED];
      passParams.forEach((buffer, k) => memory.setParams(buffer, pass + k, sourcesNow));
      await submit([], wave.findMoreParents);
      if (words[UNRESOLVED] === before) {
        throw new Error(
          `${WHAT}: ${before} reached nodes have no arc that their distance is a sum of`,
        );
      }
    }
  }

  return {
    size,
    withParents,
    memoryBytes: memory.bytes,
    labels: buffers.labels,
    parents: buffers.parents,
    async run(seeds, options) {
      const { finish, signal } = options;
      const early = ran || options.early?.eager ? options.early : undefined;
      const wave = await stepsFor(seeds.length, hasRanks(finish));
      sourcesNow = seeds.length;
      words.fill(0);
      words.set(seeds, SOURCE_WORDS);
      device.queue.writeBuffer(buffers.state, 0, words);
      const found = await search(wave, { finish, signal, early });
      ran = true;
      const iterations = iterationsOf(words, seeds.length);
      const passed = finish !== 'labels' && words[UNRESOLVED] > 0;
      if (passed && !found.unfinished) await findMore(wave, signal);
      const isRead = early !== undefined && !found.unfinished && !found.passedWindow && !passed;
      return { ...found, iterations, isRead };
    },
    destroy: () => memory.destroy(),
  };
}

/**
 * Dispatches of an epoch after which a run is given up. Four per node and source suffice: 'tiled'
 * makes a label final at least every second round, because a tile can be listed once more after its
 * labels were relaxed. With other rules each threshold makes a label final. A threshold takes at
 * most two selections (the first may select nothing: see `improve` in frontier.wgsl.ts), phases
 * that each make a label final, and a last phase. 16 leave room; two batches are for dispatches
 * without work.
 */
const mostDispatches = (slots: number, sources: number): number =>
  2 * MOST_DISPATCHES + 16 * slots * sources;

/**
 * Binds the dispatches for a number of sources, and writes this number into their parameters;
 * rejects where a kernel does not compile.
 */
function createBinder(
  setup: WaveSetup,
  memory: TreeWaveMemory,
): (sources: number, ranks: boolean) => Promise<WaveSteps> {
  /**
   * Steps by number of sources and kind of parents, those used last at the end. The last wave of a
   * call has fewer sources.
   */
  const bound = new Map<string, WaveSteps>();
  let sourcesNow = 0;
  return async (sources, ranks) => {
    if (sourcesNow !== sources) {
      memory.dispatchParams.forEach((buffer, k) => memory.setParams(buffer, k, sources));
    }
    sourcesNow = sources;
    const name = `${sources} ${ranks}`;
    const known = bound.get(name);
    bound.delete(name);
    if (known) bound.set(name, known);
    if (known) return known;
    const made = await guarded(setup.device, WHAT, () =>
      bindWaveSteps(setup, memory, sources, ranks),
    );
    if (bound.size >= MOST_BOUND) bound.delete(bound.keys().next().value!);
    bound.set(name, made);
    return made;
  };
}

/** Whether parents come as ranks. */
export const hasRanks = (finish: Finish): boolean =>
  finish === 'ranks' || finish === 'labels and ranks';

function iterationsOf(words: Uint32Array, sources: number): Uint32Array {
  const first = SOURCE_WORDS + ITERATIONS * sources;
  return words.slice(first, first + sources);
}

/** The steps that make results of the labels, and do nothing if anything waits after `dispatch`. */
function finishAfter(wave: WaveSteps, dispatch: number, finish: Finish): RowStep[] {
  const steps = finish === 'ranks' ? [] : [wave.collect[dispatch % 3]];
  if (finish !== 'labels') steps.push(wave.findParents[dispatch % 3]);
  return steps;
}

/**
 * Dispatches of the first batch of the next run: the larger of two numbers, but at most
 * MOST_DISPATCHES. The first number is 17/16 of the rounds of this run, plus 2. The second is 15/16
 * of the last guess, so that a long run is remembered for a while. A dispatch without work takes 2
 * µs, another round trip 200 µs.
 */
const nextGuess = (guess: number, rounds: number): number =>
  Math.min(MOST_DISPATCHES, Math.max(rounds + 2 + (rounds >> 4), guess - (guess >> 4)));

type Submit = (
  steps: readonly RowStep[],
  finish: readonly RowStep[],
  early?: EarlyRead,
) => Promise<void>;

/** Submits the steps of a search and those that finish it, timed apart, and reads the state. */
function createSubmit(device: GPUDevice, memory: TreeWaveMemory, timer: Timer): Submit {
  const { back, buffers, words } = memory;

  function record(
    steps: readonly RowStep[],
    stamp: ((interval: string) => GPUComputePassTimestampWrites | undefined) | undefined,
    interval = 'search',
  ): void {
    const encoder = device.createCommandEncoder({ label: WHAT });
    const timestampWrites = stamp?.(interval);
    const pass = encoder.beginComputePass(timestampWrites ? { timestampWrites } : {});
    encodeRows(pass, steps);
    pass.end();
    device.queue.submit([encoder.finish()]);
  }

  return async (steps, finish, early) => {
    await early?.done;
    await guarded(device, WHAT, () => {
      for (let i = 0; i < steps.length; i += STEPS_PER_SUBMIT) {
        const first = i === 0;
        const last = i + STEPS_PER_SUBMIT >= steps.length;
        const some = steps.slice(i, i + STEPS_PER_SUBMIT);
        record(some, first ? (last ? timer.both : timer.begin) : last ? timer.end : undefined);
      }
      if (finish.length > 0) record(finish, timer.both, 'finish');
      const encoder = device.createCommandEncoder({ label: WHAT });
      back.encode(encoder, buffers.state, 0, 0, words.byteLength);
      early?.encode(encoder);
      device.queue.submit([encoder.finish()]);
      // mapping begins with the submit, in one round trip; `guarded` waits for it also where the
      // submit failed
      const reading = back.read({ at: 0, into: words });
      if (early?.eager) early.begin();
      return reading;
    });
  };
}
