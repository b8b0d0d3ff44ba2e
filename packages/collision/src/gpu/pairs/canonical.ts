import { createSort, encodeSteps, type Primitive, type Target } from '@wayfield/gpu-core';
import { splitWgsl } from './contacts.wgsl.ts';
import { createParams } from '../params.ts';
import type { Scene } from '../scene.ts';
import { workgroupsFor } from '../step-cache.ts';

/** Pairs to sort. */
export interface Unsorted {
  readonly pairs: GPUBuffer;
  /** Word 0: the number of pairs. */
  readonly counters: GPUBuffer;
  /** At most this many pairs are sorted. */
  readonly capacity: number;
  /** Both words of all pairs are below this. */
  readonly below: number;
}

/** Puts pairs in canonical order: by their first, then by their second word. */
export interface Canonical {
  /** Records the sort, in place. */
  encode(target: Target, unsorted: Unsorted): void;
  /** The second words alone, sorted: the entries of lists if the pairs are (row, slot). */
  readonly seconds: GPUBuffer;
  readonly memoryBytes: number;
  destroy(): void;
}

const WG = 256;

export function createCanonical(scene: Scene): Canonical {
  const { device, makeStep, dimensions, scratch } = scene;
  const label = 'collision order';
  const params = createParams(device, label);
  const firsts = scratch.buffer(`${label}: first words`);
  const seconds = scratch.buffer(`${label}: second words`);
  let sorts: Primitive[] = [];
  /** What the sorts were made for. */
  let made: readonly unknown[] = [];

  function forgetSorts(): void {
    for (const sort of sorts) sort.destroy();
    sorts = [];
    made = [];
  }

  scratch.onDrop(forgetSorts);
  return {
    encode(target, { pairs, counters, capacity, below }) {
      if (capacity === 0) return;
      params.set({ capacity });
      const a = firsts.withRoom(capacity);
      const b = seconds.withRoom(capacity);
      const endBit = Math.max(1, 32 - Math.clz32(below - 1));
      const inputs = [a, b, counters, capacity, endBit];
      if (!inputs.every((value, i) => value === made[i])) {
        forgetSorts();
        const shared = { length: capacity, lengthFrom: { buffer: counters }, endBit, label };
        // by the second word, then stably by the first
        sorts = [
          createSort(device, { ...shared, keys: b, values: a }),
          createSort(device, { ...shared, keys: a, values: b }),
        ];
        made = inputs;
      }
      const constants = { DIM: dimensions, WG };
      const resources = { 0: params.buffer, 1: counters, 2: pairs, 3: a, 4: b };
      const make = (entry: string) =>
        makeStep(
          { label: `${label}: ${entry}`, code: splitWgsl, entry, constants },
          resources,
          workgroupsFor(capacity, WG),
        );
      const pass = 'beginComputePass' in target ? target.beginComputePass({ label }) : target;
      encodeSteps(pass, label, [make('split')]);
      for (const sort of sorts) sort.encode(pass);
      encodeSteps(pass, label, [make('join')]);
      if (pass !== target) pass.end();
    },
    get seconds() {
      return seconds.withRoom(4);
    },
    get memoryBytes() {
      const sorting = sorts.reduce((sum, sort) => sum + sort.memoryBytes, 0);
      return params.buffer.size + firsts.bytes + seconds.bytes + sorting;
    },
    destroy() {
      for (const each of [params, firsts, seconds, ...sorts]) each.destroy();
    },
  };
}
