// Times the work of a solver on its device from outside: every call that matters passes through the
// device, so the solver need not know.

/** Milliseconds of one piece of work. The three parts add up to the wall time. */
export interface GpuTimes {
  readonly wall: number;
  /** Until commands are submitted: checks, writes to the device, recording. */
  readonly upload: number;
  /** From a submit until the results can be read: kernels, and their copies on the device. */
  readonly kernels: number;
  /** From the read-back until the next submit, or the end: results into the caller's arrays. */
  readonly readBack: number;
  /** Sum over all compute passes by timestamp queries; NaN without them. */
  readonly device: number;
}

/** Measures one piece of work after another. */
export interface Meter {
  measure<T>(work: () => Promise<T>): Promise<{ value: T; times: GpuTimes }>;
}

type Phase = 'upload' | 'kernels' | 'readBack';

/**
 * The most passes with timestamps in one piece of work: a query set of WebGPU has at most 4,096
 * queries, two per pass. With more passes the device time is NaN.
 */
const PASSES = 2048;
const QUERY_RESOLVE = 0x200;
const [MAP_READ, COPY_SRC, COPY_DST] = [0x1, 0x4, 0x8];

/**
 * A meter of everything done with `device` from now on, so it is made before the solvers. It
 * replaces three methods of the device and its queue, for as long as the device lives.
 */
export function createMeter(device: GPUDevice): Meter {
  const stamped = device.features.has('timestamp-query');
  const querySet = stamped && device.createQuerySet({ type: 'timestamp', count: 2 * PASSES });
  let passes = 0;
  let running = false;
  let phase: Phase = 'upload';
  let since = 0;
  let spent = { upload: 0, kernels: 0, readBack: 0 };

  function enter(next: Phase): void {
    const now = performance.now();
    spent[phase] += now - since;
    since = now;
    phase = next;
  }

  const { queue } = device;
  const submit = queue.submit.bind(queue);
  queue.submit = (commands) => {
    submit(commands);
    if (running && phase !== 'kernels') enter('kernels');
  };
  const createBuffer = device.createBuffer.bind(device);
  device.createBuffer = (descriptor) => {
    const buffer = createBuffer(descriptor);
    const mapAsync = buffer.mapAsync.bind(buffer);
    buffer.mapAsync = async (...range) => {
      await mapAsync(...range);
      if (running) enter('readBack');
    };
    return buffer;
  };
  const createCommandEncoder = device.createCommandEncoder.bind(device);
  device.createCommandEncoder = (descriptor) => {
    const encoder = createCommandEncoder(descriptor);
    if (!running || !querySet) return encoder;
    const begin = encoder.beginComputePass.bind(encoder);
    encoder.beginComputePass = (options) => {
      const pass = passes++;
      if (pass >= PASSES) return begin(options);
      const timestampWrites = {
        querySet,
        beginningOfPassWriteIndex: 2 * pass,
        endOfPassWriteIndex: 2 * pass + 1,
      };
      return begin({ ...options, timestampWrites });
    };
    return encoder;
  };

  return {
    async measure(work) {
      passes = 0;
      spent = { upload: 0, kernels: 0, readBack: 0 };
      phase = 'upload';
      running = true;
      const begun = (since = performance.now());
      let value;
      try {
        value = await work();
      } finally {
        // adds the time since the last change of phase to the phase in which the work ended
        enter('upload');
        running = false;
      }
      const wall = since - begun;
      const measured = querySet && passes <= PASSES;
      const device_ = measured ? sum(await readIntervals(device, querySet, passes)) / 1000 : NaN;
      return { value, times: { wall, ...spent, device: device_ } };
    },
  };
}

const sum = (times: readonly number[]): number => times.reduce((a, b) => a + b, 0);

/** The length of each pair of timestamps, in microseconds. */
export async function readIntervals(
  device: GPUDevice,
  set: GPUQuerySet,
  pairs: number,
): Promise<number[]> {
  if (pairs === 0) return [];
  const size = pairs * 16;
  const resolved = device.createBuffer({ size, usage: QUERY_RESOLVE | COPY_SRC });
  const staging = device.createBuffer({ size, usage: MAP_READ | COPY_DST });
  const encoder = device.createCommandEncoder();
  encoder.resolveQuerySet(set, 0, pairs * 2, resolved, 0);
  encoder.copyBufferToBuffer(resolved, 0, staging, 0, size);
  device.queue.submit([encoder.finish()]);
  await staging.mapAsync(1);
  const stamps = new BigUint64Array(pairs * 2);
  stamps.set(new BigUint64Array(staging.getMappedRange()));
  staging.unmap();
  staging.destroy();
  resolved.destroy();
  return Array.from({ length: pairs }, (_, i) => Number(stamps[2 * i + 1] - stamps[2 * i]) / 1000);
}
