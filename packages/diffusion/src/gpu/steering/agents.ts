// Free-moving agents on the device: their buffers and the passes of a tick (steering.wgsl.ts).
// Nothing is read back.
import { besideNeeded } from '../../model/corners.ts';
import {
  checkOptions,
  either,
  list,
  number,
  object,
  type OptionRules,
  refuseNumber,
  text,
} from '@wayfield/check';
import {
  allocate,
  compileKernels,
  encodeSteps,
  filledBuffer,
  guarded,
  type Kernel,
  largestBinding,
  type Step,
  step,
  type Target,
} from '@wayfield/gpu-core';
import { eachOf } from '../../model/check-input.ts';
import { layerIndex } from '../../model/resolve-options.ts';
import { targetRule } from '../../model/rules.ts';
import { checkCount } from '../../steering/check-agents.ts';
import type { GpuGround } from '../pursuers/pursuers.ts';
import { RUN_WORDS, steeringWgsl, type SteeringKernel } from './steering.wgsl.ts';

/** Free-moving agents beside a model on the device. */
export interface GpuAgents {
  readonly count: number;
  /** Two f32 per agent: x and y, in cells. */
  readonly position: GPUBuffer;
  /** Two f32 per agent: the direction of the last tick, a unit vector or 0, 0. */
  readonly direction: GPUBuffer;
  /** A word per agent: `STEER_STATUS` of the last tick, plus 256 times `MOVE_STATUS`. */
  readonly status: GPUBuffer;
  readonly memoryBytes: number;
  /**
   * Records a tick: each agent is directed by the newest field, as by `steer`, and moved by the
   * length of its step, as by `moveAlong`. Submits nothing and reads nothing back. Not while
   * another call of the model is under way.
   */
  encode(target: Target): void;
  /**
   * Puts agents elsewhere: all of them, in order; not while another call of the model is under way.
   * Kernels of the caller may write `position` instead. Throws RangeError for lists of another
   * length and for what is not finite.
   */
  place(x: ArrayLike<number>, y: ArrayLike<number>): void;
  /** Frees the buffers. */
  destroy(): void;
}

export interface GpuAgentOptions {
  /** Where the agents start, in cells: see `AgentModel.steer`. */
  readonly x: ArrayLike<number>;
  /** Where the agents start, in cells: as many entries as `x`. */
  readonly y: ArrayLike<number>;
  /** In cells, 0 to 0.5: one for all agents, or one each. Default 0. */
  readonly radius?: number | ArrayLike<number>;
  /** The length of a step, in cells: one for all agents, or one each. */
  readonly speed: number | ArrayLike<number>;
  /** The layer whose goals the agents seek. Default the first. */
  readonly layer?: string;
}

/** What agents need of their model. */
export interface AgentGround extends Pick<
  GpuGround,
  'device' | 'held' | 'engine' | 'map' | 'layers' | 'pitch' | 'busy' | 'alive'
> {
  /** Bits of goals, of all layers. */
  readonly masks: GPUBuffer;
  /** Words of a row of `masks`. */
  readonly maskPitch: number;
}

const UNIFORM = 0x0040;
const COPY_DST = 0x0008;
const WHAT = 'agents';
/** Largest radius, in cells: a larger disc does not fit through gaps of one cell. */
const MOST_RADIUS = 0.5;
/**
 * Up to this number of cells per agent, a table of headings is filled in every tick; no measurement
 * is recorded.
 */
const TABLE_CELLS = 8;
/** Bytes of an entry of that table. */
const ENTRY_BYTES = 8;

const numbers = /* @__PURE__ */ either(/* @__PURE__ */ number(), list);
const options = /* @__PURE__ */ object({}, 'GpuAgentOptions');
const AGENTS: OptionRules = {
  x: list,
  y: list,
  radius: /* @__PURE__ */ either(/* @__PURE__ */ number(0, MOST_RADIUS), list),
  speed: numbers,
  layer: text,
};
const needed = /* @__PURE__ */ object({ x: list, y: list, speed: numbers });

/** Throws TypeError and RangeError for options that are not valid. Returns the layer. */
export function checkAgents(layers: readonly string[], given: GpuAgentOptions): number {
  options(given, 'options');
  checkOptions('agents', given, AGENTS);
  needed(given, 'options');
  const { x, y, radius = 0, speed, layer } = given;
  checkEntries(x, x.length, 'x');
  checkEntries(y, x.length, 'y');
  if (typeof radius !== 'number') checkEntries(radius, x.length, 'radius', MOST_RADIUS);
  if (typeof speed === 'number') checkEntry(speed, 'speed', Infinity);
  else checkEntries(speed, x.length, 'speed', Infinity);
  return layer === undefined ? 0 : layerIndex(layers, layer);
}

/** Checks the entries of a list: finite numbers, with `most` from 0 to `most`. */
function checkEntries(values: ArrayLike<number>, count: number, name: string, most?: number): void {
  checkCount(values, count, name, 'that of x');
  for (let k = 0; k < count; k++) {
    if (most !== undefined) checkEntry(values[k], `${name}[${k}]`, most);
    else if (!Number.isFinite(values[k]))
      refuseNumber(`${name}[${k}]`, values[k], 'a finite number');
  }
}

function checkEntry(value: number, name: string, most: number): void {
  if (Number.isFinite(value) && value >= 0 && value <= most) return;
  const range = most === Infinity ? '>= 0' : `from 0 to ${most}`;
  refuseNumber(name, value, `a finite number ${range}`);
}

/** A copy of options that `checkAgents` has seen, for a call that waits for its turn. */
export function copyAgents({ x, y, radius = 0, speed, layer }: GpuAgentOptions): GpuAgentOptions {
  const copied = (value: number | ArrayLike<number>): number | Float64Array =>
    typeof value === 'number' ? value : Float64Array.from(value);
  return {
    x: Float64Array.from(x),
    y: Float64Array.from(y),
    radius: copied(radius),
    speed: copied(speed),
    ...(layer === undefined ? {} : { layer }),
  };
}

/** The agents of checked options. Rejects with Error where memory runs out. */
export async function createAgentsOnDevice(
  ground: AgentGround,
  given: GpuAgentOptions,
  layer: number,
): Promise<GpuAgents> {
  const { device, engine, busy, alive } = ground;
  const { x, y, radius = 0, speed } = given;
  const count = x.length;
  const { position, direction, status, ticks, bytes, free } = await createTicks(ground, {
    count,
    layer,
    position: interleaved(count, x, y),
    facts: interleaved(count, radius, speed),
  });
  let destroyed = false;
  function ready(what: string): void {
    alive();
    if (destroyed) throw new Error(`${WHAT}: ${what} after destroy`);
    if (busy()) throw new Error(`${WHAT}: ${what} while another call of the model is under way`);
  }

  return {
    count,
    position,
    direction,
    status,
    memoryBytes: bytes,
    encode(target) {
      ready('encode');
      targetRule(target, 'encoder');
      encodeSteps(target, WHAT, ticks()[engine.current]);
    },
    place(toX, toY) {
      ready('place');
      checkCount(toX, count, 'x', 'the number of agents');
      checkCount(toY, count, 'y', 'the number of agents');
      checkEntries(toX, count, 'x');
      checkEntries(toY, count, 'y');
      device.queue.writeBuffer(position, 0, interleaved(count, toX, toY));
    },
    destroy() {
      if (!destroyed) free();
      destroyed = true;
    },
  };
}

/** The first state of agents. */
interface Beginning {
  readonly count: number;
  readonly layer: number;
  /** Two entries per agent each. `position`: x and y. `facts`: radius and speed. */
  readonly position: Float32Array<ArrayBuffer>;
  readonly facts: Float32Array<ArrayBuffer>;
}

/** The buffers of some agents, and the passes that move them. */
interface Ticks extends Pick<GpuAgents, 'position' | 'direction' | 'status'> {
  /** The passes of a tick by the parity of the field that they read. */
  ticks(): readonly (readonly Step[])[];
  readonly bytes: number;
  free(): void;
}

async function createTicks(ground: AgentGround, beginning: Beginning): Promise<Ticks> {
  const { device, engine, map, masks } = ground;
  const { count, layer } = beginning;
  const words = new Uint32Array(RUN_WORDS);
  words.set([map.width, map.height, ground.pitch, ground.maskPitch, layer, count]);
  new Float32Array(words.buffer)[6] = skinOf(map.width, map.height);
  const cells = map.width * map.height;
  const table = usesTable(device, cells, count);
  const buffers = await allocate(device, WHAT, {
    position: 2 * count,
    direction: 2 * count,
    status: count,
    facts: 2 * count,
    // at least one word, which no kernel reads
    entries: table ? (ENTRY_BYTES / 4) * cells : 1,
  });
  const held: GPUBuffer[] = Object.values(buffers);
  const free = (): void => {
    for (const buffer of held) buffer.destroy();
  };
  const kernelOf = (part: SteeringKernel, entry: string): Kernel => {
    return {
      label: `${WHAT}: ${part}`,
      code: steeringWgsl(ground.held, besideNeeded(map), part),
      entry,
    };
  };
  const fill = kernelOf('fill the table', 'fill');
  const walk = kernelOf(table ? 'walk the table' : 'walk the field', 'walk');
  try {
    await compileKernels(device, table ? [fill, walk] : [walk]);
    await guarded(device, WHAT, () => {
      held.push(filledBuffer(device, `${WHAT}: map`, words, UNIFORM | COPY_DST));
      device.queue.writeBuffer(buffers.position, 0, beginning.position);
      device.queue.writeBuffer(buffers.facts, 0, beginning.facts);
    });
  } catch (error) {
    free();
    throw error;
  }
  const { position, direction, status, facts, entries } = buffers;
  const run = held[held.length - 1];
  const workgroups = Math.min(4096, Math.ceil(Math.max(1, count) / 64));
  const tickFrom = (parity: number): readonly Step[] => {
    const reads = { 0: run, 1: engine.field(parity), 2: engine.factors, 3: masks };
    const agents = { 4: facts, 5: position, 6: direction, 7: status };
    if (!table) return [step(device, walk, { ...reads, ...agents }, workgroups)];
    const cellGroups = Math.min(16_384, Math.ceil(cells / 128));
    return [
      step(device, fill, { ...reads, 4: entries }, cellGroups),
      step(device, walk, { 0: run, 1: entries, ...agents }, workgroups),
    ];
  };
  let passes: readonly (readonly Step[])[] = [];
  /** The buffer of factors that the passes are bound to; adding planes replaces that buffer. */
  let boundTo: GPUBuffer | undefined;
  return {
    position,
    direction,
    status,
    bytes: 4 * (7 * count + RUN_WORDS) + (table ? ENTRY_BYTES * cells : 0),
    free,
    ticks() {
      if (boundTo !== engine.factors) {
        boundTo = engine.factors;
        passes = [tickFrom(0), tickFrom(1)];
      }
      return passes;
    },
  };
}

/**
 * Whether a table of headings pays. Filling the table for all cells costs less than having each
 * agent compute headings from the field, unless there are many cells per agent.
 */
function usesTable(device: GPUDevice, cells: number, count: number): boolean {
  return cells <= TABLE_CELLS * count && ENTRY_BYTES * cells <= largestBinding(device.limits);
}

function interleaved(
  count: number,
  first: number | ArrayLike<number>,
  second: number | ArrayLike<number>,
): Float32Array<ArrayBuffer> {
  const pairs = new Float32Array(2 * count);
  for (let k = 0; k < count; k++) {
    pairs[2 * k] = eachOf(first, k);
    pairs[2 * k + 1] = eachOf(second, k);
  }
  return pairs;
}

/**
 * The least distance of agents to obstacles: four units in the last place of a position on the far
 * side of the map, so that rounding brings no agent into a blocked cell.
 */
function skinOf(width: number, height: number): number {
  return Math.max(2 ** -16, 2 ** (Math.ceil(Math.log2(Math.max(width, height))) - 22));
}
