// Bind groups of a model's dispatches, made once and kept by name until a buffer is replaced
// or the pipeline is made again, as gpu-core does after it was invalid. dispatches.ts uses them.
import { computePipeline, type Kernel, type Resources } from '@wayfield/gpu-core';

export interface BindGroups {
  /**
   * Sets the pipeline of a kernel and the group of this name, made of `resources` the first time.
   */
  set(pass: GPUComputePassEncoder, name: string, kernel: Kernel, resources: () => Resources): void;
  /** Forgets all groups, because a buffer was replaced: each is made again when it is set next. */
  clear(): void;
}

export function createBindGroups(device: GPUDevice): BindGroups {
  const known = new Map<string, { pipeline: GPUComputePipeline; group: GPUBindGroup }>();

  function make(label: string, pipeline: GPUComputePipeline, resources: Resources): GPUBindGroup {
    const layout = pipeline.getBindGroupLayout(0);
    const entries = Object.entries(resources).map(([binding, given]) => ({
      binding: Number(binding),
      resource: 'buffer' in given ? given : { buffer: given },
    }));
    return device.createBindGroup({ label, layout, entries });
  }

  return {
    set(pass, name, kernel, resources) {
      const pipeline = computePipeline(device, kernel);
      let made = known.get(name);
      if (made?.pipeline !== pipeline) {
        made = { pipeline, group: make(kernel.label, pipeline, resources()) };
        known.set(name, made);
      }
      pass.setPipeline(pipeline);
      pass.setBindGroup(0, made.group);
    },
    clear() {
      known.clear();
    },
  };
}
