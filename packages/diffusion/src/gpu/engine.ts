// Buffers, kernels and dispatches of one model on the device. What they mean is in params.wgsl.ts.
import {
  compileKernels,
  computePipeline,
  type Kernel,
  type Resources,
  storageBuffer,
  storageBytes,
  uploadWords,
} from '@wayfield/gpu';
import type { Resolved } from '../resolve-options.ts';
import type { DiffusionMap } from '../types.ts';
import { carefulWgsl, carefulWorkgroups } from './careful.wgsl.ts';
import { CONTROL_WORDS, controlLength } from './control.wgsl.ts';
import { clearHalvesWgsl, testWgsl } from './edit.wgsl.ts';
import type { Changes } from './changes.ts';
import { checkFits } from './fits.ts';
import type { FieldLayout } from './layout.ts';
import { createParamSlots, PARAM_STRIDE, type ParamValues } from './param-slots.ts';
import { createScatter, scatterKernel } from './scatter.ts';
import type { Cut } from './shape.ts';
import { type StepVariant, stepWgsl } from './step.wgsl.ts';
import { streamWgsl } from './stream.wgsl.ts';
import { tiltedWgsl } from './tilted.wgsl.ts';

/** Sets of parameters: 16 of fixed steps (parity, steps), then those for settling. */
export const SETTLE_SLOT = 16;
/** Those of walks and of pursuers. */
export const WALK_SLOT: number = SETTLE_SLOT + 32;
/** Those of layers into which pursuers were put, one each. */
export const PLACE_SLOT: number = WALK_SLOT + 1;

type TestName = 'clear' | 'lack' | 'compare' | 'judge' | 'stall';

export interface Engine {
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
  /** Throws RangeError where so many planes of factors would not fit. */
  checkPlanes(count: number): void;
  /** Applies what the host changed. */
  apply(changes: Changes): void;
  /** Compiles ahead what `apply` and `encodeSteps` run. */
  compile(): Promise<void>;
  /** Records steps of all layers. */
  encodeSteps(encoder: GPUCommandEncoder, count: number): void;
  /** The next dispatch does all tiles, also those without scent. */
  forceNext(): void;
  /** The same, recorded. */
  encodeForce(encoder: GPUCommandEncoder): void;
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
  const control = storageBytes(controlLength(layers, tiles));
  const total =
    2 * field + factors + masks + flags + control + (PLACE_SLOT + layers) * PARAM_STRIDE;
  return { field, factors, masks, total };
}

/** Makes the buffers; throws RangeError where one of them or all of them do not fit. */
export function createEngine(
  device: GPUDevice,
  map: DiffusionMap,
  options: Resolved,
  layout: FieldLayout,
  cut: Cut,
  memoryBudget: number | undefined,
): Engine {
  const { width, height, neighbours } = map;
  const layers = options.layers.length;
  const log = options.precision === 'log';
  const tilesX = Math.ceil(width / cut.tileWidth);
  const tilesY = Math.ceil(height / cut.tileHeight);
  const tiles = tilesX * tilesY;

  /** Bytes of a model with so many planes; throws RangeError where they do not fit. */
  const bytesWith = (planes: number): number => {
    const bytes = engineBytes(layout, layers, tiles, planes);
    const largest = Math.max(bytes.field, bytes.factors, bytes.masks);
    checkFits(device.limits, map, layers, largest, bytes.total, memoryBudget);
    return bytes.total;
  };
  let memoryBytes = bytesWith(1);

  const buffer = (name: string, words: number): GPUBuffer =>
    storageBuffer(device, `diffusion: ${name}`, words);
  const fields = [0, 1].map((i) => buffer(`field ${i}`, layers * layout.layerWords));
  const masks = buffer('masks', 2 * layers * layout.maskWords);
  const flags = buffer('flags', 2 * layers * tiles);
  const controlWords = CONTROL_WORDS * layers;
  const control = buffer('control', controlLength(layers, tiles));
  const { centre } = options;
  const { pitch, maskPitch } = layout;
  const fixed = { width, height, pitch, maskPitch, layers, tilesX, tilesY, centre };
  const slots = createParamSlots(device, PLACE_SLOT + layers, fixed);
  let factors = buffer('factors', layout.planeWords);
  let planes = 1;
  let planeOf: readonly number[] = [];
  const scatter = createScatter(device);

  /** `everyTile` on the device, once it is asked for. */
  let forced: GPUBuffer | undefined;
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
    half: layout.half,
    counted,
  });
  const stepKernel = (counted: StepVariant['counted']): Kernel =>
    kernelOf(`step ${counted}`, () => ({
      label: `diffusion: steps, ${counted}`,
      code: cut.stream
        ? streamWgsl(variant(counted), cut.stream, cut.lanes)
        : (cut.tilted ? tiltedWgsl : stepWgsl)(variant(counted), cut.blocks!),
      entry: 'advance',
    }));
  const listedKernel = (counted: StepVariant['counted']): Kernel =>
    kernelOf(`listed ${counted}`, () => ({
      label: `diffusion: steps of listed tiles, ${counted}`,
      code: stepWgsl(variant(counted), cut.blocks!, true),
      entry: 'advance',
    }));
  const carefulKernel = (counted: StepVariant['counted']): Kernel =>
    kernelOf(`careful ${counted}`, () => ({
      label: `diffusion: careful steps, ${counted}`,
      code: carefulWgsl(variant(counted), cut.blocks!),
      entry: 'repair',
    }));

  const testKernel = (entry: TestName): Kernel =>
    kernelOf(entry, () => ({
      label: `diffusion: ${entry}`,
      code: layout.half ? clearHalvesWgsl : testWgsl(log),
      entry,
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

  const params = (slot: number): GPUBufferBinding => slots.at(slot);
  const setSlot = (slot: number, values: ParamValues): void =>
    slots.set(slot, { ...values, planeOf });

  /** Slots of fixed steps. */
  const slotOf = (parity: number, steps: number): number => 8 * parity + steps - 1;

  function setFixedSlots(): void {
    for (const phase of [0, 1]) {
      for (let steps = 1; steps <= cut.steps; steps++) {
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
    if (cut.tilted) {
      const listed = listedKernel(counted);
      bind(`listed ${name}`, listed, () => ({ ...resources(), 5: flags }));
      pass.setPipeline(computePipeline(device, listed));
      pass.setBindGroup(0, groups.get(`listed ${name}`)!);
      pass.dispatchWorkgroups(chosen * tilesX, tilesY);
    }
    const careful = carefulKernel(counted);
    bind(`careful ${name}`, careful, resources);
    pass.setPipeline(computePipeline(device, careful));
    pass.setBindGroup(0, groups.get(`careful ${name}`)!);
    pass.dispatchWorkgroups(carefulWorkgroups(cut.blocks!, chosen * tiles));
  }

  function encodeTest(
    pass: GPUComputePassEncoder,
    entry: TestName,
    slot: number,
    parity: number,
    chosen: number,
  ): void {
    const kernel = testKernel(entry);
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

  /** More planes: the layers that have one now keep it. */
  function growPlanes({ planeCount: count, planeOf: now }: Changes): void {
    const more = bytesWith(count) - bytesWith(planes);
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
    mostSteps: cut.steps,
    tileWidth: cut.tileWidth,
    tileHeight: cut.tileHeight,
    get memoryBytes() {
      return memoryBytes + scatter.memoryBytes + (forced?.size ?? 0);
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
      if (count > planes) bytesWith(count);
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
      scatter.write(factors, changes.factors);
      scatter.write(masks, changes.masks);
      for (const { layer, words } of changes.reach) {
        const at = 4 * layout.maskWords * (layers + layer);
        device.queue.writeBuffer(masks, at, words as Uint32Array<ArrayBuffer>);
      }
      scatter.write(field, changes.field, layout.half);
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
    compile: () =>
      compileKernels(device, [
        stepKernel('host'),
        ...(log && cut.tilted ? [listedKernel('host')] : []),
        ...(log ? [carefulKernel('host')] : []),
        testKernel('clear'),
        scatterKernel(false),
        ...(layout.half ? [scatterKernel(true)] : []),
      ]),
    encodeSteps(encoder, count) {
      if (count <= 0) return;
      const pass = encoder.beginComputePass({ label: 'diffusion: steps' });
      for (let left = count; left > 0; left -= cut.steps) {
        const steps = Math.min(left, cut.steps);
        encodeStep(pass, 'host', slotOf(engine.current, steps), engine.current, layers);
        engine.current = 1 - engine.current;
      }
      pass.end();
    },
    forceNext() {
      device.queue.writeBuffer(flags, 4 * engine.current * layers * tiles, everyTile);
    },
    encodeForce(encoder) {
      forced ??= uploadWords(device, 'diffusion: every tile', everyTile);
      const bytes = 4 * layers * tiles;
      encoder.copyBufferToBuffer(forced, 0, flags, engine.current * bytes, bytes);
    },
    destroy() {
      forced?.destroy();
      for (const held of [...fields, masks, flags, control, slots, factors]) held.destroy();
      scatter.destroy();
    },
  };
  return engine;
}
