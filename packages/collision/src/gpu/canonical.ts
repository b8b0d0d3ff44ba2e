import { createSort, encodeSteps, type Primitive, type Target } from '@wayfield/gpu';
import { splitWgsl } from './contacts.wgsl.ts';
import { growingBuffer } from './growing.ts';
import { createParams } from './params.ts';
import type { Scene } from './scene.ts';
import { workgroupsFor } from './step-cache.ts';

/** Pairs in canonical order: by their first, then by their second word. */
export interface Canonical {
  /** Sorts `counters[0]` pairs, at most `capacity`, in place. Both words are below `below`. */
  encode(
    target: Target,
    pairs: GPUBuffer,
    counters: GPUBuffer,
    capacity: number,
    below: number,
  ): void;
  /** The second words alone, sorted: the entries of lists whose pairs are (row, slot). */
  readonly seconds: GPUBuffer;
  readonly memoryBytes: number;
  destroy(): void;
}

const WG = 256;

export function createCanonical(scene: Scene): Canonical {
  const { device, makeStep, dimensions } = scene;
  const label = 'collision order';
  const params = createParams(device, label);
  const firsts = growingBuffer(device, `${label}: first words`);
  const seconds = growingBuffer(device, `${label}: second words`);
  let sorts: Primitive[] = [];
  let made: readonly unknown[] = [];

  return {
    encode(target, pairs, counters, capacity, below) {
      if (capacity === 0) return;
      params.set({ capacity });
      const a = firsts.withRoom(capacity);
      const b = seconds.withRoom(capacity);
      const endBit = Math.max(1, 32 - Math.clz32(below - 1));
      const wanted = [a, b, counters, capacity, endBit];
      if (!wanted.every((value, i) => value === made[i])) {
        for (const sort of sorts) sort.destroy();
        const shared = { length: capacity, lengthFrom: { buffer: counters }, endBit, label };
        // by the second word, then stably by the first
        sorts = [
          createSort(device, { ...shared, keys: b, values: a }),
          createSort(device, { ...shared, keys: a, values: b }),
        ];
        made = wanted;
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
