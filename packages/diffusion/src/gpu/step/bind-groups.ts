// Bind groups of a model's dispatches, made once and kept by name until a buffer is replaced.
// dispatches.ts uses them.
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
  const groups = new Map<string, GPUBindGroup>();

  function make(kernel: Kernel, resources: Resources): GPUBindGroup {
    const layout = computePipeline(device, kernel).getBindGroupLayout(0);
    const entries = Object.entries(resources).map(([binding, given]) => ({
      binding: Number(binding),
      resource: 'buffer' in given ? given : { buffer: given },
    }));
    return device.createBindGroup({ label: kernel.label, layout, entries });
  }

  return {
    set(pass, name, kernel, resources) {
      let group = groups.get(name);
      if (!group) groups.set(name, (group = make(kernel, resources())));
      pass.setPipeline(computePipeline(device, kernel));
      pass.setBindGroup(0, group);
    },
    clear() {
      groups.clear();
    },
  };
}
