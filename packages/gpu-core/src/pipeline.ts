import { makeInScopes } from './guard.ts';
import {
  aCount,
  aDevice,
  aKernel,
  aTarget,
  someKernels,
  someResources,
  someSteps,
  someText,
} from './rules.ts';

/** A compute kernel: constant text, its entry point and the values of its overrides. */
export interface Kernel {
  readonly label: string;
  readonly code: string;
  readonly entry: string;
  readonly constants?: Readonly<Record<string, number>>;
}

/** A shader module, and its pipelines by entry point and constants. */
interface Compiled {
  /** Undefined before the first pipeline, and while all pipelines have failed. */
  module?: GPUShaderModule;
  readonly pipelines: Map<string, GPUComputePipeline>;
}

/**
 * What was compiled for a device, by code. Modules and pipelines live as long as the device:
 * kernels are few constant texts. Invalid ones are forgotten; valid ones must stay, because bind
 * groups fit only the pipeline whose layout they were made with. The key is the code alone: V8
 * hashes a constant text once, but a joined text each time.
 */
const compiled = new WeakMap<GPUDevice, Map<string, Compiled>>();

function compiledOf(device: GPUDevice, { code }: Kernel): Compiled {
  let modules = compiled.get(device);
  if (!modules) compiled.set(device, (modules = new Map()));
  let known = modules.get(code);
  if (!known) modules.set(code, (known = { pipelines: new Map() }));
  return known;
}

/**
 * Forgets a pipeline that failed; undefined: none was made. Also the module may be what is invalid,
 * unless it has another pipeline.
 */
function forget(known: Compiled, key: string, failed?: GPUComputePipeline): void {
  const { pipelines } = known;
  if (pipelines.get(key) === failed) pipelines.delete(key);
  if (pipelines.size === 0) delete known.module;
}

function keyOf({ entry, constants = {} }: Kernel): string {
  return `${entry} ${JSON.stringify(constants)}`;
}

/** Describes the pipeline of a kernel, and makes its module if there is none. */
function descriptorOf(
  device: GPUDevice,
  known: Compiled,
  { label, code, entry, constants }: Kernel,
): GPUComputePipelineDescriptor {
  const module = (known.module ??= device.createShaderModule({ label, code }));
  const compute = { module, entryPoint: entry, constants: { ...constants } };
  return { label, layout: 'auto', compute };
}

/**
 * The pipeline of a kernel, compiled at the first call with this device, code, entry point and
 * these constants. The label does not count. Errors of the compiler arrive in error scopes: see
 * `guarded`. A pipeline that failed is compiled again at the first call after its error has
 * arrived. So code that keeps a step or a bind group compares its pipeline with this one.
 */
export function computePipeline(device: GPUDevice, kernel: Kernel): GPUComputePipeline {
  aDevice(device, 'device');
  aKernel(kernel, 'kernel');
  const known = compiledOf(device, kernel);
  const key = keyOf(kernel);
  let pipeline = known.pipelines.get(key);
  if (!pipeline) {
    pipeline = makeInScopes(device, () =>
      device.createComputePipeline(descriptorOf(device, known, kernel)),
    );
    known.pipelines.set(key, pipeline);
    // asks a further call whether it failed: its own error stays in the caller's scopes
    device.pushErrorScope('validation');
    pipeline.getBindGroupLayout(0);
    device.popErrorScope().then(
      (error) => error && forget(known, key, pipeline),
      () => {}, // the device is lost
    );
  }
  return pipeline;
}

/**
 * Compiles kernels ahead of their use, in parallel and without blocking the page. Afterwards
 * `computePipeline` returns them at once; without it, the first use of a kernel may delay a frame.
 * Rejects with GPUPipelineError where a kernel cannot be compiled; a later call tries again.
 */
export async function compileKernels(device: GPUDevice, kernels: readonly Kernel[]): Promise<void> {
  aDevice(device, 'device');
  someKernels(kernels, 'kernels');
  await Promise.all(
    kernels.map(async (kernel) => {
      const known = compiledOf(device, kernel);
      const { pipelines } = known;
      const key = keyOf(kernel);
      if (pipelines.has(key)) return;
      try {
        const descriptor = descriptorOf(device, known, kernel);
        const made = await device.createComputePipelineAsync(descriptor);
        // `computePipeline` may have made this pipeline meanwhile: that one is kept
        if (!pipelines.has(key)) pipelines.set(key, made);
      } catch (error) {
        forget(known, key);
        throw error;
      }
    }),
  );
}

/** What a binding number gets: a whole buffer, or a part of it. */
export type Resources = Readonly<Record<number, GPUBuffer | GPUBufferBinding>>;

/** One dispatch, ready to be recorded. */
export interface Step {
  readonly pipeline: GPUComputePipeline;
  readonly group: GPUBindGroup;
  readonly workgroups: number;
  /** Workgroups along the second dimension. Default 1. */
  readonly rows?: number;
}

/** A kernel with its buffers (bind group 0, by binding number) and its number of workgroups. */
export function step(
  device: GPUDevice,
  kernel: Kernel,
  resources: Resources,
  workgroups: number,
): Step {
  aDevice(device, 'device');
  aKernel(kernel, 'kernel');
  someResources(resources, 'resources');
  aCount(workgroups, 'workgroups');
  const pipeline = computePipeline(device, kernel);
  const entries: GPUBindGroupEntry[] = Object.entries(resources).map(([binding, given]) => ({
    binding: Number(binding),
    resource: 'buffer' in given ? given : { buffer: given },
  }));
  const layout = pipeline.getBindGroupLayout(0);
  const group = device.createBindGroup({ label: kernel.label, layout, entries });
  return { pipeline, group, workgroups };
}

/**
 * Where commands are recorded: an encoder of the caller, or a compute pass that is already open in
 * it.
 */
export type Target = GPUCommandEncoder | GPUComputePassEncoder;

/**
 * Records the steps, in order, into the caller's pass or, given an encoder, into a pass of their
 * own.
 */
export function encodeSteps(target: Target, label: string, steps: readonly Step[]): void {
  aTarget(target, 'target');
  someText(label, 'label');
  someSteps(steps, 'steps');
  if (steps.length === 0) return;
  const own = 'beginComputePass' in target;
  const pass = own ? target.beginComputePass({ label }) : target;
  for (const { pipeline, group, workgroups, rows = 1 } of steps) {
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, group);
    pass.dispatchWorkgroups(workgroups, rows);
  }
  if (own) pass.end();
}
