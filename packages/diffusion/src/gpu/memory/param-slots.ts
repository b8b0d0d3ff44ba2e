// Sets of parameters of the kernels: see params.wgsl.ts.
import { MAX_LAYERS } from '../../constants.ts';
import { PARAM_WORDS } from './params.wgsl.ts';

const UNIFORM = 0x0040;
const COPY_DST = 0x0008;
/**
 * Bytes between two sets of parameters. A set has 4 * PARAM_WORDS = 576 bytes, and 256 is the
 * largest alignment of uniform buffers that a device may ask for. How many sets there are:
 * `SETTLE_SLOT` to `PLACE_SLOT` in src/gpu/step/engine.ts, `SLOTS` in src/gpu/distance/engine.ts.
 */
export const PARAM_STRIDE = 768;

/** What is the same in all sets; the fields are those of `Params` in params.wgsl.ts. */
export interface FixedParams {
  readonly width: number;
  readonly height: number;
  readonly pitch: number;
  readonly maskPitch: number;
  readonly layers: number;
  readonly tilesX: number;
  readonly tilesY: number;
  readonly centre: number;
}

/** What a set of parameters says beside `FixedParams`; numbers left out are 0. */
export interface ParamValues {
  readonly steps?: number;
  readonly phase?: number;
  /** Larger numbers count as 2^32 - 1. */
  readonly limit?: number;
  readonly tolerance?: number;
  readonly count?: number;
  /** The layers of the dispatch. */
  readonly layers: readonly number[];
  /** Which plane of the factors each layer has. Default: all have plane 0. */
  readonly planeOf?: readonly number[];
}

export interface ParamSlots {
  set(slot: number, values: ParamValues): void;
  /** Uniform buffer with the parameters of a slot. */
  at(slot: number): GPUBufferBinding;
  destroy(): void;
}

export function createParamSlots(device: GPUDevice, count: number, fixed: FixedParams): ParamSlots {
  const { width, height, pitch, maskPitch, layers, tilesX, tilesY, centre } = fixed;
  const buffer = device.createBuffer({
    label: 'diffusion: parameters',
    size: count * PARAM_STRIDE,
    usage: UNIFORM | COPY_DST,
  });
  return {
    set(slot, values) {
      const words = new Uint32Array(PARAM_WORDS);
      const floats = new Float32Array(words.buffer);
      const { steps = 0, phase = 0, limit = 0, tolerance = 0, planeOf = [] } = values;
      words.set([width, height, pitch, layers, tilesX, tilesY, maskPitch, steps]);
      words.set([0, phase, Math.min(limit, 0xffffffff)], 9);
      floats[12] = centre;
      floats[13] = tolerance;
      words[14] = values.layers.length;
      words[15] = values.count ?? 0;
      words.set(planeOf, 16);
      words.set(values.layers, 16 + MAX_LAYERS);
      device.queue.writeBuffer(buffer, slot * PARAM_STRIDE, words);
    },
    at: (slot) => ({ buffer, offset: slot * PARAM_STRIDE, size: PARAM_WORDS * 4 }),
    destroy() {
      buffer.destroy();
    },
  };
}
