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
  /** Workgroups of its largest dispatch, in either direction. */
  readonly workgroups: number;
  /** Most bytes of all buffers. Default: twice `defaultMemoryBudget`. */
  readonly memoryBudget?: number | undefined;
}

/**
 * Throws RangeError where the largest buffer of a model, all of them, or its dispatches are too
 * much for the device.
 */
export function checkFits(demand: Demand): void {
  const { limits, map, layers, largest, total, workgroups, memoryBudget } = demand;
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
  const started = limits.maxComputeWorkgroupsPerDimension;
  if (workgroups > started) {
    throw new RangeError(
      `${words} need ${workgroups} workgroups in a row, this device starts ${started}: ` +
        'make a model for each part of the layers, or of the map',
    );
  }
}
