// What a model on a GPU takes and offers, beside what all backends do (src/types.ts).
import type { AsyncDiffusion, DiffusionOptions, PursuerOptions } from '../types.ts';
import type { GpuPursuers } from './pursuers/pursuers.ts';
import type { GpuAgentOptions, GpuAgents } from './steering/agents.ts';
import type { StepShape, StripShape } from './step/shape.ts';

export interface GpuDiffusionOptions extends DiffusionOptions {
  /**
   * Most bytes of GPU memory for the fields, factors and tables of the model; lists of goals, walks
   * and pursuers come on top. Default: the size of the largest buffer that the device allows.
   */
  readonly memoryBudget?: number;
  /**
   * How the step kernels are cut; results do not depend on it. With `height` or `ahead` they walk
   * down strips, which needs precision 'f32', storage 'f32', no corner rule but 'always', and a
   * device with subgroups of one size. Else they work on blocks; with storage 'f16' `steps` must be
   * 8. Default: measured ones. Method 'distance' takes no notice of it.
   */
  readonly tuning?: Partial<StepShape> | Partial<StripShape>;
  /**
   * How fields of precision 'f32' lie in memory. 'f16': as half floats (IEEE 754 binary16), so that
   * they take half the memory and traffic; steps are computed in f32. After every eighth step of a
   * call of `step`, `encode` or `settle`, and after its last one, every value is rounded to the
   * nearest half, of two equally near ones to the even one, by integers and f32 sums: every device
   * gives the same bits and none needs the feature `shader-f16`. How steps are split into calls
   * thus matters to the result.
   *
   * Halves go from 2^-24 to 65504, with 11 significant bits from 2^-14 on, so scent ends sooner
   * than that of f32: from one goal of strength 1024 on terrain of 0.9 some 40 cells away, with
   * rule 'heat' 28; and neighbours that differ by less than one part in 2048 may come out equal,
   * where no path leads up. Take it for goals at such distances, where many layers or large maps
   * would not fit or memory is what limits.
   *
   * `setGoals` rounds strengths to halves and refuses those below 2^-24 or above 65504, by
   * RangeError. Also refused by RangeError: precision 'log', methods 'steady' and 'distance',
   * `settle` other than `until` a number of steps (small changes are lost in rounding, and little
   * scent), `emit` and `modulate` of pursuers. Default 'f32'.
   */
  readonly storage?: 'f32' | 'f16';
}

/** Where a layer is on the device, for kernels and shaders of the caller. */
export interface ResidentField {
  readonly buffer: GPUBuffer;
  /** The byte of `buffer` at which the layer begins. */
  readonly offset: number;
  /** A row takes `pitch` times 4 cells, of which the first `width` are on the map. */
  readonly pitch: number;
  /**
   * 'f32': a vector per 4 cells, their values. 'log': two vectors per 4 cells, f32 m and i32 k of
   * the values m * 2^(96 k). Method 'distance' has 'f32': costs, `Infinity` = no path. Storage
   * 'f16' has 'f16': two words per 4 cells, two half floats each, the first cell in the low bits.
   */
  readonly precision: 'f32' | 'log' | 'f16';
}

/**
 * A model on a GPU. What all backends do is in `AsyncDiffusion`; the rest keeps fields on the
 * device.
 */
export interface GpuDiffusion extends AsyncDiffusion {
  readonly backend: 'gpu';
  /** How fields lie in memory, see `GpuDiffusionOptions`. */
  readonly storage: 'f32' | 'f16';
  /**
   * Compiles ahead what `encode` runs, while the page goes on. Without it the first `encode`
   * compiles, and a page may stand still meanwhile: half a second and more where the device is
   * software. Method 'distance' has nothing to compile ahead.
   */
  compile(): Promise<void>;
  /**
   * Records `count` steps of all layers; does not submit them and waits for nothing. Changes made
   * before this call are in effect: they go to the device at once, so submit what was recorded
   * before the next change. Where the device has no memory for the changes, it reports an
   * `uncapturederror`, and the model can no longer be used; awaited calls reject instead, and the
   * next one brings the changes again. So `await step(0)` after the first modulation of a layer. To
   * await errors of `encode` itself, call it and submit within `guarded` of @wayfield/gpu-core.
   *
   * Throws Error while another call of this model is under way, and TypeError for methods 'steady'
   * and 'distance', which have no steps: `settle` them, then record pursuers and agents.
   */
  encode(encoder: GPUCommandEncoder, count?: number): void;
  /**
   * As `DiffusionModel` says. Where pursuers that emit were put elsewhere by `encodePlace`, or
   * obstacles changed under those that move by `encode`, only the device knows at once what they
   * reach; this number follows with the next call that is awaited.
   */
  unreachable(layer: string): number;
  /** The newest field of a layer. Ask again after `encode`, `step` and `settle`, which move it. */
  resident(layer: string): ResidentField;
  /**
   * Pursuers that climb this model's fields on the device; a tick is `encode` of the model, where
   * the method has steps, and then of each group, in one encoder. Those of method 'distance' go
   * down the costs of one layer, named with a weight above 0: each goes where `next` says, and
   * stays where that is nowhere; they leave no marks.
   *
   * Rejects with TypeError and RangeError for what `createPursuers` refuses; with RangeError where
   * `modulate` needs more memory than the budget has, and for `emit` and `modulate` with storage
   * 'f16'; with Error where memory runs out.
   */
  pursuers(options: PursuerOptions): Promise<GpuPursuers>;
  /**
   * Free-moving agents on the device: a tick is `encode` of the model, where the method has steps,
   * and then of the agents, in one encoder. They do what `steer` and `moveAlong` of `AgentModel`
   * do, in f32. From the same positions, directions and positions differ from the CPU's by at most
   * 2^-12 on maps of up to 64 cells along a side, and by as much more as a map is longer; of a
   * thousand agents one may take another of two equal directions. Agents keep 2^-16 cells away from
   * obstacles, on maps of more than 64 cells along a side up to 2^-21 of that side. A free place is
   * looked for within 64 cells. With storage 'f16' equal neighbours give no heading.
   *
   * Rejects with TypeError for options of the wrong kind; with RangeError for lists of different
   * lengths, positions and speeds that are not finite, radii that are not 0 to 0.5, an unknown
   * layer; with Error where memory runs out.
   *
   * @example
   * const model = await createGpuDiffusion(device, map);
   * model.setGoals('goal', { cell: [goal] });
   * const agents = await model.agents({ x: [1, 5], y: [1, 5], radius: 0.3, speed: 0.1 });
   * model.encode(encoder, 3);
   * agents.encode(encoder);
   * device.queue.submit([encoder.finish()]);
   */
  agents(options: GpuAgentOptions): Promise<GpuAgents>;
}
