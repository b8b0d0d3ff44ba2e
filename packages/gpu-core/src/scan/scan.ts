import { aDevice, checkRequired, SCAN_RULES } from '../rules.ts';
import { storageBuffer } from '../buffers.ts';
import { checkDistinct, checkLength, lengthBindings, wordsBinding } from '../parallel/length.ts';
import {
  ALONE_TILES,
  gridOf,
  MOST_WORKGROUPS,
  type ShapeDefaults,
  resolveTuning,
  teamConstants,
} from '../parallel/tuning.ts';
import {
  computePipeline,
  encodeSteps,
  type Kernel,
  type Resources,
  type Step,
  step,
} from '../pipeline.ts';
import { keeping } from '../keeping.ts';
import type { Primitive, PrimitiveOptions } from '../primitive.ts';
import { scanSweepWgsl, scanWgsl } from './scan.wgsl.ts';

/** Measured on an H200, where 2,112 blocks are 16 for each of 132 cores; shared with compaction. */
export const SCAN_DEFAULTS: { readonly subgroup: ShapeDefaults; readonly portable: ShapeDefaults } =
  {
    subgroup: { workgroupSize: 256, itemsPerInvocation: 8, maxBlocks: 2112 },
    portable: { workgroupSize: 128, itemsPerInvocation: 4, maxBlocks: 2112 },
  };

/**
 * Defaults of a scan from one buffer into another, which reads the input once (sweep.wgsl.ts).
 * Measured on an H200: with 16 items arrays lie in memory instead of registers.
 */
const SWEEP_DEFAULTS = {
  subgroup: { workgroupSize: 256, itemsPerInvocation: 12, maxBlocks: MOST_WORKGROUPS },
  portable: SCAN_DEFAULTS.portable,
};

/** Most workgroups that clear states. Chosen, not measured. */
const CLEAR_GROUPS = 64;

/** Options of `createScan`. */
export interface ScanOptions extends PrimitiveOptions {
  /** `length` u32. Default: the output, which is then scanned in place. */
  readonly input?: GPUBuffer;
  /** `length` u32: element i becomes the sum of the inputs before i, modulo 2^32. */
  readonly output: GPUBuffer;
  /** For tests: the last tile first, so that each misses all tiles before it. Default false. */
  readonly lastFirst?: boolean;
}

/** What `createScan` returns. */
export interface Scan extends Primitive {
  /**
   * The kernels that `encode` runs. A scan, also the one inside `createSegmentOffsets`, compiles
   * them in its first `encode`. Pass them to `compileKernels` to compile them earlier.
   */
  readonly kernels: readonly Kernel[];
}

/**
 * Exclusive prefix sum of u32: output[i] = input[0] + … + input[i - 1]. For the sum of all n as
 * well, scan n + 1 elements: element n of the input does not count.
 *
 * Buffers whose size is a multiple of 16 bytes are read faster. Words from `length` on are not
 * touched.
 *
 * @throws RangeError for a length the buffers have no room for, or a tuning that cannot work.
 *
 * @example
 * const scan = createScan(device, { input: counts, output: offsets, length: counts.size / 4 });
 * scan.encode(encoder);
 * device.queue.submit([encoder.finish()]);
 * console.log(await read(offsets, 4)); // 0 10 21 33
 */
export function createScan(device: GPUDevice, options: ScanOptions): Scan {
  aDevice(device, 'device');
  checkRequired('createScan', options, SCAN_RULES, ['output', 'length']);
  const { output, length, label = 'scan' } = options;
  const input = options.input === output ? undefined : options.input;
  checkLength(device, label, length, output, 'output');
  if (input) checkLength(device, label, length, input, 'input');
  checkDistinct(label, { output }, { lengthFrom: options.lengthFrom?.buffer });

  const defaults = input ? SWEEP_DEFAULTS : SCAN_DEFAULTS;
  const shape = resolveTuning(device, options, defaults);
  const quadsPerInvocation = checkQuads(label, shape.itemsPerInvocation);
  const tiles = Math.ceil(length / (shape.workgroupSize * shape.itemsPerInvocation));
  const isAlone = tiles <= ALONE_TILES;
  // in place, a workgroup that adds up another tile might read results that its owner has written
  const isSweep = input !== undefined && shape.subgroups && !isAlone;

  const to = wordsBinding(output, length);
  const from = input && wordsBinding(input, length);
  const quads = to.quads && (from?.quads ?? true);
  const text = { subgroups: shape.subgroups, quadsPerInvocation, quads };
  const code = isSweep ? scanSweepWgsl(text) : scanWgsl(text, !from);
  const constants = teamConstants(shape);

  const noParams = [[0, 0, 0]];
  const blocks = isAlone ? Math.min(tiles, 1) : Math.min(tiles, shape.maxBlocks);
  const { bindings, sums } = keeping((keep) => ({
    bindings: keep(lengthBindings(device, label, length, options.lengthFrom, noParams)),
    // a sweep has two states per tile, other scans a sum per block
    sums: storageBuffer(device, `${label}: sums`, isSweep ? 2 * tiles : blocks),
  }));
  const head = { 0: bindings.params[0], 1: bindings.lengthCell, 2: sums };
  const source = from ? { 4: from.binding } : { 3: to.binding };
  const resources = { ...head, 3: to.binding, ...source };
  const runs: { kernel: Kernel; resources: Resources; workgroups: number; rows?: number }[] = [];
  const kernel = (name: string, entry: string, own = {}): Kernel => {
    return { label: `${label}: ${name}`, code, entry, constants: { ...constants, ...own } };
  };
  if (isSweep) {
    const workgroups = Math.min(CLEAR_GROUPS, Math.ceil((2 * tiles) / shape.workgroupSize));
    runs.push({ kernel: kernel('clear', 'clearStates'), resources: { 2: sums }, workgroups });
    const LAST_FIRST = Number(options.lastFirst ?? false);
    const sweep = kernel('sweep', 'sweepTiles', { LAST_FIRST });
    runs.push({ kernel: sweep, resources, ...gridOf(tiles, shape.maxBlocks) });
  } else {
    if (blocks > 1) {
      const reads = { ...head, ...source };
      runs.push({ kernel: kernel('sums', 'sumBlocks'), resources: reads, workgroups: blocks });
    }
    if (blocks > 0) {
      runs.push({ kernel: kernel('scan', 'scanBlocks'), resources, workgroups: blocks });
    }
  }
  let steps: readonly Step[] = [];

  return {
    kernels: runs.map(({ kernel: made }) => made),
    encode(target) {
      // `computePipeline` makes a pipeline that failed again
      steps = runs.map(({ kernel: made, resources: bound, workgroups, rows = 1 }, i) =>
        steps[i]?.pipeline === computePipeline(device, made)
          ? steps[i]
          : { ...step(device, made, bound, workgroups), rows },
      );
      encodeSteps(target, label, steps);
    },
    setLength: bindings.setLength,
    memoryBytes: bindings.memoryBytes + sums.size,
    dispatches: runs.length,
    destroy() {
      bindings.destroy();
      sums.destroy();
    },
  };
}

/** Quads of four words per invocation; throws RangeError where the items do not make whole ones. */
export function checkQuads(label: string, itemsPerInvocation: number): number {
  if (itemsPerInvocation % 4 !== 0) {
    throw new RangeError(
      `${label}: itemsPerInvocation is ${itemsPerInvocation}, expected a multiple of 4`,
    );
  }
  return itemsPerInvocation / 4;
}
