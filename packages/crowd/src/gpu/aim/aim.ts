// `aim` of a crowd on the GPU: checks an aim, and makes its buffers and its dispatch. Kernels:
// aim.wgsl.ts, paths.wgsl.ts.
import { number, object, optional, refuse, type Rule, whole } from '@wayfield/check';
import { filledBuffer, storageBuffer } from '@wayfield/gpu-core';
import { aBuffer } from '@wayfield/gpu-core/internal';
import { insidesOf, leadOf, type PathLead } from '../insides.ts';
import type { CrowdBuffers } from '../state/buffers.ts';
import type { Dispatch } from '../tick/kernels.ts';
import { AIM_FLOATS, AIM_WORDS, type AimWord, fieldWgsl, goalsWgsl } from './aim.wgsl.ts';
import type { GpuPaths } from './path-types.ts';

/** Agents that go straight to a goal each. */
export interface GoalAim {
  /**
   * Goals in metres, by slot: at least `end` entries. They are copied. Entries for later slots are
   * the goals of agents that are added there; agents in slots without an entry are left alone.
   */
  readonly goalX: ArrayLike<number>;
  readonly goalY: ArrayLike<number>;
  /** Agents within this distance of their goal are idle, in metres. Default 0.1. */
  readonly arrive?: number | undefined;
  /** Preferred speed in metres per second, at most the agent's largest. Default that. */
  readonly speed?: number | undefined;
}

/** Agents that follow the headings of a field, on the device. */
export interface FieldAim {
  /**
   * Two f32 per cell, row by row and layer by layer: a unit vector, or 0, 0 where agents stay. For
   * instance those of `createHeadings`, or `headings` of a model of @wayfield/diffusion.
   */
  readonly headings: GPUBuffer;
  readonly width: number;
  readonly height: number;
  /** The corner of cell 0, 0 in metres. Default 0, 0. */
  readonly x?: number | undefined;
  readonly y?: number | undefined;
  /** Side of a cell in metres. Default 1. */
  readonly cellSize?: number | undefined;
  /** Layers of `headings`, one per goal. Default 1. */
  readonly layers?: number | undefined;
  /**
   * The layer of each slot: at least `end` entries, copied. Default, and in slots without an entry:
   * the first.
   */
  readonly layerOf?: ArrayLike<number> | undefined;
  /** As in `GoalAim`. */
  readonly speed?: number | undefined;
}

/** Agents that follow a path each, on the device. */
export interface PathAim {
  /**
   * Paths of `createGpuPaths` for this crowd. Agents that are no members of the paths are left
   * alone; members without a path stand.
   */
  readonly paths: GpuPaths;
}

/** Where preferred velocities come from, on the device. */
export type GpuAim = GoalAim | FieldAim | PathAim;

/** The aim of a crowd. */
export interface Aiming {
  /**
   * The dispatch of a new aim; undefined for none. Frees the buffers of the old aim. Throws, and
   * changes nothing, if the aim is refused.
   */
  take(aim: GpuAim | undefined, end: number): Dispatch | undefined;
  /** The paths that agents follow; undefined unless the aim is along paths. */
  readonly lead: PathLead | undefined;
  /**
   * Writes what the host changed of paths to the device; returns the dispatch if it is a new one.
   */
  flush(): Dispatch | undefined;
  /** After a call that failed: the next `flush` makes again what may have found no memory. */
  renew(): void;
  readonly memoryBytes: number;
  destroy(): void;
}

const UNIFORM_COPY_DST = 0x0040 | 0x0008;
const SORT = 256;
const FASTEST = 1e6;

const numbers: Rule = (value, name) => {
  const { length } = (value ?? {}) as ArrayLike<number>;
  if (typeof value !== 'object' || typeof length !== 'number') {
    refuse(name, value, 'an array of numbers');
  }
};
const aSpeed: Rule = /* @__PURE__ */ optional(/* @__PURE__ */ number(0, FASTEST));
const someGoals: Rule = /* @__PURE__ */ object(
  {
    goalX: numbers,
    goalY: numbers,
    arrive: /* @__PURE__ */ optional(/* @__PURE__ */ number(0, FASTEST)),
    speed: aSpeed,
  },
  'an aim',
);
const place: Rule = /* @__PURE__ */ optional(/* @__PURE__ */ number(-(2 ** 30), 2 ** 30));
const someField: Rule = /* @__PURE__ */ object(
  {
    headings: aBuffer,
    width: /* @__PURE__ */ whole(1, 65_536),
    height: /* @__PURE__ */ whole(1, 65_536),
    x: place,
    y: place,
    cellSize: /* @__PURE__ */ optional(/* @__PURE__ */ number(1e-6, 1e6)),
    layers: /* @__PURE__ */ optional(/* @__PURE__ */ whole(1, 65_536)),
    layerOf: /* @__PURE__ */ optional(numbers),
    speed: aSpeed,
  },
  'an aim',
);

/** A dispatch, and the buffers that go with it. */
interface Taken {
  readonly dispatch: Dispatch;
  readonly held: readonly GPUBuffer[];
  readonly lead?: PathLead;
}

/** The aim of the agents in the buffers of a crowd. */
export function createAiming(device: GPUDevice, buffers: CrowdBuffers, capacity: number): Aiming {
  let held: readonly GPUBuffer[] = [];
  let lead: PathLead | undefined;
  const crowd = { device, buffers, capacity };
  return {
    take(aim, end) {
      const taken = aim === undefined ? undefined : takeAim(crowd, aim, end);
      for (const buffer of held) buffer.destroy();
      held = taken?.held ?? [];
      lead = taken?.lead;
      return taken?.dispatch;
    },
    get lead() {
      return lead;
    },
    flush() {
      lead?.check();
      return lead?.flush() ? lead.dispatch() : undefined;
    },
    renew() {
      lead?.renew();
    },
    get memoryBytes() {
      return held.reduce((sum, { size }) => sum + size, 0);
    },
    destroy() {
      for (const buffer of held) buffer.destroy();
    },
  };
}

interface Crowd {
  readonly device: GPUDevice;
  readonly buffers: CrowdBuffers;
  readonly capacity: number;
}

function takeAim(crowd: Crowd, aim: GpuAim, end: number): Taken {
  if (typeof aim === 'object' && aim !== null && 'headings' in aim) {
    someField(aim, 'aim');
    return alongField(crowd, aim, end);
  }
  if (typeof aim === 'object' && aim !== null && 'paths' in aim) return alongPaths(crowd, aim);
  someGoals(aim, 'aim');
  return atGoals(crowd, aim, end);
}

function uniformOf(device: GPUDevice, values: Partial<Record<AimWord, number>>): GPUBuffer {
  const words = new Uint32Array(AIM_WORDS.length);
  const floats = new Float32Array(words.buffer);
  for (const [i, name] of AIM_WORDS.entries()) {
    if (i < AIM_FLOATS) words[i] = values[name] ?? 0;
    else floats[i] = values[name] ?? 0;
  }
  return filledBuffer(device, 'crowd: aim', words, UNIFORM_COPY_DST);
}

function dispatchOf(
  { position, traits, preferred }: CrowdBuffers,
  entry: string,
  code: string,
  own: Dispatch['bound'],
): Dispatch {
  return {
    kernel: { label: `crowd: ${entry}`, code, entry },
    bound: { 2: position, 3: traits, 4: preferred, ...own },
    size: SORT,
    limit: 65_535,
  };
}

function atGoals({ device, buffers, capacity }: Crowd, aim: GoalAim, end: number): Taken {
  const { goalX, goalY, arrive = 0.1 } = aim;
  const count = Math.min(capacity, goalX.length, goalY.length);
  for (const [name, list] of Object.entries({ goalX, goalY })) {
    checkLength(list, end, `aim.${name}`);
    checkEntries(list, count, `aim.${name}`, number(-(2 ** 30), 2 ** 30));
  }
  const words = new Float32Array(4 * count);
  for (let slot = 0; slot < count; slot++) {
    const x = goalX[slot];
    const y = goalY[slot];
    words[4 * slot] = x;
    words[4 * slot + 1] = y;
    words[4 * slot + 2] = x - Math.fround(x);
    words[4 * slot + 3] = y - Math.fround(y);
  }
  const uniform = uniformOf(device, { goals: count, speed: aim.speed ?? FASTEST, arrive });
  const goals = storageBuffer(device, 'crowd: goals', words.length);
  device.queue.writeBuffer(goals, 0, words);
  const dispatch = dispatchOf(buffers, 'aimAtGoals', goalsWgsl, { 1: uniform, 5: goals });
  return { dispatch, held: [uniform, goals] };
}

function alongField({ device, buffers, capacity }: Crowd, aim: FieldAim, end: number): Taken {
  const { headings, width, height, x = 0, y = 0, cellSize = 1, layers = 1, layerOf } = aim;
  const bytes = 8 * width * height * layers;
  if (headings.size < bytes) {
    refuse('aim.headings.size', headings.size, `at least ${bytes} bytes, 8 for each cell`);
  }
  const words = new Uint32Array(layerOf ? capacity : 4);
  if (layerOf) {
    const count = Math.min(capacity, layerOf.length);
    checkLength(layerOf, end, 'aim.layerOf');
    checkEntries(layerOf, count, 'aim.layerOf', whole(0, layers - 1));
    for (let slot = 0; slot < count; slot++) words[slot] = layerOf[slot];
  }
  const uniform = uniformOf(device, {
    width,
    height,
    layers: layerOf ? layers : 1,
    x,
    y,
    xLow: x - Math.fround(x),
    yLow: y - Math.fround(y),
    perCell: 1 / cellSize,
    speed: aim.speed ?? FASTEST,
  });
  const ofSlots = storageBuffer(device, 'crowd: layers', words.length);
  device.queue.writeBuffer(ofSlots, 0, words);
  const own = { 1: uniform, 5: headings, 6: ofSlots };
  return {
    dispatch: dispatchOf(buffers, 'aimAlongField', fieldWgsl, own),
    held: [uniform, ofSlots],
  };
}

function alongPaths({ buffers }: Crowd, { paths }: PathAim): Taken {
  const lead = leadOf(paths);
  if (!lead || insidesOf(lead.crowd)?.buffers !== buffers) {
    return refuse('aim.paths', paths, 'paths of createGpuPaths for this crowd');
  }
  lead.check();
  return { dispatch: lead.dispatch(), held: [], lead };
}

function checkLength({ length }: ArrayLike<number>, end: number, name: string): void {
  if (length < end) refuse(`${name}.length`, length, `at least ${end}, the end of slots`);
}

function checkEntries(list: ArrayLike<number>, count: number, name: string, rule: Rule): void {
  for (let slot = 0; slot < count; slot++) rule(list[slot], `${name}[${slot}]`);
}
