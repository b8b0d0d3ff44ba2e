// What a solver launches on a device of its own: threads, blocks and launches, as the study's
// window and its CSV name them.

/** Threads per block, blocks per launch, launches: of the kernel with most threads. */
export type Launch = readonly [threads: number, blocks: number, launches: number];

export interface Launches {
  /** The launches since the last call; undefined where there was none. */
  take(): Launch | undefined;
}

/** The constant by which kernels of `@wayfield/gpu` are told their workgroup size. */
const SIZE = 'WORKGROUP_SIZE';

/**
 * Replaces methods of the device, for as long as the device lives. Made before the first pipeline.
 * Dispatches whose size the device computes are left out.
 */
export function watchLaunches(device: GPUDevice): Launches {
  const sizes = new WeakMap<GPUComputePipeline, number>();
  let seen = new Map<GPUComputePipeline, { blocks: number; launches: number; all: number }>();
  const note = (
    { compute }: GPUComputePipelineDescriptor,
    pipeline: GPUComputePipeline,
  ): GPUComputePipeline => {
    const size = compute.constants?.[SIZE];
    if (size !== undefined) sizes.set(pipeline, size);
    return pipeline;
  };
  const make = device.createComputePipeline.bind(device);
  device.createComputePipeline = (descriptor) => note(descriptor, make(descriptor));
  const makeLater = device.createComputePipelineAsync.bind(device);
  device.createComputePipelineAsync = async (descriptor) =>
    note(descriptor, await makeLater(descriptor));
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
        const size = current && sizes.get(current);
        if (!current || size === undefined) return;
        const groups = x * y * z;
        const { blocks = 0, launches = 0, all = 0 } = seen.get(current) ?? {};
        seen.set(current, {
          blocks: Math.max(blocks, groups),
          launches: launches + 1,
          all: all + groups * size,
        });
      };
      return pass;
    };
    return encoder;
  };
  return {
    take() {
      const [first] = [...seen].sort(([, a], [, b]) => b.all - a.all);
      seen = new Map();
      return first && [sizes.get(first[0])!, first[1].blocks, first[1].launches];
    },
  };
}
