import { createScan, encodeSteps, type Primitive, storageBuffer } from '@wayfield/gpu';
import { markChangesWgsl, moveChangesWgsl } from './contacts.wgsl.ts';
import { growingBuffer } from './growing.ts';
import { createParams } from './params.ts';
import type { Scene } from './scene.ts';
import { workgroupsFor } from './step-cache.ts';

/** The contacts of the last call, kept on the GPU, and what changed since. */
export interface ContactChanges {
  /** Records the comparison with the contacts of now: `count` sorted pairs, which are copied. */
  encode(
    encoder: GPUCommandEncoder,
    pairs: GPUBuffer,
    count: number,
    generation: Uint32Array,
  ): void;
  /** What is the older list for the next call. To be called when the result is safe. */
  accept(): void;
  /** Words 2 and 3: contacts that began and that ended. */
  readonly sizes: GPUBuffer;
  /** Contacts that began, then those that stayed. */
  readonly changed: GPUBuffer;
  readonly ended: GPUBuffer;
  /** Contacts of the last call. */
  readonly before: number;
  readonly memoryBytes: number;
  destroy(): void;
}

const WG = 256;

export function createContactChanges(scene: Scene): ContactChanges {
  const { device, makeStep, dimensions } = scene;
  const label = 'collision contacts';
  const params = createParams(device, label);
  const sizes = storageBuffer(device, `${label}: sizes`, 8);
  const lists = [0, 1].map((i) => growingBuffer(device, `${label}: list ${i}`));
  const [generations, began, ended, changed, gone] = [
    'generations',
    'began',
    'ended',
    'changed',
    'gone',
  ].map((name) => growingBuffer(device, `${label}: ${name}`));
  const scans: (Primitive | undefined)[] = [undefined, undefined];
  const scanned: GPUBuffer[] = [];
  let older = 0;
  let before = 0;
  let now = 0;
  let oldGeneration: Uint32Array = new Uint32Array(0);
  let newGeneration: Uint32Array = oldGeneration;

  return {
    encode(encoder, pairs, count, generation) {
      const rows = Math.max(4, scene.layout.capacity);
      now = count;
      newGeneration = generation.slice(0, scene.end);
      params.set({ rows });
      const both = generations.withRoom(2 * rows);
      device.queue.writeBuffer(both, 0, newGeneration as Uint32Array<ArrayBuffer>);
      device.queue.writeBuffer(both, rows * 4, oldGeneration as Uint32Array<ArrayBuffer>);
      const counts = new Uint32Array([before, now, 0, 0, before + 1, now + 1, 0, 0]);
      device.queue.writeBuffer(sizes, 0, counts);
      const oldPairs = lists[older].withRoom(Math.max(4, 2 * before));
      const newPairs = lists[1 - older].withRoom(Math.max(4, 2 * now));
      if (now > 0) encoder.copyBufferToBuffer(pairs, 0, newPairs, 0, 8 * now);
      const marks = [began.withRoom(now + 1), ended.withRoom(before + 1)];
      marks.forEach((mark, i) => {
        if (scanned[i] === mark) return;
        scans[i]?.destroy();
        const lengthFrom = { buffer: sizes, offset: i === 0 ? 20 : 16 };
        scans[i] = createScan(device, { label, output: mark, length: mark.size / 4, lengthFrom });
        scanned[i] = mark;
      });
      const constants = { DIM: dimensions, WG };
      const each = workgroupsFor(Math.max(now, before), WG);
      const head = { 1: sizes, 2: oldPairs, 3: newPairs };
      const pass = encoder.beginComputePass({ label });
      encodeSteps(pass, label, [
        makeStep(
          { label: `${label}: mark`, code: markChangesWgsl, entry: 'markChanges', constants },
          { 0: params.buffer, ...head, 4: both, 5: marks[0], 6: marks[1] },
          each,
        ),
      ]);
      for (const scan of scans) scan!.encode(pass);
      encodeSteps(pass, label, [
        makeStep(
          { label: `${label}: move`, code: moveChangesWgsl, entry: 'moveChanges', constants },
          {
            ...head,
            4: marks[0],
            5: marks[1],
            6: changed.withRoom(Math.max(4, 2 * now)),
            7: gone.withRoom(Math.max(4, 2 * before)),
          },
          each,
        ),
      ]);
      pass.end();
    },
    accept() {
      older = 1 - older;
      before = now;
      oldGeneration = newGeneration;
    },
    sizes,
    get changed() {
      return changed.withRoom(1);
    },
    get ended() {
      return gone.withRoom(1);
    },
    get before() {
      return before;
    },
    get memoryBytes() {
      const all = [...lists, generations, began, ended, changed, gone];
      return all.reduce((sum, each) => sum + each.bytes, params.buffer.size + sizes.size);
    },
    destroy() {
      for (const scan of scans) scan?.destroy();
      const all = [params, sizes, ...lists, generations, began, ended, changed, gone];
      for (const made of all) made.destroy();
    },
  };
}
