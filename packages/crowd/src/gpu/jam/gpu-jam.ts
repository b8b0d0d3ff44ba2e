// Jam density of a crowd on the GPU: agents are counted on the device, one number a cell comes to
// the host, and the model and its headings stay on the device.
import {
  callback,
  checkOptions,
  list,
  object,
  optional,
  type OptionRules,
  refuse,
  refuseKind,
  type Rule,
} from '@wayfield/check';
import {
  compileKernels,
  computePipeline,
  createReadBack,
  filledBuffer,
  guarded,
  storageBuffer,
} from '@wayfield/gpu-core';
import { makeGuarded } from '@wayfield/gpu-core/internal';
import { createDestroyGuard } from '@wayfield/wasm';
import { createJamDensity, JAM_RULES, type JamDensity, type JamOptions } from '../../guides/jam.ts';
import { PLACE_RULES, side, terrainRule } from '../../guides/rules.ts';
import type { CellPlaces } from '../../walls/of-grid.ts';
import type { HeadingField, Headings } from '../aim/headings.ts';
import { type CrowdInsides, insidesOf } from '../insides.ts';
import type { GpuCrowd } from '../types.ts';
import { CELL_BYTES, countWgsl } from './count.wgsl.ts';

/** A model of `createGpuDiffusion` of `@wayfield/diffusion/gpu`, on the device of the crowd. */
export interface GpuFieldModel {
  readonly width: number;
  readonly height: number;
  readonly layers: readonly string[];
  setTerrain(cells: ArrayLike<number>, terrain: number | ArrayLike<number>): void;
  settle(): Promise<unknown>;
  resident(layer: string): HeadingField;
}

/** Options of `createGpuJam`: `every` counts calls of `update`. */
export interface GpuJamOptions extends JamOptions, CellPlaces {
  /**
   * What `crowd.aim({ headings })` follows: written by each `update` that returns true. Before the
   * first of them, settle the model and `encode` the headings yourself.
   */
  readonly headings: Headings;
  /** The layers of the model that are layers 0, 1, 2, … of `headings`. Default: all. */
  readonly layers?: readonly string[] | undefined;
}

/** Jam density of a crowd on the GPU. */
export interface GpuJam {
  /** Bytes of GPU memory. */
  readonly memoryBytes: number;
  /**
   * To be awaited before a tick. Every `every`-th call, by default the 30th, 60th and so on, counts
   * agents and changes the terrain of crowded cells. If terrain has changed, also by `setTerrain`,
   * the call settles the model, writes the headings and returns true. Positions stay on the device:
   * 4 bytes a cell come to the host.
   */
  update(): Promise<boolean>;
  /** New terrain of the cells given, without agents. The model settles at the next update. */
  setTerrain(cells: ArrayLike<number>, terrain: number | ArrayLike<number>): void;
  /** Frees the memory; later calls throw. The model and the headings stay. */
  destroy(): void;
}

const UNIFORM_COPY_DST = 0x0040 | 0x0008;
const GROUP = 256;
const MOST_GROUPS = 65_535;

const modelRule: Rule = /* @__PURE__ */ object(
  {
    width: side,
    height: side,
    layers: list,
    setTerrain: callback,
    settle: callback,
    resident: callback,
  },
  'a model of createGpuDiffusion',
);
const headingsRule: Rule = /* @__PURE__ */ object({ encode: callback }, 'Headings');
const someOptions: Rule = /* @__PURE__ */ object({ headings: headingsRule }, 'GpuJamOptions');
const rules: OptionRules = {
  ...JAM_RULES,
  ...PLACE_RULES,
  headings: headingsRule,
  layers: /* @__PURE__ */ optional(list),
};

interface Parts {
  readonly crowd: GpuCrowd;
  readonly insides: CrowdInsides;
  readonly model: GpuFieldModel;
  readonly headings: Headings;
  readonly layers: readonly string[];
  readonly density: JamDensity;
  /** Throws after `destroy` of the jam density or of the crowd. */
  check(): void;
  /** An update that was due has not counted agents yet: its count has failed. */
  mustCount: boolean;
  /** The terrain has changed since the headings were written. */
  mustSettle: boolean;
}

/**
 * Jam density for agents that follow the headings of a field on the GPU: what the option `jam` of
 * `createFieldGuide` does, with all agents of the crowd. Crowded cells cost more, so that later
 * agents take another door. Snapshots of the crowd do not hold the terrain: the next update counts
 * again.
 *
 * Rejects with TypeError for what is no crowd of `createGpuCrowd`, with RangeError for options out
 * of range, with Error if memory runs out or the device is lost.
 *
 * @example
 * const crowd = await createGpuCrowd(device, {}, { capacity: 1000 });
 * const model = await createGpuDiffusion(device, map, { method: 'distance' });
 * model.setGoals('goal', { cell: [0] });
 * await model.settle();
 * const headings = await createHeadings(device, { width, height, values: 'cost' });
 * headings.encode(encoder, model.resident('goal'));
 * device.queue.submit([encoder.finish()]);
 * const jam = await createGpuJam(crowd, model, { terrain, headings, cellSize: 0.5 });
 * crowd.aim({ headings: headings.buffer, width, height, cellSize: 0.5 });
 * crowd.add({ x: 19, y: 9 });
 * await jam.update(); // call number 30 is the first that counts agents
 * await crowd.step(1 / 60);
 */
export async function createGpuJam(
  crowd: GpuCrowd,
  model: GpuFieldModel,
  options: GpuJamOptions,
): Promise<GpuJam> {
  const insides = insidesOf(crowd);
  if (!insides) return refuseKind('crowd', crowd, 'a crowd of createGpuCrowd');
  modelRule(model, 'model');
  someOptions(options, 'options');
  checkOptions('createGpuJam', options, rules);
  const layers = options.layers ?? model.layers;
  for (const [k, layer] of layers.entries())
    if (!model.layers.includes(layer))
      refuse(`layers[${k}]`, layer, `a layer of the model: ${model.layers.join(', ')}`);
  const { width, height } = model;
  const { cellSize = 1, headings } = options;
  const guard = createDestroyGuard('jam density');
  const density = createJamDensity({ width, height, cellSize }, options, 'terrain');
  const check = (): void => {
    guard.check();
    insides.check();
  };
  check();
  const must = { mustCount: false, mustSettle: false };
  const parts = { crowd, insides, model, headings, layers, density, check, ...must };
  const counter = await createCounter(parts, options);
  let last: Promise<unknown> = Promise.resolve();
  return {
    memoryBytes: counter.memoryBytes,
    async update() {
      check();
      const next = last.then(() => look(parts, counter));
      last = next.catch(() => {});
      return next;
    },
    setTerrain(cells, terrain) {
      check();
      list(cells, 'cells');
      terrainRule(terrain, 'terrain');
      model.setTerrain(cells, terrain);
      density.setTerrain(cells, terrain);
      parts.mustSettle = true;
    },
    destroy() {
      if (guard.end()) counter.destroy();
    },
  };
}

/** Counts agents if that is due in this update; returns whether the headings were written. */
async function look(parts: Parts, counter: Counter): Promise<boolean> {
  parts.check();
  const { crowd, model, headings, layers, density } = parts;
  if (density.isDue()) parts.mustCount = true;
  if (parts.mustCount) {
    const counts = await counter.count();
    density.begin();
    for (let cell = 0; cell < counts.length; cell++) {
      if (counts[cell] === 0) continue;
      const i = cell % model.width;
      density.count(i, (cell - i) / model.width, counts[cell]);
    }
    if (density.apply(model.setTerrain)) parts.mustSettle = true;
    parts.mustCount = false;
  }
  if (!parts.mustSettle) return false;
  parts.mustSettle = false;
  try {
    await model.settle();
    await guarded(crowd.device, 'jam density', () => {
      const encoder = crowd.device.createCommandEncoder({ label: 'crowd: headings' });
      for (const [k, layer] of layers.entries()) headings.encode(encoder, model.resident(layer), k);
      crowd.device.queue.submit([encoder.finish()]);
    });
  } catch (error) {
    parts.mustSettle = true;
    throw error;
  }
  return true;
}

interface Counter {
  readonly memoryBytes: number;
  /** Agents in each cell; the same array each time. */
  count(): Promise<Uint32Array>;
  destroy(): void;
}

async function createCounter(
  { crowd, insides, model }: Parts,
  { cellSize = 1, originX = 0, originY = 0 }: GpuJamOptions,
): Promise<Counter> {
  const { device } = crowd;
  const { width, height } = model;
  const counts = new Uint32Array(width * height);
  const kernel = { label: 'crowd: cells', code: countWgsl, entry: 'countInCells' };
  await compileKernels(device, [kernel]);
  const made = await makeGuarded(device, 'jam density', (keep) => ({
    buffer: keep(storageBuffer(device, 'crowd: agents in cells', counts.length)),
    uniform: keep(filledBuffer(device, 'crowd: cells', wordsOf(), UNIFORM_COPY_DST)),
    back: keep(createReadBack(device, 4 * counts.length, 'crowd: agents in cells')),
  }));
  const { buffer, uniform, back } = made;

  function wordsOf(): Uint32Array {
    const words = new Uint32Array(CELL_BYTES / 4);
    const floats = new Float32Array(words.buffer);
    words.set([width, height]);
    const lows = [originX - Math.fround(originX), originY - Math.fround(originY)];
    floats.set([originX, originY, ...lows, 1 / cellSize], 4);
    return words;
  }

  const pipeline = computePipeline(device, kernel);
  const { position, rest } = insides.buffers;
  const bound = device.createBindGroup({
    layout: pipeline.getBindGroupLayout(0),
    entries: [uniform, position, rest, buffer].map((resource, binding) => ({
      binding,
      resource: { buffer: resource },
    })),
  });
  return {
    memoryBytes: buffer.size + uniform.size + back.memoryBytes,
    async count() {
      const { end } = crowd;
      await guarded(device, 'jam density', () => {
        insides.bringUp();
        device.queue.writeBuffer(uniform, 8, Uint32Array.of(end));
        const encoder = device.createCommandEncoder({ label: 'crowd: agents in cells' });
        encoder.clearBuffer(buffer);
        const pass = encoder.beginComputePass();
        pass.setPipeline(pipeline);
        pass.setBindGroup(0, bound);
        pass.dispatchWorkgroups(Math.min(MOST_GROUPS, Math.ceil(Math.max(1, end) / GROUP)));
        pass.end();
        back.encode(encoder, buffer, 0, 0, 4 * counts.length);
        device.queue.submit([encoder.finish()]);
      });
      await back.read({ at: 0, into: counts });
      return counts;
    },
    destroy() {
      for (const held of [buffer, uniform, back]) held.destroy();
    },
  };
}
