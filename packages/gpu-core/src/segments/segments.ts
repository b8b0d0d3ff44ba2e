import { aDevice, checkRequired, SEGMENTS_RULES } from '../rules.ts';
import { checkDistinct, checkLength, lengthBindings, wordsBinding } from '../parallel/length.ts';
import { encodeSteps, type Kernel, type Step, step } from '../pipeline.ts';
import { keeping } from '../keeping.ts';
import type { Primitive, PrimitiveOptions } from '../primitive.ts';
import { createScan } from '../scan/scan.ts';
import { LOCAL_SEGMENTS, segmentsWgsl } from './segments.wgsl.ts';

/**
 * Defaults measured for reductions (reduce.ts), used here because counting also reads its input
 * once. The default of `maxBlocks` below is that of a reduction too.
 */
const WORKGROUP_SIZE = 256;
const KEYS_PER_INVOCATION = 16;

/** Options of `createSegmentOffsets`. */
export interface SegmentOffsetsOptions extends PrimitiveOptions {
  /**
   * `length` u32: the segment of each element, in any order. Keys from `segments` on (such as NONE)
   * are left out.
   */
  readonly keys: GPUBuffer;
  /** Number of segments. */
  readonly segments: number;
  /**
   * segments + 1 u32: segment s has the elements offsets[s] .. offsets[s + 1] of the keys, sorted.
   */
  readonly offsets: GPUBuffer;
}

/**
 * Segment offsets, as of compressed sparse rows: counts the keys of each segment (a histogram) and
 * scans the counts. offsets[segments] is the number of all counted elements.
 *
 * @throws RangeError for a length the buffers have no room for, or a tuning that cannot work.
 *
 * @example
 * const rows = createSegmentOffsets(device, { keys: tail, segments: nodeCount, offsets, length });
 * rows.encode(encoder); // offsets is firstOut of a graph whose arcs are sorted by tail
 * device.queue.submit([encoder.finish()]);
 * console.log(await read(offsets, nodeCount + 1)); // 0 2 5 6 8
 */
export function createSegmentOffsets(device: GPUDevice, options: SegmentOffsetsOptions): Primitive {
  aDevice(device, 'device');
  checkRequired('createSegmentOffsets', options, SEGMENTS_RULES, [
    'keys',
    'segments',
    'offsets',
    'length',
  ]);
  const { keys, segments, offsets, length, maxBlocks = 1024, label = 'segments' } = options;
  checkLength(device, label, length, keys, 'keys');
  checkLength(device, `${label}: offsets`, segments + 1, offsets, 'offsets');
  checkDistinct(label, { offsets }, { keys, lengthFrom: options.lengthFrom?.buffer });
  const { maxComputeInvocationsPerWorkgroup: most } = device.limits;
  const WG = Math.min(options.workgroupSize ?? WORKGROUP_SIZE, most);

  const from = wordsBinding(keys, length);
  const counts = wordsBinding(offsets, segments + 1).binding;
  const own = [[segments, 0, 0]];
  const { subgroups, workgroupSize, itemsPerInvocation } = options;
  // the scan may refuse the tuning
  const { bindings, scan } = keeping((keep) => ({
    bindings: keep(lengthBindings(device, label, length, options.lengthFrom, own)),
    scan: createScan(device, {
      output: offsets,
      length: segments + 1,
      label: `${label}: offsets`,
      maxBlocks,
      ...(subgroups === undefined ? {} : { subgroups }),
      ...(workgroupSize === undefined ? {} : { workgroupSize }),
      ...(itemsPerInvocation === undefined ? {} : { itemsPerInvocation }),
    }),
  }));
  const code = segmentsWgsl(from.quads);
  const kernel = (entry: string, constants = {}): Kernel => ({
    label: `${label}: ${entry}`,
    code,
    entry,
    constants: { WG, ...constants },
  });
  const blocksFor = (words: number): number =>
    Math.max(1, Math.min(maxBlocks, Math.ceil(words / (WG * KEYS_PER_INVOCATION))));
  const steps: Step[] = [
    step(
      device,
      kernel('clearCounts'),
      { 0: bindings.params[0], 3: counts },
      blocksFor(segments + 1),
    ),
  ];
  if (length > 0 && segments > 0) {
    const all = { 0: bindings.params[0], 1: bindings.lengthCell, 2: from.binding, 3: counts };
    // a power of two, because each value is a pipeline, which lives as long as the device
    const LOCAL = 2 ** Math.ceil(Math.log2(segments));
    const count =
      segments <= LOCAL_SEGMENTS ? kernel('countLocal', { LOCAL }) : kernel('countDirect');
    steps.push(step(device, count, all, blocksFor(length)));
  }
  return {
    encode(target) {
      encodeSteps(target, label, steps);
      scan.encode(target);
    },
    setLength: bindings.setLength,
    memoryBytes: bindings.memoryBytes + scan.memoryBytes,
    dispatches: steps.length + scan.dispatches,
    destroy() {
      bindings.destroy();
      scan.destroy();
    },
  };
}
