// The buffers that tests make on their device: how many there are, and one that finds no memory.
import { device } from './gpu-device.ts';

/** Bytes of the buffers made on the device and not destroyed since. */
export const live = new Map<GPUBuffer, number>();

/** `made`: how many buffers were made. `fails`: the number of the buffer that fails, from 0. */
export const buffers = { made: 0, fails: -1 };

export const heldBytes = (): number => [...live.values()].reduce((sum, size) => sum + size, 0);

const { createBuffer } = device;

/** From now on buffers are counted. */
export function countBuffers(): void {
  device.createBuffer = (descriptor) => {
    // a buffer larger than the limit is invalid, as is a buffer that finds no memory
    const fails = buffers.made++ === buffers.fails;
    const size = fails ? 2 * device.limits.maxBufferSize : descriptor.size;
    const buffer = createBuffer.call(device, { ...descriptor, size });
    const destroy = buffer.destroy.bind(buffer);
    live.set(buffer, descriptor.size);
    buffer.destroy = () => {
      live.delete(buffer);
      destroy();
    };
    return buffer;
  };
}

export function stopCounting(): void {
  device.createBuffer = createBuffer;
}

/** What `call` rejects with if the buffer that it makes `at` buffers from now finds no memory. */
export async function failing(at: number, call: () => Promise<unknown>): Promise<string> {
  buffers.fails = buffers.made + at;
  try {
    await call();
    return 'it came to its end';
  } catch (error) {
    return String(error);
  } finally {
    buffers.fails = -1;
  }
}
