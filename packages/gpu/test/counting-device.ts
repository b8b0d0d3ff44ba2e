// Devices that differ from the tests' device in what they report, or in some of their properties.
import { device } from './device.ts';

/** The same device, with some of its properties replaced. */
export function deviceWith(replaced: Partial<Record<keyof GPUDevice, unknown>>): GPUDevice {
  return new Proxy(device, {
    get(target, name) {
      if (name in replaced) return replaced[name as keyof GPUDevice];
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

/**
 * A device that knows how many bytes its buffers have; `onBuffer` is told of each new one. `before`
 * is called ahead of each: it may throw, or change what is made.
 */
export function countingDevice(
  onBuffer?: () => void,
  before = (descriptor: GPUBufferDescriptor): GPUBufferDescriptor => descriptor,
): {
  counting: GPUDevice;
  bytes: () => number;
} {
  let bytes = 0;
  const createBuffer = (descriptor: GPUBufferDescriptor): GPUBuffer => {
    const buffer = device.createBuffer(before(descriptor));
    let alive = true;
    bytes += buffer.size;
    const destroy = buffer.destroy.bind(buffer);
    buffer.destroy = () => {
      if (alive) bytes -= buffer.size;
      alive = false;
      destroy();
    };
    onBuffer?.();
    return buffer;
  };
  return { counting: deviceWith({ createBuffer }), bytes: () => bytes };
}
