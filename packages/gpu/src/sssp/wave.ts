// One wave: so many sources at once, from unreached to final labels and parents on the device.
import { COPY_DST, UNIFORM } from '../buffer-usage.ts';
import { allocate, filledBuffer, storageBytes } from '../buffers.ts';
import { guarded } from '../guard.ts';
import { createReadBack } from '../read-back.ts';
import {
  bindEngine,
  type Engine,
  encodeRows,
  isFinished,
  type RowStep,
  type WaveBuffers,
  wordsPerSource,
} from './engine.ts';
import type { Model } from './model.ts';
import { PENDING, RAN, RELAXED, SOURCE_WORDS, STUCK, UNRESOLVED } from './rounds.wgsl.ts';
import type { Timer } from './timer.ts';
import type { Tuned } from './tuning.ts';
import type { TreeRule } from './types.ts';

/** Passes of parents between two looks at how many nodes still wait for theirs. */
const PASSES = 32;
/** Rounds in one submit. */
const STEPS_PER_SUBMIT = 64;
/** What a run is reported as that did not end within its bound. */
const NOT_ENDED =
  'tree solver: a run was given up: it took more rounds than the map has room for. ' +
  'This is a defect of @wayfield/gpu';
/** Most rounds between two looks at whether anything is left. */
const MOST_ROUNDS = 1024;
const PARAM_WORDS = 16;

interface SearchResult {
  /** Dispatches that had something to do. */
  readonly rounds: number;
  readonly relaxedTiles: number;
  /** Labels reached the window: they are counted modulo it. */
  readonly passedWindow: boolean;
  /** They did, and the rule cannot go on from there: there is no result. */
  readonly unfinished: boolean;
}

/** Results of a wave lie in `labels` and `parents`. */
export interface WaveResult extends SearchResult {
  /** One per source; zeros with rule 'tiled'. */
  readonly iterations: Uint32Array;
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

  /** By the number of sources; the last waves of a batch have fewer. */
  const engines = new Map<number, Engine>();
  /** Whose parameters the buffers hold. */
  let boundTo = 0;
  let guess = model.roundsGuess;
  /** The state as it was read last. */
  const words = new Uint32Array(length.state);

  function setParams(buffer: GPUBuffer, phase: number, sources: number): void {
    const { params: p } = model;
    const values = [phase, sources, p.slots, p.tiles, p.nodes, p.stride, p.unreached, p.window];
    // a front is about as long as a row of tiles
    const ordered = sources * Math.sqrt(p.tiles) >= (tuned.orderFrom ?? model.orderFrom);
    const width = rule !== 'tiled' ? delta : ordered ? model.tileDelta : Infinity;
    values.push(p.width, p.height, p.tilesX, p.straight, p.diagonal, model.toLabel(width));
    device.queue.writeBuffer(buffer, 0, Uint32Array.from(values));
  }

  /** The engine for so many sources; rejects where a kernel does not compile. */
  async function engineFor(sources: number): Promise<Engine> {
    if (boundTo !== sources)
      phaseParams.forEach((buffer, phase) => setParams(buffer, phase, sources));
    boundTo = sources;
    const known = engines.get(sources);
    if (known) return known;
    const made = await guarded(device, what, () =>
      bindEngine(device, model, rule, tuned, buffers, phaseParams, passParams, sources),
    );
    engines.set(sources, made);
    return made;
  }

  /**
   * Submits both kinds of steps, timed apart, and reads the state after them. Long lists go into several
   * submits: the device starts on the first while the others are recorded.
   */
  async function submit(steps: readonly RowStep[], finish: readonly RowStep[]): Promise<void> {
    let reading: Promise<void> | undefined;
    await guarded(device, what, () => {
      for (let i = 0; i < steps.length; i += STEPS_PER_SUBMIT) {
        const first = i === 0;
        const last = i + STEPS_PER_SUBMIT >= steps.length;
        const some = steps.slice(i, i + STEPS_PER_SUBMIT);
        record(some, first ? (last ? timer.both : timer.begin) : last ? timer.end : undefined);
      }
      if (finish.length > 0) record(finish, timer.both, 'finish');
      const encoder = device.createCommandEncoder({ label: what });
      back.encode(encoder, buffers.state, 0, 0, stateBytes);
      device.queue.submit([encoder.finish()]);
      // starts the map now, so that one round trip does; its failure is seen below
      reading = back.read({ at: 0, into: words });
      reading.catch(() => {});
    });
    await reading;
  }

  function record(
    steps: readonly RowStep[],
    stamp: ((interval: string) => GPUComputePassTimestampWrites | undefined) | undefined,
    interval = 'search',
  ): void {
    const encoder = device.createCommandEncoder({ label: what });
    const timestampWrites = stamp?.(interval);
    const pass = encoder.beginComputePass(timestampWrites ? { timestampWrites } : {});
    encodeRows(pass, steps);
    pass.end();
    device.queue.submit([encoder.finish()]);
  }

  /**
   * Rounds of an epoch after which a run is given up. Every round but two of each window settles a node of
   * some source, and every window one of each source that has nodes left: three per node suffice.
   */
  const mostRounds = (): number => 2 * MOST_ROUNDS + 16 * model.params.slots * boundTo;

  /** What makes results of the labels after a round, unless it was not the last one. */
  function finishAfter(engine: Engine, round: number, parents: boolean): RowStep[] {
    const steps = [engine.collect[round % 3]!];
    if (parents) steps.push(engine.findParents[round % 3]!);
    return steps;
  }

  /** Rounds until nothing waits; from epoch to epoch where labels reach the window. */
  async function search(
    engine: Engine,
    parents: boolean,
    signal: AbortSignal | undefined,
  ): Promise<SearchResult> {
    let round = 0;
    let epochs = 0;
    let ended = 0;
    let steps = [...engine.start];
    for (let batch = guess; ; batch = Math.min(MOST_ROUNDS, 16 + (batch >> 1))) {
      signal?.throwIfAborted();
      for (let k = 0; k < batch; k++) steps.push(engine.rounds[round++ % 3]!);
      // later epochs have results of earlier ones to keep
      await submit(steps, epochs === 0 ? finishAfter(engine, round - 1, parents) : []);
      steps = [];
      if (words[STUCK] !== 0 || round - ended > mostRounds()) throw new Error(NOT_ENDED);
      if (!isFinished(words, round - 1)) continue;
      ended = round;
      if (words[PENDING] === 0) break;
      if (!engine.endEpoch) break;
      device.queue.writeBuffer(buffers.state, 4 * PENDING, new Uint32Array(1));
      if (epochs++ === 0) steps.push(...engine.clearResults);
      steps.push(engine.endEpoch[round++ % 3]!);
    }
    const rounds = words[RAN]!;
    const relaxedTiles = words[RELAXED]!;
    const unfinished = words[PENDING] !== 0;
    // what it took this time is what the next one is likely to take
    guess = Math.min(MOST_ROUNDS, rounds + 2 + (rounds >> 4));
    if (epochs > 0) {
      // a last end of an epoch, after which nothing waits, adds the labels of that epoch
      const last = [engine.endEpoch![round % 3]!];
      if (parents) last.push(engine.findParents[round % 3]!);
      await submit([], last);
    }
    return { rounds, relaxedTiles, passedWindow: epochs > 0, unfinished };
  }

  /** Passes over nodes that wait for a parent, until none does. */
  async function findMoreParents(engine: Engine, signal: AbortSignal | undefined): Promise<void> {
    for (let pass = 1; words[UNRESOLVED]! > 0; pass += PASSES) {
      signal?.throwIfAborted();
      const before = words[UNRESOLVED]!;
      passParams.forEach((buffer, k) => setParams(buffer, pass + k, boundTo));
      await submit([], engine.findMoreParents);
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
      const found = await search(engine, parents, signal);
      const first = SOURCE_WORDS + 6 * seeds.length;
      const iterations = words.slice(first, first + seeds.length);
      if (parents && !found.unfinished) await findMoreParents(engine, signal);
      return { ...found, iterations };
    },
    destroy() {
      for (const buffer of Object.values(buffers) as GPUBuffer[]) buffer.destroy();
      for (const buffer of [...phaseParams, ...passParams]) buffer.destroy();
      back.destroy();
    },
  };
}
