// Buffers and dispatches of one model on the device. What the buffers hold is in params.wgsl.ts.
//
//   kernels.ts      which kernel does what, and its text (…wgsl.ts)
//   dispatches.ts   how kernels are bound to buffers and dispatched
//   planes.ts       the factors
//   changes.ts      what the host changed, as words to write
//   settle.ts       settling, on top of this
//   shape.ts        how kernels are cut
import {
  compileKernels,
  type Kernel,
  storageBuffer,
  storageBytes,
  uploadWords,
} from '@wayfield/gpu-core';
import type { Resolved } from '../../model/resolve-options.ts';
import type { DiffusionMap } from '../../types.ts';
import type { Attempts } from '../attempts.ts';
import { checkFits } from '../memory/fits.ts';
import type { FieldLayout } from '../memory/layout.ts';
import { createParamSlots, PARAM_STRIDE, type ParamValues } from '../memory/param-slots.ts';
import { createScatter, type Scatter, scatterKernel } from '../memory/scatter.ts';
import type { Changes } from './changes.ts';
import { CONTROL_WORDS, controlLength } from './control.wgsl.ts';
import { createDispatches, type DispatchGrid, type Dispatches } from './dispatches.ts';
import { createModelKernels, type ModelKernels } from './kernels.ts';
import { createPlanes, type Planes } from './planes.ts';
import type { Cut } from './shape.ts';

/**
 * The first of 32 slots of parameters for settling. Slots 0 to 15 are for fixed steps: two
 * parities, 1 to 8 steps. With `tuning` of one step a dispatch `settleResidual` uses 33 slots, the
 * last of them `WALK_SLOT`, which each walk writes for itself.
 */
export const SETTLE_SLOT = 16;
/** Slot of walks (paths/walk.ts). */
export const WALK_SLOT: number = SETTLE_SLOT + 32;
/** First of the slots for `encodePlace` of pursuers that emit, one per layer. */
export const PLACE_SLOT: number = WALK_SLOT + 1;

export interface Engine extends Pick<Dispatches, 'encodeStep' | 'encodeTest'> {
  /** Most steps of one dispatch. */
  readonly mostSteps: number;
  /** Columns and rows of a tile. */
  readonly tileWidth: number;
  readonly tileHeight: number;
  readonly memoryBytes: number;
  readonly control: GPUBuffer;
  readonly controlWords: number;
  /** Which of the two fields is the newest. */
  current: number;
  field(parity: number): GPUBuffer;
  readonly factors: GPUBuffer;
  readonly masks: GPUBuffer;
  readonly flags: GPUBuffer;
  /** Tiles of a layer, in a row and together. */
  readonly tilesX: number;
  readonly tiles: number;
  /** Throws RangeError where `count` planes of factors would not fit. */
  checkPlanes(count: number): void;
  /** Brings what the host changed to the buffers. Called in an attempt, or by `encode`. */
  apply(changes: Changes): void;
  /** Compiles ahead what `apply` and `encodeSteps` run. */
  compile(): Promise<void>;
  /** Records steps of all layers. */
  encodeSteps(encoder: GPUCommandEncoder, count: number): void;
  /** The next dispatch does all tiles, also those without scent. */
  forceNext(): void;
  /** Records what `forceNext` does into an encoder. */
  encodeForce(encoder: GPUCommandEncoder): void;
  setSlot(slot: number, values: ParamValues): void;
  /** Uniform buffer with the parameters of a slot. */
  params(slot: number): GPUBufferBinding;
  destroy(): void;
}

/**
 * Bytes of the buffers that an engine makes at once: of each of the larger ones, and of all. Lists
 * of writes (memory/scatter.ts) come later.
 */
export function engineBytes(
  layout: FieldLayout,
  layers: number,
  tiles: number,
  planes: number,
): {
  readonly field: number;
  readonly factors: number;
  readonly masks: number;
  readonly total: number;
} {
  const field = storageBytes(layers * layout.layerWords);
  const factors = storageBytes(planes * layout.planeWords);
  const masks = storageBytes(2 * layers * layout.maskWords);
  const flags = storageBytes(2 * layers * tiles);
  const control = storageBytes(controlLength(layers, tiles));
  const total =
    2 * field + factors + masks + flags + control + (PLACE_SLOT + layers) * PARAM_STRIDE;
  return { field, factors, masks, total };
}

/** What an engine is made for. */
export interface EngineOn {
  readonly device: GPUDevice;
  readonly attempts: Attempts;
  readonly map: DiffusionMap;
  readonly options: Resolved;
  readonly layout: FieldLayout;
  readonly cut: Cut;
  /** Bytes of the model's buffers that the engine does not make, all of them together. */
  readonly otherBytes: number;
  /** Most bytes; undefined = as `GpuDiffusionOptions` says. */
  readonly memoryBudget: number | undefined;
}

/** Bytes of a model with `planes` planes of factors. Throws RangeError where they do not fit. */
function bytesWith(on: EngineOn, { tilesX, tilesY }: DispatchGrid, planes: number): number {
  const { layout, device, otherBytes } = on;
  const layers = on.options.layers.length;
  const { field, factors, masks, total } = engineBytes(layout, layers, tilesX * tilesY, planes);
  checkFits({
    ...on,
    limits: device.limits,
    layers,
    largest: Math.max(field, factors, masks),
    total: total + otherBytes,
    workgroups: Math.max(layers * tilesX, tilesY),
  });
  return total;
}

/** Makes the buffers; throws RangeError where one of them or all of them do not fit. */
export function createEngine(on: EngineOn): Engine {
  const { device, attempts, map, options, layout, cut } = on;
  const layers = options.layers.length;
  const tilesX = Math.ceil(map.width / cut.tileWidth);
  const tilesY = Math.ceil(map.height / cut.tileHeight);
  const tiles = tilesX * tilesY;
  const grid = { tilesX, tilesY, vectors: layout.pitch * map.height };
  let memoryBytes = bytesWith(on, grid, 1);

  const buffer = (name: string, words: number): GPUBuffer =>
    storageBuffer(device, `diffusion: ${name}`, words);
  const fields = [0, 1].map((i) => buffer(`field ${i}`, layers * layout.layerWords));
  const masks = buffer('masks', 2 * layers * layout.maskWords);
  const control = buffer('control', controlLength(layers, tiles));
  const flags = createTileFlags(device, layers * tiles);
  const slots = createParamSlots(device, PLACE_SLOT + layers, {
    width: map.width,
    height: map.height,
    layers,
    tilesX,
    tilesY,
    pitch: layout.pitch,
    maskPitch: layout.maskPitch,
    centre: options.centre,
  });
  const planes = createPlanes(device, attempts, layout, 'diffusion: factors');
  const scatter = createScatter(device, attempts);
  const kernels = createModelKernels(map, options, layout, cut);
  const buffers = { fields, masks, flags: flags.buffer, control, params: slots.at };
  const dispatches = createDispatches(
    device,
    kernels,
    { ...buffers, factors: () => planes.buffer },
    cut,
    grid,
  );
  const setSlot = (slot: number, values: ParamValues): void =>
    slots.set(slot, { ...values, planeOf: planes.of });
  const all = Array.from({ length: layers }, (_, l) => l);
  setFixedSlots(setSlot, cut.steps, all);

  /** Binds the dispatches to the buffer of factors that there is now. */
  function rebind(bytes: number): void {
    memoryBytes = bytes;
    dispatches.rebind();
    setFixedSlots(setSlot, cut.steps, all);
  }

  const engine: Engine = {
    mostSteps: cut.steps,
    tileWidth: cut.tileWidth,
    tileHeight: cut.tileHeight,
    get memoryBytes() {
      return memoryBytes + scatter.memoryBytes + flags.extraBytes();
    },
    get factors() {
      return planes.buffer;
    },
    control,
    controlWords: CONTROL_WORDS * layers,
    masks,
    flags: flags.buffer,
    tilesX,
    tiles,
    checkPlanes(count) {
      if (count > planes.count) bytesWith(on, grid, count);
    },
    current: 0,
    field: (parity) => fields[parity],
    params: slots.at,
    setSlot,
    encodeStep: dispatches.encodeStep,
    encodeTest: dispatches.encodeTest,
    apply(changes) {
      if (changes.planeCount > planes.count) {
        const [before, more] = [memoryBytes, bytesWith(on, grid, changes.planeCount)];
        attempts.note(() => rebind(before));
        planes.grow(changes);
        rebind(more);
      }
      applyChanges({ device, layout, layers, engine, planes, scatter }, changes);
    },
    compile: () => compileKernels(device, hostKernels(kernels, options, layout, cut)),
    encodeSteps(encoder, count) {
      if (count <= 0) return;
      const pass = encoder.beginComputePass({ label: 'diffusion: steps' });
      for (let left = count; left > 0; left -= cut.steps) {
        const parity = engine.current;
        const slot = slotOf(parity, Math.min(left, cut.steps));
        dispatches.encodeStep(pass, { counted: 'host', slot, parity, layers });
        engine.current = 1 - parity;
      }
      pass.end();
    },
    forceNext: () => flags.force(engine.current),
    encodeForce: (encoder) => flags.encodeForce(encoder, engine.current),
    destroy() {
      for (const held of [...fields, masks, control, slots, planes, flags, scatter]) held.destroy();
    },
  };
  return engine;
}

/** The slot of `steps` steps, 1 to 8, from the field of this parity: 0 to 15. */
const slotOf = (parity: number, steps: number): number => 8 * parity + steps - 1;

/** Writes the slots of fixed steps of all layers. */
function setFixedSlots(
  setSlot: (slot: number, values: ParamValues) => void,
  mostSteps: number,
  layers: readonly number[],
): void {
  for (const phase of [0, 1]) {
    for (let steps = 1; steps <= mostSteps; steps++) {
      setSlot(slotOf(phase, steps), { phase, steps, layers });
    }
  }
}

/** The kernels that `apply` and `encodeSteps` run. */
function hostKernels(
  kernels: ModelKernels,
  { precision }: Resolved,
  layout: FieldLayout,
  cut: Cut,
): Kernel[] {
  return [
    kernels.step('host'),
    ...(precision === 'log' && cut.tilted ? [kernels.listed('host')] : []),
    ...(precision === 'log' ? [kernels.careful('host')] : []),
    kernels.test('clear'),
    scatterKernel(false),
    ...(layout.half ? [scatterKernel(true)] : []),
  ];
}

/** What `applyChanges` writes to. */
interface ChangeTarget {
  readonly device: GPUDevice;
  readonly layout: FieldLayout;
  readonly layers: number;
  readonly engine: Engine;
  readonly planes: Planes;
  readonly scatter: Scatter;
}

/** Writes what the host changed. All planes that `changes` names exist already. */
function applyChanges(target: ChangeTarget, changes: Changes): void {
  const { device, layout, layers, engine, planes, scatter } = target;
  const field = engine.field(engine.current);
  const submit = (label: string, record: (encoder: GPUCommandEncoder) => void): void => {
    const encoder = device.createCommandEncoder({ label });
    record(encoder);
    device.queue.submit([encoder.finish()]);
  };
  if (changes.reset) submit('diffusion: reset', (encoder) => encoder.clearBuffer(field));
  planes.write(changes.planes);
  scatter.write(engine.factors, changes.factors);
  scatter.write(engine.masks, changes.masks);
  for (const { layer, words } of changes.reach) {
    const at = 4 * layout.maskWords * (layers + layer);
    device.queue.writeBuffer(engine.masks, at, words as Uint32Array<ArrayBuffer>);
  }
  scatter.write(field, changes.field, layout.half);
  const { clear } = changes;
  if (clear.length > 0) {
    engine.setSlot(SETTLE_SLOT, { layers: clear });
    submit('diffusion: clear', (encoder) => {
      const pass = encoder.beginComputePass();
      const on = { slot: SETTLE_SLOT, parity: engine.current, layers: clear.length };
      engine.encodeTest(pass, 'clear', on);
      pass.end();
    });
  }
  if (changes.reset || changes.field.length > 0 || clear.length > 0) engine.forceNext();
}

/** The flags of all tiles, by parity; see `fieldWgsl`. */
interface TileFlags {
  readonly buffer: GPUBuffer;
  /** The next dispatch from the field of this parity does all tiles, also those without scent. */
  force(parity: number): void;
  encodeForce(encoder: GPUCommandEncoder, parity: number): void;
  /** Bytes beside those of `buffer`. */
  extraBytes(): number;
  destroy(): void;
}

function createTileFlags(device: GPUDevice, tiles: number): TileFlags {
  const buffer = storageBuffer(device, 'diffusion: flags', 2 * tiles);
  const everyTile = new Uint32Array(tiles).fill(7);
  /** `everyTile` on the device, from the first `encodeForce` on. */
  let forced: GPUBuffer | undefined;
  return {
    buffer,
    force(parity) {
      device.queue.writeBuffer(buffer, 4 * parity * tiles, everyTile);
    },
    encodeForce(encoder, parity) {
      forced ??= uploadWords(device, 'diffusion: every tile', everyTile);
      encoder.copyBufferToBuffer(forced, 0, buffer, 4 * parity * tiles, 4 * tiles);
    },
    extraBytes: () => forced?.size ?? 0,
    destroy() {
      buffer.destroy();
      forced?.destroy();
    },
  };
}
