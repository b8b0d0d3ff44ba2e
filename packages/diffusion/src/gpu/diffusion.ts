// Collaborative diffusion on the device.
import { checkCell, checkFactors, checkOut, checkStarts, checkSteps } from '../check-input.ts';
import { RESIDUAL_INTERVAL } from '../constants.ts';
import { createModelState } from '../model-state.ts';
import { layerIndex, resolveOptions } from '../resolve-options.ts';
import {
  checkGpuOptions,
  checkRouteOptions,
  checkSettleOptions,
  deviceRule,
  checkPursuerOptions,
  encoderRule,
  goalsRule,
} from '../rules.ts';
import { settleGoal } from '../settle.ts';
import type {
  AsyncDiffusion,
  DiffusionMap,
  DiffusionOptions,
  PursuerOptions,
  SettleOptions,
  SettleReason,
  SettleReport,
} from '../types.ts';
import { createCalls } from './calls.ts';
import { createChangeLog } from './changes.ts';
import { createGpuDistance } from './distance.ts';
import { createEngine, WALK_SLOT } from './engine.ts';
import { guardedMake } from './guarded-make.ts';
import { checkHalfPursuers, checkHalfSettle, checkHalfStrength, checkStorage } from './half.ts';
import { fieldLayout } from './layout.ts';
import { createMarks } from './marks.ts';
import {
  createPursuersOnDevice,
  type GpuGround,
  type GpuPursuers,
  planPursuers,
} from './pursuers.ts';
import { readField } from './read-field.ts';
import { createSettler, type Settled } from './settle.ts';
import { cutFor, type StepShape, type StreamShape } from './shape.ts';
import { createSteady, MOST_CYCLES } from './steady.ts';
import { watchOf } from './watch.ts';
import { nextOnDevice, type WalkGround, waysOnDevice } from './walk.ts';

export interface GpuDiffusionOptions extends DiffusionOptions {
  /**
   * Most bytes of GPU memory for the fields, factors and tables of the model; lists of goals, walks and pursuers come
   * on top. Default: as much as the largest buffer of the device.
   */
  readonly memoryBudget?: number;
  /**
   * How the step kernels are cut; results do not depend on it. With `height` or `ahead` they walk down strips, which
   * needs precision 'f32' and a device with subgroups of one size; else they work on blocks. Default: measured ones.
   * Method 'distance' takes no notice of it. Storage 'f16' works on blocks, of 8 steps.
   */
  readonly tuning?: Partial<StepShape> | Partial<StreamShape>;
  /**
   * How fields of precision 'f32' lie in memory. 'f16': as half floats (IEEE 754 binary16), so that they take half the
   * memory and traffic; steps are computed in f32. After every eighth step of a call of `step`, `encode` or `settle`,
   * and after its last one, every value is rounded to the nearest half, of two equally near ones to the even one, by
   * integers and f32 sums: every device gives the same bits and none needs the feature `shader-f16`. How steps are
   * split into calls thus matters to the result.
   *
   * Halves go from 2^-24 to 65504, with 11 significant bits from 2^-14 on, so scent ends sooner than that of f32: from one goal
   * of strength 1024 on terrain of 0.9 some 40 cells away, with rule 'heat' 28; and neighbours that differ by less than one
   * part in 2048 may come out equal, where no way leads up. Take it for goals at such distances, where many layers or large
   * maps would not fit or memory is what limits.
   *
   * `setGoals` rounds strengths to halves and refuses those below 2^-24 or above 65504, by RangeError. Also refused by
   * RangeError: precision 'log', methods 'steady' and 'distance', `settle` other than `until` a number of steps (small changes
   * are lost in rounding, and little scent), `emit` and `modulate` of pursuers. Default 'f32'.
   */
  readonly storage?: 'f32' | 'f16';
}

/** Where a layer is on the device, for kernels and shaders of the caller. */
export interface ResidentField {
  /** Rows of `pitch` times 4 cells; the layer begins at byte `offset`. */
  readonly buffer: GPUBuffer;
  readonly offset: number;
  readonly pitch: number;
  /**
   * 'f32': a vector per 4 cells, their values. 'log': two vectors per 4 cells, f32 m and i32 k of
   * the values m * 2^(96 k). Method 'distance' has 'f32': costs, `Infinity` = no way.
   * Storage 'f16' has 'f16': two words per 4 cells, two half floats each, the first cell in the low bits.
   */
  readonly precision: 'f32' | 'log' | 'f16';
}

/** A model on a GPU. What all backends do is in `AsyncDiffusion`; the rest keeps fields on the device. */
export interface GpuDiffusion extends AsyncDiffusion {
  readonly backend: 'gpu';
  /** How fields lie in memory, see `GpuDiffusionOptions`. */
  readonly storage: 'f32' | 'f16';
  /**
   * Compiles what `encode` runs, beside everything else. Without it the first `encode` does, and a page may stand still
   * meanwhile: half a second and more where the device is software. Method 'distance' has nothing to compile ahead.
   */
  compile(): Promise<void>;
  /**
   * Records `count` steps of all layers; submits nothing and waits for nothing. Changes made before this call
   * are in effect: they go to the device at once, so submit what was recorded before the next change. Not while
   * another call of this model is under way. Throws TypeError for method 'distance', which has no steps: `settle`
   * it, then record its pursuers.
   */
  encode(encoder: GPUCommandEncoder, count?: number): void;
  /**
   * As `DiffusionModel` says. Where pursuers that emit were put elsewhere by `encodePlace`, or obstacles changed under
   * those that move by `encode`, only the device knows at once what they reach; this number follows with the next call
   * that is awaited.
   */
  unreachable(layer: string): number;
  /** The newest field of a layer, until the next step. */
  resident(layer: string): ResidentField;
  /**
   * Pursuers that climb this model's fields on the device; a tick is `encode` of the model and then of
   * each group, in one encoder. Those of method 'distance' go down the costs of one layer, named with a weight
   * above 0: each where `next` says, and stay where that is nowhere; they leave no marks. Rejects with RangeError for what `createPursuers` refuses, and where `modulate`
   * needs more memory than the budget has, for `emit` and `modulate` with storage 'f16', with Error where memory runs
   * out.
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
  deviceRule(device, 'device');
  checkGpuOptions(options);
  const { memoryBudget, tuning, storage = 'f32', ...plain } = options;
  const resolved = resolveOptions(map, plain);
  const half = checkStorage(storage, resolved);
  const isSteady = resolved.method === 'steady';
  if (resolved.metric === 'eikonal') {
    throw new RangeError(
      "metric is 'eikonal', which is not there on a GPU, as it is worked out in f64: use createDiffusion",
    );
  }
  const state = createModelState(map, resolved);
  if (resolved.method === 'distance') return createGpuDistance(device, state, memoryBudget);
  const { width, height } = map;
  const { layers, precision } = resolved;
  const cellCount = width * height;
  const held = half ? 'f16' : precision;
  const layout = fieldLayout(map, held);
  const cut = cutFor(device, map, layers.length, held, tuning);
  const engine = await guardedMake(device, WHAT, () =>
    createEngine(device, map, resolved, layout, cut, memoryBudget),
  );
  const changes = createChangeLog(state, layout);
  const settler = createSettler(
    device,
    engine,
    layout.layerWords,
    layers.length,
    Math.max(width, height),
    precision === 'f32',
  );
  const steady = isSteady
    ? await guardedMake(device, WHAT, () =>
        createSteady(device, engine, settler, state, layout, memoryBudget),
      )
    : undefined;
  const marks = createMarks(device, engine, state, layout);
  const all = layers.map((_, l) => l);
  const walks: WalkGround = {
    held,
    bind(values) {
      engine.setSlot(WALK_SLOT, values);
      const field = engine.field(engine.current);
      return { 0: engine.params(WALK_SLOT), 1: field, 2: engine.masks };
    },
  };
  const calls = createCalls(device, WHAT, changes.take, (since) => {
    engine.apply(since);
    marks.sync(since);
  });
  const { alive } = calls;

  /** As `calls.inOrder`, when it is known where pursuers are. */
  function inOrder<T>(work: () => Promise<T>): Promise<T> {
    return calls.inOrder(async () => {
      await marks.look();
      return work();
    });
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
    checkSettleOptions(settleOptions);
    const { until, limit, tolerance, layers: asked } = settleGoal(layers, settleOptions, 2 ** -10);
    if (half) checkHalfSettle(until);
    settleOptions.signal?.throwIfAborted();
    const given = new Set(asked.filter((l) => state.layers[l].active().cell.length > 0));
    const stale = steady?.stale();
    return inOrder(async () => {
      const chosen = [...new Set(asked)].filter((l) => given.has(l) || marks.facts(l).active);
      const watch = watchOf(settleOptions);
      let settled: Settled = { steps: [], reason: [], changes: [] };
      if (steady) {
        const most = Math.min(limit, typeof until === 'number' ? until : MOST_CYCLES);
        settled = await steady.settle(chosen, stale, most, tolerance, watch);
      } else if (chosen.length > 0) {
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
    layers,
    pitch: layout.pitch,
    held,
    busy: () => calls.underWay,
    inOrder,
  };

  return {
    backend: 'gpu',
    width,
    height,
    neighbours: map.neighbours,
    ...resolved,
    storage,
    get memoryBytes() {
      return engine.memoryBytes + marks.memoryBytes + (steady?.memoryBytes ?? 0);
    },
    setGoals(layer, goals) {
      alive();
      const l = layerIndex(layers, layer);
      if (half) {
        goalsRule(goals, 'goals');
        if (goals.strength !== undefined) checkHalfStrength(goals.strength);
      }
      state.setGoals(l, goals);
      steady?.changed([l]);
    },
    setTerrain(cells, terrain) {
      alive();
      changes.factors(state.setTerrain(cells, terrain));
      steady?.changed(all);
    },
    setModulation(layer, cells, factor) {
      alive();
      const l = layerIndex(layers, layer);
      checkFactors(cellCount, cells, factor, 'factor');
      if (cells.length > 0) engine.checkPlanes(changes.planesWith(l, false));
      changes.factors(state.setModulation(l, cells, factor), l);
      steady?.changed([l]);
    },
    unreachable(layer) {
      alive();
      return state.regions.openCells - marks.facts(layerIndex(layers, layer)).reachable;
    },
    reset() {
      alive();
      changes.reset();
      steady?.changed(all);
    },
    async step(count = 1) {
      alive();
      checkSteps(count, 'count');
      const watch = { signal: undefined, onProgress() {} };
      if (steady === undefined) return inOrder(() => settler.count(all, count, watch));
      const stale = steady.stale();
      return inOrder(async () => {
        const chosen = all.filter((l) => marks.facts(l).active);
        await steady.settle(chosen, stale, count, 0, watch);
      });
    },
    settle,
    async field(layer, out = new Float32Array(cellCount)) {
      alive();
      const l = layerIndex(layers, layer);
      checkOut(cellCount, out);
      return inOrder(async () =>
        readField(device, engine.field(engine.current), l, width, layout, precision, out),
      );
    },
    async next(layer, cell) {
      alive();
      const l = layerIndex(layers, layer);
      checkCell(cellCount, cell, 'cell');
      return inOrder(async () => nextOnDevice(device, walks, state, l, cell));
    },
    async ascend(layer, starts, routeOptions = {}) {
      alive();
      const l = layerIndex(layers, layer);
      checkRouteOptions('ascend', routeOptions);
      const list = Uint32Array.from(checkStarts(cellCount, starts));
      return inOrder(async () => {
        const { blocked } = marks.facts(l);
        return waysOnDevice(device, walks, state, l, blocked, list, routeOptions);
      });
    },
    async descend() {
      throw new TypeError("descend needs method 'distance'; a scent is climbed by ascend");
    },
    async compile() {
      alive();
      await engine.compile();
    },
    encode(encoder, count = 1) {
      alive();
      encoderRule(encoder, 'encoder');
      if (steady) throw new TypeError("encode needs steps; method 'steady' has none: settle");
      checkSteps(count, 'count');
      calls.applyNow('encode');
      engine.encodeSteps(encoder, count);
    },
    resident(layer) {
      const l = layerIndex(layers, layer);
      return {
        buffer: engine.field(engine.current),
        offset: 4 * l * layout.layerWords,
        pitch: layout.pitch,
        precision: held,
      };
    },
    async pursuers(pursuerOptions) {
      alive();
      checkPursuerOptions(pursuerOptions);
      if (half) checkHalfPursuers(pursuerOptions);
      const plan = planPursuers(map, resolved, changes, engine, pursuerOptions);
      if (pursuerOptions.emit || pursuerOptions.modulate) steady?.neverKnown();
      return inOrder(() => createPursuersOnDevice(ground, plan));
    },
    async destroy() {
      calls.end();
      marks.destroy();
      engine.destroy();
      settler.destroy();
      steady?.destroy();
    },
  };
}
