// Tables of costs, wave by wave. While the rows of a wave are read, the device makes the next ones.
import {
  allocate,
  createReadBack,
  filledBuffer,
  guarded,
  type Kernel,
  planWaves,
  type ReadBack,
  step,
  type Step,
  uploadWords,
} from '@wayfield/gpu-core';
import { COPY_DST, type Timer, UNIFORM } from '@wayfield/gpu-core/internal';
import type { Hierarchy } from '@wayfield/graph/hierarchy';
import { dispatch, type GpuSweeps, rowStride } from './sweeps.ts';
import type { SweepRunner } from './sweep-runner.ts';
import { endWords, seedWords } from './table-ends.ts';
import { tableWgsl } from './table.wgsl.ts';
import type { GpuHierarchyRunOptions, GpuTableEnds, GpuTableRows } from './types.ts';

const WHAT = 'hierarchy table';
const WORKGROUP = 256;
/** Most workgroups of a dispatch along an axis: the limit that every WebGPU device has. */
const MOST_WORKGROUPS = 65535;
/** Most sources of a wave: fills any device, and the first rows come early. */
const MOST_LANES = 1024;

const kernel = (entry: string): Kernel => ({
  label: `hierarchy: ${entry}`,
  code: tableWgsl,
  entry,
  constants: { WORKGROUP_SIZE: WORKGROUP },
});

const groupsFor = (count: number): number =>
  Math.max(1, Math.min(MOST_WORKGROUPS, Math.ceil(count / WORKGROUP)));

/** What the parts of a solver share. */
export interface TableParts {
  readonly sweeps: SweepRunner;
  readonly memoryBudget: number | undefined;
  readonly timer: Timer;
  /** True: device times are read, so a wave ends before the next one begins. */
  readonly timing: boolean;
  /** Runs `work` when no other call of the solver records commands. */
  run<T>(work: () => Promise<T>): Promise<T>;
}

/** Sources of a wave: a multiple of four, or all of them. */
function waveSizeFor(
  limits: GPUSupportedLimits,
  nodeCount: number,
  [sources, width]: readonly [number, number],
  memoryBudget: number | undefined,
): number {
  // an item of the plan is a group of four sources, which a sweep takes together
  const row = { bytesPerItem: Math.max(1, width) * 16 };
  const groups = Math.ceil(sources / 4);
  const plan = planWaves(
    limits,
    [
      { label: 'distances', bytesPerItem: Math.max(2, rowStride(nodeCount)) * 16 },
      { label: 'costs', ...row },
      { label: 'read back', ...row, unbound: true },
      { label: 'read back', ...row, unbound: true },
    ],
    groups,
    memoryBudget === undefined ? {} : { memoryBudget },
  );
  const waves = Math.max(plan.waves, Math.ceil(groups / (MOST_LANES / 4)));
  return 4 * Math.ceil(groups / waves);
}

type TableBuffers = Record<
  'params' | 'seeds' | 'wanted' | 'firstEnd' | 'ends' | 'costs',
  GPUBuffer
>;

/** A wave under way: its rows arrive in `cost`. */
interface Wave {
  readonly first: number;
  readonly count: number;
  readonly cost: Float32Array;
  /** Resolves to the milliseconds on the device. */
  readonly done: Promise<number>;
}

/**
 * Costs from all sources to all targets, a wave of rows at a time. The arguments were checked.
 */
export async function* tableRows(
  device: GPUDevice,
  hierarchy: Hierarchy,
  [sources, targets]: readonly [GpuTableEnds, GpuTableEnds],
  parts: TableParts,
  { onProgress, signal }: GpuHierarchyRunOptions,
): AsyncGenerator<GpuTableRows, void> {
  const height = sources.first.length - 1;
  const width = targets.first.length - 1;
  signal?.throwIfAborted();
  if (height === 0 || width === 0) return;
  const { memoryBudget, timing } = parts;
  const size = waveSizeFor(device.limits, hierarchy.nodeCount, [height, width], memoryBudget);
  const blockBytes = 4 * size * width;
  const buffers = await fillBuffers(device, hierarchy, [sources, targets], size);
  const encodeWave = createWaveEncoder(device, hierarchy, buffers, targets);
  const banks: { readonly back: ReadBack; readonly cost: Float32Array }[] = [];
  const bankFor = async (k: number): Promise<(typeof banks)[number]> =>
    (banks[k & 1] ??= {
      back: await guarded(device, WHAT, () => createReadBack(device, blockBytes, WHAT)),
      cost: new Float32Array(size * width),
    });

  const begin = (first: number): Promise<Wave> =>
    parts.run(async () => {
      const count = Math.min(size, height - first);
      const { back, cost: room } = await bankFor(first / size);
      const cost = room.subarray(0, count * width);
      const swept = await parts.sweeps.prepare(size, false);
      let reading: Promise<void> | undefined;
      await guarded(device, WHAT, () => {
        const encoder = device.createCommandEncoder({ label: WHAT });
        const seeds = [sources.first[first], sources.first[first + count]] as const;
        encodeWave(encoder, swept, { count, seeds, timer: parts.timer });
        back.encode(encoder, buffers.costs, 0, 0, cost.byteLength);
        device.queue.submit([encoder.finish()]);
        reading = back.read({ at: 0, into: cost });
        reading.catch(() => {});
      });
      const done = (async () => {
        await reading;
        return timing ? (await parts.timer.read())('table') : NaN;
      })();
      done.catch(() => {});
      // timestamps of two waves would be read as one
      if (timing) await done;
      return { first, count, cost, done };
    });

  let next: Promise<Wave> | undefined = begin(0);
  next.catch(() => {});
  try {
    while (next !== undefined) {
      const wave: Wave = await next;
      const { first, count, cost, done } = wave;
      const end: number = first + count;
      next = end < height ? begin(end) : undefined;
      next?.catch(() => {});
      const deviceMs = await done;
      signal?.throwIfAborted();
      onProgress?.(end, height);
      yield { first, count, cost, deviceMs };
      signal?.throwIfAborted();
    }
  } finally {
    await next?.then(({ done }) => done).catch(() => {});
    for (const buffer of Object.values(buffers)) buffer.destroy();
    for (const { back } of banks) back.destroy();
  }
}

/** What a table needs on the device, for waves of `size` sources. */
function fillBuffers(
  device: GPUDevice,
  { nodeCount, rank }: Hierarchy,
  [sources, targets]: readonly [GpuTableEnds, GpuTableEnds],
  size: number,
): Promise<TableBuffers> {
  return guarded(device, WHAT, async () => {
    const width = targets.first.length - 1;
    const { costs, wanted } = await allocate(device, WHAT, {
      costs: size * width,
      wanted: nodeCount,
    });
    return {
      costs,
      wanted,
      params: filledBuffer(device, WHAT, new Uint32Array(4), UNIFORM | COPY_DST),
      seeds: uploadWords(device, 'table: seeds', seedWords(sources, rank, size)),
      firstEnd: uploadWords(device, 'table: first ends', Uint32Array.from(targets.first)),
      ends: uploadWords(device, 'table: ends', endWords(targets, rank)),
    };
  });
}

/** What differs from wave to wave. */
interface WaveShape {
  readonly count: number;
  /** The wave has the seeds from the first number to the one before the second. */
  readonly seeds: readonly [number, number];
  readonly timer: Timer;
}

/** A function that records a wave; the first time it marks the ranks that lead to targets. */
function createWaveEncoder(
  device: GPUDevice,
  { levelStart }: Hierarchy,
  buffers: TableBuffers,
  targets: GpuTableEnds,
): (encoder: GPUCommandEncoder, swept: GpuSweeps, shape: WaveShape) => void {
  const width = targets.first.length - 1;
  const endCount = targets.node.length;
  let marked = false;
  let boundTo: GPUBuffer | undefined;
  let steps: TableSteps | undefined;
  return (encoder, swept, { count, seeds: [from, to], timer }) => {
    if (steps === undefined || boundTo !== swept.dist) {
      steps = bindTable(device, swept, buffers);
      boundTo = swept.dist;
    }
    const { seed, down, gather } = steps;
    device.queue.writeBuffer(buffers.params, 0, Uint32Array.of(from, to - from, width, endCount));
    swept.clear(encoder, count);
    if (!marked) encoder.clearBuffer(buffers.wanted);
    const timestampWrites = timer.both('table');
    const pass = encoder.beginComputePass({
      label: WHAT,
      ...(timestampWrites && { timestampWrites }),
    });
    if (!marked) {
      dispatch(pass, steps.wantEnds, groupsFor(endCount));
      steps.wantAbove.forEach((one, l) => {
        dispatch(pass, one, groupsFor(levelStart[l + 1] - levelStart[l]));
      });
      marked = true;
    }
    dispatch(pass, seed, groupsFor(to - from));
    swept.encodeUp(pass);
    swept.encodeLevels(pass, down, 'down');
    dispatch(pass, gather, groupsFor(width * Math.ceil(count / 4)));
    pass.end();
  };
}

interface TableSteps {
  readonly wantEnds: Step;
  /** By level, from the lowest. */
  readonly wantAbove: readonly Step[];
  readonly seed: Step;
  /** By level, from the highest. */
  readonly down: readonly Step[];
  readonly gather: Step;
}

function bindTable(
  device: GPUDevice,
  { fixed, level, levelCount, dist }: GpuSweeps,
  { params, seeds, wanted, firstEnd, ends, costs }: TableBuffers,
): TableSteps {
  const { batch, marks, downRows, downArcs } = fixed;
  const wantAbove: Step[] = [];
  const down: Step[] = [];
  for (let l = 0; l < levelCount; l++) {
    const arcs = { 0: level(l), 2: downRows, 3: downArcs, 12: wanted };
    wantAbove.push(step(device, kernel('wantAbove'), arcs, 0));
    const all = { ...arcs, 1: batch, 4: marks, 5: dist };
    down.unshift(step(device, kernel('downToEnds'), all, 0));
  }
  return {
    wantEnds: step(device, kernel('wantEnds'), { 10: params, 12: wanted, 14: ends }, 0),
    wantAbove,
    seed: step(
      device,
      kernel('seedCosts'),
      { 1: batch, 4: marks, 6: dist, 10: params, 11: seeds },
      0,
    ),
    down,
    gather: step(
      device,
      kernel('gather'),
      { 1: batch, 5: dist, 10: params, 13: firstEnd, 14: ends, 15: costs },
      0,
    ),
  };
}
