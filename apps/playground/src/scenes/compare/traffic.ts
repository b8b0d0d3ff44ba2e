// Counts the bytes to and from all GPU devices of a worker.

export interface Traffic {
  /** Bytes written to buffers. */
  readonly up: number;
  /** Bytes read from mapped buffers. */
  readonly down: number;
}

const counted = { up: 0, down: 0 };
/** GPUBufferUsage.MAP_READ. */
const MAP_READ = 1;

/** Bytes since this was last asked. */
export function takeTraffic(): Traffic {
  const taken = { ...counted };
  counted.up = counted.down = 0;
  return taken;
}

/** Counts the bytes to and from a device from now on. */
export function watchTraffic(device: GPUDevice): void {
  const { queue } = device;
  const write = queue.writeBuffer.bind(queue);
  queue.writeBuffer = (...args: Parameters<typeof write>) => {
    const [, , data, from = 0, size] = args;
    const bytesPer = 'BYTES_PER_ELEMENT' in data ? Number(data.BYTES_PER_ELEMENT) : 1;
    counted.up += size === undefined ? data.byteLength - from * bytesPer : size * bytesPer;
    write(...args);
  };
  const createBuffer = device.createBuffer.bind(device);
  device.createBuffer = (descriptor) => {
    const buffer = createBuffer(descriptor);
    const mapped = buffer.getMappedRange.bind(buffer);
    buffer.getMappedRange = (offset, size) => {
      const range = mapped(offset, size);
      counted[(buffer.usage & MAP_READ) === 0 ? 'up' : 'down'] += range.byteLength;
      return range;
    };
    return buffer;
  };
}
