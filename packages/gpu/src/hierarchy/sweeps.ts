// Sweeps for many sources: buffers, bind groups and dispatches. sweep-runner.ts cuts sources into
// waves and calls `encode`; table-runner.ts calls `begin` and `encodeSteps` with seeds of its own.
import {
  allocate,
  filledBuffer,
  guarded,
  isSoftwareAdapter,
  type Kernel,
  type Resources,
  step,
  type Step,
  uploadWords,
} from '@wayfield/gpu-core';
import { COPY_DST, keeping, type Timer, UNIFORM } from '@wayfield/gpu-core/internal';
import type { Hierarchy } from '@wayfield/graph/hierarchy';
import { sweepWgsl } from './sweep.wgsl.ts';
import { SEED_WORDS, seedsOf, rowsOf } from './upload.ts';

const WORKGROUP = 256;
/** Most workgroups of a dispatch along an axis: the limit that every WebGPU device has. */
const MOST_WORKGROUPS = 65535;
/** Words between the parameters of levels: uniform buffers are bound at multiples of 256 bytes. */
export const LEVEL_WORDS = 64;

/**
 * The merged levels are the highest levels, as far down as each has at most this many ranks. One
 * workgroup per quad (four sources) takes all of them. Measured on an H200: docs/lab-notes/gpu.md.
 */
const MERGED_RANKS = 600;

/**
 * Invocations of a workgroup that takes a quad through many levels. A software driver runs them one
 * after another and stops each at every barrier.
 */
const quadWorkgroupOn = (device: GPUDevice): number => (isSoftwareAdapter(device) ? 32 : 256);

/** A kernel of sweeps, from the text `code`, which begins with the text that sweeps share. */
export const sweepKernel = (device: GPUDevice, code: string, entry: string): Kernel => ({
  label: `hierarchy: ${entry}`,
  code,
  entry,
  constants:
    entry === 'climb' || entry === 'fallMerged'
      ? { QUAD_WORKGROUP: quadWorkgroupOn(device) }
      : { WORKGROUP_SIZE: WORKGROUP },
});

/** The seeds of a batch: `count` seeds from number `first` on, in a buffer, four words per seed. */
export interface SeedRange {
  readonly first: number;
  readonly count: number;
}

/** The kernels of a sweep, bound to their buffers. */
export interface SweepSteps {
  readonly climb: Step;
  /** The merged levels: the highest ones, together. */
  readonly fallMerged: Step;
  /** One dispatch for each level below the merged levels, from the lowest on. */
  readonly fallLevel: readonly Step[];
}

/** Sources that the memory of sweeps has room for: multiples of four. */
export interface Reserved {
  readonly sources: number;
  readonly rows: number;
}

/** The number of sources that memory for `count` of them has room for. */
export const roomFor = (count: number): number => Math.max(4, Math.ceil(count / 4) * 4);

/** Sweeps for batches of sources. The memory for distances is made again for a larger batch. */
export interface GpuSweeps {
  readonly memoryBytes: number;
  /** The distances of the last batch. */
  readonly dist: GPUBuffer;
  /** The number of sources for which there are distances, and rows by node. */
  reserved(): Reserved;
  /** Makes memory for this number of sources, with rows by node if these will be read back. */
  reserve(count: number, rowsByNode: boolean): Promise<void>;
  /** Frees what `reserve` made. */
  release(): void;
  /** Records a sweep for at most the reserved number of sources; returns the words per rank. */
  encode(encoder: GPUCommandEncoder, sources: Uint32Array, timer: Timer): number;
  /** Records the copy of the distances of that sweep into rows by node; returns their buffer. */
  encodeRows(encoder: GPUCommandEncoder): GPUBuffer;
  /** The hierarchy and the parameters of a level, which kernels of tables bind as well. */
  readonly fixed: FixedBuffers;
  level(l: number): GPUBufferBinding;
  readonly levelCount: number;
  /** Binds the kernels of the text `code` to these seeds, and its downward kernels to `down`. */
  bind(code: string, seeds: GPUBuffer, down: Resources): SweepSteps;
  /** Begins a batch of `sources` with these seeds. */
  begin(encoder: GPUCommandEncoder, sources: number, seeds: SeedRange): void;
  /** Records the sweep of the batch that began last. */
  encodeSteps(pass: GPUComputePassEncoder, steps: SweepSteps): void;
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
  /** Four words per source. */
  readonly seeds: GPUBuffer;
  /** A bit per rank and quad: an upward path reached the rank. */
  readonly reached: GPUBuffer;
  /** A bit per rank and quad: the rank is in the frontier of the upward half. */
  readonly waiting: GPUBuffer;
}

/** The hierarchy on the device. */
export interface FixedBuffers {
  /** Parameters of all levels, LEVEL_WORDS apart. */
  readonly levels: GPUBuffer;
  /** Parameters of the current batch. */
  readonly batch: GPUBuffer;
  readonly upRows: GPUBuffer;
  readonly upArcs: GPUBuffer;
  readonly downRows: GPUBuffer;
  readonly downArcs: GPUBuffer;
  readonly ranks: GPUBuffer;
  readonly levelStart: GPUBuffer;
}

/** Keeps no buffer where one does not fit. */
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
  return keeping((keep) => {
    const uniform = (name: string, words: Uint32Array): GPUBuffer =>
      keep(filledBuffer(device, `hierarchy: ${name}`, words, UNIFORM | COPY_DST));
    const upload = (name: string, words: Uint32Array): GPUBuffer =>
      keep(uploadWords(device, `hierarchy: ${name}`, words));
    return {
      levels: uniform('levels', params),
      batch: uniform('batch', new Uint32Array(8)),
      upRows: upload('rows up', climb.rows),
      upArcs: upload('arcs up', climb.arcs),
      downRows: upload('rows down', fall.rows),
      downArcs: upload('arcs down', fall.arcs),
      ranks: upload('ranks', rank),
      levelStart: upload('level starts', Uint32Array.from(levelStart)),
    };
  });
}

interface Made {
  readonly memory: Memory;
  readonly steps: SweepSteps;
  readonly collect: Step;
}

/** Memory that is made again for a larger batch. */
interface Growing {
  /** The buffers and what is bound to them, after the first `reserve`. */
  readonly made: Made | undefined;
  readonly calls: Pick<GpuSweeps, 'reserved' | 'reserve' | 'release'>;
}

function createGrowing(
  device: GPUDevice,
  nodeCount: number,
  bind: (memory: Memory) => Made,
): Growing {
  let made: Growing['made'];
  let reserved = 0;
  let rowsReserved = 0;

  function release(): void {
    for (const buffer of Object.values(made?.memory ?? {})) buffer.destroy();
    made = undefined;
    reserved = rowsReserved = 0;
  }

  async function reserve(count: number, rowsByNode: boolean): Promise<void> {
    const wanted = roomFor(count);
    const rows = rowsByNode ? wanted : 0;
    if (made && wanted <= reserved && rows <= rowsReserved) return;
    const most = Math.max(wanted, reserved);
    const mostRows = Math.max(rows, rowsReserved);
    release();
    const what = 'hierarchy';
    const memory = await allocate(device, what, {
      dist: nodeCount * most,
      byNode: rowStride(nodeCount) * mostRows,
      seeds: SEED_WORDS * most,
      // a bit per rank and quad: 32 bits in a word, four sources in a quad
      reached: Math.ceil((nodeCount * most) / 128),
      waiting: Math.ceil((nodeCount * most) / 128),
    });
    try {
      made = await guarded(device, what, () => bind(memory));
    } catch (error) {
      for (const buffer of Object.values(memory)) buffer.destroy();
      throw error;
    }
    reserved = most;
    rowsReserved = mostRows;
  }

  return {
    get made() {
      return made;
    },
    calls: { reserved: () => ({ sources: reserved, rows: rowsReserved }), reserve, release },
  };
}

/** The rest that `bindSweepSteps` needs beside the buffers of a batch. */
interface Bound {
  readonly code: string;
  readonly seeds: GPUBuffer;
  /** What the downward kernels of `code` need beside those of sweeps. */
  readonly down: Resources;
  /** Levels below the merged ones, each of which has a dispatch of its own. */
  readonly lowLevels: number;
}

function bindSweepSteps(
  device: GPUDevice,
  { batch, levels, levelStart, upRows, upArcs, downRows, downArcs }: FixedBuffers,
  { dist, reached, waiting }: Memory,
  { code, seeds, down, lowLevels }: Bound,
): SweepSteps {
  const starts = { 8: levelStart };
  const climb = { 1: batch, 2: upRows, 3: upArcs, 4: reached, 6: dist, 7: seeds, 9: waiting };
  const fall = { 1: batch, 2: downRows, 3: downArcs, 4: reached, 5: dist, ...down };
  const made = (entry: string, resources: Resources): Step =>
    step(device, sweepKernel(device, code, entry), resources, 0);
  return {
    climb: made('climb', { ...climb, ...starts }),
    fallMerged: made('fallMerged', { ...fall, ...starts }),
    fallLevel: Array.from({ length: lowLevels }, (_, l) =>
      made('fallLevel', { ...fall, 0: levelIn(levels, l) }),
    ),
  };
}

/** The number of levels below the merged ones. */
function lowLevelsOf(levelStart: Uint32Array): number {
  let l = levelStart.length - 1;
  while (l > 0 && levelStart[l] - levelStart[l - 1] <= MERGED_RANKS) l--;
  return l;
}

/** Uploads what sweeps need; call it guarded. */
export function createGpuSweeps(device: GPUDevice, hierarchy: Hierarchy): GpuSweeps {
  const { nodeCount, levelStart } = hierarchy;
  const levelCount = levelStart.length - 1;
  const lowLevels = lowLevelsOf(levelStart);
  const fixed = uploadFixed(device, hierarchy);
  const { batch } = fixed;
  const growing = createGrowing(device, nodeCount, (memory) => {
    const { dist, seeds, byNode } = memory;
    const rows = { 1: batch, 5: dist, 10: fixed.ranks, 11: byNode };
    const collect = step(device, sweepKernel(device, sweepWgsl, 'collect'), rows, 0);
    const bound = { code: sweepWgsl, seeds, down: {}, lowLevels };
    return { memory, steps: bindSweepSteps(device, fixed, memory, bound), collect };
  });
  /** Groups of four sources of the last batch. */
  let quads = 0;

  /** Workgroups for `count` ranks or nodes. */
  const groupsFor = (count: number): number =>
    Math.min(MOST_WORKGROUPS, Math.ceil((count * quads) / WORKGROUP));

  function begin(encoder: GPUCommandEncoder, sources: number, { first, count }: SeedRange): void {
    quads = Math.max(1, Math.ceil(sources / 4));
    const stride = rowStride(nodeCount);
    const words = [first, count, quads, nodeCount, stride, levelCount, lowLevels];
    device.queue.writeBuffer(batch, 0, Uint32Array.from(words));
    const bits = nodeCount * quads;
    encoder.clearBuffer(growing.made!.memory.reached, 0, 4 * Math.ceil(bits / 32));
  }

  function encodeSteps(pass: GPUComputePassEncoder, steps: SweepSteps): void {
    dispatch(pass, steps.climb, quads);
    if (lowLevels < levelCount) dispatch(pass, steps.fallMerged, quads);
    for (let l = lowLevels; l-- > 0;) {
      dispatch(pass, steps.fallLevel[l], groupsFor(levelStart[l + 1] - levelStart[l]));
    }
  }

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
    ...growing.calls,
    bind: (code, seeds, down) =>
      bindSweepSteps(device, fixed, growing.made!.memory, { code, seeds, down, lowLevels }),
    begin,
    encodeSteps,
    encode(encoder, sources, timer) {
      const { memory, steps } = growing.made!;
      begin(encoder, sources.length, { first: 0, count: sources.length });
      device.queue.writeBuffer(memory.seeds, 0, seedsOf(hierarchy, sources));
      const timestampWrites = timer.both('sweep');
      const pass = encoder.beginComputePass({
        label: 'hierarchy: sweep',
        ...(timestampWrites && { timestampWrites }),
      });
      encodeSteps(pass, steps);
      pass.end();
      return 4 * quads;
    },
    encodeRows(encoder) {
      const { memory, collect } = growing.made!;
      const pass = encoder.beginComputePass({ label: 'hierarchy: by node' });
      dispatch(pass, collect, groupsFor(nodeCount));
      pass.end();
      return memory.byNode;
    },
    destroy() {
      for (const buffer of Object.values(fixed) as GPUBuffer[]) buffer.destroy();
      growing.calls.release();
    },
  };
}

/** Records a dispatch of `count` workgroups. */
export function dispatch(
  pass: GPUComputePassEncoder,
  { pipeline, group }: Step,
  count: number,
): void {
  pass.setPipeline(pipeline);
  pass.setBindGroup(0, group);
  pass.dispatchWorkgroups(count);
}
