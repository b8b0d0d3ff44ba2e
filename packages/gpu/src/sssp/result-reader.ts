// Results of trees from the device into arrays, in staging memory of two banks. tree-runs.ts calls
// `reserve` before the search of a wave, then `early` or `read`.
import { createReadBack, guarded, type ReadBack } from '@wayfield/gpu-core';
import type { CallQueue } from '../call-queue.ts';
import { makeGuarded } from '@wayfield/gpu-core/internal';
import type { Model } from './model.ts';
import { createRankPacking } from './ranks.ts';
import { bytesOfNode, type ResultRows, type TreeRows } from './tree-rows.ts';
import { type EarlyRead, hasRanks, type TreeWave } from './tree-wave.ts';

/** Reads the results of waves into arrays; one read per bank may be under way. */
export interface ResultReader {
  readonly memoryBytes: number;
  /**
   * Makes memory for a read of this size; no read of this bank may be under way if it grows.
   * Rejects where memory runs out.
   */
  reserve(bank: number, into: ResultRows): Promise<void>;
  /**
   * Submits the copies before it returns its promise, so that the caller may submit the next search
   * in the same buffers at once. Call `reserve` first. Fulfilled when the arrays are filled: until
   * then no other read of the bank may begin.
   */
  read(bank: number, wave: TreeWave, into: ResultRows): Promise<void>;
  /** A read whose copies go with the search of `wave`. Call `reserve` first. */
  early(bank: number, wave: TreeWave, into: ResultRows): EarlyRead;
  /** Frees the memory; the next `reserve` makes it again. A read under way rejects. */
  release(): void;
}

/** @param eagerBytes most bytes that are read without knowing whether the search has ended */
export function createResultReader(
  device: GPUDevice,
  model: Model,
  rows: TreeRows,
  eagerBytes: number,
  calls: CallQueue,
): ResultReader {
  const what = 'tree solver: results';
  const { stride } = model.params;
  const staging: (ReadBack | undefined)[] = [];
  const packing = createRankPacking(device, calls);

  async function reserve(bank: number, into: ResultRows): Promise<void> {
    const bytes = bytesOf(into);
    const known = staging[bank];
    if (!known || known.memoryBytes < bytes) {
      known?.destroy();
      staging[bank] = undefined;
      const make = (): ReadBack => createReadBack(device, bytes, what);
      staging[bank] = calls.keep(await makeGuarded(device, what, (keep) => keep(make())));
    }
    if (hasRanks(into.finish)) await packing.reserve((into.count * stride) / 4);
  }

  /** Records the copies of results into staging memory; returns a function that reads them. */
  function record(
    encoder: GPUCommandEncoder,
    bank: number,
    wave: TreeWave,
    into: ResultRows,
  ): () => Promise<void> {
    const { count, finish } = into;
    const back = staging[bank];
    if (!back) throw new Error(`${what}: no memory was reserved`);
    const bytes = 4 * count * stride;
    let at = 0;
    if (finish !== 'ranks') {
      back.encode(encoder, wave.labels, 0, at, bytes);
      at += bytes;
    }
    if (finish === 'parents') back.encode(encoder, wave.parents, 0, at, bytes);
    if (hasRanks(finish)) {
      const ranks = packing.encode(encoder, wave.parents, bytes / 16);
      back.encode(encoder, ranks, 0, at, bytes / 4);
    }
    return () => back.read(...rows.readParts(into));
  }

  const bytesOf = ({ count, finish }: ResultRows): number => count * stride * bytesOfNode(finish);

  const early: ResultReader['early'] = (bank, wave, into) =>
    earlyRead(bytesOf(into) <= eagerBytes, (encoder) => record(encoder, bank, wave, into));

  async function read(bank: number, wave: TreeWave, into: ResultRows): Promise<void> {
    if (into.count === 0) return;
    const now = early(bank, wave, into);
    await guarded(device, what, () => {
      const encoder = device.createCommandEncoder({ label: what });
      now.encode(encoder);
      device.queue.submit([encoder.finish()]);
      // mapping begins with the submit
      now.begin();
      return now.done;
    });
  }

  return {
    get memoryBytes() {
      const own = packing.memoryBytes;
      return staging.reduce((sum, back) => sum + (back?.memoryBytes ?? 0), own);
    },
    reserve,
    read,
    early,
    release() {
      packing.destroy();
      for (const back of staging.splice(0)) back?.destroy();
    },
  };
}

/** @param record records copies, and returns a function that reads them */
function earlyRead(
  eager: boolean,
  record: (encoder: GPUCommandEncoder) => () => Promise<void>,
): EarlyRead {
  let begin: (() => Promise<void>) | undefined;
  let done: Promise<void> = Promise.resolve();
  return {
    eager,
    encode(encoder) {
      begin = record(encoder);
    },
    begin() {
      if (begin) done = begin();
      begin = undefined;
      done.catch(() => {});
    },
    get done() {
      return done;
    },
  };
}
