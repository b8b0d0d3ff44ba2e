// `field` of a model on the device: a layer, read back.
import { readBuffer } from '@wayfield/gpu-core';
import { log2OfWindowed } from '../../step/log-values.ts';
import { halfValue } from './half.ts';
import type { FieldLayout } from './layout.ts';

/** A layer of a field on the device. */
export interface FieldPlace {
  readonly field: GPUBuffer;
  readonly layer: number;
  /** Columns of the map. */
  readonly width: number;
}

/**
 * Copies a layer of a field into `out`, one entry per cell: the value, in precision 'log' its
 * binary logarithm.
 */
export async function readField(
  device: GPUDevice,
  { field, layer, width }: FieldPlace,
  layout: FieldLayout,
  out: Float32Array,
): Promise<Float32Array> {
  const words = new Uint32Array(layout.layerWords);
  await readBuffer(device, field, words, 4 * layer * layout.layerWords);
  const floats = new Float32Array(words.buffer);
  const halves = new Uint16Array(words.buffer);
  for (let v = 0, row = 0; v < out.length; row += 4 * layout.pitch) {
    if (layout.half) {
      for (let x = 0; x < width; x++, v++) out[v] = halfValue(halves[row + x]);
    } else if (layout.log) {
      for (let x = 0; x < width; x++, v++) {
        const at = 2 * row + 2 * x - (x & 3);
        out[v] = log2OfWindowed(floats[at], words[at + 4] | 0);
      }
    } else {
      out.set(floats.subarray(row, row + width), v);
      v += width;
    }
  }
  return out;
}
