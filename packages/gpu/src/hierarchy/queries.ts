// Queries of a hierarchy: buffers and dispatches of a wave, sizes of hash tables. query-runner.ts
// cuts queries into waves and asks again where a hash table was full.
import {
  computePipeline,
  createReadBack,
  filledBuffer,
  guarded,
  type Kernel,
  type ReadBack,
  step,
  type Step,
  storageBuffer,
  uploadWords,
} from '@wayfield/gpu-core';
import { COPY_DST, keeping, makeGuarded, type Timer, UNIFORM } from '@wayfield/gpu-core/internal';
import { NONE, type Queries } from '@wayfield/graph';
import type { Hierarchy } from '@wayfield/graph/hierarchy';
import type { CallQueue } from '../call-queue.ts';
import { queryWgsl } from './query.wgsl.ts';
import { topDistances } from './top.ts';
import { rowsOf } from './upload.ts';

/** Most workgroups of a dispatch along an axis: the limit that every WebGPU device has. */
const MOST_WORKGROUPS = 65535;
/**
 * Workgroup memory of the kernel, in bytes: its 13 other words with room for alignment, and per
 * entry of a table three words (rank, label, list of top ranks) in two directions.
 */
const REST_BYTES = 64;
const ENTRY_BYTES = 24;
/**
 * Default number of queries of a wave: fills any device, and an abort is seen soon. Chosen, not
 * measured.
 */
const USUAL_WAVE = 1 << 18;

/** Queries of one wave. */
export interface QueryWave {
  readonly queries: Queries;
  /** The wave has queries `from` to `to` - 1. */
  readonly from: number;
  readonly to: number;
  /** Entries of a hash table. */
  readonly tableSize: number;
  /** Takes the answers, each at the place of its query. */
  readonly cost: Float32Array;
}

/** Bidirectional searches, a workgroup each. */
export interface GpuQueries {
  readonly memoryBytes: number;
  /** Most queries of one wave. */
  readonly wave: number;
  /**
   * Answers a wave. A query that reached more ranks than its hash table has room for gets a cost
   * with the bits NONE. A second wave may begin before the first is read.
   */
  run(wave: QueryWave, timer: Timer): Promise<void>;
  destroy(): void;
}

/**
 * Sizes of the hash tables: the option `tableSizes`, or by default a small one for all queries,
 * then one of 1,024 entries, or of 512 where 1,024 do not fit into workgroup memory, for those that
 * need more. Queries that need still more are answered by sweeps (query-runner.ts). Twice the size
 * takes more than twice the time, because every step looks at all entries. On rome, NY and FLA no
 * query needs 128 entries.
 *
 * @throws RangeError for a size that cannot work on this device, and for no sizes.
 */
export function tableSizesFor(
  limits: GPUSupportedLimits,
  wished: readonly number[] | undefined,
): readonly number[] {
  const most = limits.maxComputeWorkgroupStorageSize;
  const fits = (size: number): boolean => ENTRY_BYTES * size + REST_BYTES <= most;
  if (wished?.length === 0)
    throw new RangeError('tableSizes has no entries, expected at least one');
  for (const size of wished ?? []) {
    if (size >= 64 && Number.isInteger(Math.log2(size)) && fits(size)) continue;
    throw new RangeError(
      `tableSizes has ${size}, expected powers of two from 64 that take at most ${most} bytes ` +
        `at ${ENTRY_BYTES} an entry and ${REST_BYTES} for the rest`,
    );
  }
  return wished ?? [128, fits(1024) ? 1024 : 512];
}

/** Uploads what queries need; call it guarded. */
export function createGpuQueries(
  device: GPUDevice,
  hierarchy: Hierarchy,
  calls: CallQueue,
  wave: number = USUAL_WAVE,
): GpuQueries {
  const top = topDistances(hierarchy);
  const { rows, arcs } = rowsOf(hierarchy.nodeCount, hierarchy.up, hierarchy.down);
  const fixed: FixedBuffers = keeping((keep) => ({
    rows: keep(uploadWords(device, 'hierarchy: rows', rows)),
    arcs: keep(uploadWords(device, 'hierarchy: arcs', arcs)),
    ranks: keep(uploadWords(device, 'hierarchy: ranks', hierarchy.rank)),
    top: keep(uploadWords(device, 'hierarchy: top', new Uint32Array(top.table.buffer))),
    batch: keep(filledBuffer(device, 'hierarchy: count', new Uint32Array(4), UNIFORM | COPY_DST)),
  }));
  const banks = createBanks(device, fixed);
  return {
    get memoryBytes() {
      return Object.values(fixed).reduce((sum, buffer) => sum + buffer.size, banks.bytes);
    },
    wave,
    async run({ queries: { source, target }, from, to, tableSize, cost }, timer) {
      const count = to - from;
      const bank = await banks.next(count);
      // where the solver was destroyed meanwhile, frees the bank that was made since
      calls.keep(banks);
      const { ends, costs, pairs, back } = bank;
      for (let i = 0; i < count; i++) {
        pairs[2 * i] = source[from + i];
        pairs[2 * i + 1] = target[from + i];
      }
      await guarded(device, 'hierarchy queries', () => {
        device.queue.writeBuffer(fixed.batch, 0, Uint32Array.of(count, top.first, top.count, 0));
        device.queue.writeBuffer(ends, 0, pairs, 0, 2 * count);
        const encoder = device.createCommandEncoder({ label: 'hierarchy queries' });
        const timestampWrites = timer.both('search');
        const pass = encoder.beginComputePass({
          label: 'hierarchy queries',
          ...(timestampWrites && { timestampWrites }),
        });
        const { pipeline, group } = bank.stepFor(tableSize);
        pass.setPipeline(pipeline);
        pass.setBindGroup(0, group);
        pass.dispatchWorkgroups(Math.min(MOST_WORKGROUPS, count));
        pass.end();
        back.encode(encoder, costs, 0, 0, 4 * count);
        device.queue.submit([encoder.finish()]);
        // mapping begins with the submit; `guarded` waits for it also if the submit failed
        return back.read({ at: 0, into: cost.subarray(from, to) });
      });
    },
    destroy() {
      banks.destroy();
      for (const buffer of Object.values(fixed)) buffer.destroy();
    },
  };
}

/** The hierarchy on the device, and the kernel's parameters. */
type FixedBuffers = Record<'rows' | 'arcs' | 'ranks' | 'top' | 'batch', GPUBuffer>;

/** The buffers of one of two waves under way. */
interface Bank {
  readonly ends: GPUBuffer;
  readonly costs: GPUBuffer;
  readonly back: ReadBack;
  readonly pairs: Uint32Array<ArrayBuffer>;
  stepFor(tableSize: number): Step;
}

interface Banks {
  readonly bytes: number;
  /** The bank that was not used last, with room for `count` queries. */
  next(count: number): Promise<Bank>;
  destroy(): void;
}

function createBanks(device: GPUDevice, fixed: FixedBuffers): Banks {
  const banks: (Bank | undefined)[] = [undefined, undefined];
  let last = 0;
  return {
    get bytes() {
      let bytes = 0;
      for (const bank of banks) {
        if (bank) bytes += bank.ends.size + bank.costs.size + bank.back.memoryBytes;
      }
      return bytes;
    },
    async next(count) {
      const which = (last ^= 1);
      const known = banks[which];
      if (known && known.pairs.length >= 2 * count) return known;
      destroyBank(known);
      banks[which] = undefined;
      const { ends, costs, back } = await makeGuarded(device, 'hierarchy queries', (keep) => ({
        ends: keep(storageBuffer(device, 'hierarchy queries: ends', 2 * count)),
        costs: keep(storageBuffer(device, 'hierarchy queries: costs', count)),
        back: keep(createReadBack(device, 4 * count, 'hierarchy costs')),
      }));
      const pairs = new Uint32Array(2 * count);
      const stepFor = stepsOf(device, fixed, ends, costs);
      return (banks[which] = { ends, costs, back, pairs, stepFor });
    },
    destroy: () => banks.forEach(destroyBank),
  };
}

/** The dispatch for each size of hash tables. */
function stepsOf(
  device: GPUDevice,
  { batch, rows, arcs, ranks, top }: FixedBuffers,
  ends: GPUBuffer,
  costs: GPUBuffer,
): (tableSize: number) => Step {
  const steps = new Map<number, Step>();
  const resources = { 0: batch, 1: rows, 2: arcs, 3: ranks, 4: ends, 5: costs, 6: top };
  return (tableSize) => {
    const kernel: Kernel = {
      label: 'hierarchy: search',
      code: queryWgsl,
      entry: 'search',
      constants: { TABLE_SIZE: tableSize },
    };
    const known = steps.get(tableSize);
    // `computePipeline` makes a pipeline that failed again
    if (known?.pipeline === computePipeline(device, kernel)) return known;
    const made = step(device, kernel, resources, 0);
    steps.set(tableSize, made);
    return made;
  };
}

function destroyBank(bank: Bank | undefined): void {
  bank?.ends.destroy();
  bank?.costs.destroy();
  bank?.back.destroy();
}

/** The queries whose answer has the bits NONE. */
export function unanswered(cost: Float32Array): number[] {
  const bits = new Uint32Array(cost.buffer, cost.byteOffset, cost.length);
  const list: number[] = [];
  for (let i = 0; i < bits.length; i++) if (bits[i] === NONE) list.push(i);
  return list;
}
