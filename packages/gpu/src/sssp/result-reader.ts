import { createReadBack, guarded, type ReadBack } from '@wayfield/gpu-core';
import type { Tree } from '@wayfield/graph';
import type { Model } from './model.ts';
import { createRankPacking } from './ranks.ts';
import type { TreeRows } from './tree-rows.ts';
import { resultBytes } from './tree-plan.ts';
import type { EarlyRead, Wave, WaveResult } from './tree-wave.ts';

/** Trees, or the ranks of trees: of the first sources of a wave. */
type Into = readonly Tree[] | readonly Uint8Array[];

/** Reads the results of waves into trees; one read per bank may be under way. */
export interface ResultReader {
  readonly memoryBytes: number;
  /** Fulfilled when trees, or ranks, are filled. Until then the wave must not run again. */
  read(bank: number, wave: Wave, into: Into): Promise<void>;
  /** A read that goes with the search of `wave`, of all trees or of all ranks. */
  early(bank: number, wave: Wave, into: Into): EarlyRead;
  /** Turns labels that were read into costs. */
  finish(result: WaveResult, trees: readonly Tree[]): void;
  destroy(): void;
}

/** Trees whose `parent` is empty get distances alone. */
export function createResultReader(device: GPUDevice, model: Model, rows: TreeRows): ResultReader {
  const what = 'tree solver: results';
  const rowBytes = 4 * model.params.stride;
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
    wave: Wave,
    into: Into,
  ): () => Promise<void> {
    if (areRanks(into)) {
      const bytes = into.length * model.params.stride;
      const back = stagingFor(bank, bytes);
      back.encode(encoder, packing.encode(encoder, wave.parents, bytes / 4), 0, 0, bytes);
      return () => back.read(...rows.rankParts(into));
    }
    const parents = into[0].parent.length > 0;
    const half = into.length * rowBytes;
    const back = stagingFor(bank, into.length * resultBytes(model, parents ? 'parents' : 'labels'));
    back.encode(encoder, wave.labels, 0, 0, half);
    if (parents) back.encode(encoder, wave.parents, 0, half, half);
    return () => back.read(...rows.readParts(into, parents));
  }

  const early: ResultReader['early'] = (bank, wave, into) =>
    earlyRead((encoder) => record(encoder, bank, wave, into));

  async function read(bank: number, wave: Wave, into: Into): Promise<void> {
    if (into.length === 0) return;
    const now = early(bank, wave, into);
    await guarded(device, what, () => {
      const encoder = device.createCommandEncoder({ label: what });
      now.encode(encoder);
      device.queue.submit([encoder.finish()]);
      // the map begins with the submit
      now.begin();
    });
    await now.done;
  }

  function finish(result: WaveResult, trees: readonly Tree[]): void {
    for (const { dist, parent, source } of trees) {
      const labels = new Uint32Array(dist.buffer, dist.byteOffset, dist.length);
      model.toCosts(labels, dist);
      if (result.passedWindow) model.recount!(parent, source, dist);
    }
  }

  return {
    get memoryBytes() {
      const own = packing.memoryBytes;
      return staging.reduce((sum, back) => sum + (back?.memoryBytes ?? 0), own);
    },
    read,
    early,
    finish,
    destroy() {
      packing.destroy();
      for (const back of staging) back?.destroy();
    },
  };
}

/** @param record records copies, and returns what begins to read them */
function earlyRead(record: (encoder: GPUCommandEncoder) => () => Promise<void>): EarlyRead {
  let begin: (() => Promise<void>) | undefined;
  let done: Promise<void> = Promise.resolve();
  return {
    encode(encoder) {
      begin = record(encoder);
    },
    begin() {
      if (begin) done = begin();
      done.catch(() => {});
    },
    get done() {
      return done;
    },
  };
}

const areRanks = (into: Into): into is readonly Uint8Array[] => into[0] instanceof Uint8Array;
