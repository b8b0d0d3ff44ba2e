// Method 'distance' on the device.
import { checkCell, checkOut, checkStarts, checkSteps } from '../check-input.ts';
import type { ModelState } from '../model-state.ts';
import { layerIndex } from '../resolve-options.ts';
import { checkRouteOptions, checkSettleOptions } from '../rules.ts';
import { type LayerReport, settleGoal, summary } from '../settle.ts';
import type { SettleOptions } from '../types.ts';
import { createCalls } from './calls.ts';
import type { GpuDiffusion } from './diffusion.ts';
import { createDistanceLog, type DistancePlan } from './distance-changes.ts';
import { createDistanceEngine } from './distance-engine.ts';
import { guardedMake } from './guarded-make.ts';
import { fieldLayout } from './layout.ts';
import { createPursuersOnDevice, type GpuGround, planDescent } from './pursuers.ts';
import { readField } from './read-field.ts';
import { nextOnDevice, type WalkGround, waysOnDevice } from './walk.ts';

const WHAT = 'diffusion: distance';

/** A model of method 'distance' on what `state` knows; its fields are those of the CPU, bit for bit. */
export async function createGpuDistance(
  device: GPUDevice,
  state: ModelState,
  memoryBudget: number | undefined,
): Promise<GpuDiffusion> {
  const { map, options, regions } = state;
  const { width, height, neighbours } = map;
  const { layers } = options;
  const cellCount = width * height;
  const layout = fieldLayout(map, 'f32');
  const log = createDistanceLog(state, layout);
  const engine = await guardedMake(device, WHAT, () => {
    const made = createDistanceEngine(device, map, layers.length, layout, memoryBudget);
    device.queue.writeBuffer(made.inverse, 0, log.inverse as Float32Array<ArrayBuffer>);
    // fields are unreached from the start
    made.apply(log.take());
    return made;
  });
  const calls = createCalls(device, WHAT, log.take, engine.apply);
  const { alive, inOrder } = calls;
  const walks: WalkGround = {
    held: 'cost',
    bind(values) {
      const { field, masks, inverse } = engine;
      return { 0: engine.bindWalks(values), 1: field, 2: masks, 6: inverse };
    },
  };
  const ground: GpuGround = {
    device,
    held: 'cost',
    engine: { current: 0, field: () => engine.field, factors: engine.inverse },
    map,
    layers,
    pitch: layout.pitch,
    busy: () => calls.underWay,
    inOrder,
  };

  /** Works out what `plan` says, after all earlier calls. */
  async function solve(plan: DistancePlan, { signal, onProgress }: SettleOptions): Promise<void> {
    try {
      await engine.solve(plan, () => {
        onProgress?.(0);
        signal?.throwIfAborted();
      });
    } catch (error) {
      log.failed(plan);
      throw error;
    }
  }

  return {
    backend: 'gpu',
    storage: 'f32',
    width,
    height,
    neighbours,
    ...options,
    get memoryBytes() {
      return engine.memoryBytes;
    },
    setGoals(layer, goals) {
      alive();
      state.setGoals(layerIndex(layers, layer), goals);
    },
    setTerrain(cells, terrain) {
      alive();
      log.terrain(state.setTerrain(cells, terrain));
    },
    setModulation(layer, cells, factor) {
      alive();
      state.setModulation(layerIndex(layers, layer), cells, factor);
    },
    unreachable(layer) {
      alive();
      return regions.openCells - state.layers[layerIndex(layers, layer)].reachable();
    },
    reset() {
      alive();
      log.reset();
    },
    async step(count = 1) {
      alive();
      checkSteps(count, 'count');
      const done = inOrder(() => solve(plan, {}));
      const plan = log.plan(count > 0 ? layers.map((_, l) => l) : []);
      return done;
    },
    async settle(settleOptions = {}) {
      alive();
      checkSettleOptions(settleOptions);
      const asked = [...new Set(settleGoal(layers, settleOptions, 0).layers)];
      settleOptions.signal?.throwIfAborted();
      const done = inOrder(() => solve(plan, settleOptions));
      // `inOrder` has just taken the changes, and begins later
      const reports = asked.map((l): LayerReport => {
        const hasGoals = state.layers[l].active().cell.length > 0;
        if (!hasGoals) return { steps: 0, reason: 'no-goal', residual: NaN };
        return { steps: log.isStale(l) ? 1 : 0, reason: 'residual', residual: 0 };
      });
      const states = asked.map((l) => state.layers[l]);
      const report = summary(reports, states, regions.openCells);
      const plan = log.plan(asked);
      await done;
      return report;
    },
    async field(layer, out = new Float32Array(cellCount)) {
      alive();
      const l = layerIndex(layers, layer);
      checkOut(cellCount, out);
      return inOrder(() => readField(device, engine.field, l, width, layout, 'f32', out));
    },
    async next(layer, cell) {
      alive();
      const l = layerIndex(layers, layer);
      checkCell(cellCount, cell, 'cell');
      return inOrder(() => nextOnDevice(device, walks, state, l, cell));
    },
    async ascend() {
      throw new TypeError("ascend needs a scent; the costs of method 'distance' go down: descend");
    },
    async descend(layer, starts, routeOptions = {}) {
      alive();
      const l = layerIndex(layers, layer);
      checkRouteOptions('descend', routeOptions);
      const from = Uint32Array.from(checkStarts(cellCount, starts));
      const blocked = state.layers[l].goalsBlocked();
      return inOrder(() => waysOnDevice(device, walks, state, l, blocked, from, routeOptions));
    },
    async compile() {},
    encode() {
      throw new TypeError("encode needs steps; method 'distance' has none: settle");
    },
    resident(layer) {
      const offset = 4 * layerIndex(layers, layer) * layout.layerWords;
      return { buffer: engine.field, offset, pitch: layout.pitch, precision: 'f32' };
    },
    async pursuers(pursuerOptions) {
      alive();
      const plan = planDescent(map, layers, pursuerOptions);
      return inOrder(() => createPursuersOnDevice(ground, plan));
    },
    async destroy() {
      calls.end();
      engine.destroy();
    },
  };
}
