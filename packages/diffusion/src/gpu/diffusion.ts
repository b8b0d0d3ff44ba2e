// Collaborative diffusion on the device.
import { guarded, readBuffer } from '@wayfield/gpu';
import { checkCells } from '../check-input.ts';
import { RESIDUAL_INTERVAL } from '../constants.ts';
import { log2OfExtended } from '../extended.ts';
import { createModelState } from '../model-state.ts';
import { layerIndex, resolveOptions } from '../resolve-options.ts';
import { checkSteps, settleGoal } from '../settle.ts';
import type {
  AsyncDiffusion,
  DiffusionMap,
  DiffusionOptions,
  PursuerOptions,
  SettleOptions,
  SettleReason,
  SettleReport,
} from '../types.ts';
import { type Changes, createChangeLog } from './changes.ts';
import { createEngine, type Engine } from './engine.ts';
import { fieldLayout } from './layout.ts';
import { createMarks } from './marks.ts';
import {
  createPursuersOnDevice,
  type GpuGround,
  type GpuPursuers,
  planPursuers,
} from './pursuers.ts';
import { createSettler, type Settled } from './settle.ts';
import { shapeFor, type StepShape } from './shape.ts';
import { ascendOnDevice, nextOnDevice } from './walk.ts';

export interface GpuDiffusionOptions extends DiffusionOptions {
  /**
   * Most bytes of GPU memory for the fields, factors and tables of the model; lists of goals, walks and pursuers come
   * on top. Default: as much as the largest buffer of the device.
   */
  readonly memoryBudget?: number;
  /** How the step kernels are cut; results do not depend on it. Default: measured ones. */
  readonly tuning?: Partial<StepShape>;
}

/** Where a layer is on the device, for kernels and shaders of the caller. */
export interface ResidentField {
  /** Rows of `pitch` vectors of 4 f32; the layer begins at byte `offset`. */
  readonly buffer: GPUBuffer;
  readonly offset: number;
  readonly pitch: number;
  /**
   * 'f32': a vector per 4 cells, their values. 'log': two vectors per 4 cells, f32 m and i32 k of
   * the values m * 2^(96 k).
   */
  readonly precision: 'f32' | 'log';
}

/** A model on a GPU. What all backends do is in `AsyncDiffusion`; the rest keeps fields on the device. */
export interface GpuDiffusion extends AsyncDiffusion {
  readonly backend: 'gpu';
  /**
   * Records `count` steps of all layers; submits nothing and waits for nothing. Changes made before this call
   * are in effect: they go to the device at once, so submit what was recorded before the next change. Not while
   * another call of this model is under way.
   */
  encode(encoder: GPUCommandEncoder, count?: number): void;
  /**
   * As `DiffusionModel` says. Where obstacles changed under pursuers that emit and move by `encode`, only the device
   * knows at once what they still reach; this number follows with the next call that is awaited.
   */
  unreachable(layer: string): number;
  /** The newest field of a layer, until the next step. */
  resident(layer: string): ResidentField;
  /**
   * Pursuers that climb this model's fields on the device; a tick is `encode` of the model and then of
   * each group, in one encoder. Rejects with RangeError for what `createPursuers` refuses, and where `modulate`
   * needs more memory than the budget has, with Error where memory runs out.
   */
  pursuers(options: PursuerOptions): Promise<GpuPursuers>;
}

const WHAT = 'diffusion';

/**
 * A model on a GPU. Copies the map; the device stays the caller's. Rejects with RangeError for a map or
 * options that are not valid or do not fit on the device, with Error where memory runs out.
 */
export async function createGpuDiffusion(
  device: GPUDevice,
  map: DiffusionMap,
  options: GpuDiffusionOptions = {},
): Promise<GpuDiffusion> {
  const { memoryBudget, tuning, ...plain } = options;
  const resolved = resolveOptions(map, plain);
  if (resolved.method !== 'diffusion') {
    throw new RangeError(
      `method is '${resolved.method}', on a GPU only 'diffusion' is there: use createDiffusion`,
    );
  }
  const state = createModelState(map, resolved);
  const { width, height } = map;
  const { layers, precision } = resolved;
  const cellCount = width * height;
  const layout = fieldLayout(map, precision);
  const shape = shapeFor(device.limits, precision, tuning);
  let made: Engine | undefined;
  const engine = await guarded(
    device,
    WHAT,
    () => (made = createEngine(device, map, resolved, layout, shape, memoryBudget)),
  ).catch((error: unknown) => {
    // memory ran out: some of the buffers are there
    made?.destroy();
    throw error;
  });
  const changes = createChangeLog(state, layout);
  const settler = createSettler(
    device,
    engine,
    layout.layerWords,
    layers.length,
    Math.max(width, height),
  );
  const marks = createMarks(device, engine, state, layout);
  const all = layers.map((_, l) => l);
  let destroyed = false;
  /** Calls take effect in their order: each waits for the ones before. */
  let calls: Promise<unknown> = Promise.resolve();
  let underWay = 0;

  function alive(): void {
    if (destroyed) throw new Error('the model was destroyed');
  }

  function apply(since: Changes): void {
    engine.apply(since);
    marks.sync(since);
  }

  /** Runs `work` after all earlier calls, with the changes made up to this call in effect. */
  function inOrder<T>(work: () => Promise<T>): Promise<T> {
    const since = changes.take();
    underWay++;
    const mine = calls.then(async () => {
      alive();
      try {
        await guarded(device, WHAT, () => apply(since));
        await marks.look();
        return await work();
      } finally {
        underWay--;
      }
    });
    calls = mine.catch(() => {});
    return mine;
  }

  async function readLayer(layer: number): Promise<Uint32Array> {
    const words = new Uint32Array(layout.layerWords);
    return readBuffer(device, engine.field(engine.current), words, 4 * layer * layout.layerWords);
  }

  function valuesOf(words: Uint32Array, out: Float32Array): Float32Array {
    const floats = new Float32Array(words.buffer);
    for (let y = 0, v = 0; y < height; y++) {
      const row = y * layout.pitch * (precision === 'log' ? 8 : 4);
      if (precision === 'f32') {
        out.set(floats.subarray(row, row + width), v);
        v += width;
        continue;
      }
      for (let x = 0; x < width; x++, v++) {
        const at = row + 2 * x - (x & 3);
        out[v] = log2OfExtended(floats[at], words[at + 4] | 0);
      }
    }
    return out;
  }

  function report(
    chosen: readonly number[],
    settled: Settled,
    asked: readonly number[],
  ): SettleReport {
    let unreachable = 0;
    for (const l of asked) {
      unreachable = Math.max(unreachable, state.regions.openCells - marks.facts(l).reachable);
    }
    let residual = NaN;
    let worst = -1;
    const rank = (i: number): number => {
      const gaveUp = settled.reason[i] === 'limit' || settled.reason[i] === 'stalled';
      return settled.steps[i] + (gaveUp ? 2e9 : 0);
    };
    for (let i = 0; i < chosen.length; i++) {
      if (!(residual >= settled.changes[i])) residual = settled.changes[i];
      if (worst < 0 || rank(i) > rank(worst)) worst = i;
    }
    const reason: SettleReason = worst < 0 ? 'no-goal' : settled.reason[worst];
    return {
      steps: worst < 0 ? 0 : settled.steps[worst],
      converged: reason === 'front' || reason === 'residual' || reason === 'steps',
      reason,
      unreachable,
      residual,
    };
  }

  async function settle(settleOptions: SettleOptions = {}): Promise<SettleReport> {
    alive();
    const { until, limit, tolerance, layers: asked } = settleGoal(layers, settleOptions, 2 ** -10);
    const { signal, onProgress = () => undefined } = settleOptions;
    signal?.throwIfAborted();
    const given = new Set(asked.filter((l) => state.layers[l].active().cell.length > 0));
    return inOrder(async () => {
      const chosen = [...new Set(asked)].filter((l) => given.has(l) || marks.facts(l).active);
      const watch = { signal, onProgress };
      let settled: Settled = { steps: [], reason: [], changes: [] };
      if (chosen.length > 0) {
        if (until === 'front') settled = await settler.front(chosen, limit, watch);
        else if (until === 'residual') {
          settled = await settler.residual(chosen, limit, RESIDUAL_INTERVAL, tolerance, watch);
        } else {
          const steps = Math.min(until, limit);
          await settler.count(chosen, steps, watch);
          settled = {
            steps: chosen.map(() => steps),
            reason: chosen.map(() => (steps === until ? 'steps' : 'limit')),
            changes: chosen.map(() => NaN),
          };
        }
      }
      return report(chosen, settled, asked);
    });
  }

  const ground: GpuGround = {
    device,
    engine,
    marks,
    map,
    options: resolved,
    pitch: layout.pitch,
    busy: () => underWay > 0,
    inOrder,
  };

  return {
    backend: 'gpu',
    width,
    height,
    neighbours: map.neighbours,
    ...resolved,
    get memoryBytes() {
      return engine.memoryBytes + marks.memoryBytes;
    },
    setGoals(layer, goals) {
      alive();
      state.setGoals(layerIndex(layers, layer), goals);
    },
    setTerrain(cells, terrain) {
      alive();
      changes.factors(state.setTerrain(cells, terrain));
    },
    setModulation(layer, cells, factor) {
      alive();
      const l = layerIndex(layers, layer);
      if (cells.length > 0) engine.checkPlanes(changes.planesWith(l, false));
      changes.factors(state.setModulation(l, cells, factor), l);
    },
    unreachable(layer) {
      alive();
      return state.regions.openCells - marks.facts(layerIndex(layers, layer)).reachable;
    },
    reset() {
      alive();
      changes.reset();
    },
    async step(count = 1) {
      alive();
      checkSteps(count, 'count');
      return inOrder(() => settler.count(all, count, { signal: undefined, onProgress() {} }));
    },
    settle,
    async field(layer, out = new Float32Array(cellCount)) {
      alive();
      const l = layerIndex(layers, layer);
      if (out.length !== cellCount) {
        throw new RangeError(`out has ${out.length} entries, expected ${cellCount}`);
      }
      return inOrder(async () => valuesOf(await readLayer(l), out));
    },
    async next(layer, cell) {
      alive();
      const l = layerIndex(layers, layer);
      checkCells(cellCount, [cell], 'cell');
      return inOrder(async () => nextOnDevice(device, engine, state, l, cell));
    },
    async ascend(layer, starts, routeOptions = {}) {
      alive();
      const l = layerIndex(layers, layer);
      const list = Uint32Array.from(typeof starts === 'number' ? [starts] : starts);
      checkCells(cellCount, typeof starts === 'number' ? [starts] : starts, 'starts');
      return inOrder(async () => {
        const { blocked } = marks.facts(l);
        return ascendOnDevice(device, engine, state, l, blocked, list, routeOptions);
      });
    },
    async descend() {
      throw new TypeError("descend needs method 'distance'; a scent is climbed by ascend");
    },
    encode(encoder, count = 1) {
      alive();
      checkSteps(count, 'count');
      if (underWay > 0) throw new Error(`${WHAT}: encode while another call is under way`);
      apply(changes.take());
      engine.encodeSteps(encoder, count);
    },
    resident(layer) {
      const l = layerIndex(layers, layer);
      return {
        buffer: engine.field(engine.current),
        offset: 4 * l * layout.layerWords,
        pitch: layout.pitch,
        precision,
      };
    },
    async pursuers(pursuerOptions) {
      alive();
      const plan = planPursuers(map, resolved, changes, engine, pursuerOptions);
      return inOrder(() => createPursuersOnDevice(ground, plan));
    },
    async destroy() {
      destroyed = true;
      marks.destroy();
      engine.destroy();
      settler.destroy();
    },
  };
}
