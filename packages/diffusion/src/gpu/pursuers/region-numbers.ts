// The numbers of the map's regions on the device, so that kernels find what goals of pursuers
// reach.
import { storageBuffer } from '@wayfield/gpu-core';
import { NONE } from '@wayfield/graph';
import type { Attempts } from '../attempts.ts';
import type { ModelState } from '../../model/model-state.ts';

export interface RegionNumbers {
  readonly memoryBytes: number;
  /** Writes the numbers for the first time, if that has not been done. */
  ensure(): void;
  /** Brings the numbers up to date after these cells got other terrain; nothing before `ensure`. */
  update(changed: readonly number[]): void;
  /**
   * A word per cell: its region, `NONE` for obstacles. A cell that closes may keep its number, so
   * kernels test whether a cell is open. After `ensure`.
   */
  regions(): GPUBuffer;
  /** A word per region, for kernels: 1 where it has a goal. After `ensure`. */
  reached(): GPUBuffer;
  destroy(): void;
}

export function createRegionNumbers(
  device: GPUDevice,
  attempts: Attempts,
  { regions, terrain }: Pick<ModelState, 'regions' | 'terrain'>,
  label: string,
): RegionNumbers {
  const cells = terrain.length;
  let known: Uint32Array | undefined;
  let knownSplits = -1;
  let regionBuffer: GPUBuffer | undefined;
  let reachedBuffer: GPUBuffer | undefined;

  function drop(): void {
    regionBuffer?.destroy();
    reachedBuffer?.destroy();
    known = regionBuffer = reachedBuffer = undefined;
  }

  function write(numbers: Uint32Array): void {
    for (let v = 0; v < cells; v++) numbers[v] = regions.of(v);
    known = numbers;
    knownSplits = regions.splits;
    regionBuffer ??= storageBuffer(device, `${label}, regions`, cells);
    reachedBuffer ??= storageBuffer(device, `${label}, reached regions`, cells);
    device.queue.writeBuffer(regionBuffer, 0, numbers as Uint32Array<ArrayBuffer>);
  }

  return {
    get memoryBytes() {
      return (regionBuffer?.size ?? 0) + (reachedBuffer?.size ?? 0);
    },
    ensure() {
      if (known) return;
      attempts.note(drop);
      write(new Uint32Array(cells));
    },
    update(changed) {
      if (!known) return;
      let stale = knownSplits !== regions.splits;
      for (const cell of changed) {
        // a cell that closes leaves the numbers of the others the same, unless a region fell apart
        if (terrain[cell] === 0) known[cell] = NONE;
        else if (known[cell] === NONE) stale = true;
      }
      if (stale) write(known);
    },
    regions: () => regionBuffer!,
    reached: () => reachedBuffer!,
    destroy: drop,
  };
}
