// Pursuers that climb fields on the device; nothing is read back.
import {
  allocate,
  encodeSteps,
  filledBuffer,
  guarded,
  type Resources,
  type Step,
  step,
  type Target,
} from '@wayfield/gpu';
import { checkCells } from '../check-input.ts';
import { layerIndex, type Resolved } from '../resolve-options.ts';
import type { DiffusionMap, PursuerOptions } from '../types.ts';
import type { Engine } from './engine.ts';
import { PARAM_WORDS } from './params.wgsl.ts';
import { pursuersWgsl, TICK_WORDS } from './pursuers.wgsl.ts';

/** Pursuers beside a model on the device. */
export interface GpuPursuers {
  readonly count: number;
  /** count words: the cell where each pursuer is. For kernels and shaders of the caller, or `readBuffer`. */
  readonly position: GPUBuffer;
  readonly memoryBytes: number;
  /** Records a move of every pursuer by the newest fields. Submits nothing and reads nothing back. */
  encode(target: Target): void;
  /** Puts pursuers elsewhere: all of them, in order. Throws RangeError for a cell that is none. */
  place(cell: ArrayLike<number>): void;
  destroy(): void;
}

const UNIFORM = 0x0040;
const COPY_DST = 0x0008;
const WHAT = 'pursuers';

export async function createPursuersOnDevice(
  device: GPUDevice,
  engine: Engine,
  map: DiffusionMap,
  { layers, precision }: Resolved,
  pitch: number,
  options: PursuerOptions,
): Promise<GpuPursuers> {
  const { width, height, neighbours } = map;
  const { weights, exclusive = false } = options;
  const cells = width * height;
  const count = options.cell.length;
  for (const name of ['emit', 'modulate'] as const) {
    if (options[name]) throw new RangeError(`${name} is not there on a GPU: use createPursuers`);
  }
  const used: number[] = [];
  for (const [name, value] of Object.entries(weights)) {
    if (!Number.isFinite(value)) {
      throw new RangeError(`weights.${name} is ${value}, expected a finite number`);
    }
    used.push(layerIndex(layers, name));
  }
  if (used.length === 0) throw new RangeError('weights names no layer, expected at least one');
  used.sort((a, b) => a - b);
  checkCells(cells, options.cell, 'cell');

  const words = new Uint32Array(PARAM_WORDS);
  words.set([width, height, pitch, layers.length]);
  words[15] = count;
  const tick = new Uint32Array(TICK_WORDS);
  tick.set([used.length, exclusive ? 1 : 0]);
  tick.set(used, 4);
  new Float32Array(tick.buffer).set(
    used.map((layer) => weights[layers[layer]]),
    4 + 64,
  );
  const buffers = await allocate(device, WHAT, {
    position: count,
    chosen: exclusive ? count : 1,
    claims: exclusive ? cells : 1,
  });
  const uniforms: GPUBuffer[] = [];
  const destroy = (): void => {
    for (const buffer of [...Object.values(buffers), ...uniforms]) buffer.destroy();
  };
  const place = (cell: ArrayLike<number>): void =>
    device.queue.writeBuffer(buffers.position, 0, Uint32Array.from(cell));
  const code = pursuersWgsl(precision === 'log', neighbours);
  const rows = Math.min(4096, Math.ceil(Math.max(1, count) / 256));
  /** Passes of a tick by the field they read; made again when the factors moved. */
  let passes: Step[][] = [];
  let boundTo: GPUBuffer | undefined;

  function bind(): void {
    boundTo = engine.factors;
    const [params, ticks] = uniforms;
    const of = (entry: string, resources: Resources): Step =>
      step(device, { label: `${WHAT}: ${entry}`, code, entry }, resources, rows);
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
      if (!exclusive) return [choose];
      return [
        of('occupy', { 0: params!, 4: position, 6: claims }),
        choose,
        of('claim', { 0: params!, 4: position, 5: chosen, 6: claims }),
        of('leave', { 0: params!, 4: position, 6: claims }),
        of('enter', { 0: params!, 4: position, 5: chosen, 6: claims }),
      ];
    });
  }

  try {
    await guarded(device, WHAT, () => {
      uniforms.push(filledBuffer(device, `${WHAT}: map`, words, UNIFORM | COPY_DST));
      uniforms.push(filledBuffer(device, `${WHAT}: weights`, tick, UNIFORM | COPY_DST));
      place(options.cell);
      bind();
    });
  } catch (error) {
    destroy();
    throw error;
  }
  return {
    count,
    position: buffers.position,
    memoryBytes: [...Object.values(buffers), ...uniforms].reduce((sum, { size }) => sum + size, 0),
    encode(target) {
      if (boundTo !== engine.factors) bind();
      encodeSteps(target, WHAT, passes[engine.current]!);
    },
    place(cell) {
      if (cell.length !== count) {
        throw new RangeError(`cell has ${cell.length} entries, expected ${count}`);
      }
      checkCells(cells, cell, 'cell');
      place(cell);
    },
    destroy,
  };
}
