import { createReadBack, guarded, type ReadBack } from '@wayfield/gpu-core';
import type { Model } from './model.ts';
import { createRankPacking } from './ranks.ts';
import { bytesOfNode, type ResultRows, type TreeRows } from './tree-rows.ts';
import type { EarlyRead, TreeWave } from './tree-wave.ts';

/** Reads the results of waves into arrays; one read per bank may be under way. */
export interface ResultReader {
  readonly memoryBytes: number;
  /** Fulfilled when the arrays are filled. Until then the wave must not run again. */
  read(bank: number, wave: TreeWave, into: ResultRows): Promise<void>;
  /** A read whose copies go with the search of `wave`. */
  early(bank: number, wave: TreeWave, into: ResultRows): EarlyRead;
  destroy(): void;
}

/** @param eagerBytes most bytes that are read without knowing whether the search has ended */
export function createResultReader(
  device: GPUDevice,
  model: Model,
  rows: TreeRows,
  eagerBytes: number,
): ResultReader {
  const what = 'tree solver: results';
  const { stride } = model.params;
  const staging: (ReadBack | undefined)[] = [];
  const packing = createRankPacking(device);

  function stagingFor(bank: number, bytes: number): ReadBack {
    const known = staging[bank];
    if (known && known.memoryBytes >= bytes) return known;
    known?.destroy();
    return (staging[bank] = createReadBack(device, bytes, what));
  }

  /** Records the copies of results into staging memory; returns what begins to read them. */
  function record(
    encoder: GPUCommandEncoder,
    bank: number,
    wave: TreeWave,
    into: ResultRows,
  ): () => Promise<void> {
    const { count, finish } = into;
    const back = stagingFor(bank, bytesOf(into));
    const bytes = 4 * count * stride;
    let at = 0;
    if (finish !== 'ranks') {
      back.encode(encoder, wave.labels, 0, at, bytes);
      at += bytes;
    }
    if (finish === 'parents') back.encode(encoder, wave.parents, 0, at, bytes);
    if (finish === 'ranks' || finish === 'labels and ranks') {
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
    });
    await now.done;
  }

  return {
    get memoryBytes() {
      const own = packing.memoryBytes;
      return staging.reduce((sum, back) => sum + (back?.memoryBytes ?? 0), own);
    },
    read,
    early,
    destroy() {
      packing.destroy();
      for (const back of staging) back?.destroy();
    },
  };
}

/** @param record records copies, and returns what begins to read them */
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
