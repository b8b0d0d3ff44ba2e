import { randomWords, refuses, sameArray } from '@wayfield/testing';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { orderOf } from './reference.ts';
import { sortPairs } from '../src/arrays.ts';
import { createSort, readBuffer, storageBuffer, uploadWords } from '../src/index.ts';
import { device, lengthsAround, SORT_WAYS, type Way } from './ways.ts';

/**
 * Sorts keys with their indices as values and compares with the CPU: equal keys keep their order.
 */
async function check(way: Way, keys: Uint32Array, what: string, bits = {}): Promise<void> {
  const values = Uint32Array.from(keys, (_, i) => i);
  const sorted = await sortPairs(device, keys, values, { ...way.tuning, ...bits });
  const { firstBit = 0, endBit = 32 } = bits as { firstBit?: number; endBit?: number };
  const order = orderOf(keys, firstBit, endBit);
  sameArray(sorted.values, order, `values of ${what}`);
  sameArray(
    sorted.keys,
    Uint32Array.from(order, (i) => keys[i]),
    `keys of ${what}`,
  );
}

const fill = (length: number, key: (i: number) => number): Uint32Array =>
  Uint32Array.from({ length }, (_, i) => key(i));

/** Keys on which a counting sort goes wrong first. */
const PATTERNS: readonly [name: string, key: (i: number, length: number) => number][] = [
  ['all equal', () => 0x01020304],
  ['all the largest, like padding', () => 0xffffffff],
  ['sorted', (i) => i * 3],
  ['reversed', (i, length) => length - i],
  ['two digits in turn', (i) => (i % 2) * 0xffffffff],
  ['the highest byte only', (i) => (i * 0x9d000000) >>> 0],
  ['runs as long as a subgroup', (i) => i >> 5],
  ['each digit once in a row', (i) => i & 255],
  ['digits that descend with every element', (i) => (255 - (i & 255)) * 0x01010101],
  ['one that is different', (i, length) => (i === length - 1 ? 0 : 5)],
];

for (const way of SORT_WAYS) {
  const test = suite(`sort (${way.name})`);

  test('sorts random pairs, at every length around tiles (seed 41)', async () => {
    for (const length of lengthsAround(way)) {
      await check(way, randomWords(length, 41), `${length} random`);
      await check(way, randomWords(length, 42, 3), `${length} with few keys`);
    }
  });

  for (const [name, key] of PATTERNS) {
    test(`sorts ${name}`, async () => {
      for (const length of [way.tile, 3 * way.tile + 7]) {
        const keys = fill(length, (i) => key(i, length));
        await check(way, keys, `${length}`);
      }
    });
  }

  test('looks at the chosen bits only, for odd and even numbers of passes (seed 43)', async () => {
    for (const length of [way.tile - 1, 2 * way.tile + 5]) {
      const keys = randomWords(length, 43);
      for (const [firstBit, endBit] of [
        [0, 8],
        [5, 6],
        [3, 20],
        [8, 32],
        [31, 32],
        [7, 7],
      ]) {
        const what = `bits ${firstBit} to ${endBit} of ${length}`;
        await check(way, keys, what, { firstBit, endBit });
      }
    }
  });

  test('gives the same bits again and again (seed 44)', async () => {
    const keys = randomWords(5 * way.tile - 3, 44, 12);
    for (let again = 0; again < 5; again++) await check(way, keys, `run ${again}`);
  });

  test('follows setLength and leaves what follows alone', async () => {
    const capacity = 4 * way.tile;
    const keys = randomWords(capacity, 45);
    const made = [
      storageBuffer(device, 'k', capacity),
      storageBuffer(device, 'v', capacity),
    ] as const;
    const both = { keys: made[0], values: made[1] };
    const sort = createSort(device, { ...way.tuning, ...both, length: capacity });
    for (const length of [way.tile + 1, 1, capacity, 0]) {
      sort.setLength(length);
      device.queue.writeBuffer(made[0], 0, keys);
      device.queue.writeBuffer(made[1], 0, fill(capacity, (i) => i) as Uint32Array<ArrayBuffer>);
      const encoder = device.createCommandEncoder();
      sort.encode(encoder);
      device.queue.submit([encoder.finish()]);
      const expected = fill(capacity, (i) => i);
      expected.set(orderOf(keys.subarray(0, length)));
      sameArray(await readBuffer(device, made[1], new Uint32Array(capacity)), expected);
    }
    for (const one of [sort, ...made]) one.destroy();
  });

  test.run();
}

const stress = suite('sort, many shapes');

stress(
  'gives the same bits for any workgroup size, items and rows of workgroups (seed 46)',
  async () => {
    const keys = randomWords(4500, 46, 20);
    for (const subgroups of [false, true]) {
      for (const [workgroupSize, itemsPerInvocation, maxBlocks] of [
        [32, 4, 40],
        [64, 7, 2],
        [128, 4, 40],
        [256, 3, 2],
      ] as const) {
        // subgroups of 4 have more tables than fit beside 256 invocations
        if (subgroups && workgroupSize > 64 && device.adapterInfo.subgroupMinSize === 4) continue;
        const tuning = { subgroups, workgroupSize, itemsPerInvocation, maxBlocks };
        const shape = JSON.stringify(tuning);
        await check({ name: shape, tuning, tile: 0 }, keys, shape);
      }
    }
  },
);

stress('looks back over any number of tiles (seed 48)', async () => {
  // states are loaded eight at a time: exactly, one more, several times and a part
  for (const subgroups of [false, true]) {
    for (const lastFirst of [false, true]) {
      const tuning = { subgroups, workgroupSize: 32, itemsPerInvocation: 1, lastFirst };
      if (subgroups && (device.adapterInfo.subgroupMaxSize ?? 128) > 32) continue;
      for (const length of [9 * 32, 10 * 32, lastFirst ? 601 : 7001]) {
        await check({ name: '', tuning, tile: 32 }, randomWords(length, 48), `${length}`);
      }
    }
  }
});

stress('runs with the defaults', async () => {
  for (const length of [1, 1000, 3000, 7000]) {
    await check({ name: 'defaults', tuning: {}, tile: 0 }, randomWords(length, 47), `${length}`);
  }
});

stress.run();

const checks = suite('createSort');

checks('refuses bits, lengths and tunings that cannot work', async () => {
  const keys = storageBuffer(device, 'keys', 8);
  const other = storageBuffer(device, 'values', 8);
  const values = storageBuffer(device, 'values', 4);
  const make = (options: object) => () =>
    createSort(device, { keys, values: other, length: 8, ...options });
  refuses(make({ values }), RangeError, 'sort: length is 8, values has room for 4');
  refuses(make({ endBit: 33 }), RangeError, /endBit is 33, expected a whole number from 0 to 32/);
  refuses(make({ firstBit: 9, endBit: 8 }), RangeError, /bits 9 to 8/);
  refuses(
    make({ itemsPerInvocation: 65 }),
    RangeError,
    'itemsPerInvocation is 65, expected 1 to 64',
  );
  const big = { subgroups: false, workgroupSize: 256, itemsPerInvocation: 64 };
  refuses(make(big), RangeError, /workgroups of 256 with 64 items each need more than the/);
  let text = '';
  const call = sortPairs(device, new Uint32Array(3), new Uint32Array(2));
  await call.catch((e: Error) => (text = String(e)));
  assert.is(text, 'RangeError: sortPairs: 2 values for 3 keys');
  refuses(make({ values: keys }), RangeError, 'sort: keys and values are the same buffer');
  for (const made of [keys, other, values]) made.destroy();
});

checks('states its memory and its dispatches', () => {
  const keys = uploadWords(device, 'keys', new Uint32Array(100_000));
  const values = storageBuffer(device, 'values', 100_000);
  const both = { keys, values };
  const small = createSort(device, { ...both, length: 100 });
  const large = createSort(device, { ...both, length: 100_000 });
  assert.is(small.dispatches, 1);
  assert.ok(small.memoryBytes < 1000, `${small.memoryBytes}`);
  assert.is(large.dispatches, 6);
  // as much again for keys and values; 1 KiB per tile and pass, of 512 pairs or more, beside
  assert.ok(large.memoryBytes > 800_000, `${large.memoryBytes}`);
  assert.ok(large.memoryBytes < 1_700_000, `${large.memoryBytes}`);
  for (const made of [small, large, keys, values]) made.destroy();
});

checks.run();
