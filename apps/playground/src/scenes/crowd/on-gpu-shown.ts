// The buffers that the scene keeps on the device beside those of the crowds: headings, goals, and
// the discs to draw.
import type { GpuCrowd } from '@wayfield/crowd/gpu';
import {
  compileKernels,
  encodeSteps,
  readBuffer,
  type Step,
  step,
  storageBuffer,
  uploadWords,
} from '@wayfield/gpu-core';
import { countTransfer } from '../../common/transfers.ts';
import type { Discs } from '../../draw/surface.ts';
import { STEER } from './steer.wgsl.ts';
import type { Goal, World } from './worlds.ts';

/** Headings, goals and discs on the device. */
export interface Shown {
  readonly discs: Discs;
  readonly memoryBytes: number;
  setHeadings(headings: Float32Array): void;
  setGoals(goals: readonly Goal[]): void;
  /** Records a tick of all crowds. */
  encodeTick(encoder: GPUCommandEncoder, seconds: number): void;
  showNow(): void;
  countArrived(): Promise<number[]>;
  places(): Promise<{ x: Float32Array; y: Float32Array }>;
  destroy(): void;
}

/** `beside`: the offset in metres at which ghosts are drawn. */
export async function createShown(
  device: GPUDevice,
  world: World,
  crowds: readonly GpuCrowd[],
  beside: readonly [number, number],
): Promise<Shown> {
  const { x, width, height, goals } = world;
  const each = x.length;
  const total = each * crowds.length;
  const words = new Uint32Array(14);
  const floats = new Float32Array(words.buffer);
  words.set([each, width, height, goals.length]);
  floats.set(beside, 12);
  const params = uploadWords(device, 'crowd: params', words);
  const { heads, goalOf, arrived, data } = createBuffers(device, x.length, crowds.length, world);
  const own = [params, heads, goalOf, arrived, data];
  const kernelOf = (entry: string, i: number) => ({
    label: `crowd: ${entry}`,
    code: STEER,
    entry,
    constants: entry === 'aim' ? { first: i * each, capacity: each } : { first: i * each, total },
  });
  const entries = crowds.flatMap((_, i) => [kernelOf('aim', i), kernelOf('show', i)]);
  await compileKernels(device, entries);
  const groups = Math.min(1024, Math.ceil(each / 64));
  const steps = crowds.map(({ resident: { position, preferred } }, i): readonly [Step, Step] => {
    const shared = { 0: params, 1: position };
    const aim = { ...shared, 2: heads, 3: goalOf, 4: preferred, 5: arrived };
    return [
      step(device, kernelOf('aim', i), aim, groups),
      step(device, kernelOf('show', i), { ...shared, 6: data }, groups),
    ];
  });
  const encodeShow = (encoder: GPUCommandEncoder): void =>
    encodeSteps(
      encoder,
      'crowd: show',
      steps.map(([, show]) => show),
    );
  const read = (): Promise<Float32Array> => readBuffer(device, data, new Float32Array(3 * total));

  return {
    discs: {
      count: total,
      data,
      first: { x: 0, y: total, radius: 2 * total },
      touches: goalOf,
      firstTouch: 0,
      version: 0,
    },
    memoryBytes: own.reduce((sum, { size }) => sum + size, 0),
    setHeadings: (headings) =>
      device.queue.writeBuffer(heads, 0, headings as Float32Array<ArrayBuffer>),
    setGoals(places) {
      for (const [i, goal] of places.entries()) floats.set([goal.x + 0.5, goal.y + 0.5], 4 + 2 * i);
      device.queue.writeBuffer(params, 0, words);
    },
    encodeTick(encoder, seconds) {
      for (const [i, crowd] of crowds.entries()) {
        encodeSteps(encoder, 'crowd: aim', [steps[i][0]]);
        crowd.encodeStep(encoder, seconds);
      }
      encodeShow(encoder);
    },
    showNow() {
      const encoder = device.createCommandEncoder({ label: 'crowd: begin' });
      encodeShow(encoder);
      device.queue.submit([encoder.finish()]);
    },
    countArrived: async () => [...(await readBuffer(device, arrived, new Uint32Array(2)))],
    async places() {
      countTransfer(12 * total);
      const all = await read();
      return { x: all.slice(0, total), y: all.slice(total, 2 * total) };
    },
    destroy() {
      for (const buffer of own) buffer.destroy();
    },
  };
}

function createBuffers(device: GPUDevice, each: number, worlds: number, { terrain, goals }: World) {
  const total = each * worlds;
  const headings = 2 * terrain.length * goals.length;
  return {
    heads: storageBuffer(device, 'crowd: headings of goals', headings),
    goalOf: uploadWords(
      device,
      'crowd: goals',
      Uint32Array.from({ length: total }, (_, k) => (k % each) % goals.length),
    ),
    arrived: storageBuffer(device, 'crowd: arrived', 2),
    data: storageBuffer(device, 'crowd: discs', 3 * total),
  };
}
