// Buffers, kernels and rounds of method 'distance' on the device. What they mean is in distance.wgsl.ts.
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
} from '@wayfield/gpu';
import type { DiffusionMap } from '../types.ts';
import type { DistanceChanges, DistancePlan } from './distance-changes.ts';
import { fillWgsl, relaxWgsl, ROUNDS, STATE_WORDS, tilesAlong } from './distance.wgsl.ts';
import { checkFits } from './fits.ts';
import type { FieldLayout } from './layout.ts';
import { createParamSlots, PARAM_STRIDE, type ParamValues } from './param-slots.ts';
import { createScatter } from './scatter.ts';

const WHAT = 'diffusion: distance';
/** Rounds in one submit: the device starts on them while the next ones are recorded. */
const PER_SUBMIT = 64;
/** Most rounds between two looks at whether tiles wait. */
const MOST_ROUNDS = 1024;
/** More than fit on a device at once; tiles beyond them take their turn. */
const MOST_WORKGROUPS = 1024;
/** Slots of parameters: six phases of rounds, then these. */
const PHASES = 6;
const FILL_SLOT = PHASES;
const WALK_SLOT = PHASES + 1;
const SLOTS = PHASES + 2;

export interface DistanceEngine {
  readonly memoryBytes: number;
  readonly field: GPUBuffer;
  readonly inverse: GPUBuffer;
  readonly masks: GPUBuffer;
  apply(changes: DistanceChanges): void;
  /** Works a plan out. `look` is called between submits and may throw: the next call goes on. */
  solve(plan: DistancePlan, look: () => void): Promise<void>;
  /** Sets the parameters of walks. */
  bindWalks(values: ParamValues): GPUBufferBinding;
  destroy(): void;
}

const even = (rounds: number): number => rounds + (rounds & 1);

/** Makes the buffers; throws RangeError where one of them or all of them do not fit. */
export function createDistanceEngine(
  device: GPUDevice,
  map: DiffusionMap,
  layers: number,
  layout: FieldLayout,
  memoryBudget: number | undefined,
): DistanceEngine {
  const { width, height, neighbours } = map;
  const { pitch, maskPitch, layerWords, planeWords, maskWords } = layout;
  const tilesX = tilesAlong(width);
  const tilesY = tilesAlong(height);
  const tiles = layers * tilesX * tilesY;
  const words = {
    field: layers * layerWords,
    inverse: planeWords,
    masks: layers * maskWords,
    lists: 2 * tiles,
    listed: 2 * tiles,
    state: STATE_WORDS,
  };
  const bytes = Object.values(words).map(storageBytes);
  const total = bytes.reduce((sum, each) => sum + each, SLOTS * PARAM_STRIDE);
  const largest = Math.max(...bytes);
  checkFits(device.limits, map, layers, largest, total, memoryBudget);

  const buffer = (name: keyof typeof words): GPUBuffer =>
    storageBuffer(device, `${WHAT}: ${name}`, words[name]);
  const field = buffer('field');
  const inverse = buffer('inverse');
  const masks = buffer('masks');
  const lists = buffer('lists');
  const listed = buffer('listed');
  const state = buffer('state');
  const fixed = { width, height, pitch, maskPitch, layers, tilesX, tilesY, centre: 0 };
  const slots = createParamSlots(device, SLOTS, fixed);
  const scatter = createScatter(device);
  const back = createReadBack(device, 4 * STATE_WORDS, `${WHAT}: state`);
  const stateNow = new Uint32Array(STATE_WORDS);
  const all = Array.from({ length: layers }, (_, l) => l);

  const bind = (entry: string, code: string, given: Resources, workgroups: number): Step => {
    const kernel: Kernel = { label: `${WHAT}: ${entry}`, code, entry };
    return step(device, kernel, given, workgroups);
  };
  const groups = Math.min(tiles, MOST_WORKGROUPS);
  const rounds = Array.from({ length: PHASES }, (_, phase) => {
    slots.set(phase, { phase, layers: all });
    const given = { 0: slots.at(phase), 1: inverse, 2: field, 3: lists, 4: listed, 5: state };
    return bind('relax', relaxWgsl(neighbours), given, groups);
  });
  const rows = Math.min(1024, Math.ceil(layerWords / 256));
  const fill = bind('fill', fillWgsl, { 0: slots.at(FILL_SLOT), 2: field }, rows);
  /** How many rounds it is likely to take: from corner to corner, then as many as the last time. */
  let guess = even(tilesX + tilesY + 8);
  /** The phase of the next round: even, so that tiles lie where column and row 0 begin. */
  let next = 0;
  /** Tiles may wait: a call was aborted. The next one goes on with all, from costs that are too high at worst. */
  let pending = false;

  function submit(record: (encoder: GPUCommandEncoder) => void): void {
    const encoder = device.createCommandEncoder({ label: WHAT });
    record(encoder);
    device.queue.submit([encoder.finish()]);
  }

  function clear(chosen: readonly number[]): void {
    if (chosen.length === 0) return;
    slots.set(FILL_SLOT, { layers: chosen });
    submit((encoder) => {
      const pass = encoder.beginComputePass({ label: WHAT });
      pass.setPipeline(fill.pipeline);
      pass.setBindGroup(0, fill.group);
      pass.dispatchWorkgroups(fill.workgroups, chosen.length);
      pass.end();
    });
  }

  /** Submits rounds and reads the state after them. */
  async function run(count: number): Promise<void> {
    let reading: Promise<void> | undefined;
    await guarded(device, WHAT, () => {
      for (let k = 0; k < count; k += PER_SUBMIT) {
        const some = Array.from(
          { length: Math.min(PER_SUBMIT, count - k) },
          (_, i) => rounds[(next + k + i) % PHASES]!,
        );
        submit((encoder) => encodeSteps(encoder, WHAT, some));
      }
      submit((encoder) => back.encode(encoder, state, 0, 0, 4 * STATE_WORDS));
      // starts the map now, so that one round trip does; its failure is seen below
      reading = back.read({ at: 0, into: stateNow });
      reading.catch(() => {});
    });
    await reading;
    next = (next + count) % PHASES;
  }

  return {
    get memoryBytes() {
      return total + scatter.memoryBytes;
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
    async solve({ cold, goals, tiles: waiting }, look) {
      if (waiting.length === 0 && cold.length === 0 && !pending) return;
      const goOn = pending;
      pending = true;
      await guarded(device, WHAT, () => {
        clear(cold);
        scatter.write(field, goals);
        const list = goOn ? Uint32Array.from({ length: tiles }, (_, i) => i) : waiting;
        device.queue.writeBuffer(lists, 0, Uint32Array.from(list));
        stateNow.fill(0);
        stateNow[next % 3] = list.length;
        device.queue.writeBuffer(state, 0, stateNow);
      });
      for (let batch = guess; ; batch = even(Math.min(MOST_ROUNDS, 16 + 2 * batch))) {
        look();
        await run(batch);
        if (stateNow[next % 3] === 0) break;
      }
      pending = false;
      guess = even(Math.min(MOST_ROUNDS, stateNow[ROUNDS]! + 2 + (stateNow[ROUNDS]! >> 4)));
    },
    bindWalks(values) {
      slots.set(WALK_SLOT, values);
      return slots.at(WALK_SLOT);
    },
    destroy() {
      for (const held of [field, inverse, masks, lists, listed, state]) held.destroy();
      slots.destroy();
      scatter.destroy();
      back.destroy();
    },
  };
}
