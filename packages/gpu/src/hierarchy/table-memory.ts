// The buffers and kernels of tables of costs, for table-runner.ts. A table that ends leaves its
// memory and its bind groups to the next one: making them again took longer than the kernels of a
// table of 1,000 x 1,000.
import {
  createReadBack,
  filledBuffer,
  type ReadBack,
  type Resources,
  step,
  type Step,
  storageBuffer,
} from '@wayfield/gpu-core';
import { COPY_DST, makeGuarded, UNIFORM } from '@wayfield/gpu-core/internal';
import { type GpuSweeps, sweepKernel, type SweepSteps } from './sweeps.ts';
import { tableWgsl } from './table.wgsl.ts';

const WHAT = 'hierarchy table';
export const WORKGROUP = 256;

/** Buffers that grow, with the 32-bit words that a table needs in each: see table.wgsl.ts. */
type TableWords = Readonly<Record<'costs' | 'seeds' | 'firstEnd' | 'ends', number>>;
type TableBuffers = Record<keyof TableWords | 'params' | 'wanted', GPUBuffer>;

interface TableSteps {
  readonly wantEnds: Step;
  /** By level, from the lowest. */
  readonly wantAbove: readonly Step[];
  readonly sweep: SweepSteps;
  readonly gather: Step;
}

/** The memory of one table at a time. */
export interface TableMemory {
  /** After `reserve`. */
  readonly buffers: Readonly<TableBuffers>;
  readonly bytes: number;
  /** Makes room for at least these words; what the buffers held is lost. */
  reserve(words: TableWords): Promise<void>;
  /** Writes the first words of a buffer. */
  write(name: keyof TableWords, words: Uint32Array): void;
  /** One of two staging memories of at least `bytes`. */
  bank(k: number, bytes: number): Promise<ReadBack>;
  /** The kernels of a table, bound to the distances of these sweeps. */
  stepsOn(swept: GpuSweeps): TableSteps;
  /** The next `stepsOn` binds the kernels again: one of them may be invalid. */
  unbind(): void;
  destroy(): void;
}

function createTableMemory(device: GPUDevice, nodeCount: number): TableMemory {
  let buffers: TableBuffers | undefined;
  let bound: { readonly dist: GPUBuffer; readonly steps: TableSteps } | undefined;
  const banks: (ReadBack | undefined)[] = [];
  const free = (): void => {
    for (const buffer of Object.values(buffers ?? {})) buffer.destroy();
    buffers = bound = undefined;
  };
  return {
    get buffers() {
      return buffers!;
    },
    get bytes() {
      const sizes = Object.values(buffers ?? {}).map(({ size }) => size);
      for (const back of banks) sizes.push(back?.memoryBytes ?? 0);
      return sizes.reduce((sum, size) => sum + size, 0);
    },
    async reserve(words) {
      const names = Object.keys(words) as (keyof TableWords)[];
      const held = (name: keyof TableWords): number => (buffers ? buffers[name].size / 4 : 0);
      if (names.every((name) => words[name] <= held(name))) return;
      const room = Object.fromEntries(
        names.map((name) => [name, Math.max(words[name], held(name))]),
      ) as TableWords;
      free();
      buffers = await makeGuarded(device, WHAT, (keep) => {
        const storage = (name: string, count: number): GPUBuffer =>
          keep(storageBuffer(device, `${WHAT}: ${name}`, count));
        return {
          costs: storage('costs', room.costs),
          seeds: storage('seeds', room.seeds),
          firstEnd: storage('firstEnd', room.firstEnd),
          ends: storage('ends', room.ends),
          wanted: storage('wanted', nodeCount),
          params: keep(filledBuffer(device, WHAT, new Uint32Array(4), UNIFORM | COPY_DST)),
        };
      });
    },
    write(name, words) {
      device.queue.writeBuffer(buffers![name], 0, words as Uint32Array<ArrayBuffer>);
    },
    async bank(k, bytes) {
      const held = banks[k];
      if (held && held.memoryBytes >= bytes) return held;
      held?.destroy();
      banks[k] = undefined;
      return (banks[k] = await makeGuarded(device, WHAT, (keep) =>
        keep(createReadBack(device, bytes, WHAT)),
      ));
    },
    stepsOn(swept) {
      if (bound?.dist !== swept.dist) {
        bound = { dist: swept.dist, steps: bindTable(device, swept, buffers!) };
      }
      return bound.steps;
    },
    unbind() {
      bound = undefined;
    },
    destroy() {
      free();
      for (const back of banks) back?.destroy();
    },
  };
}

function bindTable(
  device: GPUDevice,
  { fixed, level, levelCount, dist, bind }: GpuSweeps,
  { params, seeds, wanted, firstEnd, ends, costs }: TableBuffers,
): TableSteps {
  const { batch, downRows, downArcs } = fixed;
  const made = (entry: string, resources: Resources): Step =>
    step(device, sweepKernel(device, tableWgsl, entry), resources, 0);
  return {
    wantEnds: made('wantEnds', { 10: params, 12: wanted, 14: ends }),
    wantAbove: Array.from({ length: levelCount }, (_, l) =>
      made('wantAbove', { 0: level(l), 2: downRows, 3: downArcs, 12: wanted }),
    ),
    sweep: bind(tableWgsl, seeds, { 12: wanted }),
    gather: made('gather', { 1: batch, 5: dist, 10: params, 13: firstEnd, 14: ends, 15: costs }),
  };
}

/** Keeps the memory of an ended table for the next one; tables under way have a memory each. */
export interface TableMemories {
  /** Bytes of all memories: those of tables under way and the one that no table uses. */
  readonly bytes: number;
  take(): TableMemory;
  /** Keeps the larger of this memory and the one kept so far. */
  giveBack(memory: TableMemory): void;
  /** Frees all memories; what tables under way make meanwhile is freed when it is given back. */
  destroy(): void;
}

export function createTableMemories(device: GPUDevice, nodeCount: number): TableMemories {
  let kept: TableMemory | undefined;
  /** The memories of tables under way. */
  const taken = new Set<TableMemory>();
  let isOpen = true;
  return {
    get bytes() {
      let bytes = kept?.bytes ?? 0;
      for (const memory of taken) bytes += memory.bytes;
      return bytes;
    },
    take() {
      const memory = kept ?? createTableMemory(device, nodeCount);
      kept = undefined;
      taken.add(memory);
      return memory;
    },
    giveBack(memory) {
      taken.delete(memory);
      const isLarger = isOpen && memory.bytes >= (kept?.bytes ?? 0);
      (isLarger ? kept : memory)?.destroy();
      if (isLarger) kept = memory;
    },
    destroy() {
      isOpen = false;
      kept?.destroy();
      kept = undefined;
      for (const memory of taken) memory.destroy();
    },
  };
}
