import { computePipeline, type Kernel, type Resources, type Step, step } from '@wayfield/gpu-core';

/**
 * Returns the step of a kernel: a new one only if one of its buffers is not that of the last step,
 * or if gpu-core has made the pipeline again because the last one was invalid.
 */
export type MakeStep = (kernel: Kernel, resources: Resources, workgroups: number) => Step;

/** The cache knows kernels by their labels. */
export function createStepCache(device: GPUDevice): MakeStep {
  const known = new Map<string, { readonly resources: Resources; readonly step: Step }>();
  return (kernel, resources, workgroups) => {
    const old = known.get(kernel.label);
    const same = old && sameResources(old.resources, resources);
    if (same && old.step.pipeline === computePipeline(device, kernel)) {
      return { ...old.step, workgroups };
    }
    const made = step(device, kernel, resources, workgroups);
    known.set(kernel.label, { resources, step: made });
    return made;
  };
}

function sameResources(a: Resources, b: Resources): boolean {
  for (const binding in b) if (a[binding] !== b[binding]) return false;
  return true;
}

/** Workgroups for `items`, `size` of them per workgroup. Kernels loop if `most` is too few. */
export function workgroupsFor(items: number, size: number, most = 65_535): number {
  return Math.max(1, Math.min(Math.ceil(items / size), most));
}
