// Buffers and rounds of method 'distance' on the device. What a round does is in relax.wgsl.ts.
import { besideNeeded } from '../../model/corners.ts';
import {
  createReadBack,
  encodeSteps,
  guarded,
  type Kernel,
  type Resources,
  step,
  type Step,
  storageBuffer,
  storageBytes,
} from '@wayfield/gpu-core';
import type { DiffusionMap } from '../../types.ts';
import type { Attempts } from '../attempts.ts';
import type { DistanceChanges, DistanceWork } from './changes.ts';
import { fillWgsl, relaxWgsl, ROUNDS, STATE_WORDS, tilesAlong } from './relax.wgsl.ts';
import { checkFits } from '../memory/fits.ts';
import type { FieldLayout } from '../memory/layout.ts';
import {
  createParamSlots,
  PARAM_STRIDE,
  type ParamSlots,
  type ParamValues,
} from '../memory/param-slots.ts';
import { createScatter } from '../memory/scatter.ts';

const WHAT = 'diffusion: distance';
/** Rounds in one submit: the device starts on them while the next ones are recorded. */
const PER_SUBMIT = 64;
/**
 * Most rounds of a batch, between two looks at whether tiles wait. The first batch of a model has
 * `tilesX + tilesY + 8` rounds, which is more on maps of 16384 x 16384 cells (1034).
 */
const MOST_ROUNDS = 1024;
/** Most workgroups of a round, more than run at once; each takes tiles until none is left. */
const MOST_WORKGROUPS = 1024;
/** Slots of parameters: one for each of six phases of rounds, then one each to fill and to walk. */
const PHASES = 6;
const FILL_SLOT = PHASES;
const WALK_SLOT = PHASES + 1;
const SLOTS = PHASES + 2;

export interface DistanceEngine {
  readonly memoryBytes: number;
  readonly field: GPUBuffer;
  /** 1 / terrain of each cell, 0 = obstacle. */
  readonly inverse: GPUBuffer;
  readonly masks: GPUBuffer;
  apply(changes: DistanceChanges): void;
  /**
   * Computes layers. `look` is called before each batch of rounds (`MOST_ROUNDS`); at its first
   * call the device already has all of `work`. If `look` throws, the next `solve` continues from
   * the costs that were reached.
   */
  solve(work: DistanceWork, look: () => void): Promise<void>;
  /** Sets the parameters of walks. */
  bindWalks(values: ParamValues): GPUBufferBinding;
  destroy(): void;
}

/** Batches have an even number of rounds, so that each call begins with an even phase. */
const even = (rounds: number): number => rounds + (rounds & 1);

/** What an engine is made for. */
export interface DistanceOn {
  readonly device: GPUDevice;
  readonly attempts: Attempts;
  readonly map: DiffusionMap;
  readonly layers: number;
  readonly layout: FieldLayout;
  readonly memoryBudget: number | undefined;
}

/** Makes the buffers; throws RangeError where one of them or all of them do not fit. */
export function createDistanceEngine(on: DistanceOn): DistanceEngine {
  const { device, attempts, map, layers, layout } = on;
  const { buffers, bytes } = createBuffers(on);
  const { field, inverse, masks } = buffers;
  const slots = createParamSlots(device, SLOTS, {
    width: map.width,
    height: map.height,
    pitch: layout.pitch,
    maskPitch: layout.maskPitch,
    layers,
    tilesX: tilesAlong(map.width),
    tilesY: tilesAlong(map.height),
    centre: 0,
  });
  const scatter = createScatter(device, attempts);
  const clear = createClear(device, slots, field, layout.layerWords);
  const rounds = createRounds(on, buffers, slots);
  const all = Array.from({ length: layers }, (_, l) => l);
  return {
    get memoryBytes() {
      return bytes + scatter.memoryBytes;
    },
    field,
    inverse,
    masks,
    apply(changes) {
      if (changes.reset) clear(all);
      scatter.write(inverse, changes.inverse);
      scatter.write(masks, changes.masks);
      scatter.write(field, changes.field);
    },
    async solve({ cold, goals, tiles }, look) {
      if (tiles.length === 0 && cold.length === 0 && !rounds.pending) return;
      await attempts.run(WHAT, () => {
        clear(cold);
        scatter.write(field, goals);
        rounds.begin(tiles);
      });
      await rounds.run(look);
    },
    bindWalks(values) {
      slots.set(WALK_SLOT, values);
      return slots.at(WALK_SLOT);
    },
    destroy() {
      for (const held of [...Object.values(buffers), slots, scatter, rounds]) held.destroy();
    },
  };
}

type BufferName = 'field' | 'inverse' | 'masks' | 'lists' | 'listed' | 'state';

function createBuffers({ device, map, layers, layout, memoryBudget }: DistanceOn): {
  readonly buffers: Readonly<Record<BufferName, GPUBuffer>>;
  readonly bytes: number;
} {
  const tiles = layers * tilesAlong(map.width) * tilesAlong(map.height);
  const words: Readonly<Record<BufferName, number>> = {
    field: layers * layout.layerWords,
    inverse: layout.planeWords,
    masks: layers * layout.maskWords,
    lists: 2 * tiles,
    listed: 2 * tiles,
    state: STATE_WORDS,
  };
  const sizes = Object.values(words).map(storageBytes);
  const total = sizes.reduce((sum, each) => sum + each, SLOTS * PARAM_STRIDE);
  const largest = Math.max(...sizes);
  // workgroups take tiles from lists, so only `fill` has as many as its data need: one row a layer
  const { limits } = device;
  checkFits({ limits, map, layers, largest, total, workgroups: layers, memoryBudget });
  const buffer = (name: BufferName): GPUBuffer =>
    storageBuffer(device, `${WHAT}: ${name}`, words[name]);
  const buffers = {
    field: buffer('field'),
    inverse: buffer('inverse'),
    masks: buffer('masks'),
    lists: buffer('lists'),
    listed: buffer('listed'),
    state: buffer('state'),
  };
  return { buffers, bytes: total };
}

function bind(
  device: GPUDevice,
  kernel: Omit<Kernel, 'label'>,
  given: Resources,
  workgroups: number,
): Step {
  return step(device, { ...kernel, label: `${WHAT}: ${kernel.entry}` }, given, workgroups);
}

function submit(device: GPUDevice, record: (encoder: GPUCommandEncoder) => void): void {
  const encoder = device.createCommandEncoder({ label: WHAT });
  record(encoder);
  device.queue.submit([encoder.finish()]);
}

/** Returns the function that sets layers to `Infinity`. */
function createClear(
  device: GPUDevice,
  slots: ParamSlots,
  field: GPUBuffer,
  layerWords: number,
): (layers: readonly number[]) => void {
  const rows = Math.min(1024, Math.ceil(layerWords / 256));
  const given = { 0: slots.at(FILL_SLOT), 2: field };
  const fill = bind(device, { code: fillWgsl, entry: 'fill' }, given, rows);
  return (layers) => {
    if (layers.length === 0) return;
    slots.set(FILL_SLOT, { layers });
    submit(device, (encoder) => {
      const pass = encoder.beginComputePass({ label: WHAT });
      pass.setPipeline(fill.pipeline);
      pass.setBindGroup(0, fill.group);
      pass.dispatchWorkgroups(fill.workgroups, layers.length);
      pass.end();
    });
  };
}

/** The rounds of relaxing tiles, see relax.wgsl.ts. */
interface Rounds {
  /** Whether tiles may wait, because a call was aborted or failed. */
  readonly pending: boolean;
  /** Puts tiles on the list of the next round: these, or all tiles if `pending`. */
  begin(tiles: readonly number[]): void;
  /** Runs rounds until no tile waits. `look` may throw. */
  run(look: () => void): Promise<void>;
  destroy(): void;
}

function createRounds(
  { device, map, layers }: DistanceOn,
  buffers: Readonly<Record<BufferName, GPUBuffer>>,
  slots: ParamSlots,
): Rounds {
  const { field, inverse, lists, listed, state } = buffers;
  const [tilesX, tilesY] = [tilesAlong(map.width), tilesAlong(map.height)];
  const tiles = layers * tilesX * tilesY;
  const back = createReadBack(device, 4 * STATE_WORDS, `${WHAT}: state`);
  const stateNow = new Uint32Array(STATE_WORDS);
  const all = Array.from({ length: layers }, (_, l) => l);
  const kernel = { code: relaxWgsl(besideNeeded(map)), entry: 'relax' };
  const rounds = Array.from({ length: PHASES }, (_, phase) => {
    slots.set(phase, { phase, layers: all });
    const given = { 0: slots.at(phase), 1: inverse, 2: field, 3: lists, 4: listed, 5: state };
    return bind(device, kernel, given, Math.min(tiles, MOST_WORKGROUPS));
  });
  /**
   * Rounds of the first batch of a call. First call: those from corner to corner of
   * the map. Later calls: some more than the last call needed.
   */
  let guess = even(tilesX + tilesY + 8);
  /** The phase of the next round: even, so that tiles lie where column and row 0 begin. */
  let next = 0;
  let pending = false;

  /** Submits rounds and reads the state after them. */
  async function submitRounds(count: number): Promise<void> {
    await guarded(device, WHAT, () => {
      for (let k = 0; k < count; k += PER_SUBMIT) {
        const some = Array.from(
          { length: Math.min(PER_SUBMIT, count - k) },
          (_, i) => rounds[(next + k + i) % PHASES],
        );
        submit(device, (encoder) => encodeSteps(encoder, WHAT, some));
      }
      submit(device, (encoder) => back.encode(encoder, state, 0, 0, 4 * STATE_WORDS));
      // maps the staging buffer now, so that one round trip is enough; `guarded` waits for the read
      // also if the submit failed
      return back.read({ at: 0, into: stateNow });
    });
    next = (next + count) % PHASES;
  }

  return {
    get pending() {
      return pending;
    },
    begin(waiting) {
      // A call that did not end left tiles waiting, and the host does not know which. If all tiles
      // wait, the answer is right, because all costs are at or above the true ones.
      const list = pending ? Uint32Array.from({ length: tiles }, (_, i) => i) : waiting;
      pending = true;
      device.queue.writeBuffer(lists, 0, Uint32Array.from(list));
      stateNow.fill(0);
      stateNow[next % ROUNDS] = list.length;
      device.queue.writeBuffer(state, 0, stateNow);
    },
    async run(look) {
      for (let batch = guess; ; batch = even(Math.min(MOST_ROUNDS, 16 + 2 * batch))) {
        look();
        await submitRounds(batch);
        if (stateNow[next % ROUNDS] === 0) break;
      }
      pending = false;
      // the rounds of this call that had tiles to relax, and a sixteenth more
      guess = even(Math.min(MOST_ROUNDS, stateNow[ROUNDS] + 2 + (stateNow[ROUNDS] >> 4)));
    },
    destroy() {
      back.destroy();
    },
  };
}
