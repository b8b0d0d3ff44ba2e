import { readBuffer } from '@wayfield/gpu';
import { log2OfExtended } from '../extended.ts';
import { halfValue } from './half.ts';
import type { FieldLayout } from './layout.ts';

/** Copies a layer of a field into `out`, one entry per cell. */
export async function readField(
  device: GPUDevice,
  field: GPUBuffer,
  layer: number,
  width: number,
  layout: FieldLayout,
  precision: 'f32' | 'log',
  out: Float32Array,
): Promise<Float32Array> {
  const words = new Uint32Array(layout.layerWords);
  await readBuffer(device, field, words, 4 * layer * layout.layerWords);
  const floats = new Float32Array(words.buffer);
  if (layout.half) {
    const halves = new Uint16Array(words.buffer);
    for (let v = 0, row = 0; v < out.length; row += 4 * layout.pitch) {
      for (let x = 0; x < width; x++, v++) out[v] = halfValue(halves[row + x]);
    }
    return out;
  }
  for (let v = 0, row = 0; v < out.length; row += layout.pitch * (precision === 'log' ? 8 : 4)) {
    if (precision === 'f32') {
      out.set(floats.subarray(row, row + width), v);
      v += width;
      continue;
    }
    for (let x = 0; x < width; x++, v++) {
      const at = row + 2 * x - (x & 3);
      out[v] = log2OfExtended(floats[at], words[at + 4] | 0);
    }
  }
  return out;
}
