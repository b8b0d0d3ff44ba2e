/** Device times of all compute passes that a device's encoders record. */
export interface PassTimes {
  /** Forgets what was recorded. */
  start(): void;
  /** Milliseconds of each pass since `start`, and from the first begin to the last end. */
  read(): Promise<{ readonly passes: readonly PassTime[]; readonly span: number }>;
}

export interface PassTime {
  readonly label: string;
  readonly ms: number;
}

const MOST_PASSES = 256;

/**
 * Puts timestamps around every pass from now on; the device must have the feature
 * 'timestamp-query'.
 */
export function timePasses(device: GPUDevice): PassTimes {
  const querySet = device.createQuerySet({ type: 'timestamp', count: 2 * MOST_PASSES });
  const size = 16 * MOST_PASSES;
  const resolved = device.createBuffer({ size, usage: 0x200 | 0x4 });
  const staging = device.createBuffer({ size, usage: 0x1 | 0x8 });
  let labels: string[] = [];
  const createEncoder = device.createCommandEncoder.bind(device);
  device.createCommandEncoder = (descriptor) => {
    const encoder = createEncoder(descriptor);
    const begin = encoder.beginComputePass.bind(encoder);
    encoder.beginComputePass = (passDescriptor) => {
      const i = labels.push(passDescriptor?.label ?? '') - 1;
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
      labels = [];
    },
    async read() {
      const count = Math.min(labels.length, MOST_PASSES);
      const encoder = createEncoder();
      encoder.resolveQuerySet(querySet, 0, 2 * count, resolved, 0);
      encoder.copyBufferToBuffer(resolved, 0, staging, 0, 16 * count);
      device.queue.submit([encoder.finish()]);
      await staging.mapAsync(1, 0, 16 * count);
      const stamps = new BigUint64Array(2 * count);
      stamps.set(new BigUint64Array(staging.getMappedRange(0, 16 * count)));
      staging.unmap();
      const between = (a: number, b: number): number => Number(stamps[b] - stamps[a]) / 1e6;
      const passes = labels
        .slice(0, count)
        .map((label, i) => ({ label, ms: between(2 * i, 2 * i + 1) }));
      return { passes, span: between(0, 2 * count - 1) };
    },
  };
}
