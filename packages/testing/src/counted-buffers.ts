/** The buffers that a device makes: which of them are alive, and one that is out of memory. */
export interface CountedBuffers {
  /** The buffers made between `begin` and `end` and not destroyed, with their bytes. */
  readonly live: ReadonlyMap<GPUBuffer, number>;
  /** The number of buffers made between `begin` and `end`. */
  readonly made: number;
  /** The bytes of all buffers in `live`. */
  heldBytes(): number;
  /** The buffer made after `at` others from now will be out of memory; -1: no buffer will. */
  fail(at: number): void;
  /** The error of `call` as text, if its buffer number `at`, from 0, is out of memory. */
  failing(at: number, call: () => Promise<unknown>): Promise<string>;
  /** Counts the buffers that the device makes from now on, until `end`. */
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
    // A buffer without a usage is invalid, as is a buffer for which there is no memory. One that is
    // larger than the limit is so, too, but Dawn would zero all of its bytes if it is mapped.
    const usage = made++ === fails ? 0 : descriptor.usage;
    const buffer = createBuffer.call(device, { ...descriptor, usage });
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
