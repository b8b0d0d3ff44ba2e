// One wave: so many sources at once, from unreached to final labels and parents on the device.
import { COPY_DST, UNIFORM } from '../buffer-usage.ts';
import { allocate, filledBuffer, storageBytes } from '../buffers.ts';
import { guarded } from '../guard.ts';
import { createReadBack } from '../read-back.ts';
import {
  bindEngine,
  type Engine,
  encodeRows,
  type RowStep,
  type WaveBuffers,
  wordsPerSource,
} from './engine.ts';
import type { Model } from './model.ts';
import { PENDING, RAN, RELAXED, SOURCE_WORDS, UNRESOLVED } from './rounds.wgsl.ts';
import type { Timer } from './timer.ts';
import type { Tuned } from './tuning.ts';
import type { TreeRule } from './types.ts';

/** Passes of parents between two looks at how many nodes still wait for theirs. */
const PASSES = 32;
/** Dispatches in one submit: the device starts on them while the next ones are recorded. */
const STEPS_PER_SUBMIT = 64;
/** Most rounds between two looks at whether anything is left. */
const MOST_ROUNDS = 1024;
const PARAM_WORDS = 16;

/** Results of a wave lie in `labels` and `parents`. */
export interface WaveResult {
  readonly rounds: number;
  readonly relaxedTiles: number;
  /** One per source; zeros with rule 'tiled'. */
  readonly iterations: Uint32Array;
  /** Labels reached the window: they are counted modulo it. */
  readonly passedWindow: boolean;
  /** They did, and the rule cannot go on from there: there is no result. */
  readonly unfinished: boolean;
}

interface SearchResult {
  /** Dispatches that had something to do. */
  readonly rounds: number;
  /** Ends of epochs so far. */
  readonly epochs: number;
  /** Dispatches so far: which of the three records is next. */
  readonly round: number;
  readonly passedWindow: boolean;
}

/** The memory for waves of up to `size` sources. */
export interface Wave {
  readonly size: number;
  readonly withParents: boolean;
  readonly memoryBytes: number;
  readonly labels: GPUBuffer;
  readonly parents: GPUBuffer;
  /** Runs at most `size` sources, given by their slots. */
  run(seeds: Uint32Array, parents: boolean, signal: AbortSignal | undefined): Promise<WaveResult>;
  destroy(): void;
}

/** Allocates a wave; rejects where memory runs out. */
export async function createWave(
  device: GPUDevice,
  model: Model,
  rule: TreeRule,
  delta: number,
  tuned: Tuned,
  timer: Timer,
  size: number,
  withParents: boolean,
): Promise<Wave> {
  const what = 'tree solver';
  const length = wordsPerSource(model, rule, withParents);
  const names = Object.keys(length) as (keyof WaveBuffers)[];
  for (const name of names) length[name] *= size;
  length.state += SOURCE_WORDS;
  const buffers: WaveBuffers = await allocate(device, what, length);
  const params = (): GPUBuffer =>
    filledBuffer(device, `${what}: parameters`, new Uint32Array(PARAM_WORDS), UNIFORM | COPY_DST);
  const phaseParams = [params(), params(), params()];
  const passParams = Array.from({ length: PASSES }, params);
  const stateBytes = 4 * length.state;
  const back = createReadBack(device, stateBytes, `${what}: state`);
  let memoryBytes = back.memoryBytes + (3 + PASSES) * PARAM_WORDS * 4;
  for (const name of names) memoryBytes += storageBytes(length[name]);

  let bound: Engine | undefined;
  let boundTo = 0;
  let guess = model.roundsGuess;
  /** The state as it was read last. */
  const words = new Uint32Array(length.state);

  function setParams(buffer: GPUBuffer, phase: number, sources: number): void {
    const { params: p } = model;
    const values = [phase, sources, p.slots, p.tiles, p.nodes, p.stride, p.unreached, p.window];
    values.push(p.width, p.height, p.tilesX, p.straight, p.diagonal, model.toLabel(delta));
    device.queue.writeBuffer(buffer, 0, Uint32Array.from(values));
  }

  /** The engine for so many sources; rejects where a kernel does not compile. */
  async function engineFor(sources: number): Promise<Engine> {
    if (bound && boundTo === sources) return bound;
    boundTo = sources;
    return (bound = await guarded(device, what, () => {
      phaseParams.forEach((buffer, phase) => setParams(buffer, phase, sources));
      return bindEngine(device, model, rule, tuned, buffers, phaseParams, passParams, sources);
    }));
  }

  /** Submits the steps, a pass each for as many as go into one submit, and reads the first state words. */
  async function submit(interval: string, steps: readonly RowStep[]): Promise<void> {
    let reading: Promise<void> | undefined;
    await guarded(device, what, () => {
      for (let i = 0; i < steps.length; i += STEPS_PER_SUBMIT) {
        const last = i + STEPS_PER_SUBMIT >= steps.length;
        const stamps =
          i === 0
            ? last
              ? timer.both(interval)
              : timer.begin(interval)
            : last
              ? timer.end(interval)
              : undefined;
        const encoder = device.createCommandEncoder({ label: what });
        const pass = encoder.beginComputePass(stamps ? { timestampWrites: stamps } : {});
        encodeRows(pass, steps.slice(i, i + STEPS_PER_SUBMIT));
        pass.end();
        if (last) back.encode(encoder, buffers.state, 0, 0, stateBytes);
        device.queue.submit([encoder.finish()]);
      }
      // starts the map now, so that one round trip does; its failure is seen below
      reading = back.read({ at: 0, into: words });
      reading.catch(() => {});
    });
    await reading;
  }

  /** Rounds until nothing waits; from epoch to epoch where labels reach the window. */
  async function search(engine: Engine, signal: AbortSignal | undefined): Promise<SearchResult> {
    let round = 0;
    let epochs = 0;
    let busy = 0;
    let steps = [...engine.start];
    for (let batch = guess; ; batch = Math.min(MOST_ROUNDS, 16 + (batch >> 1))) {
      signal?.throwIfAborted();
      for (let k = 0; k < batch; k++) steps.push(engine.rounds[round++ % 3]!);
      await submit('search', steps);
      steps = [];
      if (!engine.isFinished(words, round - 1)) continue;
      busy = words[RAN]!;
      if (words[PENDING] === 0) break;
      if (!engine.endEpoch) return { rounds: busy, epochs, round, passedWindow: true };
      device.queue.writeBuffer(buffers.state, 4 * PENDING, new Uint32Array(1));
      if (epochs++ === 0) steps.push(...engine.clearResults);
      steps.push(engine.endEpoch[round++ % 3]!);
    }
    // what it took this time is what the next one is likely to take
    guess = Math.min(MOST_ROUNDS, busy + 2 + (busy >> 4));
    return { rounds: busy, epochs, round, passedWindow: epochs > 0 };
  }

  /** Results in the order of the nodes; passes of parents until every node has its own. */
  async function finish(engine: Engine, found: SearchResult, parents: boolean): Promise<void> {
    // a last end of an epoch, after which nothing waits, adds the labels of that epoch
    const steps = found.epochs > 0 ? [engine.endEpoch![found.round % 3]!] : [...engine.collect];
    if (parents) steps.push(...engine.findParents);
    await submit('finish', steps);
    for (let pass = 1; parents && words[UNRESOLVED]! > 0; pass += PASSES) {
      const before = words[UNRESOLVED]!;
      passParams.forEach((buffer, k) => setParams(buffer, pass + k, boundTo));
      await submit('finish', engine.findMoreParents);
      if (words[UNRESOLVED] === before) {
        throw new Error(
          `${what}: ${before} reached nodes have no arc that their distance is a sum of`,
        );
      }
    }
  }

  return {
    size,
    withParents,
    memoryBytes,
    labels: buffers.labels,
    parents: buffers.parents,
    async run(seeds, parents, signal) {
      const engine = await engineFor(seeds.length);
      words.fill(0);
      words.set(seeds, SOURCE_WORDS);
      device.queue.writeBuffer(buffers.state, 0, words);
      const found = await search(engine, signal);
      const { rounds, passedWindow } = found;
      const relaxedTiles = words[RELAXED]!;
      const first = SOURCE_WORDS + 6 * seeds.length;
      const iterations = words.slice(first, first + seeds.length);
      const unfinished = passedWindow && !engine.endEpoch;
      if (!unfinished) await finish(engine, found, parents);
      return { rounds, relaxedTiles, iterations, passedWindow, unfinished };
    },
    destroy() {
      for (const buffer of Object.values(buffers) as GPUBuffer[]) buffer.destroy();
      for (const buffer of [...phaseParams, ...passParams]) buffer.destroy();
      back.destroy();
    },
  };
}
