import type { Tree } from '@wayfield/graph';
import { guarded } from '../guard.ts';
import { createReadBack, type ReadBack } from '../read-back.ts';
import type { Model } from './model.ts';
import type { TreeArrays } from './tree-arrays.ts';
import { resultBytes } from './tree-plan.ts';
import type { Wave, WaveResult } from './wave.ts';

/** Brings the results of waves into trees; several reads may be under way, one for each side. */
export interface ResultReader {
  readonly memoryBytes: number;
  /**
   * Fulfilled when the trees are filled; until then the wave must not run again.
   */
  read(side: number, wave: Wave, result: WaveResult, trees: readonly Tree[]): Promise<void>;
  destroy(): void;
}

/** `parents` of the trees may be empty: then only distances are read. */
export function createResultReader(
  device: GPUDevice,
  model: Model,
  arrays: TreeArrays,
): ResultReader {
  const what = 'tree solver: results';
  const row = 4 * model.params.stride;
  const staging: (ReadBack | undefined)[] = [];

  function stagingFor(side: number, bytes: number): ReadBack {
    const known = staging[side];
    if (known && known.memoryBytes >= bytes) return known;
    known?.destroy();
    return (staging[side] = createReadBack(device, bytes, what));
  }

  return {
    get memoryBytes() {
      return staging.reduce((sum, back) => sum + (back?.memoryBytes ?? 0), 0);
    },
    async read(side, wave, result, trees) {
      if (trees.length === 0) return;
      const parents = trees[0]!.parent.length > 0;
      const half = trees.length * row;
      let reading: Promise<void> | undefined;
      await guarded(device, what, () => {
        const back = stagingFor(side, trees.length * resultBytes(model, parents));
        const encoder = device.createCommandEncoder({ label: what });
        back.encode(encoder, wave.labels, 0, 0, half);
        if (parents) back.encode(encoder, wave.parents, 0, half, half);
        device.queue.submit([encoder.finish()]);
        // starts the map now; its failure is seen below
        reading = back.read(...arrays.parts(trees, parents));
        reading.catch(() => {});
      });
      await reading;
      for (const { dist, parent, source } of trees) {
        const labels = new Uint32Array(dist.buffer, dist.byteOffset, dist.length);
        model.toCosts(labels, dist);
        if (result.passedWindow) model.recount!(parent, source, dist);
      }
    },
    destroy() {
      for (const back of staging) back?.destroy();
    },
  };
}
