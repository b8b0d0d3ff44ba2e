import {
  allocate,
  computePipeline,
  filledBuffer,
  type Kernel,
  step,
  type Step,
  uploadWords,
} from '@wayfield/gpu-core';
import { COPY_DST, type Timer, UNIFORM } from '@wayfield/gpu-core/internal';
import type { Hierarchy } from '@wayfield/graph/hierarchy';
import { sweepWgsl } from './sweep.wgsl.ts';
import { ranksOf, rowsOf } from './upload.ts';

const WORKGROUP = 256;
/** Most workgroups of a dispatch along an axis: the limit that every WebGPU device has. */
const MOST_WORKGROUPS = 65535;
/** Words between the parameters of levels: uniform buffers are bound at multiples of 256 bytes. */
const LEVEL_WORDS = 64;

const kernel = (entry: string): Kernel => ({
  label: `hierarchy: ${entry}`,
  code: sweepWgsl,
  entry,
  ...(entry !== 'seed' && { constants: { WORKGROUP_SIZE: WORKGROUP } }),
});

/** Sweeps for batches of sources. The memory for distances grows with the batches. */
export interface GpuSweeps {
  readonly memoryBytes: number;
  /** The distances of the last batch. */
  readonly dist: GPUBuffer;
  /** Makes memory for this number of sources, with rows by node if these will be read back. */
  reserve(count: number, rowsByNode: boolean): Promise<void>;
  /** Records a sweep for at most the reserved number of sources; returns the words per rank. */
  encode(encoder: GPUCommandEncoder, sources: Uint32Array, timer: Timer): number;
  /** Records the copy of its distances into rows by node; returns their buffer. */
  encodeRows(encoder: GPUCommandEncoder): GPUBuffer;
  /** What kernels beside these bind: the hierarchy, and the parameters of a level. */
  readonly fixed: FixedBuffers;
  level(l: number): GPUBufferBinding;
  readonly levelCount: number;
  /** Clears the distances for this number of sources, and tells the kernels the number. */
  clear(encoder: GPUCommandEncoder, sources: number): void;
  /** Records the upward half, after seeds. */
  encodeUp(pass: GPUComputePassEncoder): void;
  /** Records one kernel per level, which takes every rank with every four sources. */
  encodeLevels(pass: GPUComputePassEncoder, steps: readonly Step[], order: 'up' | 'down'): void;
  destroy(): void;
}

/** The parameters of a level within the buffer of all levels. */
const levelIn = (levels: GPUBuffer, l: number): GPUBufferBinding => ({
  buffer: levels,
  offset: l * LEVEL_WORDS * 4,
  size: 16,
});

/** Words of a row by node: parts of a read-back begin at multiples of 8 bytes. */
export const rowStride = (nodeCount: number): number => Math.ceil(nodeCount / 2) * 2;

interface Memory {
  /** Distances by rank; those from all sources to a rank lie side by side. */
  readonly dist: GPUBuffer;
  /** Distances by node, a row per source. */
  readonly byNode: GPUBuffer;
  /** Ranks of the sources, NONE up to a multiple of four. */
  readonly sources: GPUBuffer;
}

/** The hierarchy on the device. */
export interface FixedBuffers {
  /** Parameters of all levels, LEVEL_WORDS apart, and of the batch. */
  readonly levels: GPUBuffer;
  readonly batch: GPUBuffer;
  readonly upRows: GPUBuffer;
  readonly upArcs: GPUBuffer;
  readonly downRows: GPUBuffer;
  readonly downArcs: GPUBuffer;
  readonly ranks: GPUBuffer;
  readonly marks: GPUBuffer;
}

function uploadFixed(device: GPUDevice, hierarchy: Hierarchy): FixedBuffers {
  const { nodeCount, levelStart, rank } = hierarchy;
  const levelCount = levelStart.length - 1;
  const climb = rowsOf(nodeCount, hierarchy.up);
  const fall = rowsOf(nodeCount, hierarchy.down);
  const params = new Uint32Array(Math.max(1, levelCount) * LEVEL_WORDS);
  for (let l = 0; l < levelCount; l++) {
    params[l * LEVEL_WORDS] = levelStart[l];
    params[l * LEVEL_WORDS + 1] = levelStart[l + 1] - levelStart[l];
  }
  const upload = (name: string, words: Uint32Array): GPUBuffer =>
    uploadWords(device, `hierarchy: ${name}`, words);
  return {
    levels: filledBuffer(device, 'hierarchy: levels', params, UNIFORM | COPY_DST),
    batch: filledBuffer(device, 'hierarchy: batch', new Uint32Array(4), UNIFORM | COPY_DST),
    upRows: upload('rows up', climb.rows),
    upArcs: upload('arcs up', climb.arcs),
    downRows: upload('rows down', fall.rows),
    downArcs: upload('arcs down', fall.arcs),
    ranks: upload('ranks', rank),
    marks: upload('marks', new Uint32Array(nodeCount)),
  };
}

interface SweepSteps {
  readonly seed: Step;
  /** By level, from the lowest. */
  readonly up: readonly Step[];
  /** By level, from the highest. */
  readonly down: readonly Step[];
  readonly collect: Step;
}

function bindSteps(
  device: GPUDevice,
  levelCount: number,
  { levels, batch, marks, upRows, upArcs, downRows, downArcs, ranks }: FixedBuffers,
  { dist, byNode, sources }: Memory,
): SweepSteps {
  const level = (l: number) => levelIn(levels, l);
  const up: Step[] = [];
  const down: Step[] = [];
  for (let l = 0; l < levelCount; l++) {
    const common = { 0: level(l), 1: batch, 4: marks };
    up.push(step(device, kernel('up'), { ...common, 2: upRows, 3: upArcs, 6: dist }, 0));
    down.unshift(step(device, kernel('down'), { ...common, 2: downRows, 3: downArcs, 5: dist }, 0));
  }
  return {
    seed: step(device, kernel('seed'), { 1: batch, 4: marks, 6: dist, 7: sources }, 0),
    up,
    down,
    collect: step(device, kernel('collect'), { 1: batch, 5: dist, 8: ranks, 9: byNode }, 0),
  };
}

/** Memory that grows with the batches. */
interface Growing {
  /** The buffers and what is bound to them, after the first `reserve`. */
  readonly made: { readonly memory: Memory; readonly steps: SweepSteps } | undefined;
  reserve(count: number, rowsByNode: boolean): Promise<void>;
  destroy(): void;
}

function createGrowing(
  device: GPUDevice,
  nodeCount: number,
  bind: (memory: Memory) => SweepSteps,
): Growing {
  let made: Growing['made'];
  let reserved = 0;
  let rowsReserved = 0;
  const free = (): void => {
    for (const buffer of Object.values(made?.memory ?? {})) buffer.destroy();
    made = undefined;
    reserved = rowsReserved = 0;
  };
  return {
    get made() {
      return made;
    },
    async reserve(count, rowsByNode) {
      const wanted = Math.max(4, Math.ceil(count / 4) * 4);
      const rows = rowsByNode ? wanted : 0;
      if (made && wanted <= reserved && rows <= rowsReserved) return;
      const most = Math.max(wanted, reserved);
      const mostRows = Math.max(rows, rowsReserved);
      free();
      const memory: Memory = await allocate(device, 'hierarchy', {
        dist: nodeCount * most,
        byNode: rowStride(nodeCount) * mostRows,
        sources: most,
      });
      reserved = most;
      rowsReserved = mostRows;
      made = { memory, steps: bind(memory) };
    },
    destroy: free,
  };
}

/** Uploads what sweeps need; call it guarded. */
export function createGpuSweeps(device: GPUDevice, hierarchy: Hierarchy): GpuSweeps {
  const { nodeCount, levelStart } = hierarchy;
  const levelCount = levelStart.length - 1;
  const fixed = uploadFixed(device, hierarchy);
  const growing = createGrowing(device, nodeCount, (memory) =>
    bindSteps(device, levelCount, fixed, memory),
  );
  /** Groups of four sources of the last batch. */
  let quads = 0;

  /** Workgroups for `count` ranks or nodes. */
  const groupsFor = (count: number): number =>
    Math.min(MOST_WORKGROUPS, Math.ceil((count * quads) / WORKGROUP));

  for (const entry of ['seed', 'up', 'down', 'collect']) computePipeline(device, kernel(entry));

  function clear(encoder: GPUCommandEncoder, sources: number): void {
    const { dist } = growing.made!.memory;
    quads = Math.max(1, Math.ceil(sources / 4));
    const words = Uint32Array.of(sources, quads, nodeCount, rowStride(nodeCount));
    device.queue.writeBuffer(fixed.batch, 0, words);
    encoder.clearBuffer(fixed.marks);
    encoder.clearBuffer(dist, 0, nodeCount * quads * 16);
  }

  const sizeOf = (l: number): number => levelStart[l + 1] - levelStart[l];
  const encodeLevels: GpuSweeps['encodeLevels'] = (pass, steps, order) => {
    steps.forEach((one, i) => {
      dispatch(pass, one, groupsFor(sizeOf(order === 'up' ? i : levelCount - 1 - i)));
    });
  };

  return {
    get memoryBytes() {
      const all = Object.values({ ...fixed, ...growing.made?.memory }) as GPUBuffer[];
      return all.reduce((bytes, buffer) => bytes + buffer.size, 0);
    },
    get dist() {
      return growing.made!.memory.dist;
    },
    fixed,
    level: (l) => levelIn(fixed.levels, l),
    levelCount,
    reserve: (count, rowsByNode) => growing.reserve(count, rowsByNode),
    clear,
    encodeUp: (pass) => encodeLevels(pass, growing.made!.steps.up, 'up'),
    encodeLevels,
    encode(encoder, sources, timer) {
      const { memory, steps } = growing.made!;
      const ranks = ranksOf(hierarchy, sources);
      clear(encoder, sources.length);
      device.queue.writeBuffer(memory.sources, 0, ranks as Uint32Array<ArrayBuffer>);
      const timestampWrites = timer.both('sweep');
      const pass = encoder.beginComputePass({
        label: 'hierarchy: sweep',
        ...(timestampWrites && { timestampWrites }),
      });
      dispatch(pass, steps.seed, Math.ceil(sources.length / 64));
      encodeLevels(pass, steps.up, 'up');
      encodeLevels(pass, steps.down, 'down');
      pass.end();
      return ranks.length;
    },
    encodeRows(encoder) {
      const { memory, steps } = growing.made!;
      const pass = encoder.beginComputePass({ label: 'hierarchy: by node' });
      dispatch(pass, steps.collect, groupsFor(nodeCount));
      pass.end();
      return memory.byNode;
    },
    destroy() {
      for (const buffer of Object.values(fixed) as GPUBuffer[]) buffer.destroy();
      growing.destroy();
    },
  };
}

export function dispatch(
  pass: GPUComputePassEncoder,
  { pipeline, group }: Step,
  count: number,
): void {
  pass.setPipeline(pipeline);
  pass.setBindGroup(0, group);
  pass.dispatchWorkgroups(count);
}
