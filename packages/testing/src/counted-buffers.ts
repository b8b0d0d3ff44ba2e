/** The buffers that a device makes: which of them live, and one that finds no memory. */
export interface CountedBuffers {
  /** Bytes of the buffers made and not destroyed since `begin`. */
  readonly live: ReadonlyMap<GPUBuffer, number>;
  /** How many buffers were made. */
  readonly made: number;
  heldBytes(): number;
  /** The buffer that is made `at` buffers from now finds no memory; -1: none does. */
  fail(at: number): void;
  /** What `call` rejects with if the buffer that it makes `at` buffers from now finds no memory. */
  failing(at: number, call: () => Promise<unknown>): Promise<string>;
  /** From now on buffers of the device are counted. */
  begin(): void;
  end(): void;
}

export function countBuffers(device: GPUDevice): CountedBuffers {
  const live = new Map<GPUBuffer, number>();
  const { createBuffer } = device;
  let made = 0;
  let fails = -1;

  function fail(at: number): void {
    fails = at < 0 ? -1 : made + at;
  }

  function count(descriptor: GPUBufferDescriptor): GPUBuffer {
    // a buffer larger than the limit is invalid, as is a buffer that finds no memory
    const size = made++ === fails ? 2 * device.limits.maxBufferSize : descriptor.size;
    const buffer = createBuffer.call(device, { ...descriptor, size });
    const destroy = buffer.destroy.bind(buffer);
    live.set(buffer, descriptor.size);
    buffer.destroy = () => {
      live.delete(buffer);
      return destroy();
    };
    return buffer;
  }

  return {
    live,
    get made() {
      return made;
    },
    heldBytes: () => [...live.values()].reduce((sum, size) => sum + size, 0),
    fail,
    async failing(at, call) {
      fail(at);
      try {
        await call();
        return 'it came to its end';
      } catch (error) {
        return String(error);
      } finally {
        fail(-1);
      }
    },
    begin() {
      device.createBuffer = count;
    },
    end() {
      device.createBuffer = createBuffer;
    },
  };
}
