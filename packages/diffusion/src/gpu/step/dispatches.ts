// The dispatches of a model: steps and tests, bound to its buffers.
import type { Resources } from '@wayfield/gpu-core';
import { createBindGroups } from './bind-groups.ts';
import { carefulWorkgroups } from './careful.wgsl.ts';
import type { Counted, ModelKernels, TestName } from './kernels.ts';
import type { Cut } from './shape.ts';

/** The buffers that dispatches read and write. */
export interface StepBuffers {
  readonly fields: readonly GPUBuffer[];
  readonly masks: GPUBuffer;
  readonly flags: GPUBuffer;
  readonly control: GPUBuffer;
  /** May be replaced: call `rebind` then. */
  factors(): GPUBuffer;
  params(slot: number): GPUBufferBinding;
}

export interface Dispatches {
  /**
   * Records the dispatch of a step kernel with the parameters of a slot. In precision 'log' also
   * records the dispatches of the kernels for the tiles that the first kernel leaves.
   */
  encodeStep(pass: GPUComputePassEncoder, step: StepDispatch): void;
  /** Records a test of edit.wgsl.ts on the field of this parity. */
  encodeTest(pass: GPUComputePassEncoder, entry: TestName, on: Omit<StepDispatch, 'counted'>): void;
  /** Makes all bind groups again, because the buffer of factors was replaced. */
  rebind(): void;
}

export interface StepDispatch {
  readonly counted: Counted;
  readonly slot: number;
  /** The field that is read. */
  readonly parity: number;
  /** How many layers the slot names. */
  readonly layers: number;
}

/** How many workgroups the dispatches need. */
export interface DispatchGrid {
  readonly tilesX: number;
  readonly tilesY: number;
  /** Vectors of 4 cells in a layer. */
  readonly vectors: number;
}

export function createDispatches(
  device: GPUDevice,
  kernels: ModelKernels,
  buffers: StepBuffers,
  cut: Cut,
  { tilesX, tilesY, vectors }: DispatchGrid,
): Dispatches {
  const { fields, masks, flags, control } = buffers;
  const groups = createBindGroups(device);
  const log = cut.precision === 'log';
  const tiles = tilesX * tilesY;

  return {
    encodeStep(pass, { counted, slot, parity, layers }) {
      const name = `${counted} ${slot} ${parity}`;
      const shared = (): Resources => ({
        0: buffers.params(slot),
        1: buffers.factors(),
        2: fields[parity],
        3: fields[1 - parity],
        4: masks,
        ...(counted === 'host' && !log ? {} : { 6: control }),
      });
      const withFlags = (): Resources => ({ ...shared(), 5: flags });
      groups.set(pass, name, kernels.step(counted), withFlags);
      pass.dispatchWorkgroups(layers * tilesX, tilesY);
      if (!log) return;
      if (cut.tilted) {
        groups.set(pass, `listed ${name}`, kernels.listed(counted), withFlags);
        pass.dispatchWorkgroups(layers * tilesX, tilesY);
      }
      groups.set(pass, `careful ${name}`, kernels.careful(counted), shared);
      pass.dispatchWorkgroups(carefulWorkgroups(cut.blocks!, layers * tiles));
    },
    encodeTest(pass, entry, { slot, parity, layers }) {
      const ofLayers = entry === 'judge' || entry === 'stall';
      groups.set(pass, `${entry} ${slot} ${parity}`, kernels.test(entry), () => ({
        0: buffers.params(slot),
        ...(ofLayers ? {} : { 1: fields[parity] }),
        ...(entry === 'clear' || entry === 'lack' ? { 2: masks } : {}),
        ...(entry === 'clear' ? {} : { 3: control }),
        ...(entry === 'compare' ? { 4: fields[1 - parity] } : {}),
      }));
      if (ofLayers) pass.dispatchWorkgroups(1);
      else pass.dispatchWorkgroups(Math.min(1024, Math.ceil(vectors / 256)), layers);
    },
    rebind: groups.clear,
  };
}
