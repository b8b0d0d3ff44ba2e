// Tables of costs, wave by wave; solver.ts calls `tableRows`. While the rows of a wave are read,
// the device makes the next ones.
import { guarded, planWaves } from '@wayfield/gpu-core';
import type { Timer } from '@wayfield/gpu-core/internal';
import type { Hierarchy } from '@wayfield/graph/hierarchy';
import { awaitSubmit } from '../await-submit.ts';
import type { CallQueue } from '../call-queue.ts';
import { dispatch, type GpuSweeps, rowStride } from './sweeps.ts';
import type { SweepRunner } from './sweep-runner.ts';
import { endWords, seedWords } from './table-ends.ts';
import { type TableMemories, type TableMemory, WORKGROUP } from './table-memory.ts';
import type { GpuHierarchyRunOptions, GpuTableEnds, GpuTableRows } from './types.ts';

const WHAT = 'hierarchy table';
/** Most workgroups of a dispatch along an axis: the limit that every WebGPU device has. */
const MOST_WORKGROUPS = 65535;
/**
 * Most sources of a wave: fills any device, and the first rows come early. Chosen, not measured.
 */
const MOST_SOURCES = 1024;

const groupsFor = (count: number): number =>
  Math.max(1, Math.min(MOST_WORKGROUPS, Math.ceil(count / WORKGROUP)));

/** The parts of its solver that a table uses. */
export interface TableParts {
  readonly sweeps: SweepRunner;
  readonly memories: TableMemories;
  readonly memoryBudget: number | undefined;
  readonly timer: Timer;
  /** True: device times are read, so a wave ends before the next one begins. */
  readonly timing: boolean;
  /** Each wave is a call, so no other call of the solver records commands meanwhile. */
  readonly calls: CallQueue;
}

/** Sources of a wave: a multiple of four, at most MOST_SOURCES. */
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
  const waves = Math.max(plan.waves, Math.ceil(groups / (MOST_SOURCES / 4)));
  return 4 * Math.ceil(groups / waves);
}

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
  const memory = parts.memories.take();
  const rooms: Float32Array[] = [];
  const encodeWave = createWaveEncoder(device, hierarchy, memory, targets);

  const begin = (first: number): Promise<Wave> =>
    parts.calls.run(async () => {
      const count = Math.min(size, height - first);
      const bank = (first / size) & 1;
      // `prepare` comes first, because it frees what earlier calls left; `beside` is the bytes of
      // costs and of two staging memories
      const swept = await parts.sweeps.prepare(size, false, 12 * size * width);
      if (first === 0) await fill(parts.calls, memory, hierarchy, [sources, targets], size);
      const back = await memory.bank(bank, 4 * size * width);
      const cost = (rooms[bank] ??= new Float32Array(size * width)).subarray(0, count * width);
      let reading: Promise<void> | undefined;
      const submitted = guarded(device, WHAT, () => {
        const encoder = device.createCommandEncoder({ label: WHAT });
        const seeds = [sources.first[first], sources.first[first + count]] as const;
        encodeWave(encoder, swept, { count, seeds, timer: parts.timer });
        back.encode(encoder, memory.buffers.costs, 0, 0, cost.byteLength);
        device.queue.submit([encoder.finish()]);
        reading = back.read({ at: 0, into: cost });
        reading.catch(() => {});
      });
      submitted.catch(memory.unbind);
      await awaitSubmit(submitted, () => reading);
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
      const deviceMs = await done.finally(parts.calls.check);
      signal?.throwIfAborted();
      onProgress?.(end, height);
      yield { first, count, cost, deviceMs };
      signal?.throwIfAborted();
    }
  } finally {
    await next?.then(({ done }) => done).catch(() => {});
    parts.memories.giveBack(memory);
  }
}

/** Makes room for waves of `size` sources, and uploads the ends of a table. */
async function fill(
  calls: CallQueue,
  memory: TableMemory,
  { rank }: Hierarchy,
  [sources, targets]: readonly [GpuTableEnds, GpuTableEnds],
  size: number,
): Promise<void> {
  const words = {
    seeds: seedWords(sources, rank, size),
    firstEnd: Uint32Array.from(targets.first),
    ends: endWords(targets, rank),
  };
  await memory.reserve({
    costs: size * (targets.first.length - 1),
    seeds: words.seeds.length,
    firstEnd: words.firstEnd.length,
    ends: words.ends.length,
  });
  calls.keep(memory);
  for (const name of ['seeds', 'firstEnd', 'ends'] as const) memory.write(name, words[name]);
}

/** What differs from wave to wave. */
interface WaveRange {
  readonly count: number;
  /** The wave has seeds `seeds[0]` to `seeds[1]` - 1. */
  readonly seeds: readonly [number, number];
  readonly timer: Timer;
}

/** A function that records a wave; the first time it marks the ranks that lead to targets. */
function createWaveEncoder(
  device: GPUDevice,
  { levelStart }: Hierarchy,
  memory: TableMemory,
  targets: GpuTableEnds,
): (encoder: GPUCommandEncoder, swept: GpuSweeps, range: WaveRange) => void {
  const width = targets.first.length - 1;
  const endCount = targets.node.length;
  let marked = false;
  return (encoder, swept, { count, seeds: [from, to], timer }) => {
    const { wantEnds, wantAbove, sweep, gather } = memory.stepsOn(swept);
    const { params, wanted } = memory.buffers;
    device.queue.writeBuffer(params, 0, Uint32Array.of(width, endCount));
    swept.begin(encoder, count, { first: from, count: to - from });
    if (!marked) encoder.clearBuffer(wanted);
    const timestampWrites = timer.both('table');
    const pass = encoder.beginComputePass({
      label: WHAT,
      ...(timestampWrites && { timestampWrites }),
    });
    if (!marked) {
      dispatch(pass, wantEnds, groupsFor(endCount));
      wantAbove.forEach((one, l) => {
        dispatch(pass, one, groupsFor(levelStart[l + 1] - levelStart[l]));
      });
      marked = true;
    }
    swept.encodeSteps(pass, sweep);
    dispatch(pass, gather, groupsFor(width * Math.ceil(count / 4)));
    pass.end();
  };
}
