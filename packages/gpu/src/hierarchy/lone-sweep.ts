// A sweep for one source: its buffers and dispatches. sweep-runner.ts calls `encode` for
// `distances` of a single source.
import {
  filledBuffer,
  type Kernel,
  type Resources,
  step,
  type Step,
  storageBuffer,
  uploadWords,
} from '@wayfield/gpu-core';
import { COPY_DST, keeping, type Timer, UNIFORM } from '@wayfield/gpu-core/internal';
import type { Hierarchy } from '@wayfield/graph/hierarchy';
import { type Climb, createClimb } from './climb.ts';
import { loneSweepWgsl } from './lone-sweep.wgsl.ts';
import { type FixedBuffers, LEVEL_WORDS } from './sweeps.ts';
import { rowsOf } from './upload.ts';

const WORKGROUP = 256;
/** Most workgroups of a dispatch along an axis: the limit that every WebGPU device has. */
const MOST_WORKGROUPS = 65535;

/**
 * Most ranks of the merged levels, which one workgroup takes together: 32 KiB of workgroup memory.
 * Measured on an H200 with 4,096 to 12,288 ranks: docs/lab-notes/gpu.md.
 */
const MOST_MERGED_RANKS = 8192;

/** Settings that only tests and bench/one-tree.ts change. */
export interface LoneTuning {
  /** Most ranks of the merged levels. Default 8,192, or what workgroup memory holds. */
  readonly mergedRanks?: number;
  /**
   * Invocations of the workgroup that takes the merged levels. Default 1,024, or the device's most.
   */
  readonly workgroupSize?: number;
}

/** Sweeps for one source at a time. */
export interface LoneSweep {
  readonly memoryBytes: number;
  /** Distances by node of the last sweep. */
  readonly byNode: GPUBuffer;
  /** Records a sweep from a rank. */
  encode(encoder: GPUCommandEncoder, rank: number, timer: Timer): void;
  destroy(): void;
}

/** Uploads what sweeps for one source need beside `fixed`; call it guarded. */
export function createLoneSweep(
  device: GPUDevice,
  hierarchy: Hierarchy,
  fixed: FixedBuffers,
  tuning: LoneTuning = {},
): LoneSweep {
  const { nodeCount, levelStart, node, up } = hierarchy;
  const { maxComputeWorkgroupStorageSize, maxComputeInvocationsPerWorkgroup } = device.limits;
  const mergedSize = tuning.workgroupSize ?? Math.min(1024, maxComputeInvocationsPerWorkgroup);
  const room = Math.floor(maxComputeWorkgroupStorageSize / 4);
  const mergedRanks = tuning.mergedRanks ?? Math.min(MOST_MERGED_RANKS, room);
  const levelCount = levelStart.length - 1;
  // the lowest of the merged levels, and its first rank
  let merged = levelCount;
  while (merged > 0 && nodeCount - levelStart[merged - 1] <= mergedRanks) merged--;
  const mergedFirst = levelStart[merged];
  const climb: Climb = createClimb(nodeCount, rowsOf(nodeCount, up));
  const words = new Uint32Array(2 * nodeCount + 2);
  const sweep = Uint32Array.of(nodeCount, mergedFirst, levelCount, merged);
  const own = keeping((keep) => ({
    sweep: keep(filledBuffer(device, 'hierarchy: sweep', sweep, UNIFORM | COPY_DST)),
    nodes: keep(uploadWords(device, 'hierarchy: nodes', Uint32Array.from(node))),
    dist: keep(storageBuffer(device, 'hierarchy: distances', nodeCount)),
    byNode: keep(storageBuffer(device, 'hierarchy: distances by node', nodeCount)),
    seeds: keep(storageBuffer(device, 'hierarchy: seeds', words.length)),
  }));
  const shared = {
    2: fixed.downRows,
    3: fixed.downArcs,
    4: own.nodes,
    6: own.dist,
    7: own.byNode,
  };
  const made = (entry: string, resources: Resources, ranks: number): Step => {
    const constants: Record<string, number> =
      entry === 'loneMerged'
        ? { MERGED_WORKGROUP: mergedSize, MERGED_RANKS: mergedRanks }
        : { WORKGROUP_SIZE: WORKGROUP };
    const kernel: Kernel = {
      label: `hierarchy: ${entry}`,
      code: loneSweepWgsl,
      entry,
      constants,
    };
    const groups = Math.min(MOST_WORKGROUPS, Math.ceil(ranks / WORKGROUP));
    return step(device, kernel, { ...shared, ...resources }, groups);
  };
  const steps = [made('loneMerged', { 1: own.sweep, 5: fixed.levelStart, 8: own.seeds }, 1)];
  for (let l = merged; l-- > 0;) {
    const level = { buffer: fixed.levels, offset: l * LEVEL_WORDS * 4, size: 16 };
    steps.push(made('loneLevel', { 0: level }, levelStart[l + 1] - levelStart[l]));
  }
  return {
    get memoryBytes() {
      return Object.values(own).reduce((bytes, { size }) => bytes + size, 0);
    },
    byNode: own.byNode,
    encode(encoder, rank, timer) {
      const count = climb.from(rank, words);
      device.queue.writeBuffer(own.seeds, 0, words, 0, 2 * count + 2);
      encoder.clearBuffer(own.dist, 0, 4 * nodeCount);
      const timestampWrites = timer.both('sweep');
      const pass = encoder.beginComputePass({
        label: 'hierarchy: sweep',
        ...(timestampWrites && { timestampWrites }),
      });
      let last: GPUComputePipeline | undefined;
      for (const { pipeline, group, workgroups } of steps) {
        if (pipeline !== last) pass.setPipeline(pipeline);
        last = pipeline;
        pass.setBindGroup(0, group);
        pass.dispatchWorkgroups(workgroups);
      }
      pass.end();
    },
    destroy() {
      for (const buffer of Object.values(own)) buffer.destroy();
    },
  };
}
