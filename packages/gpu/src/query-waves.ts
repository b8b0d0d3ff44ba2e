// Distances of queries in waves: while the device answers one wave, the next one is copied to it.
// hub-labels/solver.ts and customizable/solver.ts answer by these waves.
import {
  createReadBack,
  filledBuffer,
  guarded,
  type Kernel,
  type ReadBack,
  type Resources,
  step,
  type Step,
  storageBuffer,
} from '@wayfield/gpu-core';
import { COPY_DST, makeGuarded, type Timer, UNIFORM } from '@wayfield/gpu-core/internal';
import { checkNodes, type Queries } from '@wayfield/graph';
import type { CallQueue } from './call-queue.ts';
import { overlapWaves, type OverlapOptions } from './overlap-waves.ts';
import { someQueries } from './rules.ts';

/** Most workgroups of a dispatch along an axis: the limit that every WebGPU device has. */
const MOST_WORKGROUPS = 65535;

/**
 * A kernel that writes the distance of every query. Its bindings: 0 the number of queries, 1 to 5
 * `bindings`, 6 sources, 7 targets, 8 costs.
 */
export interface DistanceKernel {
  /** For messages and labels. */
  readonly what: string;
  readonly kernel: Kernel;
  /** What all waves share: bindings 1 to 5. */
  readonly bindings: Resources;
  /** Queries that a workgroup answers. */
  readonly perWorkgroup: number;
}

/** Queries whose nodes are checked. */
export interface Ends {
  readonly count: number;
  readonly source: Uint32Array<ArrayBuffer>;
  readonly target: Uint32Array<ArrayBuffer>;
}

export interface QueryWaves {
  /** Bytes of both banks. Bindings 1 to 5 belong to the caller and are not counted. */
  readonly memoryBytes: number;
  /** Answers all queries, wave by wave, into `cost`. Device times count as 'distances'. */
  run(ends: Ends, cost: Float32Array, options: OverlapOptions): Promise<void>;
  destroy(): void;
}

/**
 * The ends of queries as words that can be written to the device. They are copied only from lists
 * that are not a Uint32Array, and from memory that threads share. A copy of every batch would add
 * 8 bytes of writes per query, so callers are told not to change the arrays until the call settles.
 *
 * @throws RangeError or TypeError for a node out of range and for lists that are not `count` long.
 */
export function checkedEnds(queries: Queries, nodeCount: number): Ends {
  someQueries(queries, 'queries');
  const { count } = queries;
  const words = (name: 'source' | 'target'): Uint32Array<ArrayBuffer> => {
    const list = queries[name];
    checkNodes(list, nodeCount, name);
    if (list.length !== count) {
      throw new RangeError(`${name} has ${list.length} entries, expected ${count}`);
    }
    return list instanceof Uint32Array && list.buffer instanceof ArrayBuffer
      ? (list as Uint32Array<ArrayBuffer>)
      : Uint32Array.from(list);
  };
  return { count, source: words('source'), target: words('target') };
}

/**
 * Waves of at most `wave` queries, two of them under way at a time. Allocates nothing: the first
 * `run` does.
 */
export function createQueryWaves(
  device: GPUDevice,
  answers: DistanceKernel,
  wave: number,
  timer: Timer,
  calls: CallQueue,
): QueryWaves {
  const banks: Bank[] = [];
  /** Queries that each bank has room for. */
  let room = 0;

  async function makeRoom(count: number): Promise<void> {
    if (count <= room) return;
    room = 0;
    for (const bank of banks.splice(0)) bank.destroy();
    for (let i = 0; i < 2; i++) {
      banks.push(calls.keep(await createBank(device, answers, count)));
    }
    room = count;
  }

  return {
    get memoryBytes() {
      return banks.reduce((sum, bank) => sum + bank.bytes, 0);
    },
    async run(ends, cost, options) {
      const { count } = ends;
      if (count === 0) return;
      await makeRoom(Math.min(count, wave));
      let turn = 0;
      const one = (from: number, to: number): Promise<void> => {
        const bank = banks[turn];
        turn ^= 1;
        return runWave(device, answers, bank, timer, { ends, cost, from, to });
      };
      await overlapWaves({ count, wave, run: one }, options);
    },
    destroy() {
      for (const bank of banks) bank.destroy();
    },
  };
}

/** Queries `from` to `to` - 1, and where their distances go. */
interface Wave {
  readonly ends: Ends;
  readonly cost: Float32Array;
  readonly from: number;
  readonly to: number;
}

/** Submits a wave; resolves when its distances are in `cost`. */
async function runWave(
  device: GPUDevice,
  { what, perWorkgroup }: DistanceKernel,
  { sources, targets, costs, batch, back, kernel }: Bank,
  timer: Timer,
  { ends, cost, from, to }: Wave,
): Promise<void> {
  const count = to - from;
  await guarded(device, what, () => {
    device.queue.writeBuffer(batch, 0, Uint32Array.of(count, 0, 0, 0));
    device.queue.writeBuffer(sources, 0, ends.source, from, count);
    device.queue.writeBuffer(targets, 0, ends.target, from, count);
    const encoder = device.createCommandEncoder({ label: what });
    const timestampWrites = timer.both('distances');
    const pass = encoder.beginComputePass({
      label: what,
      ...(timestampWrites && { timestampWrites }),
    });
    pass.setPipeline(kernel.pipeline);
    pass.setBindGroup(0, kernel.group);
    pass.dispatchWorkgroups(Math.min(MOST_WORKGROUPS, Math.ceil(count / perWorkgroup)));
    pass.end();
    back.encode(encoder, costs, 0, 0, 4 * count);
    device.queue.submit([encoder.finish()]);
    // mapping begins with the submit; `guarded` waits for it also if the submit failed
    return back.read({ at: 0, into: cost.subarray(from, to) });
  });
}

/** The buffers of one of two waves under way. */
interface Bank {
  readonly sources: GPUBuffer;
  readonly targets: GPUBuffer;
  readonly costs: GPUBuffer;
  readonly batch: GPUBuffer;
  readonly back: ReadBack;
  readonly kernel: Step;
  readonly bytes: number;
  destroy(): void;
}

/** A bank for waves of up to `count` queries. */
async function createBank(
  device: GPUDevice,
  { what, kernel, bindings }: DistanceKernel,
  count: number,
): Promise<Bank> {
  const made = await makeGuarded(device, what, (keep) => {
    const storage = (name: string): GPUBuffer =>
      keep(storageBuffer(device, `${what}: ${name}`, count));
    const size = new Uint32Array(4);
    const buffers = {
      sources: storage('sources'),
      targets: storage('targets'),
      costs: storage('costs'),
      batch: keep(filledBuffer(device, `${what}: count`, size, UNIFORM | COPY_DST)),
    };
    const ends = { 6: buffers.sources, 7: buffers.targets, 8: buffers.costs };
    return {
      ...buffers,
      back: keep(createReadBack(device, 4 * count, `${what}: distances`)),
      kernel: step(device, kernel, { 0: buffers.batch, ...bindings, ...ends }, 0),
    };
  });
  const { sources, targets, costs, batch, back } = made;
  const buffers = [sources, targets, costs, batch];
  return {
    ...made,
    bytes: buffers.reduce((sum, buffer) => sum + buffer.size, back.memoryBytes),
    destroy() {
      for (const buffer of buffers) buffer.destroy();
      back.destroy();
    },
  };
}
