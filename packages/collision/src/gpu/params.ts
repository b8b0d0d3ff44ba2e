import { PARAM_NAMES, type ParamName } from './grid/grid.wgsl.ts';

/** The uniform buffer of one search, or of updates: `Params` of grid.wgsl.ts. */
export interface Params {
  readonly buffer: GPUBuffer;
  /** Sets some words, for all that is submitted later. */
  set(values: Partial<Record<ParamName, number>>): void;
  destroy(): void;
}

const UNIFORM_COPY_DST = 0x0040 | 0x0008;
const place = new Map(PARAM_NAMES.map((name, i) => [name, i]));

export function createParams(device: GPUDevice, label: string): Params {
  const words = new Uint32Array(PARAM_NAMES.length);
  const buffer = device.createBuffer({ label, size: words.byteLength, usage: UNIFORM_COPY_DST });
  return {
    buffer,
    set(values) {
      let changed = false;
      for (const [name, value] of Object.entries(values)) {
        const at = place.get(name as ParamName)!;
        changed ||= words[at] !== value >>> 0;
        words[at] = value;
      }
      if (changed) device.queue.writeBuffer(buffer, 0, words);
    },
    destroy: () => buffer.destroy(),
  };
}

const float = new Float32Array(1);
const bits = new Uint32Array(float.buffer);

/** The bits of an f32, as `Params` takes them. */
export function floatBits(value: number): number {
  float[0] = value;
  return bits[0];
}
