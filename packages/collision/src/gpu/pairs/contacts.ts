import {
  createScan,
  encodeSteps,
  type Primitive,
  type Resources,
  storageBuffer,
} from '@wayfield/gpu-core';
import { markChangesWgsl, moveChangesWgsl } from './contacts.wgsl.ts';
import { growingBuffer } from '../growing.ts';
import { createParams } from '../params.ts';
import type { Scene } from '../scene.ts';
import { workgroupsFor } from '../step-cache.ts';

/** Keeps the contacts of the last call on the GPU, and compares the current ones with them. */
export interface ContactChanges {
  /** Records the comparison with the current contacts: `count` sorted pairs, which are copied. */
  encode(
    encoder: GPUCommandEncoder,
    pairs: GPUBuffer,
    count: number,
    generation: Uint32Array,
  ): void;
  /** Makes the current contacts the old ones. Call it when the result has been read. */
  accept(): void;
  /** Words 2 and 3: the numbers of contacts that began and that ended. */
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
const LABEL = 'collision contacts';

export function createContactChanges(scene: Scene): ContactChanges {
  const { device, scratch } = scene;
  const params = createParams(device, LABEL);
  const sizes = storageBuffer(device, `${LABEL}: sizes`, 8);
  const lists = ['list 0', 'list 1'].map((name) => growingBuffer(device, `${LABEL}: ${name}`));
  const [generations, changed, gone] = ['generations', 'changed', 'gone'].map((name) =>
    scratch.buffer(`${LABEL}: ${name}`),
  );
  const marks = createMarks(scene, sizes);
  const growing = [...lists, generations, changed, gone];
  /** The list that holds the contacts of the last call, and their number. */
  let older = 0;
  let before = 0;
  let now = 0;
  let oldGeneration: Uint32Array = new Uint32Array(0);
  let newGeneration: Uint32Array = oldGeneration;
  // the other list holds the contacts of the last call
  scratch.onDrop(() => lists[1 - older].destroy());

  return {
    encode(encoder, pairs, count, generation) {
      const rows = Math.max(4, scene.layout.capacity);
      now = count;
      newGeneration = generation.slice(0, scene.end);
      params.set({ rows });
      const both = generations.withRoom(2 * rows);
      device.queue.writeBuffer(both, 0, newGeneration as Uint32Array<ArrayBuffer>);
      device.queue.writeBuffer(both, rows * 4, oldGeneration as Uint32Array<ArrayBuffer>);
      // in the order of contacts.wgsl.ts
      const counts = new Uint32Array([before, now, 0, 0, before + 1, now + 1, 0, 0]);
      device.queue.writeBuffer(sizes, 0, counts);
      const oldPairs = lists[older].withRoom(Math.max(4, 2 * before));
      const newPairs = lists[1 - older].withRoom(Math.max(4, 2 * now));
      if (now > 0) encoder.copyBufferToBuffer(pairs, 0, newPairs, 0, 8 * now);
      const out = [changed.withRoom(Math.max(4, 2 * now)), gone.withRoom(Math.max(4, 2 * before))];
      const pass = encoder.beginComputePass({ label: LABEL });
      const head = { 1: sizes, 2: oldPairs, 3: newPairs };
      marks.encode(pass, { now, before }, { 0: params.buffer, ...head, 4: both }, head, out);
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
      const fixed = params.buffer.size + sizes.size + marks.memoryBytes;
      return growing.reduce((sum, { bytes }) => sum + bytes, fixed);
    },
    destroy() {
      for (const made of [params, sizes, marks, ...growing]) made.destroy();
    },
  };
}

/** Marks contacts that began or ended, sums the marks, and moves the contacts to their places. */
function createMarks({ device, makeStep, dimensions, scratch }: Scene, sizes: GPUBuffer) {
  const constants = { DIM: dimensions, WG };
  const [began, ended] = ['began', 'ended'].map((name) => scratch.buffer(`${LABEL}: ${name}`));
  const scans: (Primitive | undefined)[] = [undefined, undefined];
  const scanned: GPUBuffer[] = [];

  function forgetScan(i: number): void {
    scans[i]?.destroy();
    scans[i] = undefined;
  }

  scratch.onDrop(() => scans.forEach((_, i) => forgetScan(i)));

  /** The scans of the current marks. */
  function scansOf(marks: readonly GPUBuffer[]): readonly Primitive[] {
    return marks.map((output, i) => {
      if (scans[i] && scanned[i] === output) return scans[i];
      forgetScan(i);
      // words 5 and 4 of the sizes: current contacts + 1 and old contacts + 1
      const lengthFrom = { buffer: sizes, offset: i === 0 ? 20 : 16 };
      const length = output.size / 4;
      scanned[i] = output;
      return (scans[i] = createScan(device, { label: LABEL, output, length, lengthFrom }));
    });
  }

  return {
    encode(
      pass: GPUComputePassEncoder,
      { now, before }: { now: number; before: number },
      marking: Resources,
      moving: Resources,
      out: readonly GPUBuffer[],
    ): void {
      const marks = [began.withRoom(now + 1), ended.withRoom(before + 1)];
      const each = workgroupsFor(Math.max(now, before), WG);
      const mark = { label: `${LABEL}: mark`, code: markChangesWgsl, entry: 'markChanges' };
      const markAt = { ...marking, 5: marks[0], 6: marks[1] };
      encodeSteps(pass, LABEL, [makeStep({ ...mark, constants }, markAt, each)]);
      for (const scan of scansOf(marks)) scan.encode(pass);
      const move = { label: `${LABEL}: move`, code: moveChangesWgsl, entry: 'moveChanges' };
      const moveAt = { ...moving, 4: marks[0], 5: marks[1], 6: out[0], 7: out[1] };
      encodeSteps(pass, LABEL, [makeStep({ ...move, constants }, moveAt, each)]);
    },
    get memoryBytes() {
      return scans.reduce((sum, scan) => sum + (scan?.memoryBytes ?? 0), began.bytes + ended.bytes);
    },
    destroy() {
      for (const made of [...scans, began, ended]) made?.destroy();
    },
  };
}
