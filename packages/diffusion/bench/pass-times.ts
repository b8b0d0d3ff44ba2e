/** Device times of all compute passes that a device's encoders record. */
export interface PassTimes {
  /** Forgets what was recorded. */
  start(): void;
  /**
   * Milliseconds: the sum of the passes since `start`, and from the begin of the first to the end
   * of the last.
   */
  read(): Promise<{ readonly sum: number; readonly span: number; readonly passes: number }>;
}

const MOST_PASSES = 1024;

/**
 * Puts timestamps around every pass from now on; the device must have the feature
 * 'timestamp-query'.
 */
export function timePasses(device: GPUDevice): PassTimes {
  const querySet = device.createQuerySet({ type: 'timestamp', count: 2 * MOST_PASSES });
  const size = 16 * MOST_PASSES;
  const resolved = device.createBuffer({ size, usage: 0x200 | 0x4 });
  const staging = device.createBuffer({ size, usage: 0x1 | 0x8 });
  let passes = 0;
  const createEncoder = device.createCommandEncoder.bind(device);
  device.createCommandEncoder = (descriptor) => {
    const encoder = createEncoder(descriptor);
    const begin = encoder.beginComputePass.bind(encoder);
    encoder.beginComputePass = (passDescriptor) => {
      const i = passes++;
      if (i >= MOST_PASSES) return begin(passDescriptor);
      const timestampWrites = {
        querySet,
        beginningOfPassWriteIndex: 2 * i,
        endOfPassWriteIndex: 2 * i + 1,
      };
      return begin({ ...passDescriptor, timestampWrites });
    };
    return encoder;
  };
  return {
    start() {
      passes = 0;
    },
    async read() {
      const count = Math.min(passes, MOST_PASSES);
      const encoder = createEncoder();
      encoder.resolveQuerySet(querySet, 0, 2 * count, resolved, 0);
      encoder.copyBufferToBuffer(resolved, 0, staging, 0, 16 * count);
      device.queue.submit([encoder.finish()]);
      await staging.mapAsync(1, 0, 16 * count);
      const stamps = new BigUint64Array(2 * count);
      stamps.set(new BigUint64Array(staging.getMappedRange(0, 16 * count)));
      staging.unmap();
      let sum = 0;
      for (let i = 0; i < count; i++) sum += Number(stamps[2 * i + 1] - stamps[2 * i]) / 1e6;
      const span = Number(stamps[2 * count - 1] - stamps[0]) / 1e6;
      return { sum, span, passes };
    },
  };
}
