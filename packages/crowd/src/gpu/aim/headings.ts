// `createHeadings`: headings of a field on the device, for `aim`. The kernel: headings.wgsl.ts.
import {
  checkOptions,
  flag,
  object,
  oneOf,
  type OptionRules,
  refuse,
  type Rule,
  whole,
} from '@wayfield/check';
import {
  compileKernels,
  encodeSteps,
  filledBuffer,
  type Step,
  step,
  storageBuffer,
  type Target,
} from '@wayfield/gpu-core';
import { aBuffer, aDevice, aTarget, makeGuarded } from '@wayfield/gpu-core/internal';
import { createDestroyGuard } from '@wayfield/wasm';
import { headingsWgsl, SHAPE_WORDS } from './headings.wgsl.ts';

/** A layer of a field on the device, as `resident` of a model of @wayfield/diffusion gives it. */
export interface HeadingField {
  /** Rows of `pitch` times 4 f32; the layer begins at byte `offset`. */
  readonly buffer: GPUBuffer;
  readonly offset: number;
  readonly pitch: number;
  /** A field of another precision is refused. */
  readonly precision: 'f32' | 'log' | 'f16';
}

export interface HeadingOptions {
  /** Cells of the field along x. */
  readonly width: number;
  /** Cells of the field along y. */
  readonly height: number;
  /** Layers that there is room for. Default 1. */
  readonly layers?: number | undefined;
  /** What the field holds: scents, or the costs of method 'distance'. Default 'scent'. */
  readonly values?: 'scent' | 'cost' | undefined;
  /** Whether diagonal neighbours count, as in a model with 8 neighbours. Default false. */
  readonly diagonals?: boolean | undefined;
}

/** What writes headings of a field: the uniform, and the step with the buffer that it has bound. */
interface Known {
  readonly uniform: GPUBuffer;
  readonly field: GPUBuffer;
  readonly step: Step;
}

/** Headings of fields, on the device: for the aim of a crowd. */
export interface Headings {
  /** Two f32 per cell, row by row and layer by layer: 0 until `encode` has been submitted. */
  readonly buffer: GPUBuffer;
  readonly memoryBytes: number;
  /**
   * Records the headings of a field into layer `layer`, by default the first. `offset` of the field
   * must be a multiple of 4.
   */
  encode(target: Target, field: HeadingField, layer?: number): void;
  /** Frees the memory; later calls of `encode` throw. */
  destroy(): void;
}

const UNIFORM_COPY_DST = 0x0040 | 0x0008;
const side: Rule = /* @__PURE__ */ whole(1, 65_536);
const OPTIONS: OptionRules = {
  width: side,
  height: side,
  layers: side,
  values: /* @__PURE__ */ oneOf('scent', 'cost'),
  diagonals: flag,
};
const someSize: Rule = /* @__PURE__ */ object({ width: side, height: side }, 'HeadingOptions');
const aField: Rule = /* @__PURE__ */ object(
  {
    buffer: aBuffer,
    pitch: side,
    precision: /* @__PURE__ */ oneOf('f32'),
  },
  'a field of precision f32',
);
const aByte: Rule = /* @__PURE__ */ whole(0, 2 ** 40);
const aLayer: Rule = /* @__PURE__ */ whole(0, 65_535);

/**
 * Headings for `aim`, by upwind differences of the first order (Rouy and Tourin, 1992). Rejects
 * with RangeError for sizes out of range, with Error if memory runs out or the device is lost.
 *
 * @example
 * const crowd = await createGpuCrowd(device, {}, { capacity: 1000 });
 * const model = await createGpuDiffusion(device, map, { method: 'distance' });
 * model.setGoals('goal', { cell: [width * height - 1] });
 * await model.settle();
 * const headings = await createHeadings(device, { width, height, values: 'cost' });
 * headings.encode(encoder, model.resident('goal'));
 * device.queue.submit([encoder.finish()]);
 * crowd.aim({ headings: headings.buffer, width, height, cellSize: 0.5 });
 * crowd.add({ x: 1, y: 1 });
 * await crowd.step(1 / 60);
 */
export async function createHeadings(
  device: GPUDevice,
  options: HeadingOptions,
): Promise<Headings> {
  aDevice(device, 'device');
  someSize(options, 'options');
  checkOptions('createHeadings', options, OPTIONS);
  const { width, height, layers = 1, values = 'scent', diagonals = false } = options;
  const kernel = { label: 'crowd: headings', code: headingsWgsl, entry: 'bakeHeadings' };
  await compileKernels(device, [kernel]);
  const cells = width * height;
  const buffer = await makeGuarded(device, 'headings', (keep) =>
    keep(storageBuffer(device, 'crowd: headings', 2 * cells * layers)),
  );
  const guard = createDestroyGuard('headings');
  /** The last step of each offset, pitch and layer. A model may move its fields between buffers. */
  const known = new Map<string, Known>();

  function stepOf({ buffer: field, offset, pitch }: HeadingField, layer: number): Step {
    const key = `${offset} ${pitch} ${layer}`;
    const before = known.get(key);
    if (before?.field === field) return before.step;
    const words = new Uint32Array(SHAPE_WORDS);
    words.set([width, height, pitch, offset / 4, cells * layer]);
    words[5] = values === 'cost' ? 1 : 0;
    words[6] = diagonals ? 1 : 0;
    const uniform =
      before?.uniform ?? filledBuffer(device, 'crowd: shape of a field', words, UNIFORM_COPY_DST);
    const workgroups = Math.min(65_535, Math.ceil(cells / 256));
    const made = step(device, kernel, { 0: uniform, 1: field, 2: buffer }, workgroups);
    known.set(key, { uniform, field, step: made });
    return made;
  }

  return {
    buffer,
    get memoryBytes() {
      return buffer.size;
    },
    encode(target, field, layer = 0) {
      guard.check();
      aTarget(target, 'target');
      aField(field, 'field');
      aByte(field.offset, 'offset (bytes)');
      if (field.offset % 4 !== 0) refuse('offset (bytes)', field.offset, 'a multiple of 4');
      aLayer(layer, 'layer');
      if (layer >= layers) refuse('layer', layer, `below layers, ${layers}`);
      const bytes = field.offset + 16 * field.pitch * height;
      if (4 * field.pitch < width) refuse('field.pitch', field.pitch, `at least ${width} / 4`);
      if (field.buffer.size < bytes) {
        refuse('field.buffer.size', field.buffer.size, `at least ${bytes} bytes`);
      }
      encodeSteps(target, 'crowd: headings', [stepOf(field, layer)]);
    },
    destroy() {
      if (!guard.end()) return;
      buffer.destroy();
      for (const { uniform } of known.values()) uniform.destroy();
    },
  };
}
