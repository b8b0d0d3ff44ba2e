// The GPU of a worker. The packages for it are loaded in workers that were asked for one.

/** Which GPU a worker opens. */
export interface WorkerGpu {
  /** Take a software adapter where there is no other, which is slow. Default false. */
  readonly allowSoftware?: boolean;
}

/** What a worker itself needs of a `GPUDevice`. Users of its types need no types of WebGPU. */
export interface OpenDevice {
  readonly lost: Promise<{ readonly message: string }>;
  destroy(): void;
}

/**
 * Opens the GPU that Dawn sees first.
 *
 * @throws Error where a package is missing, and where there is no adapter.
 */
export async function openDevice(gpu: WorkerGpu): Promise<OpenDevice> {
  const { requestDevice } = await import('@wayfield/gpu-core/node').catch((cause: unknown) => {
    const names = '@wayfield/gpu, @wayfield/gpu-core and webgpu';
    throw new Error(`gpu: install ${names} beside @wayfield/cluster`, { cause });
  });
  return requestDevice({ ...gpu, label: 'wayfield worker' });
}
