// What the two programs share: buffers, pipelines, launches.
import { WORKGROUP } from './neighbours.ts';

/**
 * How a step starts its eight parts. CUDA streams start kernels side by side from the device; a
 * WebGPU page can start one large dispatch, small dispatches, or small command buffers.
 */
export type Launch = 'one dispatch' | '8 dispatches' | '8 command buffers';

export const PARTS = 8;

export const partsOf = (launch: Launch): number => (launch === 'one dispatch' ? 1 : PARTS);

/** A dispatch: its pipeline, its bind group and its invocations. */
export interface Dispatch {
  readonly pipeline: GPUComputePipeline;
  readonly group: GPUBindGroup;
  readonly invocations: number;
  /** With '8 command buffers': the dispatch ends its command buffer, which is submitted. */
  readonly last?: boolean;
}

/** A program that is timed. All runs start from the same state and must give the same answer. */
export interface Task {
  /** Bytes of the neighbours. */
  readonly bytes: number;
  /** Milliseconds from the first command to the end of the work, and the steps in them. */
  run(launch: Launch): Promise<{ readonly ms: number; readonly steps: number }>;
  answer(): Promise<Uint32Array>;
  destroy(): void;
}

// flags of GPUBufferUsage, which Node does not define: STORAGE or UNIFORM, COPY_DST, COPY_SRC
const STORAGE_COPIED = 0x80 | 0x8 | 0x4;
const UNIFORM_COPIED = 0x40 | 0x8;

/** The device with the buffers of a task, which end together. */
export function createBench(device: GPUDevice) {
  const buffers: GPUBuffer[] = [];
  const make = (data: Uint32Array, usage: number): GPUBuffer => {
    const buffer = device.createBuffer({ size: Math.max(16, data.byteLength), usage });
    device.queue.writeBuffer(buffer, 0, data.buffer, data.byteOffset, data.byteLength);
    buffers.push(buffer);
    return buffer;
  };
  return {
    device,
    storage: (data: Uint32Array): GPUBuffer => make(data, STORAGE_COPIED),
    uniform: (data: readonly number[]): GPUBuffer => make(new Uint32Array(data), UNIFORM_COPIED),
    pipeline(code: string, entryPoint: string, side: number): GPUComputePipeline {
      const module = device.createShaderModule({ code });
      return device.createComputePipeline({
        layout: 'auto',
        compute: { module, entryPoint, constants: { SIDE: side } },
      });
    },
    /** `bound`: buffers by their bindings. */
    group(pipeline: GPUComputePipeline, bound: Readonly<Record<number, GPUBuffer>>): GPUBindGroup {
      const entries = Object.entries(bound).map(([binding, buffer]) => ({
        binding: Number(binding),
        resource: { buffer },
      }));
      return device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries });
    },
    /** Encodes and submits `list`: in one command buffer, or a new one after each `last`. */
    submit(list: Iterable<Dispatch>, launch: Launch): void {
      let encoder = device.createCommandEncoder();
      let pass = encoder.beginComputePass();
      for (const { pipeline, group, invocations, last } of list) {
        pass.setPipeline(pipeline);
        pass.setBindGroup(0, group);
        pass.dispatchWorkgroups(Math.ceil(invocations / WORKGROUP));
        if (!last || launch !== '8 command buffers') continue;
        pass.end();
        device.queue.submit([encoder.finish()]);
        encoder = device.createCommandEncoder();
        pass = encoder.beginComputePass();
      }
      pass.end();
      device.queue.submit([encoder.finish()]);
    },
    destroy(): void {
      for (const buffer of buffers.splice(0)) buffer.destroy();
    },
  };
}

export type Bench = ReturnType<typeof createBench>;
