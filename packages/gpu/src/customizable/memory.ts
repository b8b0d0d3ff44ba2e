// The buffers and the dispatches of a customisation. The buffers hold the hierarchy, its triangles
// and weights. customizer.ts and solver.ts make them, customise.ts runs the dispatches.
import {
  allocate,
  filledBuffer,
  guarded,
  type Resources,
  step,
  type Step,
  uploadWords,
} from '@wayfield/gpu-core';
import { COPY_DST, UNIFORM } from '@wayfield/gpu-core/internal';
import { CUSTOMIZER_WGSL, FLAGS, TRIANGLE_WORDS } from './customizer.wgsl.ts';
import type { GpuCustomizable } from './types.ts';

const WHAT = 'customizer';
/** Words from the range of one dispatch to the next: offsets of uniforms are multiples of 256. */
const RANGE_WORDS = 64;
/** Most workgroups of a dispatch; each loops over several items. */
const MOST_GROUPS = 16384;

/** Kept until `destroy`. */
export interface CustomizerMemory {
  /** The dispatches of a run. */
  readonly steps: readonly Step[];
  /** f32 per arc of the graph; the host writes it before a run. */
  readonly graphWeights: GPUBuffer;
  /** See FLAG in customizer.wgsl.ts; each run sets them. */
  readonly flags: GPUBuffer;
  /** Two f32 per arc of the hierarchy: up and down. */
  readonly weights: GPUBuffer;
  /** The weights of all arcs up, then down, as f32; filled only with `withDirections`. */
  readonly byDirection: GPUBuffer;
  readonly bytes: number;
  destroy(): void;
}

/**
 * Uploads the hierarchy and lists its triangles. With `withDirections` runs fill `byDirection`.
 * Rejects where memory runs out.
 */
export async function createCustomizerMemory(
  device: GPUDevice,
  customizable: GpuCustomizable,
  firstTriangle: Uint32Array,
  withDirections: boolean,
): Promise<CustomizerMemory> {
  const { nodeCount, arcCount, graphArcCount } = customizable;
  const buffers = await allocate(device, WHAT, {
    triangles: TRIANGLE_WORDS * firstTriangle[nodeCount],
    weights: 2 * arcCount,
    byDirection: withDirections ? 2 * arcCount : 0,
    graphWeights: graphArcCount,
    flags: FLAGS,
  });
  const all: GPUBuffer[] = Object.values(buffers);
  const destroy = (): void => {
    for (const buffer of all) buffer.destroy();
  };
  try {
    const steps = await guarded(device, WHAT, () => {
      const upload = (name: string, words: Uint32Array, usage?: number): GPUBuffer => {
        const label = `${WHAT}: ${name}`;
        const copy = Uint32Array.from(words);
        const buffer = usage
          ? filledBuffer(device, label, copy, usage)
          : uploadWords(device, label, copy);
        all.push(buffer);
        return buffer;
      };
      const bound = bindCustomizerSteps(device, customizable, firstTriangle, {
        ...buffers,
        upload,
      });
      return withDirections ? [...bound.steps, bound.split] : bound.steps;
    });
    const { graphWeights, flags, weights, byDirection } = buffers;
    const bytes = all.reduce((sum, { size }) => sum + size, 0);
    return { steps, graphWeights, flags, weights, byDirection, bytes, destroy };
  } catch (error) {
    destroy();
    throw error;
  }
}

interface Buffers {
  readonly triangles: GPUBuffer;
  readonly weights: GPUBuffer;
  readonly byDirection: GPUBuffer;
  readonly graphWeights: GPUBuffer;
  readonly flags: GPUBuffer;
  upload(name: string, words: Uint32Array, usage?: number): GPUBuffer;
}

/** Submits the listing of the triangles, and binds the dispatches of a run. */
function bindCustomizerSteps(
  device: GPUDevice,
  customizable: GpuCustomizable,
  firstTriangle: Uint32Array,
  { triangles, weights, byDirection, graphWeights, flags, upload }: Buffers,
): { readonly steps: readonly Step[]; readonly split: Step } {
  const { nodeCount, arcCount, graphArcCount, firstArc, head, arcOf } = customizable;
  const ranges = rangesOf(customizable, firstTriangle);
  const levels = upload('ranges', ranges, UNIFORM | COPY_DST);
  const rows = {
    1: upload('rows', firstArc),
    2: upload('heads', head),
    3: upload('first triangles', firstTriangle),
  };
  const bind = (entry: string, i: number, more: Resources, items: number): Step => {
    const kernel = { label: `${WHAT}: ${entry}`, code: CUSTOMIZER_WGSL, entry };
    const range = { buffer: levels, offset: 4 * RANGE_WORDS * i, size: 16 };
    const groups = Math.max(1, Math.min(MOST_GROUPS, Math.ceil(items / 256)));
    return step(device, kernel, { 0: range, ...more }, groups);
  };
  // 256 items a node make a workgroup per node
  const make = bind('makeTriangles', 0, { ...rows, 4: triangles }, 256 * nodeCount);
  const encoder = device.createCommandEncoder({ label: WHAT });
  encodePass(encoder, [make], undefined);
  device.queue.submit([encoder.finish()]);
  const taken = { 5: weights, 6: upload('places', arcOf), 7: graphWeights, 8: flags };
  const steps = [
    bind('fill', 1, { 5: weights, 8: flags }, 2 * arcCount),
    bind('takeWeights', 2, taken, graphArcCount),
  ];
  for (let i = 3; i < ranges.length / RANGE_WORDS; i++) {
    const count = ranges[i * RANGE_WORDS + 1] - ranges[i * RANGE_WORDS];
    steps.push(bind('relax', i, { 4: triangles, 5: weights }, count));
  }
  return { steps, split: bind('split', 1, { 5: weights, 9: byDirection }, arcCount) };
}

/** Encodes steps as a pass of their own; a pipeline is set where it changes. */
export function encodePass(
  encoder: GPUCommandEncoder,
  steps: readonly Step[],
  timestampWrites: GPUComputePassTimestampWrites | undefined,
): void {
  const pass = encoder.beginComputePass(timestampWrites ? { timestampWrites } : {});
  let last: GPUComputePipeline | undefined;
  for (const { pipeline, group, workgroups } of steps) {
    if (pipeline !== last) pass.setPipeline(pipeline);
    last = pipeline;
    pass.setBindGroup(0, group);
    pass.dispatchWorkgroups(workgroups);
  }
  pass.end();
}

/**
 * The ranges of all dispatches: nodes, arcs, arcs of the graph, then the triangles of each level
 * that has some.
 */
function rangesOf(
  { nodeCount, arcCount, graphArcCount, levelStart }: GpuCustomizable,
  firstTriangle: Uint32Array,
): Uint32Array<ArrayBuffer> {
  const ranges = [
    [0, nodeCount],
    [0, arcCount],
    [0, graphArcCount],
  ];
  for (let l = 0; l + 1 < levelStart.length; l++) {
    const [first, end] = [firstTriangle[levelStart[l]], firstTriangle[levelStart[l + 1]]];
    if (end > first) ranges.push([first, end]);
  }
  const words = new Uint32Array(RANGE_WORDS * ranges.length);
  ranges.forEach((range, i) => words.set(range, RANGE_WORDS * i));
  return words;
}
