// A herd on the device: places, energies and counts, and the kernels of life.wgsl.ts for it.
import {
  createCompact,
  type Primitive,
  type Step,
  step,
  storageBuffer,
  uploadWords,
} from '@wayfield/gpu-core';
import type { Herd, World } from './life.ts';
import { LIFE, type LifeKernel, WORKGROUP } from './life.wgsl.ts';

/** The buffers that both herds share: see life.wgsl.ts. */
export interface Common {
  readonly counts: GPUBuffer;
  readonly ripe: GPUBuffer;
  readonly standing: GPUBuffer;
  readonly grazing: GPUBuffer;
  /** Per antelope. */
  readonly hunter: GPUBuffer;
  readonly opens: GPUBuffer;
  readonly homes: GPUBuffer;
  readonly tufts: GPUBuffer;
  readonly levels: GPUBuffer;
}

export interface HerdOnGpu {
  readonly room: number;
  /** The cells of animals at the begin of the tick, and during it. */
  readonly before: GPUBuffer;
  readonly cell: GPUBuffer;
  readonly memoryBytes: number;
  setTick(tick: number): void;
  /** A dispatch, made once. */
  step(kernel: LifeKernel): Step;
  /** Lists the animals that have young, and places for the young. */
  encodeLists(target: GPUComputePassEncoder): void;
  destroy(): void;
}

/** Bindings of each kernel, by number. */
const USES: Readonly<Record<LifeKernel, readonly number[]>> = {
  stand: [0, 1, 2, 4, 5, 6],
  graze: [0, 1, 2, 4, 6],
  chase: [0, 1, 2, 5, 7, 8],
  feast: [0, 2, 7, 8],
  eaten: [0, 1, 2, 3, 8],
  age: [0, 1, 2, 3, 9, 10],
  bear: [0, 1, 2, 3, 11, 12, 13],
  arrive: [0, 1, 2, 3, 12, 13, 14],
  sow: [0, 4, 15, 16],
  paint: [0, 4, 17],
};

export const lifeKernel = (entry: LifeKernel) => ({
  label: `antelopes: ${entry}`,
  code: LIFE,
  entry,
});
export const LIFE_KERNELS = Object.keys(USES) as LifeKernel[];

export function createHerdOnGpu(
  device: GPUDevice,
  world: World,
  herd: Herd,
  common: Common,
  homes: number,
): HerdOnGpu {
  const { width, height, grave, open, antelopes, lions } = world;
  const room = herd.cell.length;
  const kind = herd === lions ? 1 : 0;
  const others = (kind === 0 ? lions : antelopes).cell.length;
  const words = new Uint32Array(12);
  words.set([0, width, height, grave, room, others, kind, open.length, 0, 0, 0, homes]);
  new Float32Array(words.buffer).set([herd.diet.first, herd.diet.meal, herd.diet.full], 8);
  const buffer = (name: string, length: number): GPUBuffer =>
    storageBuffer(device, `antelopes: ${name}`, length);
  const params = uploadWords(device, 'antelopes: params', words);
  const cell = uploadWords(device, 'antelopes: cells', herd.cell);
  const before = uploadWords(device, 'antelopes: before', herd.cell);
  const energy = uploadWords(device, 'antelopes: energies', herd.energy);
  const [isParent, isFree, parents, places, prey] = [
    'parents',
    'free',
    'list of parents',
    'list of places',
    'prey',
  ].map((name) => buffer(name, room));
  const lengths = buffer('lengths', 2);
  const { counts, ripe, standing, grazing, hunter, opens, tufts, levels } = common;
  // by binding, as in life.wgsl.ts
  const bindings = [
    params,
    cell,
    energy,
    counts,
    ripe,
    standing,
    grazing,
    prey,
    hunter,
    isParent,
    isFree,
    parents,
    places,
    lengths,
    opens,
    common.homes,
    tufts,
    levels,
  ];
  const own = [params, cell, before, energy, isParent, isFree, parents, places, prey, lengths];
  const lists: Primitive[] = [
    { flags: isParent, output: parents, countOffset: 0 },
    { flags: isFree, output: places, countOffset: 4 },
  ].map((list) => createCompact(device, { ...list, length: room, count: lengths }));
  const items: Partial<Record<LifeKernel, number>> = {
    arrive: 1,
    sow: homes,
    paint: Math.ceil((width * height) / 4),
  };
  const steps = new Map<LifeKernel, Step>();

  return {
    room,
    before,
    cell,
    memoryBytes: [...own, ...lists.map(({ memoryBytes }) => ({ size: memoryBytes }))].reduce(
      (sum, { size }) => sum + size,
      0,
    ),
    setTick: (tick) => device.queue.writeBuffer(params, 0, Uint32Array.of(tick)),
    step(kernel) {
      let made = steps.get(kernel);
      if (!made) {
        const resources = Object.fromEntries(USES[kernel].map((i) => [i, bindings[i]]));
        const groups = Math.ceil((items[kernel] ?? room) / WORKGROUP);
        made = step(device, lifeKernel(kernel), resources, Math.max(1, Math.min(4096, groups)));
        steps.set(kernel, made);
      }
      return made;
    },
    encodeLists(target) {
      for (const list of lists) list.encode(target);
    },
    destroy() {
      for (const list of lists) list.destroy();
      for (const each of own) each.destroy();
    },
  };
}
