// What a solver launches on its device, recorded from outside.

/** The launches of the kernel with most invocations. */
export interface Launches {
  /** Invocations of a workgroup. */
  readonly threads: number;
  /** Workgroups of the largest dispatch. */
  readonly blocks: number;
  /** Dispatches. */
  readonly launches: number;
}

export interface LaunchRecorder {
  /** Forgets what was recorded. */
  clear(): void;
  /** Undefined where nothing was dispatched by a kernel that names its workgroup size. */
  largest(): Launches | undefined;
}

/** The constant by which kernels of `@wayfield/gpu` are told their workgroup size. */
const SIZE = 'WORKGROUP_SIZE';

/** Pipelines are kept per device, so a second recorder finds those that a first one saw. */
const sizes = new WeakMap<GPUComputePipeline, number>();

/**
 * Records the dispatches of all pipelines that are made from now on, or that another recorder saw.
 * It replaces methods of the device for as long as the device lives. Dispatches whose size the
 * device computes are left out.
 */
export function recordLaunches(device: GPUDevice): LaunchRecorder {
  const made = new Map<GPUComputePipeline, { blocks: number; launches: number; all: number }>();
  const note = ({ compute }: GPUComputePipelineDescriptor, pipeline: GPUComputePipeline): void => {
    const size = compute.constants?.[SIZE];
    if (size !== undefined) sizes.set(pipeline, size);
  };
  const make = device.createComputePipeline.bind(device);
  device.createComputePipeline = (descriptor) => {
    const pipeline = make(descriptor);
    note(descriptor, pipeline);
    return pipeline;
  };
  const makeAsync = device.createComputePipelineAsync.bind(device);
  device.createComputePipelineAsync = async (descriptor) => {
    const pipeline = await makeAsync(descriptor);
    note(descriptor, pipeline);
    return pipeline;
  };
  const encode = device.createCommandEncoder.bind(device);
  device.createCommandEncoder = (descriptor) => {
    const encoder = encode(descriptor);
    const begin = encoder.beginComputePass.bind(encoder);
    encoder.beginComputePass = (passDescriptor) => {
      const pass = begin(passDescriptor);
      let current: GPUComputePipeline | undefined;
      const set = pass.setPipeline.bind(pass);
      pass.setPipeline = (pipeline) => {
        current = pipeline;
        set(pipeline);
      };
      const dispatch = pass.dispatchWorkgroups.bind(pass);
      pass.dispatchWorkgroups = (x, y = 1, z = 1) => {
        dispatch(x, y, z);
        if (!current || !sizes.has(current)) return;
        const groups = x * y * z;
        const { blocks = 0, launches = 0, all = 0 } = made.get(current) ?? {};
        made.set(current, {
          blocks: Math.max(blocks, groups),
          launches: launches + 1,
          all: all + groups * sizes.get(current)!,
        });
      };
      return pass;
    };
    return encoder;
  };
  return {
    clear: () => made.clear(),
    largest() {
      const [first] = [...made].sort(([, a], [, b]) => b.all - a.all);
      if (!first) return undefined;
      const [pipeline, { blocks, launches }] = first;
      return { threads: sizes.get(pipeline)!, blocks, launches };
    },
  };
}
