import { NONE, type Queries } from '@wayfield/graph';
import type { Hierarchy } from '@wayfield/graph/hierarchy';
import { COPY_DST, UNIFORM } from '../buffer-usage.ts';
import { allocate, filledBuffer, uploadWords } from '../buffers.ts';
import { guarded } from '../guard.ts';
import { type Kernel, step, type Step } from '../pipeline.ts';
import { createReadBack, type ReadBack } from '../read-back.ts';
import type { Timer } from '../sssp/timer.ts';
import { queryWgsl } from './query.wgsl.ts';
import { topDistances } from './top.ts';
import { rowsOf } from './upload.ts';

const MOST_WORKGROUPS = 65535;
/** Bytes of workgroup memory beside the tables. */
const REST = 64;
const SLOT_BYTES = 24;

/** Searches from both ends, a workgroup each. */
export interface GpuQueries {
  readonly memoryBytes: number;
  /** Queries of one wave at most. */
  readonly wave: number;
  /**
   * Answers queries `from` to `to`, at most a wave, into `cost`, at the same places. A query for which there
   * were too few slots gets the bits NONE. A second wave may begin before the first is read.
   */
  run(
    queries: Queries,
    slots: number,
    from: number,
    to: number,
    cost: Float32Array,
    timer: Timer,
  ): Promise<void>;
  destroy(): void;
}

/**
 * Slots of a side, first for all queries and then, as far as workgroup memory allows, for those that need more.
 * Twice as many slots take more than twice the time: all of them are looked at in every step, and fewer
 * workgroups run at a time. On rome, NY and FLA no query needs 128.
 */
export function slotsFor(
  limits: GPUSupportedLimits,
  wish: readonly number[] | undefined,
): readonly number[] {
  const most = limits.maxComputeWorkgroupStorageSize;
  const fits = (slots: number): boolean => SLOT_BYTES * slots + REST <= most;
  for (const slots of wish ?? []) {
    if (slots >= 64 && Number.isInteger(Math.log2(slots)) && fits(slots)) continue;
    throw new RangeError(
      `slots is ${slots}, expected a power of two from 64 that takes at most ${most} bytes at ${SLOT_BYTES} each`,
    );
  }
  return wish ?? [128, fits(1024) ? 1024 : 512];
}

/** The memory of one of two waves under way. */
interface Side {
  readonly ends: GPUBuffer;
  readonly costs: GPUBuffer;
  readonly back: ReadBack;
  readonly pairs: Uint32Array<ArrayBuffer>;
  /** By slots. */
  readonly steps: Map<number, Step>;
}

/** Uploads what queries need; call it guarded. */
export function createGpuQueries(
  device: GPUDevice,
  hierarchy: Hierarchy,
  wave: number = 1 << 18,
): GpuQueries {
  const kernelOf = (slots: number): Kernel => ({
    label: 'hierarchy: search',
    code: queryWgsl,
    entry: 'search',
    constants: { SLOTS: slots },
  });
  const top = topDistances(hierarchy);
  const { rows, arcs } = rowsOf(hierarchy.nodeCount, hierarchy.up, hierarchy.down);
  const fixed = {
    rows: uploadWords(device, 'hierarchy: rows', rows),
    arcs: uploadWords(device, 'hierarchy: arcs', arcs),
    ranks: uploadWords(device, 'hierarchy: ranks', hierarchy.rank),
    top: uploadWords(device, 'hierarchy: top', new Uint32Array(top.table.buffer)),
    batch: filledBuffer(device, 'hierarchy: count', new Uint32Array(4), UNIFORM | COPY_DST),
  };
  const sides: (Side | undefined)[] = [undefined, undefined];
  let turn = 0;

  /** Memory for a wave of so many queries, on the side whose turn it is. */
  async function sideFor(count: number): Promise<Side> {
    const which = (turn ^= 1);
    const known = sides[which];
    if (known && known.pairs.length >= 2 * count) return known;
    destroySide(known);
    sides[which] = undefined;
    const { ends, costs } = await allocate(device, 'hierarchy queries', {
      ends: 2 * count,
      costs: count,
    });
    const back = createReadBack(device, 4 * count, 'hierarchy costs');
    const made = { ends, costs, back, pairs: new Uint32Array(2 * count), steps: new Map() };
    sides[which] = made;
    return made;
  }

  function stepFor({ steps, ends, costs }: Side, slots: number): Step {
    const known = steps.get(slots);
    if (known) return known;
    const { batch, rows: row, arcs: arc, ranks, top: tops } = fixed;
    const given = { 0: batch, 1: row, 2: arc, 3: ranks, 4: ends, 5: costs, 6: tops };
    const made = step(device, kernelOf(slots), given, 0);
    steps.set(slots, made);
    return made;
  }

  return {
    get memoryBytes() {
      let bytes = 0;
      for (const buffer of Object.values(fixed)) bytes += buffer.size;
      for (const side of sides) {
        if (side) bytes += side.ends.size + side.costs.size + side.back.memoryBytes;
      }
      return bytes;
    },
    wave,
    async run({ source, target }, slots, from, to, cost, timer) {
      const count = to - from;
      const side = await sideFor(count);
      const { pairs, back } = side;
      for (let i = 0; i < count; i++) {
        pairs[2 * i] = source[from + i]!;
        pairs[2 * i + 1] = target[from + i]!;
      }
      let reading: Promise<void> | undefined;
      await guarded(device, 'hierarchy queries', () => {
        device.queue.writeBuffer(fixed.batch, 0, Uint32Array.of(count, top.first, top.count, 0));
        device.queue.writeBuffer(side.ends, 0, pairs, 0, 2 * count);
        const encoder = device.createCommandEncoder({ label: 'hierarchy queries' });
        const timestampWrites = timer.both('search');
        const pass = encoder.beginComputePass({
          label: 'hierarchy queries',
          ...(timestampWrites && { timestampWrites }),
        });
        const { pipeline, group } = stepFor(side, slots);
        pass.setPipeline(pipeline);
        pass.setBindGroup(0, group);
        pass.dispatchWorkgroups(Math.min(MOST_WORKGROUPS, count));
        pass.end();
        back.encode(encoder, side.costs, 0, 0, 4 * count);
        device.queue.submit([encoder.finish()]);
        // the map begins now; its failure is seen below
        reading = back.read({ at: 0, into: cost.subarray(from, to) });
        reading.catch(() => {});
      });
      await reading;
    },
    destroy() {
      sides.forEach(destroySide);
      for (const buffer of Object.values(fixed)) buffer.destroy();
    },
  };
}

function destroySide(side: Side | undefined): void {
  side?.ends.destroy();
  side?.costs.destroy();
  side?.back.destroy();
}

/** The queries whose answer is NONE. */
export function unanswered(cost: Float32Array): number[] {
  const bits = new Uint32Array(cost.buffer, cost.byteOffset, cost.length);
  const list: number[] = [];
  for (let i = 0; i < bits.length; i++) if (bits[i] === NONE) list.push(i);
  return list;
}
