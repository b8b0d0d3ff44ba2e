// Records ticks: the dispatches that kernels.ts lists, with their uniforms and bind groups, after
// the dispatch of an aim. Makes the buffers that are replaced between ticks.
import {
  compileKernels,
  createScan,
  type Kernel,
  type Scan,
  type Step,
  step,
  storageBuffer,
  uploadWords,
} from '@wayfield/gpu-core';
import { checkBinding, keeping } from '@wayfield/gpu-core/internal';
import { ticksPerSecond } from '../../tick.ts';
import { SCENE_BYTES, SCENE_FLOATS, SCENE_WORDS, type SceneWord } from '../scene.wgsl.ts';
import { type CellTable, type CrowdBuffers, nearBytes } from '../state/buffers.ts';
import { type Dispatch, dispatchesOf, kernelsFor, lengthFor, type TickBuffers } from './kernels.ts';
import type { Numbers } from './steer.wgsl.ts';

/** The words of the uniform, without the two that depend on the length of the tick. */
export type SceneValues = Readonly<Record<Exclude<SceneWord, 'dt' | 'perSecond'>, number>>;

/** Records ticks of one crowd. */
export interface Ticks {
  /**
   * The scene of the ticks that are recorded from now on. Ticks of the same lengths that are not
   * submitted yet take it too.
   */
  setScene(values: SceneValues): void;
  /**
   * Gives lists of neighbours room for `most` entries from the next tick on. They never shrink.
   * Throws RangeError, and changes nothing, if the lists exceed a binding.
   */
  reach(most: number): void;
  /**
   * Frees what `reach` and `encode` have made, after a tick that found no memory: the next tick
   * makes it again.
   */
  renew(): void;
  /**
   * The walls from the next tick on: see walls/layout.ts. Throws, and keeps the old walls, if
   * memory runs out.
   */
  setWalls(words: Uint32Array): void;
  /** The walls of the ticks from now on. */
  readonly walls: GPUBuffer;
  /** From now on, each tick begins with this dispatch of an aim; undefined: with none. */
  lead(dispatch: Dispatch | undefined): void;
  /** Compiles the kernels for lists of `most` entries. */
  compile(most: number): Promise<void>;
  /** Records a tick for the slots below `end`. */
  encode(encoder: GPUCommandEncoder, dt: number, end: number): void;
  readonly memoryBytes: number;
  destroy(): void;
}

/** For measurements and tests. */
export interface TickOptions {
  /** The numbers of all programs. Default: f32, and pairs of f32 for programs in doubt. */
  readonly numbers?: Numbers | undefined;
  /** Whether `fma` rounds once. Default: the device is asked. */
  readonly fused?: boolean;
  /** A pass for each dispatch, with the kernel's label. Default: one for all. */
  readonly passes?: boolean;
  /** The entry point of the last kernel. Default: all run. */
  readonly last?: string;
  /** Called with the buffers of the ticks, and again when one of them is replaced. */
  readonly made?: (buffers: TickBuffers) => void;
}

/** How many lengths of a tick keep a uniform and bind groups; one more drops the oldest. */
const KEPT = 8;
const UNIFORM_COPY_DST = 0x0040 | 0x0008;

/** What belongs to the ticks of one length: a uniform, and the dispatches bound to it. */
interface Time {
  readonly uniform: GPUBuffer;
  readonly steps: readonly Step[];
  /** The words that the uniform has; none before the first tick. */
  words: Uint32Array;
}

/** Uniforms and bind groups by the length of the tick. One encoder may hold several lengths. */
function createTimes(device: GPUDevice) {
  const times = new Map<number, Time>();
  let values: SceneValues | undefined;
  return {
    setScene(next: SceneValues) {
      values = next;
    },
    of(dt: number, dispatches: readonly Dispatch[]): Time {
      let time = times.get(dt);
      if (!time) {
        if (times.size >= KEPT) times.delete(times.keys().next().value!);
        const label = `crowd: tick of ${dt} s`;
        const uniform = device.createBuffer({ label, size: SCENE_BYTES, usage: UNIFORM_COPY_DST });
        const steps = dispatches.map(({ kernel, bound }) =>
          step(device, kernel, { 0: uniform, ...bound }, 1),
        );
        times.set(dt, (time = { uniform, words: new Uint32Array(0), steps }));
      }
      if (values) {
        const words = sceneWords({ ...values, dt, perSecond: ticksPerSecond(dt) });
        const { words: old } = time;
        if (words.some((word, i) => word !== old[i])) {
          device.queue.writeBuffer(time.uniform, 0, words);
          time.words = words;
        }
      }
      return time;
    },
    /** Uniforms are left to the garbage collector: recorded ticks may still use them. */
    clear: () => times.clear(),
    get memoryBytes() {
      return times.size * SCENE_BYTES;
    },
  };
}

/** The kernels up to the one with the entry point `last`; all kernels if it is undefined. */
function upTo(kernels: readonly Kernel[], last: string | undefined): readonly Kernel[] {
  const end = kernels.findIndex(({ entry }) => entry === last);
  return end < 0 ? kernels : kernels.slice(0, end + 1);
}

interface Encoding {
  readonly steps: readonly Step[];
  readonly dispatches: readonly Dispatch[];
  readonly itemsOf: (dispatch: Dispatch) => number;
  /** Follows the kernel `count`. */
  readonly scan: Scan;
  /** A pass for each dispatch. */
  readonly passes: boolean;
}

function encodeSteps(
  encoder: GPUCommandEncoder,
  { steps, dispatches, itemsOf, scan, passes }: Encoding,
): void {
  const pass = passes ? undefined : encoder.beginComputePass({ label: 'crowd' });
  for (const [i, { pipeline, group }] of steps.entries()) {
    const { kernel, size, limit } = dispatches[i];
    const items = itemsOf(dispatches[i]);
    const own = pass ?? encoder.beginComputePass({ label: kernel.entry });
    own.setPipeline(pipeline);
    own.setBindGroup(0, group);
    own.dispatchWorkgroups(Math.min(limit, Math.max(1, Math.ceil(items / size))));
    if (!pass) own.end();
    if (kernel.entry === 'count') scan.encode(pass ?? encoder);
  }
  pass?.end();
}

/** The scan of the cells, and the buffer of no walls. */
function makeFirst(device: GPUDevice, output: GPUBuffer, { cells }: CellTable) {
  return keeping((keep) => ({
    scan: keep(createScan(device, { label: 'crowd: scan', output, length: cells + 1 })),
    noWalls: uploadWords(device, 'crowd: walls', new Uint32Array(4)),
  }));
}

export function createTicks(
  device: GPUDevice,
  buffers: CrowdBuffers,
  table: CellTable,
  { numbers, fused = false, passes = false, last, made }: TickOptions = {},
): Ticks {
  const capacity = buffers.position.size / 16;
  const { scan, noWalls } = makeFirst(device, buffers.cells, table);
  let most = 0;
  let compiledLength = 0;
  let near: GPUBuffer | undefined;
  let walls = noWalls;
  let leading: readonly Dispatch[] = [];
  let dispatches: readonly Dispatch[] = [];
  const times = createTimes(device);
  const kernelsOf = (length: number) => upTo(kernelsFor(length, numbers, fused), last);

  /** Lists the dispatches again. Their bind groups are made at the next tick. */
  function plan(): void {
    times.clear();
    if (!near) return;
    const bound = { ...buffers, near, walls };
    made?.(bound);
    dispatches = [...leading, ...dispatchesOf(kernelsOf(most), bound)];
  }

  return {
    setScene: times.setScene,
    reach(wanted) {
      // if no agent has neighbours, `wanted` is 0: the kernels that are compiled already will do
      const length = lengthFor(wanted || compiledLength);
      if (length <= most) return;
      checkBinding(device.limits, 'crowd: near', nearBytes(capacity, length));
      near?.destroy();
      most = 0; // if there is no memory, the next tick tries again
      near = storageBuffer(device, 'crowd: near', nearBytes(capacity, length) / 4);
      most = length;
      plan();
    },
    renew() {
      near?.destroy();
      near = undefined;
      most = 0;
      plan();
    },
    setWalls(words) {
      // throws if memory runs out
      const next = uploadWords(device, 'crowd: walls', words);
      walls.destroy();
      walls = next;
      plan();
    },
    get walls() {
      return walls;
    },
    lead(dispatch) {
      leading = dispatch ? [dispatch] : [];
      plan();
    },
    compile(wanted) {
      compiledLength = lengthFor(wanted);
      return compileKernels(device, [...kernelsOf(compiledLength), ...scan.kernels]);
    },
    encode(encoder, dt, end) {
      const { steps } = times.of(dt, dispatches);
      const itemsOf = ({ kernel }: Dispatch): number =>
        kernel.entry === 'begin' ? table.cells + 1 : end;
      encodeSteps(encoder, { steps, dispatches, itemsOf, scan, passes });
    },
    get memoryBytes() {
      return scan.memoryBytes + walls.size + (near?.size ?? 0) + times.memoryBytes;
    },
    destroy() {
      scan.destroy();
      walls.destroy();
      near?.destroy();
      times.clear();
    },
  };
}

function sceneWords(values: Readonly<Record<SceneWord, number>>): Uint32Array<ArrayBuffer> {
  const words = new Uint32Array(SCENE_BYTES / 4);
  const floats = new Float32Array(words.buffer);
  for (const [i, name] of SCENE_WORDS.entries()) {
    if (SCENE_FLOATS.has(name)) floats[i] = values[name];
    else words[i] = values[name];
  }
  return words;
}
