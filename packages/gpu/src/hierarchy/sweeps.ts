import type { Hierarchy } from '@wayfield/graph/hierarchy';
import { UNIFORM, COPY_DST } from '../buffer-usage.ts';
import { allocate, filledBuffer, uploadWords } from '../buffers.ts';
import { computePipeline, type Kernel, step, type Step } from '../pipeline.ts';
import type { Timer } from '../sssp/timer.ts';
import { sweepWgsl } from './sweep.wgsl.ts';
import { lanesOf, rowsOf } from './upload.ts';

const WORKGROUP = 256;
const MOST_WORKGROUPS = 65535;
/** Words between the parameters of levels: the alignment that uniform buffers need. */
const LEVEL_WORDS = 64;

const kernel = (entry: string): Kernel => ({
  label: `hierarchy: ${entry}`,
  code: sweepWgsl,
  entry,
  ...(entry !== 'seed' && { constants: { WORKGROUP_SIZE: WORKGROUP } }),
});

/** Sweeps over batches of sources; the memory for distances grows with the batches. */
export interface GpuSweeps {
  readonly memoryBytes: number;
  /** The distances of the last batch. */
  readonly dist: GPUBuffer;
  /** Makes memory for batches of so many sources, with rows by node where they will be read back. */
  reserve(lanes: number, rowsByNode: boolean): Promise<void>;
  /** Records a batch of at most the reserved number of sources; returns the lanes it takes. */
  encode(encoder: GPUCommandEncoder, sources: Uint32Array, timer: Timer): number;
  /** Records how its distances are put in the order of the nodes; the buffer that they come to. */
  encodeRows(encoder: GPUCommandEncoder): GPUBuffer;
  destroy(): void;
}

/** Words from one row by node to the next: parts of a read-back begin at multiples of 8 bytes. */
export const rowStride = (nodeCount: number): number => Math.ceil(nodeCount / 2) * 2;

interface Memory {
  readonly dist: GPUBuffer;
  readonly byNode: GPUBuffer;
  readonly sources: GPUBuffer;
}

/** Uploads what sweeps need; call it guarded. */
export function createGpuSweeps(device: GPUDevice, hierarchy: Hierarchy): GpuSweeps {
  const { nodeCount, levelStart, rank } = hierarchy;
  const levelCount = levelStart.length - 1;
  const climb = rowsOf(nodeCount, hierarchy.up);
  const fall = rowsOf(nodeCount, hierarchy.down);
  const params = new Uint32Array(Math.max(1, levelCount) * LEVEL_WORDS);
  for (let l = 0; l < levelCount; l++) {
    params[l * LEVEL_WORDS] = levelStart[l]!;
    params[l * LEVEL_WORDS + 1] = levelStart[l + 1]! - levelStart[l]!;
  }
  const upload = (name: string, words: Uint32Array): GPUBuffer =>
    uploadWords(device, `hierarchy: ${name}`, words);
  const levels = filledBuffer(device, 'hierarchy: levels', params, UNIFORM | COPY_DST);
  const batch = filledBuffer(device, 'hierarchy: batch', new Uint32Array(4), UNIFORM | COPY_DST);
  const fixed = {
    upRows: upload('rows up', climb.rows),
    upArcs: upload('arcs up', climb.arcs),
    downRows: upload('rows down', fall.rows),
    downArcs: upload('arcs down', fall.arcs),
    ranks: upload('ranks', rank),
    marks: upload('marks', new Uint32Array(nodeCount)),
  };
  let memory: Memory | undefined;
  let reserved = 0;
  let rowsReserved = 0;
  let steps: { seed: Step; up: Step[]; down: Step[]; collect: Step } | undefined;
  let quads = 0;

  function bind({ dist, byNode, sources }: Memory): NonNullable<typeof steps> {
    const level = (l: number) => ({ buffer: levels, offset: l * LEVEL_WORDS * 4, size: 16 });
    const { marks, upRows, upArcs, downRows, downArcs } = fixed;
    const up: Step[] = [];
    const down: Step[] = [];
    for (let l = 0; l < levelCount; l++) {
      const common = { 0: level(l), 1: batch, 4: marks };
      up.push(step(device, kernel('up'), { ...common, 2: upRows, 3: upArcs, 6: dist }, 0));
      down.unshift(
        step(device, kernel('down'), { ...common, 2: downRows, 3: downArcs, 5: dist }, 0),
      );
    }
    return {
      seed: step(device, kernel('seed'), { 1: batch, 4: marks, 6: dist, 7: sources }, 0),
      up,
      down,
      collect: step(device, kernel('collect'), { 1: batch, 5: dist, 8: fixed.ranks, 9: byNode }, 0),
    };
  }

  /** Workgroups for so many ranks or nodes. */
  const groupsFor = (count: number): number =>
    Math.min(MOST_WORKGROUPS, Math.ceil((count * quads) / WORKGROUP));

  function dispatch(pass: GPUComputePassEncoder, { pipeline, group }: Step, count: number): void {
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, group);
    pass.dispatchWorkgroups(count);
  }

  for (const entry of ['seed', 'up', 'down', 'collect']) computePipeline(device, kernel(entry));

  return {
    get memoryBytes() {
      let bytes = levels.size + batch.size;
      for (const buffer of Object.values({ ...fixed, ...memory })) bytes += buffer.size;
      return bytes;
    },
    get dist() {
      return memory!.dist;
    },
    async reserve(lanes, rowsByNode) {
      const wanted = Math.max(4, Math.ceil(lanes / 4) * 4);
      const rows = rowsByNode ? wanted : 0;
      if (memory && wanted <= reserved && rows <= rowsReserved) return;
      const most = Math.max(wanted, reserved);
      const mostRows = Math.max(rows, rowsReserved);
      for (const buffer of Object.values(memory ?? {})) buffer.destroy();
      memory = steps = undefined;
      reserved = rowsReserved = 0;
      memory = await allocate(device, 'hierarchy', {
        dist: nodeCount * most,
        byNode: rowStride(nodeCount) * mostRows,
        sources: most,
      });
      reserved = most;
      rowsReserved = mostRows;
      steps = bind(memory);
    },
    encode(encoder, sources, timer) {
      const lanes = lanesOf(hierarchy, sources);
      quads = lanes.length / 4;
      device.queue.writeBuffer(
        batch,
        0,
        Uint32Array.of(sources.length, quads, nodeCount, rowStride(nodeCount)),
      );
      device.queue.writeBuffer(memory!.sources, 0, lanes as Uint32Array<ArrayBuffer>);
      encoder.clearBuffer(fixed.marks);
      encoder.clearBuffer(memory!.dist, 0, nodeCount * lanes.length * 4);
      const timestampWrites = timer.both('sweep');
      const pass = encoder.beginComputePass({
        label: 'hierarchy: sweep',
        ...(timestampWrites && { timestampWrites }),
      });
      dispatch(pass, steps!.seed, Math.ceil(sources.length / 64));
      const sizeOf = (l: number): number => levelStart[l + 1]! - levelStart[l]!;
      steps!.up.forEach((one, l) => dispatch(pass, one, groupsFor(sizeOf(l))));
      steps!.down.forEach((one, i) => dispatch(pass, one, groupsFor(sizeOf(levelCount - 1 - i))));
      pass.end();
      return lanes.length;
    },
    encodeRows(encoder) {
      const pass = encoder.beginComputePass({ label: 'hierarchy: by node' });
      dispatch(pass, steps!.collect, groupsFor(nodeCount));
      pass.end();
      return memory!.byNode;
    },
    destroy() {
      levels.destroy();
      batch.destroy();
      for (const buffer of Object.values({ ...fixed, ...memory })) buffer.destroy();
    },
  };
}
