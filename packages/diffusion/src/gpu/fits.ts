import { defaultMemoryBudget, largestBinding } from '@wayfield/gpu';
import type { DiffusionMap } from '../types.ts';

/** Throws RangeError where the largest buffer of a model, or all of them (bytes), are too much for the device. */
export function checkFits(
  limits: GPUSupportedLimits,
  { width, height }: DiffusionMap,
  layers: number,
  largest: number,
  total: number,
  budget: number = 2 * defaultMemoryBudget(limits),
): void {
  const words = `${layers} layer${layers === 1 ? '' : 's'} of ${width} x ${height} cells`;
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
