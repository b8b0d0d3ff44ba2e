import { createReadBack, guarded, type ReadBack } from '@wayfield/gpu-core';
import type { Tree } from '@wayfield/graph';
import type { Model } from './model.ts';
import { createRankPacking } from './ranks.ts';
import type { TreeRows } from './tree-rows.ts';
import { resultBytes } from './tree-plan.ts';
import type { Wave, WaveResult } from './tree-wave.ts';

/** Reads the results of waves into trees; one read per bank may be under way. */
export interface ResultReader {
  readonly memoryBytes: number;
  /** Fulfilled when the trees are filled. Until then the wave must not run again. */
  read(bank: number, wave: Wave, result: WaveResult, trees: readonly Tree[]): Promise<void>;
  /** Likewise the ranks of the first `ranks.length` sources, packed into bytes. */
  readRanks(bank: number, wave: Wave, ranks: readonly Uint8Array[]): Promise<void>;
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

  return {
    get memoryBytes() {
      const own = packing.memoryBytes;
      return staging.reduce((sum, back) => sum + (back?.memoryBytes ?? 0), own);
    },
    async read(bank, wave, result, trees) {
      if (trees.length === 0) return;
      const parents = trees[0].parent.length > 0;
      const half = trees.length * rowBytes;
      let reading: Promise<void> | undefined;
      await guarded(device, what, () => {
        const back = stagingFor(
          bank,
          trees.length * resultBytes(model, parents ? 'parents' : 'labels'),
        );
        const encoder = device.createCommandEncoder({ label: what });
        back.encode(encoder, wave.labels, 0, 0, half);
        if (parents) back.encode(encoder, wave.parents, 0, half, half);
        device.queue.submit([encoder.finish()]);
        // the map begins with the submit; its failure is seen below
        reading = back.read(...rows.readParts(trees, parents));
        reading.catch(() => {});
      });
      await reading;
      for (const { dist, parent, source } of trees) {
        const labels = new Uint32Array(dist.buffer, dist.byteOffset, dist.length);
        model.toCosts(labels, dist);
        if (result.passedWindow) model.recount!(parent, source, dist);
      }
    },
    async readRanks(bank, wave, ranks) {
      if (ranks.length === 0) return;
      const bytes = ranks.length * model.params.stride;
      let reading: Promise<void> | undefined;
      await guarded(device, what, () => {
        const back = stagingFor(bank, bytes);
        const encoder = device.createCommandEncoder({ label: what });
        const packed = packing.encode(encoder, wave.parents, bytes / 4);
        back.encode(encoder, packed, 0, 0, bytes);
        device.queue.submit([encoder.finish()]);
        reading = back.read(...rows.rankParts(ranks));
        reading.catch(() => {});
      });
      await reading;
    },
    destroy() {
      packing.destroy();
      for (const back of staging) back?.destroy();
    },
  };
}
