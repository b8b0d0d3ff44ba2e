// Arrays on the device. Each keeps its buffer while it fits, and is uploaded when it changes.
import { countTransfer } from '../common/transfers.ts';
import type { Rgba } from './colours.ts';

// GPUBufferUsage.COPY_DST and STORAGE: Node has no GPUBufferUsage
export const COPY_DST = 0x0008;
const STORAGE = 0x0080;

export type UploadArray = Uint8Array | Uint32Array | Float32Array;

interface Upload {
  readonly buffer: GPUBuffer;
  version: number;
}

export interface Uploads {
  /**
   * The buffer of an array, which is uploaded when `version` changes. `owner` is the key of the
   * buffer: another array may take the place of `data` under the same key.
   */
  of(owner: object, data: UploadArray, version: number): GPUBuffer;
  /** The buffer with the copy of an array, which is its key. A GPUBuffer is returned as it is. */
  bound(data: Uint32Array | Float32Array | GPUBuffer, version: number): GPUBuffer;
  /** The buffer of an array that never changes. */
  constant(data: Uint32Array): GPUBuffer;
}

/** A buffer whose size is a multiple of 16 bytes. */
export const makeBuffer = (device: GPUDevice, bytes: number, usage: number): GPUBuffer =>
  device.createBuffer({
    label: 'playground',
    size: Math.max(16, Math.ceil(bytes / 16) * 16),
    usage,
  });

export function createUploads(device: GPUDevice): Uploads {
  const uploads = new WeakMap<object, Upload>();

  function write(buffer: GPUBuffer, data: UploadArray): void {
    countTransfer(data.byteLength);
    // writeBuffer takes multiples of 4 bytes only
    const whole = data.byteLength & ~3;
    device.queue.writeBuffer(buffer, 0, data.buffer, data.byteOffset, whole);
    if (whole === data.byteLength) return;
    const rest = new Uint8Array(4);
    rest.set(new Uint8Array(data.buffer, data.byteOffset + whole, data.byteLength - whole));
    device.queue.writeBuffer(buffer, whole, rest);
  }
  function of(owner: object, data: UploadArray, version: number): GPUBuffer {
    let upload = uploads.get(owner);
    if (!upload || upload.buffer.size < data.byteLength) {
      upload?.buffer.destroy();
      const buffer = makeBuffer(device, data.byteLength, STORAGE | COPY_DST);
      upload = { buffer, version: NaN };
      uploads.set(owner, upload);
    }
    if (upload.version !== version) {
      upload.version = version;
      write(upload.buffer, data);
    }
    return upload.buffer;
  }

  return {
    of,
    bound: (data, version) => (ArrayBuffer.isView(data) ? of(data, data, version) : data),
    constant: (data) => of(data, data, 0),
  };
}

const arrays = new WeakMap<readonly Rgba[], Uint32Array>();

/** Colours as words. Cached per list of colours, so that each list is uploaded once. */
export function colourArray(colours: readonly Rgba[]): Uint32Array {
  let array = arrays.get(colours);
  if (!array) {
    array = Uint32Array.from(colours);
    arrays.set(colours, array);
  }
  return array;
}
