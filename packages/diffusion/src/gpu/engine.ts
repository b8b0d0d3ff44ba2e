// Buffers, kernels and dispatches of one model on the device. What they mean is in params.wgsl.ts.
import {
  computePipeline,
  defaultMemoryBudget,
  type Kernel,
  largestBinding,
  type Resources,
  storageBuffer,
} from '@wayfield/gpu';
import { MAX_LAYERS } from '../constants.ts';
import type { Resolved } from '../resolve-options.ts';
import type { DiffusionMap } from '../types.ts';
import { carefulWgsl, carefulWorkgroups } from './careful.wgsl.ts';
import { CONTROL_WORDS } from './control.wgsl.ts';
import { scatterWgsl, testWgsl } from './edit.wgsl.ts';
import type { Changes, Writes } from './changes.ts';
import type { FieldLayout } from './layout.ts';
import { PARAM_WORDS } from './params.wgsl.ts';
import { type StepShape, tileSize } from './shape.ts';
import { type StepVariant, stepWgsl } from './step.wgsl.ts';

const UNIFORM = 0x0040;
const COPY_DST = 0x0008;

/** Bytes between two sets of parameters: a multiple of the largest alignment there is. */
const PARAM_STRIDE = 768;
/** Sets of parameters: 16 of fixed steps (parity, steps), then those for settling. */
export const SETTLE_SLOT = 16;
/** Those of walks and of pursuers. */
export const WALK_SLOT: number = SETTLE_SLOT + 32;
const SLOTS = WALK_SLOT + 1;

/** What a set of parameters says beside the constant ones. */
export interface ParamValues {
  readonly steps?: number;
  readonly phase?: number;
  readonly limit?: number;
  readonly tolerance?: number;
  readonly count?: number;
  readonly layers: readonly number[];
}

type TestName = 'clear' | 'lack' | 'compare' | 'judge' | 'stall';

export interface Engine {
  readonly shape: StepShape;
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
  /** Throws RangeError where so many planes of factors would not fit. */
  checkPlanes(count: number): void;
  /** Applies what the host changed. */
  apply(changes: Changes): void;
  /** Records steps of all layers. */
  encodeSteps(encoder: GPUCommandEncoder, count: number): void;
  /** The next dispatch does all tiles, also those without scent. */
  forceNext(): void;
  setSlot(slot: number, values: ParamValues): void;
  /** Records one dispatch of the step kernel that counts so, with these parameters. */
  encodeStep(
    pass: GPUComputePassEncoder,
    counted: StepVariant['counted'],
    slot: number,
    parity: number,
    layers: number,
  ): void;
  /** Records a test of edit.wgsl.ts on the field of this parity. */
  encodeTest(
    pass: GPUComputePassEncoder,
    entry: TestName,
    slot: number,
    parity: number,
    layers: number,
  ): void;
  /** Uniform buffer with the parameters of a slot. */
  params(slot: number): GPUBufferBinding;
  destroy(): void;
}

/** Bytes that a model takes on the device: those of its larger buffers and of all of them. */
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
  const control = storageBytes(CONTROL_WORDS * layers + layers * tiles);
  const total = 2 * field + factors + masks + flags + control + SLOTS * PARAM_STRIDE;
  return { field, factors, masks, total };
}

/** Of a storage buffer: whole vectors of four. */
function storageBytes(words: number): number {
  return Math.max(16, Math.ceil(words / 4) * 16);
}

/** Makes the buffers; throws RangeError where one of them or all of them do not fit. */
export function createEngine(
  device: GPUDevice,
  map: DiffusionMap,
  options: Resolved,
  layout: FieldLayout,
  shape: StepShape,
  memoryBudget: number | undefined,
): Engine {
  const { width, height, neighbours } = map;
  const layers = options.layers.length;
  const log = options.precision === 'log';
  const tile = tileSize(shape);
  const tilesX = Math.ceil(width / tile.width);
  const tilesY = Math.ceil(height / tile.height);
  const tiles = tilesX * tilesY;

  const checkFits = (planes: number): number => {
    const bytes = engineBytes(layout, layers, tiles, planes);
    const words = `${layers} layer${layers === 1 ? '' : 's'} of ${width} x ${height} cells`;
    const most = largestBinding(device.limits);
    const largest = Math.max(bytes.field, bytes.factors, bytes.masks);
    if (largest > most) {
      throw new RangeError(
        `${words} need a buffer of ${largest} bytes, one binding of this device holds ${most}: ` +
          'make a model for each part of the layers',
      );
    }
    const budget = memoryBudget ?? 2 * defaultMemoryBudget(device.limits);
    if (bytes.total > budget) {
      throw new RangeError(
        `${words} need ${bytes.total} bytes, the memory budget is ${budget}: raise memoryBudget, or make ` +
          'a model for each part of the layers',
      );
    }
    return bytes.total;
  };
  let memoryBytes = checkFits(1);

  const buffer = (name: string, words: number): GPUBuffer =>
    storageBuffer(device, `diffusion: ${name}`, words);
  const fields = [0, 1].map((i) => buffer(`field ${i}`, layers * layout.layerWords));
  const masks = buffer('masks', 2 * layers * layout.maskWords);
  const flags = buffer('flags', 2 * layers * tiles);
  const controlWords = CONTROL_WORDS * layers;
  const control = buffer('control', controlWords + layers * tiles);
  const slots = device.createBuffer({
    label: 'diffusion: parameters',
    size: SLOTS * PARAM_STRIDE,
    usage: UNIFORM | COPY_DST,
  });
  let factors = buffer('factors', layout.planeWords);
  let planes = 1;
  let planeOf: readonly number[] = [];
  let writes: GPUBuffer | undefined;

  const everyTile = new Uint32Array(layers * tiles).fill(7);
  const all = Array.from({ length: layers }, (_, l) => l);
  let groups = new Map<string, GPUBindGroup>();

  const kernels = new Map<string, Kernel>();
  function kernelOf(name: string, make: () => Kernel): Kernel {
    let kernel = kernels.get(name);
    if (!kernel) kernels.set(name, (kernel = make()));
    return kernel;
  }

  const variant = (counted: StepVariant['counted']): StepVariant => ({
    neighbours,
    centre: options.centre !== 0,
    border: options.border,
    precision: log ? 'log' : options.flushToZero ? 'flush' : 'f32',
    counted,
  });
  const stepKernel = (counted: StepVariant['counted']): Kernel =>
    kernelOf(`step ${counted}`, () => ({
      label: `diffusion: steps, ${counted}`,
      code: stepWgsl(variant(counted), shape),
      entry: 'advance',
    }));
  const carefulKernel = (counted: StepVariant['counted']): Kernel =>
    kernelOf(`careful ${counted}`, () => ({
      label: `diffusion: careful steps, ${counted}`,
      code: carefulWgsl(variant(counted), shape),
      entry: 'repair',
    }));

  function bind(name: string, kernel: Kernel, make: () => Resources): void {
    if (groups.has(name)) return;
    const groupLayout = computePipeline(device, kernel).getBindGroupLayout(0);
    const entries = Object.entries(make()).map(([binding, given]) => ({
      binding: Number(binding),
      resource: 'buffer' in given ? given : { buffer: given },
    }));
    groups.set(name, device.createBindGroup({ label: kernel.label, layout: groupLayout, entries }));
  }

  const params = (slot: number): GPUBufferBinding => ({
    buffer: slots,
    offset: slot * PARAM_STRIDE,
    size: PARAM_WORDS * 4,
  });

  function setSlot(slot: number, values: ParamValues): void {
    const words = new Uint32Array(PARAM_WORDS);
    const floats = new Float32Array(words.buffer);
    const { steps = 0, phase = 0, limit = 0, tolerance = 0 } = values;
    words.set([width, height, layout.pitch, layers, tilesX, tilesY, layout.maskPitch, steps]);
    words.set([0, phase, limit], 9);
    floats[12] = options.centre;
    floats[13] = tolerance;
    words[14] = values.layers.length;
    words[15] = values.count ?? 0;
    for (const l of all) words[16 + l] = planeOf[l] ?? 0;
    words.set(values.layers, 16 + MAX_LAYERS);
    device.queue.writeBuffer(slots, slot * PARAM_STRIDE, words);
  }

  /** Slots of fixed steps. */
  const slotOf = (parity: number, steps: number): number => 8 * parity + steps - 1;

  function setFixedSlots(): void {
    for (const phase of [0, 1]) {
      for (let steps = 1; steps <= shape.steps; steps++) {
        setSlot(slotOf(phase, steps), { phase, steps, layers: all });
      }
    }
  }
  setFixedSlots();

  function encodeStep(
    pass: GPUComputePassEncoder,
    counted: StepVariant['counted'],
    slot: number,
    parity: number,
    chosen: number,
  ): void {
    const kernel = stepKernel(counted);
    const name = `${counted} ${slot} ${parity}`;
    const resources = (): Resources => ({
      0: params(slot),
      1: factors,
      2: fields[parity]!,
      3: fields[1 - parity]!,
      4: masks,
      ...(counted === 'host' && !log ? {} : { 6: control }),
    });
    bind(name, kernel, () => ({ ...resources(), 5: flags }));
    pass.setPipeline(computePipeline(device, kernel));
    pass.setBindGroup(0, groups.get(name)!);
    pass.dispatchWorkgroups(chosen * tilesX, tilesY);
    if (!log) return;
    const careful = carefulKernel(counted);
    bind(`careful ${name}`, careful, resources);
    pass.setPipeline(computePipeline(device, careful));
    pass.setBindGroup(0, groups.get(`careful ${name}`)!);
    pass.dispatchWorkgroups(carefulWorkgroups(shape, chosen * tiles));
  }

  function encodeTest(
    pass: GPUComputePassEncoder,
    entry: TestName,
    slot: number,
    parity: number,
    chosen: number,
  ): void {
    const kernel = kernelOf(entry, () => ({
      label: `diffusion: ${entry}`,
      code: testWgsl(log),
      entry,
    }));
    const name = `${entry} ${slot} ${parity}`;
    bind(name, kernel, () => ({
      0: params(slot),
      ...(entry === 'judge' || entry === 'stall' ? {} : { 1: fields[parity]! }),
      ...(entry === 'clear' || entry === 'lack' ? { 2: masks } : {}),
      ...(entry === 'clear' ? {} : { 3: control }),
      ...(entry === 'compare' ? { 4: fields[1 - parity]! } : {}),
    }));
    pass.setPipeline(computePipeline(device, kernel));
    pass.setBindGroup(0, groups.get(name)!);
    const rows = Math.min(1024, Math.ceil((layout.pitch * height) / 256));
    if (entry === 'judge' || entry === 'stall') pass.dispatchWorkgroups(1);
    else pass.dispatchWorkgroups(rows, chosen);
  }

  /** Writes words of a buffer, here and there. */
  function scatter(name: string, target: GPUBuffer, list: Writes): void {
    if (list.length === 0) return;
    const words = new Uint32Array(list.length + 2);
    words[0] = list.length / 2;
    words.set(list, 2);
    if (!writes || writes.size < words.byteLength) {
      writes?.destroy();
      writes = buffer('changes', 2 * words.length);
      groups = new Map([...groups].filter(([key]) => !key.startsWith('scatter')));
    }
    device.queue.writeBuffer(writes, 0, words);
    const kernel = kernelOf('scatter', () => ({
      label: 'diffusion: changes',
      code: scatterWgsl,
      entry: 'scatter',
    }));
    bind(`scatter ${name}`, kernel, () => ({ 0: writes!, 1: target }));
    const encoder = device.createCommandEncoder({ label: 'diffusion: changes' });
    const pass = encoder.beginComputePass();
    pass.setPipeline(computePipeline(device, kernel));
    pass.setBindGroup(0, groups.get(`scatter ${name}`)!);
    pass.dispatchWorkgroups(Math.min(1024, Math.ceil(words[0] / 256)));
    pass.end();
    device.queue.submit([encoder.finish()]);
  }

  /** More planes: the layers that have one now keep it. */
  function growPlanes({ planeCount: count, planeOf: now }: Changes): void {
    const more = checkFits(count) - checkFits(planes);
    const larger = buffer('factors', count * layout.planeWords);
    planeOf = now;
    memoryBytes += more;
    const encoder = device.createCommandEncoder({ label: 'diffusion: planes' });
    encoder.copyBufferToBuffer(factors, 0, larger, 0, 4 * planes * layout.planeWords);
    device.queue.submit([encoder.finish()]);
    factors.destroy();
    factors = larger;
    planes = count;
    groups = new Map();
    setFixedSlots();
  }

  const engine: Engine = {
    shape,
    get memoryBytes() {
      return memoryBytes + (writes?.size ?? 0);
    },
    get factors() {
      return factors;
    },
    control,
    controlWords,
    masks,
    flags,
    tilesX,
    tiles,
    checkPlanes(count) {
      if (count > planes) checkFits(count);
    },
    current: 0,
    field: (parity) => fields[parity]!,
    params,
    setSlot,
    encodeStep,
    encodeTest,
    apply(changes) {
      if (changes.planeCount > planes) growPlanes(changes);
      const field = fields[engine.current]!;
      if (changes.reset) {
        const encoder = device.createCommandEncoder({ label: 'diffusion: reset' });
        encoder.clearBuffer(field);
        device.queue.submit([encoder.finish()]);
      }
      for (const { plane, values } of changes.planes) {
        device.queue.writeBuffer(
          factors,
          plane * layout.planeWords * 4,
          values as Float32Array<ArrayBuffer>,
        );
      }
      scatter('factors', factors, changes.factors);
      scatter('masks', masks, changes.masks);
      for (const { layer, words } of changes.reach) {
        const at = 4 * layout.maskWords * (layers + layer);
        device.queue.writeBuffer(masks, at, words as Uint32Array<ArrayBuffer>);
      }
      scatter(`field ${engine.current}`, field, changes.field);
      if (changes.clear.length > 0) {
        setSlot(SETTLE_SLOT, { layers: changes.clear });
        const encoder = device.createCommandEncoder({ label: 'diffusion: clear' });
        const pass = encoder.beginComputePass();
        encodeTest(pass, 'clear', SETTLE_SLOT, engine.current, changes.clear.length);
        pass.end();
        device.queue.submit([encoder.finish()]);
      }
      const { reset, field: words, clear } = changes;
      if (reset || words.length > 0 || clear.length > 0) engine.forceNext();
    },
    encodeSteps(encoder, count) {
      if (count <= 0) return;
      const pass = encoder.beginComputePass({ label: 'diffusion: steps' });
      for (let left = count; left > 0; left -= shape.steps) {
        const steps = Math.min(left, shape.steps);
        encodeStep(pass, 'host', slotOf(engine.current, steps), engine.current, layers);
        engine.current = 1 - engine.current;
      }
      pass.end();
    },
    forceNext() {
      device.queue.writeBuffer(flags, 4 * engine.current * layers * tiles, everyTile);
    },
    destroy() {
      for (const held of [...fields, masks, flags, control, slots, factors]) held.destroy();
      writes?.destroy();
    },
  };
  return engine;
}
