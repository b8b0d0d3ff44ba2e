import { random } from '@wayfield/graph/generators';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { KeyedHeap } from '../src/run/peers/heap.ts';

const heapSuite = suite('KeyedHeap');

for (const shift of [1, 2]) {
  heapSuite(`gives 5000 entries in order with ${2 ** shift} children (seed 3)`, () => {
    const next = random(3);
    const heap = new KeyedHeap(shift);
    const keys = Float64Array.from({ length: 5000 }, () => Math.floor(next() * 1000));
    keys.forEach((key, value) => heap.push(key, value));
    let last = -1;
    const seen = new Set<number>();
    while (heap.size > 0) {
      const key = heap.minKey;
      const value = heap.pop();
      assert.ok(key >= last);
      assert.is(keys[value], key);
      seen.add(value);
      last = key;
    }
    assert.is(seen.size, 5000);
  });
}

heapSuite.run();
