import { randomWords, refuses, sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { scanOf } from './reference.ts';
import { scanWords } from '../src/arrays.ts';
import { createScan, readBuffer, storageBuffer, uploadWords } from '../src/index.ts';
import { gridOf } from '../src/parallel/tuning.ts';
import { device, lengthsAround, WAYS } from './ways.ts';

/** Records, submits and reads `words` words of the output. */
async function run(
  scan: ReturnType<typeof createScan>,
  output: GPUBuffer,
  words: number,
): Promise<Uint32Array> {
  const encoder = device.createCommandEncoder();
  scan.encode(encoder);
  device.queue.submit([encoder.finish()]);
  return readBuffer(device, output, new Uint32Array(words));
}

for (const way of WAYS) {
  const test = suite(`scan (${way.name})`);

  test('sums what comes before, at every length around tiles (seed 11)', async () => {
    for (const length of lengthsAround(way)) {
      const input = randomWords(length, 11);
      sameArray(await scanWords(device, input, way.tuning), scanOf(input), `scan of ${length}`);
    }
  });

  test('takes an input and leaves it and what follows in the output alone', async () => {
    for (const length of [1, way.tile - 1, 2 * way.tile + 3]) {
      const input = randomWords(length, 12);
      const from = uploadWords(device, 'input', input);
      const output = uploadWords(device, 'output', new Uint32Array(length + 9).fill(77));
      const scan = createScan(device, { ...way.tuning, input: from, output, length });
      const result = await run(scan, output, length + 9);
      sameArray(result.subarray(0, length), scanOf(input), `scan of ${length}`);
      sameArray(result.subarray(length), new Uint32Array(9).fill(77), 'what follows');
      sameArray(await readBuffer(device, from, new Uint32Array(length)), input, 'input');
      for (const made of [scan, from, output]) made.destroy();
    }
  });

  test('adds up tiles itself that it finds missing (seed 16)', async () => {
    for (const length of [5 * way.tile, 6 * way.tile + 1, 31 * way.tile - 3]) {
      const input = randomWords(length, 16);
      const from = uploadWords(device, 'input', input);
      const output = storageBuffer(device, 'output', length);
      const both = { ...way.tuning, input: from, output, length };
      for (const lastFirst of [false, true]) {
        const scan = createScan(device, { ...both, lastFirst });
        for (let again = 0; again < 2; again++) {
          sameArray(await run(scan, output, length), scanOf(input), `${length}, run ${again}`);
        }
        scan.destroy();
      }
      for (const made of [from, output]) made.destroy();
    }
  });

  test('reads buffers that end in the middle of four words', async () => {
    for (const length of [1, 2, 3, 5, way.tile + 2]) {
      const input = randomWords(length, 13);
      const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST;
      const exact = device.createBuffer({ size: length * 4, usage });
      device.queue.writeBuffer(exact, 0, input);
      const scan = createScan(device, { ...way.tuning, output: exact, length });
      sameArray(await run(scan, exact, length), scanOf(input), `scan of ${length}`);
      const output = device.createBuffer({ size: length * 4, usage });
      const other = createScan(device, { ...way.tuning, input: exact, output, length });
      sameArray(await run(other, output, length), scanOf(scanOf(input)), `scan twice of ${length}`);
      for (const made of [scan, other, exact, output]) made.destroy();
    }
  });

  test('gives the same bits for every workgroup size, items and blocks', async () => {
    const input = randomWords(9000, 14);
    const expected = scanOf(input);
    for (const workgroupSize of [64, 128, 256]) {
      for (const [itemsPerInvocation, maxBlocks] of [
        [4, 1],
        [8, 5],
        [16, 100],
      ] as const) {
        const tuning = { ...way.tuning, workgroupSize, itemsPerInvocation, maxBlocks };
        for (let again = 0; again < 3; again++) {
          const what = JSON.stringify(tuning);
          sameArray(await scanWords(device, input, tuning), expected, what);
        }
      }
    }
  });

  test('follows setLength, and a length that only the GPU knows', async () => {
    const capacity = 3 * way.tile;
    const input = randomWords(capacity, 15);
    const from = uploadWords(device, 'input', input);
    const output = storageBuffer(device, 'output', capacity);
    const both = { ...way.tuning, input: from, output, length: capacity };
    const scan = createScan(device, both);
    for (const length of [way.tile + 1, 0, capacity, 5]) {
      scan.setLength(length);
      device.queue.writeBuffer(output, 0, new Uint32Array(capacity).fill(77));
      const result = await run(scan, output, capacity);
      sameArray(result.subarray(0, length), scanOf(input.subarray(0, length)), `${length}`);
      sameArray(result.subarray(length), new Uint32Array(capacity - length).fill(77), 'rest');
    }
    const counter = uploadWords(device, 'count', new Uint32Array([9, way.tile + 2, 9]));
    const lengthFrom = { buffer: counter, offset: 4 };
    const bound = createScan(device, { ...both, lengthFrom });
    device.queue.writeBuffer(output, 0, new Uint32Array(capacity).fill(77));
    const result = await run(bound, output, way.tile + 3);
    sameArray(result.subarray(0, -1), scanOf(input.subarray(0, way.tile + 2)), 'lengthFrom');
    sameArray(result.subarray(-1), [77], 'rest');
    for (const made of [scan, bound, from, output, counter]) made.destroy();
  });

  test('can be recorded many times, also into a pass of the caller', async () => {
    const output = uploadWords(device, 'output', new Uint32Array(6).fill(1));
    const scan = createScan(device, { ...way.tuning, output, length: 6 });
    const encoder = device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    scan.encode(pass);
    scan.encode(pass);
    pass.end();
    device.queue.submit([encoder.finish()]);
    sameArray(await run(scan, output, 6), [0, 0, 0, 1, 4, 10], 'three scans');
    scan.destroy();
    output.destroy();
  });

  test.run();
}

const checks = suite('createScan');

checks('refuses lengths without room and tunings that cannot work', () => {
  const output = storageBuffer(device, 'output', 8);
  const make = (options: object) => () => createScan(device, { output, length: 8, ...options });
  refuses(make({ length: 9 }), RangeError, 'scan: length is 9, output has room for 8');
  refuses(make({ length: 1.5 }), RangeError, /length is 1.5, expected a whole number/);
  const small = storageBuffer(device, 'input', 1);
  refuses(make({ input: small }), RangeError, 'scan: length is 8, input has room for 4');
  refuses(make({ workgroupSize: 48 }), RangeError, /workgroupSize is 48, expected a power of two/);
  refuses(make({ workgroupSize: 4096 }), RangeError, /workgroupSize is 4096/);
  refuses(
    make({ itemsPerInvocation: 6 }),
    RangeError,
    'scan: itemsPerInvocation is 6, expected a multiple of 4',
  );
  refuses(make({ maxBlocks: 0 }), RangeError, 'maxBlocks is 0, expected a whole number >= 1');
  const scan = createScan(device, { output, length: 8 });
  refuses(() => scan.setLength(9), RangeError, 'scan: length is 9, expected 0 to 8');
  const lengthFrom = { buffer: small, offset: 2 };
  refuses(make({ lengthFrom }), RangeError, /lengthFrom.offset is 2, expected a multiple of 4/);
  const bound = createScan(device, { output, length: 8, lengthFrom: { buffer: small } });
  refuses(() => bound.setLength(3), Error, 'scan: the length comes from lengthFrom');
  for (const made of [scan, bound, small, output]) made.destroy();
});

checks('never dispatches more workgroups than one dimension takes', () => {
  const output = storageBuffer(device, 'output', 2 ** 24);
  const tiny = { subgroups: false, workgroupSize: 32, itemsPerInvocation: 4, maxBlocks: 65_535 };
  const scan = createScan(device, { ...tiny, output, length: 2 ** 24 });
  const dispatched: number[] = [];
  const pass = {
    setPipeline() {},
    setBindGroup() {},
    dispatchWorkgroups: (n: number) => dispatched.push(n),
  };
  scan.encode(pass as unknown as GPUComputePassEncoder);
  sameArray(dispatched, [65_535, 65_535]);
  const more = createScan(device, { ...tiny, maxBlocks: 1000, output, length: 2 ** 24 });
  more.encode(pass as unknown as GPUComputePassEncoder);
  sameArray(dispatched.slice(2), [1000, 1000]);
  for (const made of [scan, more, output]) made.destroy();
});

checks('lays a workgroup per tile out in rows, as few per dimension as asked and possible', () => {
  assert.equal(gridOf(0, 3), { workgroups: 0, rows: 0 });
  assert.equal(gridOf(7, 3), { workgroups: 3, rows: 3 });
  assert.equal(gridOf(65_535, 1), { workgroups: 1, rows: 65_535 });
  assert.equal(gridOf(65_536, 1), { workgroups: 2, rows: 32_768 });
  assert.equal(gridOf(2 ** 24, 100), { workgroups: 257, rows: 65_281 });
});

checks.run();
