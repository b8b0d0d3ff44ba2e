// Pursuers that climb fields on the device: their buffers and the passes of a tick (what each pass
// does: pursuers.wgsl.ts). Only `move` reads back, the number of pursuers that moved.
import { besideNeeded } from '../../model/corners.ts';
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
} from '@wayfield/gpu-core';
import { checkCells } from '../../model/check-input.ts';
import { bufferRule, encoderRule, targetRule } from '../../model/rules.ts';
import { checkPursuers, copyPursuers } from '../../pursuers/check-pursuers.ts';
import type { Resolved } from '../../model/resolve-options.ts';
import type { DiffusionMap, PursuerOptions } from '../../types.ts';
import type { Attempts } from '../attempts.ts';
import type { ChangeLog } from '../step/changes.ts';
import type { Engine } from '../step/engine.ts';
import type { MarkGroup } from './mark-group.ts';
import type { Marks } from './marks.ts';
import { PARAM_WORDS } from '../memory/params.wgsl.ts';
import { pursuersWgsl, TICK_WORDS } from './pursuers.wgsl.ts';
import type { Held } from '../paths/walk.wgsl.ts';

/** Pursuers on the fields of a model on the device. */
export interface GpuPursuers {
  readonly count: number;
  /**
   * count words: the cell where each pursuer is. For kernels and shaders of the caller, or
   * `readBuffer`.
   */
  readonly position: GPUBuffer;
  readonly memoryBytes: number;
  /**
   * Records a move of every pursuer by the newest fields, and the marks that `emit` and `modulate`
   * leave. Submits nothing and reads nothing back. Not while another call of the model is under
   * way.
   */
  encode(target: Target): void;
  /**
   * Moves every pursuer once, in the order of the model's calls, and tells how many changed their
   * cell.
   */
  move(): Promise<number>;
  /**
   * Puts pursuers elsewhere: all of them, in order; not while another call of the model is under
   * way. Throws RangeError for a cell that is none.
   */
  place(cell: ArrayLike<number>): void;
  /**
   * Records a `place` whose cells are on the device, for births, deaths and arrivals that kernels
   * of the caller decide: `cell` has `count` words and usage COPY_SRC, and is read when the
   * commands run. Submit them before the next awaited call, which looks where the pursuers are.
   * Nothing checks the cells: each has to be one of the map. A pursuer that is put on an obstacle
   * stays there and leaves no marks: use that for pursuers that do not count. Throws RangeError for
   * a buffer that is too small. Not while another call of the model is under way.
   */
  encodePlace(encoder: GPUCommandEncoder, cell: GPUBuffer): void;
  /**
   * Takes the pursuers, their goals and modulations, out of the model and frees their memory: now,
   * after a move of these pursuers that has begun; moves that wait reject. Pursuers with `emit` or
   * `modulate`, while a call is under way or waits: with the next call that is made.
   */
  destroy(): void;
}

/** What pursuers, and free-moving agents, need of their model. */
export interface GpuGround {
  readonly device: GPUDevice;
  readonly attempts: Attempts;
  readonly held: Held;
  /**
   * The fields, and in the same rows `factors`: f32, 0 = obstacle. With method 'distance' `factors`
   * holds what a straight step into the cell costs, 1 / terrain.
   */
  readonly engine: Pick<Engine, 'current' | 'field' | 'factors'>;
  /** Where pursuers can leave marks. */
  readonly marks?: Marks;
  readonly map: DiffusionMap;
  readonly layers: readonly string[];
  /** Vectors of 4 cells in a row. */
  readonly pitch: number;
  readonly busy: () => boolean;
  /** Throws Error once the model was destroyed. */
  alive(): void;
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
  return { options: copyPursuers(options), used, emit: undefined, modulate: undefined };
}

/**
 * Checks the options of pursuers on a scent. Throws RangeError as `createPursuers` does, and where
 * the planes that `modulate` needs do not fit. Else tells the change log that the device will emit
 * in a layer, or dim one.
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
    options: copyPursuers(options),
    used,
    emit: emit && { layer: emits!, value: Math.fround(emit.strength) },
    modulate: modulate && {
      layer: dims!,
      value: Math.fround(modulate.factor),
      ...changes.dimmed(dims!),
    },
  };
}

/** Makes the pursuers of a plan. Rejects with Error where memory runs out. */
export async function createPursuersOnDevice(
  ground: GpuGround,
  plan: PursuerPlan,
): Promise<GpuPursuers> {
  const { device, attempts, map, busy, alive, inOrder } = ground;
  const { emit, modulate, options } = plan;
  const count = options.cell.length;
  const marks = emit || modulate ? ground.marks : undefined;
  const buffers = await createPursuerBuffers(ground, plan, marks !== undefined);
  const { position } = buffers;
  const group: MarkGroup = {
    count,
    position,
    emit,
    modulate,
    cell: Uint32Array.from(options.cell),
    moved: false,
    strayed: false,
    free: buffers.free,
  };
  const passes = createMovePasses(ground, plan, buffers, marks, group);
  let destroyed = false;
  function ready(what: string): void {
    alive();
    if (destroyed) throw new Error(`${WHAT}: ${what} after destroy`);
    if (busy()) throw new Error(`${WHAT}: ${what} while another call of the model is under way`);
  }

  try {
    await passes.compile();
    await attempts.run(WHAT, () => {
      buffers.fill();
      marks?.prepare(group);
      passes.bind();
    });
    if (marks) await attempts.run(WHAT, () => marks.add(group));
  } catch (error) {
    marks?.forget(group);
    buffers.free();
    throw error;
  }
  return {
    count,
    position,
    get memoryBytes() {
      return buffers.bytes();
    },
    encode(target) {
      ready('encode');
      targetRule(target, 'encoder');
      passes.encode(target);
    },
    move: () =>
      inOrder(async () => {
        if (destroyed) throw new Error(`${WHAT}: move after destroy`);
        return buffers.during(passes.moveAndCount);
      }),
    place(cell) {
      ready('place');
      checkLength(cell, count, 'cell');
      checkCells(map.width * map.height, cell, 'cell');
      const to = Uint32Array.from(cell);
      if (marks) marks.place(group, to);
      else device.queue.writeBuffer(position, 0, to);
    },
    encodePlace(encoder, cell) {
      ready('encodePlace');
      encoderRule(encoder, 'encoder');
      checkPlaces(cell, count);
      if (marks) marks.encodePlace(group, cell, encoder);
      else encoder.copyBufferToBuffer(cell, 0, position, 0, 4 * count);
    },
    destroy() {
      if (destroyed) return;
      destroyed = true;
      if (marks) marks.remove(group, busy());
      else buffers.free();
    },
  };
}

/** Throws unless a buffer holds a cell for each of `count` pursuers. */
function checkPlaces(cell: GPUBuffer, count: number): void {
  bufferRule(cell, 'cell');
  if (cell.size < 4 * count) {
    throw new RangeError(`cell has ${cell.size} bytes, expected ${4 * count} at least`);
  }
}

/** The buffers of some pursuers. */
interface PursuerBuffers {
  readonly position: GPUBuffer;
  /** Where each pursuer goes, for pursuers that move after all have chosen (`defers`). */
  readonly chosen: GPUBuffer;
  /** A word per cell, for exclusive pursuers. */
  readonly claims: GPUBuffer;
  readonly defers: boolean;
  /** Writes the first positions, and makes the uniform buffers. */
  fill(): void;
  /** The parameters of kernels and of a tick. After `fill`. */
  params(): GPUBuffer;
  ticks(): GPUBuffer;
  /**
   * Made at the first call of `moveAndCount`: the positions before a move, and one word that counts
   * the pursuers that moved.
   */
  counters(): Promise<{ readonly before: GPUBuffer; readonly moved: GPUBuffer }>;
  bytes(): number;
  /** Runs work that needs the buffers; `free` waits for its end. */
  during<T>(work: () => Promise<T>): Promise<T>;
  /** Frees the buffers: now, or when the work of `during` has ended. */
  free(): void;
}

async function createPursuerBuffers(
  { device, map, layers, pitch }: GpuGround,
  { options, used }: PursuerPlan,
  leavesMarks: boolean,
): Promise<PursuerBuffers> {
  const { weights, exclusive = false } = options;
  const count = options.cell.length;
  const defers = exclusive || leavesMarks;
  const { position, chosen, claims } = await allocate(device, WHAT, {
    position: count,
    chosen: defers ? count : 1,
    claims: exclusive ? map.width * map.height : 1,
  });
  const held: GPUBuffer[] = [position, chosen, claims];
  const uniforms: GPUBuffer[] = [];
  let counters: { readonly before: GPUBuffer; readonly moved: GPUBuffer } | undefined;
  let inUse = false;
  let freed = false;
  const free = (): void => {
    for (const buffer of [...held, ...uniforms]) buffer.destroy();
  };
  return {
    position,
    chosen,
    claims,
    defers,
    fill() {
      device.queue.writeBuffer(position, 0, Uint32Array.from(options.cell));
      const words = new Uint32Array(PARAM_WORDS);
      words.set([map.width, map.height, pitch, layers.length]);
      words[15] = count;
      const tick = new Uint32Array(TICK_WORDS);
      tick.set([used.length, exclusive ? 1 : 0, defers ? 1 : 0]);
      tick.set(used, 4);
      const ofUsed = used.map((layer) => weights[layers[layer]]);
      new Float32Array(tick.buffer).set(ofUsed, 4 + 64);
      uniforms.push(filledBuffer(device, `${WHAT}: map`, words, UNIFORM | COPY_DST));
      uniforms.push(filledBuffer(device, `${WHAT}: weights`, tick, UNIFORM | COPY_DST));
    },
    params: () => uniforms[0],
    ticks: () => uniforms[1],
    async counters() {
      if (!counters) {
        counters = await allocate(device, WHAT, { before: count, moved: 1 });
        held.push(counters.before, counters.moved);
      }
      return counters;
    },
    bytes: () => [...held, ...uniforms].reduce((sum, { size }) => sum + size, 0),
    async during(work) {
      inUse = true;
      try {
        return await work();
      } finally {
        inUse = false;
        if (freed) free();
      }
    },
    free() {
      freed = true;
      if (!inUse) free();
    },
  };
}

/** The passes of a move, bound to the buffers that they read. */
interface MovePasses {
  compile(): Promise<void>;
  /**
   * Binds the passes to the current buffers. `encode` does so by itself where the buffer of factors
   * or a buffer of marks was replaced.
   */
  bind(): void;
  encode(target: Target): void;
  /** Moves all pursuers, and counts those that are on another cell then. */
  moveAndCount(): Promise<number>;
}

function createMovePasses(
  { device, engine, held, map }: GpuGround,
  { options: { exclusive = false } }: PursuerPlan,
  buffers: PursuerBuffers,
  marks: Marks | undefined,
  group: MarkGroup,
): MovePasses {
  const { position, chosen, claims, defers } = buffers;
  const code = pursuersWgsl(held, besideNeeded(map));
  const workgroups = Math.min(4096, Math.ceil(Math.max(1, group.count) / 256));
  const kernel = (entry: string): Kernel => ({ label: `${WHAT}: ${entry}`, code, entry });
  const of = (entry: string, resources: Resources): Step =>
    step(device, kernel(entry), resources, workgroups);
  /** By the parity of the field that they read. */
  let passes: readonly (readonly Step[])[] = [];
  let boundTo: GPUBuffer | undefined;
  let boundAt = -1;

  function passesFrom(parity: number): readonly Step[] {
    const params = buffers.params();
    const field = engine.field(parity);
    const ticks = buffers.ticks();
    const reads = { 0: params, 1: field, 2: engine.factors, 3: ticks, 4: position };
    const choose = of('choose', { ...reads, 5: chosen, 6: claims });
    if (!defers) return [choose];
    const { drop, put } = marks?.steps(group, parity) ?? { drop: [], put: [] };
    if (!exclusive) {
      return [choose, ...drop, of('arrive', { 0: params, 4: position, 5: chosen }), ...put];
    }
    return [
      of('occupy', { 0: params, 4: position, 6: claims }),
      choose,
      of('claim', { 0: params, 4: position, 5: chosen, 6: claims }),
      of('leave', { 0: params, 4: position, 6: claims }),
      ...drop,
      of('enter', { 0: params, 4: position, 5: chosen, 6: claims }),
      ...put,
    ];
  }

  function bind(): void {
    boundTo = engine.factors;
    passes = [passesFrom(0), passesFrom(1)];
    // read last: making the steps of marks may have made lists, which changes `version`
    boundAt = marks?.version ?? -1;
  }

  function encode(target: Target): void {
    if (boundTo !== engine.factors || boundAt !== (marks?.version ?? -1)) bind();
    encodeSteps(target, WHAT, passes[engine.current]);
    group.moved = true;
  }

  return {
    async compile() {
      const all = ['occupy', 'choose', 'claim', 'leave', 'enter'];
      const entries = !defers ? ['choose'] : exclusive ? all : ['choose', 'arrive'];
      await compileKernels(device, entries.map(kernel));
    },
    bind,
    encode,
    async moveAndCount() {
      const { before, moved } = await buffers.counters();
      await guarded(device, WHAT, () => {
        const encoder = device.createCommandEncoder({ label: WHAT });
        encoder.clearBuffer(moved);
        encoder.copyBufferToBuffer(position, 0, before, 0, position.size);
        encode(encoder);
        const resources = { 0: buffers.params(), 4: position, 7: before, 8: moved };
        encodeSteps(encoder, WHAT, [of('countMoved', resources)]);
        device.queue.submit([encoder.finish()]);
      });
      return (await readBuffer(device, moved, new Uint32Array(1)))[0];
    },
  };
}
