// Pursuers that climb fields on the device; nothing is read back unless one asks how many moved.
import { checkLength } from '@wayfield/check';
import {
  allocate,
  compileKernels,
  encodeSteps,
  filledBuffer,
  guarded,
  type Kernel,
  readBuffer,
  type Resources,
  type Step,
  step,
  type Target,
} from '@wayfield/gpu';
import { checkCells } from '../check-input.ts';
import { bufferRule, encoderRule, targetRule } from '../rules.ts';
import { checkPursuers } from '../check-pursuers.ts';
import type { Resolved } from '../resolve-options.ts';
import type { DiffusionMap, PursuerOptions } from '../types.ts';
import type { ChangeLog } from './changes.ts';
import type { Engine } from './engine.ts';
import type { MarkGroup, Marks } from './marks.ts';
import { PARAM_WORDS } from './params.wgsl.ts';
import { pursuersWgsl, TICK_WORDS } from './pursuers.wgsl.ts';
import type { Held } from './walk.wgsl.ts';

/** Pursuers beside a model on the device. */
export interface GpuPursuers {
  readonly count: number;
  /** count words: the cell where each pursuer is. For kernels and shaders of the caller, or `readBuffer`. */
  readonly position: GPUBuffer;
  readonly memoryBytes: number;
  /**
   * Records a move of every pursuer by the newest fields, and the marks that `emit` and `modulate` leave. Submits
   * nothing and reads nothing back. Not while another call of the model is under way.
   */
  encode(target: Target): void;
  /** Moves every pursuer once, in the order of the model's calls, and tells how many changed their cell. */
  move(): Promise<number>;
  /**
   * Puts pursuers elsewhere: all of them, in order; not while another call of the model is under way. Throws
   * RangeError for a cell that is none.
   */
  place(cell: ArrayLike<number>): void;
  /**
   * Records the same with cells that are on the device, for births, deaths and arrivals that its kernels decide:
   * `cell` has `count` words and usage COPY_SRC, and is read when the commands run. Nothing checks them: each has to be
   * a cell of the map. One that is an obstacle is a place for those that do not count: they stay there and leave no
   * marks. Throws RangeError for a buffer that is too small. Not while another call of the model is under way.
   */
  encodePlace(encoder: GPUCommandEncoder, cell: GPUBuffer): void;
  /** Takes the pursuers, their goals and modulations, out of the model and frees their memory. */
  destroy(): void;
}

/** What pursuers need of their model. */
export interface GpuGround {
  readonly device: GPUDevice;
  readonly held: Held;
  /** The fields, and factors in the same rows: f32, 0 = obstacle; of costs: what a straight step into the cell costs. */
  readonly engine: Pick<Engine, 'current' | 'field' | 'factors'>;
  /** Where pursuers can leave marks. */
  readonly marks?: Marks;
  readonly map: DiffusionMap;
  readonly layers: readonly string[];
  /** Vectors of 4 cells in a row. */
  readonly pitch: number;
  readonly busy: () => boolean;
  inOrder<T>(work: () => Promise<T>): Promise<T>;
}

/** Options checked, and the layers that they name. */
export interface PursuerPlan {
  readonly options: PursuerOptions;
  readonly used: readonly number[];
  readonly emit: MarkGroup['emit'];
  readonly modulate: MarkGroup['modulate'];
}

const UNIFORM = 0x0040;
const COPY_DST = 0x0008;
const WHAT = 'pursuers';

/** Pursuers of method 'distance'; throws RangeError for what they cannot do. */
export function planDescent(
  { width, height }: DiffusionMap,
  layers: readonly string[],
  options: PursuerOptions,
): PursuerPlan {
  const { used } = checkPursuers(width * height, layers, 'distance', options);
  return { options, used, emit: undefined, modulate: undefined };
}

/**
 * Throws RangeError as `createPursuers` does, and where the planes that `modulate` needs do not fit; else
 * tells the changes what pursuers will do.
 */
export function planPursuers(
  { width, height }: DiffusionMap,
  { layers, method }: Resolved,
  changes: ChangeLog,
  engine: Engine,
  options: PursuerOptions,
): PursuerPlan {
  const { used, emits, dims } = checkPursuers(width * height, layers, method, options);
  const { emit, modulate } = options;
  if (dims !== undefined) engine.checkPlanes(changes.planesWith(dims, true));
  if (emits !== undefined) changes.emitted(emits);
  return {
    options,
    used,
    emit: emit && { layer: emits!, value: Math.fround(emit.strength) },
    modulate: modulate && {
      layer: dims!,
      value: Math.fround(modulate.factor),
      ...changes.dimmed(dims!),
    },
  };
}

export async function createPursuersOnDevice(
  ground: GpuGround,
  { options, used, emit, modulate }: PursuerPlan,
): Promise<GpuPursuers> {
  const { device, held, engine, map, layers, pitch, busy, inOrder } = ground;
  const { width, height, neighbours } = map;
  const { weights, exclusive = false } = options;
  const cells = width * height;
  const count = options.cell.length;
  /** Those that they leave. */
  const marks = emit || modulate ? ground.marks : undefined;
  /** Where they go is kept beside where they are. */
  const defers = exclusive || marks !== undefined;

  const words = new Uint32Array(PARAM_WORDS);
  words.set([width, height, pitch, layers.length]);
  words[15] = count;
  const tick = new Uint32Array(TICK_WORDS);
  tick.set([used.length, exclusive ? 1 : 0, defers ? 1 : 0]);
  tick.set(used, 4);
  new Float32Array(tick.buffer).set(
    used.map((layer) => weights[layers[layer]]),
    4 + 64,
  );
  const buffers: Record<string, GPUBuffer> & {
    readonly position: GPUBuffer;
    readonly chosen: GPUBuffer;
    readonly claims: GPUBuffer;
  } = await allocate(device, WHAT, {
    position: count,
    chosen: defers ? count : 1,
    claims: exclusive ? cells : 1,
  });
  const uniforms: GPUBuffer[] = [];
  const free = (): void => {
    for (const buffer of [...Object.values(buffers), ...uniforms]) buffer.destroy();
  };
  const group: MarkGroup = {
    count,
    position: buffers.position,
    emit,
    modulate,
    cell: Uint32Array.from(options.cell),
    moved: false,
    strayed: false,
    free,
  };
  const code = pursuersWgsl(held, neighbours);
  const rows = Math.min(4096, Math.ceil(Math.max(1, count) / 256));
  const kernel = (entry: string): Kernel => ({ label: `${WHAT}: ${entry}`, code, entry });
  const of = (entry: string, resources: Resources): Step =>
    step(device, kernel(entry), resources, rows);
  /** Passes of a move by the field they read; made again when the factors or the marks of others moved. */
  let passes: Step[][] = [];
  let boundTo: GPUBuffer | undefined;
  let boundAt = -1;
  let destroyed = false;

  function bind(): void {
    boundTo = engine.factors;
    const [params, ticks] = uniforms;
    const { position, chosen, claims } = buffers;
    passes = [0, 1].map((parity) => {
      const choose = of('choose', {
        0: params!,
        1: engine.field(parity),
        2: boundTo!,
        3: ticks!,
        4: position,
        5: chosen,
        6: claims,
      });
      if (!defers) return [choose];
      const { drop, put } = marks?.steps(group, parity) ?? { drop: [], put: [] };
      if (!exclusive) {
        return [choose, ...drop, of('arrive', { 0: params!, 4: position, 5: chosen }), ...put];
      }
      return [
        of('occupy', { 0: params!, 4: position, 6: claims }),
        choose,
        of('claim', { 0: params!, 4: position, 5: chosen, 6: claims }),
        of('leave', { 0: params!, 4: position, 6: claims }),
        ...drop,
        of('enter', { 0: params!, 4: position, 5: chosen, 6: claims }),
        ...put,
      ];
    });
    // lists of the caller's goals may have been made just now
    boundAt = marks?.version ?? -1;
  }

  function encode(target: Target): void {
    if (boundTo !== engine.factors || boundAt !== (marks?.version ?? -1)) bind();
    encodeSteps(target, WHAT, passes[engine.current]!);
    group.moved = true;
  }

  function ready(what: string): void {
    if (destroyed) throw new Error(`${WHAT}: ${what} after destroy`);
    if (busy()) throw new Error(`${WHAT}: ${what} while another call of the model is under way`);
  }

  /** Counts who is elsewhere than before, in buffers of its own. */
  async function moveAndCount(): Promise<number> {
    if (destroyed) throw new Error(`${WHAT}: move after destroy`);
    if (!buffers['before']) {
      Object.assign(buffers, await allocate(device, WHAT, { before: count, moved: 1 }));
    }
    const { position, before, moved } = buffers;
    await guarded(device, WHAT, () => {
      const encoder = device.createCommandEncoder({ label: WHAT });
      encoder.clearBuffer(moved!);
      encoder.copyBufferToBuffer(position, 0, before!, 0, position.size);
      encode(encoder);
      const resources = { 0: uniforms[0]!, 4: position, 7: before!, 8: moved! };
      encodeSteps(encoder, WHAT, [of('countMoved', resources)]);
      device.queue.submit([encoder.finish()]);
    });
    return (await readBuffer(device, moved!, new Uint32Array(1)))[0]!;
  }

  try {
    const entries = !defers
      ? ['choose']
      : exclusive
        ? ['occupy', 'choose', 'claim', 'leave', 'enter']
        : ['choose', 'arrive'];
    await compileKernels(device, entries.map(kernel));
    await guarded(device, WHAT, () => {
      uniforms.push(filledBuffer(device, `${WHAT}: map`, words, UNIFORM | COPY_DST));
      uniforms.push(filledBuffer(device, `${WHAT}: weights`, tick, UNIFORM | COPY_DST));
      device.queue.writeBuffer(buffers.position, 0, group.cell as Uint32Array<ArrayBuffer>);
      marks?.add(group);
      bind();
    });
  } catch (error) {
    marks?.forget(group);
    free();
    throw error;
  }
  return {
    count,
    position: buffers.position,
    get memoryBytes() {
      return [...Object.values(buffers), ...uniforms].reduce((sum, { size }) => sum + size, 0);
    },
    encode(target) {
      ready('encode');
      targetRule(target, 'encoder');
      encode(target);
    },
    move: () => inOrder(moveAndCount),
    place(cell) {
      ready('place');
      checkLength(cell, count, 'cell');
      checkCells(cells, cell, 'cell');
      const to = Uint32Array.from(cell);
      if (marks) marks.place(group, to);
      else device.queue.writeBuffer(buffers.position, 0, to);
    },
    encodePlace(encoder, cell) {
      ready('encodePlace');
      encoderRule(encoder, 'encoder');
      bufferRule(cell, 'cell');
      if (cell.size < 4 * count) {
        throw new RangeError(`cell has ${cell.size} bytes, expected ${4 * count} at least`);
      }
      if (marks) marks.encodePlace(group, cell, encoder);
      else encoder.copyBufferToBuffer(cell, 0, buffers.position, 0, 4 * count);
    },
    destroy() {
      if (destroyed) return;
      destroyed = true;
      if (marks) marks.remove(group, busy());
      else free();
    },
  };
}
