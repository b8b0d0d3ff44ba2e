// Primitives that cannot be made leave no buffer behind, whichever check or buffer fails.
import { refuses } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  createCompact,
  createReduce,
  createScan,
  createSegmentOffsets,
  createSort,
  type Primitive,
  storageBuffer,
} from '../src/index.ts';
import { device } from './ways.ts';

interface Counted {
  readonly device: GPUDevice;
  /** Buffers that were made and not destroyed. */
  readonly live: ReadonlySet<GPUBuffer>;
}

/** The device; `failing`: the number of the buffer that cannot be made, from 0. */
function counted(failing = Infinity, mostBinding = Infinity): Counted {
  const live = new Set<GPUBuffer>();
  let made = 0;
  const createBuffer = (descriptor: GPUBufferDescriptor): GPUBuffer => {
    if (made++ === failing) throw new RangeError('no memory for a mapped buffer');
    const buffer = device.createBuffer(descriptor);
    live.add(buffer);
    const destroy = buffer.destroy.bind(buffer);
    buffer.destroy = () => {
      live.delete(buffer);
      return destroy();
    };
    return buffer;
  };
  const limits = new Proxy(device.limits, {
    get: (own, name) => {
      const value: unknown = own[name as keyof GPUSupportedLimits];
      return name === 'maxStorageBufferBindingSize' ? Math.min(Number(value), mostBinding) : value;
    },
  });
  const proxy = new Proxy(device, {
    get(own, name) {
      if (name === 'createBuffer') return createBuffer;
      if (name === 'limits') return limits;
      const value: unknown = own[name as keyof GPUDevice];
      return typeof value === 'function' ? value.bind(own) : value;
    },
  });
  return { device: proxy, live };
}

const LENGTH = 10_000;
const buffers = Array.from({ length: 4 }, (_, i) =>
  storageBuffer(device, `leftovers ${i}`, LENGTH),
);
const [a, b, c, d] = buffers;
// many tiles and blocks of little data
const small = { subgroups: false, workgroupSize: 32, itemsPerInvocation: 4 } as const;

const PRIMITIVES: Readonly<Record<string, (on: GPUDevice) => Primitive>> = {
  scan: (on) => createScan(on, { ...small, input: a, output: b, length: LENGTH }),
  reduce: (on) =>
    createReduce(on, { ...small, operation: 'add-u32', input: a, output: b, length: LENGTH }),
  compact: (on) =>
    createCompact(on, { ...small, flags: a, values: b, output: c, count: d, length: LENGTH }),
  sort: (on) => createSort(on, { ...small, keys: a, values: b, length: LENGTH }),
  segments: (on) =>
    createSegmentOffsets(on, { ...small, keys: a, segments: 100, offsets: b, length: LENGTH }),
};

const test = suite('leftovers');

for (const [name, make] of Object.entries(PRIMITIVES)) {
  test(`${name} leaves none, whichever of its buffers cannot be made`, () => {
    const whole = counted();
    const primitive = make(whole.device);
    const total = whole.live.size;
    assert.ok(total >= 3, `${total} buffers`);
    primitive.destroy();
    assert.is(whole.live.size, 0, 'after destroy');
    for (let failing = 0; failing < total; failing++) {
      const part = counted(failing);
      refuses(() => make(part.device), RangeError, 'no memory for a mapped buffer');
      assert.is(part.live.size, 0, `buffer ${failing} of ${total}`);
    }
  });
}

for (const [name, make] of Object.entries(PRIMITIVES)) {
  test(`${name} refuses a buffer of the caller that exceeds a binding`, () => {
    const { device: on, live } = counted(Infinity, 4 * LENGTH - 16);
    const text = /needs 40,000 bytes, one binding of this device holds 39,984$/;
    refuses(() => make(on), RangeError, text);
    assert.is(live.size, 0);
  });
}

test('sort leaves none where its states exceed a binding', () => {
  const { device: on, live } = counted(Infinity, 2 ** 20);
  const options = { ...small, itemsPerInvocation: 1, keys: a, values: b, length: LENGTH };
  refuses(() => createSort(on, options), RangeError, /^sort: states needs 1,282,048 bytes/);
  assert.is(live.size, 0);
});

test('segments leave none where their scan refuses the tuning', () => {
  const { device: on, live } = counted();
  const options = { ...small, itemsPerInvocation: 3, keys: a, segments: 9, offsets: b };
  refuses(
    () => createSegmentOffsets(on, { ...options, length: LENGTH }),
    RangeError,
    /itemsPerInvocation is 3, expected a multiple of 4$/,
  );
  assert.is(live.size, 0);
});

test.run();
