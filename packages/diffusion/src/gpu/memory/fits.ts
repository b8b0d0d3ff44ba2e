// Whether the buffers of a model fit the device and the memory budget. The engines of step/,
// steady/ and distance/ ask before they make buffers; step/ again before planes of factors are
// added.
import { defaultMemoryBudget, largestBinding } from '@wayfield/gpu-core';
import type { DiffusionMap } from '../../types.ts';

/** What a model takes on a device. */
export interface Demand {
  readonly limits: GPUSupportedLimits;
  readonly map: Pick<DiffusionMap, 'width' | 'height'>;
  readonly layers: number;
  /** Bytes of the model's largest buffer. */
  readonly largest: number;
  /** Bytes of all its buffers. */
  readonly total: number;
  /** Most bytes of all buffers. Default: twice `defaultMemoryBudget`. */
  readonly memoryBudget?: number | undefined;
}

/**
 * Throws RangeError where the largest buffer of a model, or all of them, are too much for the
 * device.
 */
export function checkFits({ limits, map, layers, largest, total, memoryBudget }: Demand): void {
  const budget = memoryBudget ?? 2 * defaultMemoryBudget(limits);
  const words = `${layers} layer${layers === 1 ? '' : 's'} of ${map.width} x ${map.height} cells`;
  const most = largestBinding(limits);
  if (largest > most) {
    throw new RangeError(
      `${words} need a buffer of ${largest} bytes, one binding of this device holds ${most}: ` +
        'make a model for each part of the layers',
    );
  }
  if (total > budget) {
    throw new RangeError(
      `${words} need ${total} bytes, the memory budget is ${budget}: raise memoryBudget, or make ` +
        'a model for each part of the layers',
    );
  }
}
