// Method 'distance' on the device: what a model is made of, and its public interface.
// createGpuDiffusion (src/gpu/diffusion.ts) calls createGpuDistance.
import { makeGuarded } from '@wayfield/gpu-core/internal';
import { checkCell, checkOut, checkStarts, checkSteps } from '../../model/check-input.ts';
import type { ModelState } from '../../model/model-state.ts';
import { layerIndex } from '../../model/resolve-options.ts';
import { checkRouteOptions, checkSettleOptions } from '../../model/rules.ts';
import { type LayerReport, settleEnd, summary } from '../../step/settle.ts';
import type { SettleOptions } from '../../types.ts';
import { type Attempts, createAttempts } from '../attempts.ts';
import { type Calls, createCalls } from '../calls.ts';
import type { GpuDiffusion } from '../types.ts';
import { createDistanceLog, type DistanceLog } from './changes.ts';
import { createDistanceEngine, type DistanceEngine } from './engine.ts';
import { type FieldLayout, fieldLayout } from '../memory/layout.ts';
import { createPursuersOnDevice, type GpuGround, planDescent } from '../pursuers/pursuers.ts';
import { readField } from '../memory/read-field.ts';
import { checkAgents, copyAgents, createAgentsOnDevice } from '../steering/agents.ts';
import { cutsOn } from '../steering/cuts-on.ts';
import { inTurn, nextOnDevice, type WalkGround, pathsOnDevice } from '../paths/walk.ts';

const WHAT = 'diffusion: distance';

/**
 * A model of method 'distance' on what `state` knows; its fields are those of the CPU, bit for bit.
 */
export async function createGpuDistance(
  device: GPUDevice,
  state: ModelState,
  memoryBudget: number | undefined,
): Promise<GpuDiffusion> {
  const { map, options } = state;
  const layout = fieldLayout(map, 'f32');
  const log = createDistanceLog(state, layout);
  const attempts = createAttempts(device);
  const engine = await makeGuarded(device, WHAT, (keep) => {
    const layers = options.layers.length;
    const on = { device, attempts, map, layers, layout, memoryBudget };
    const made = keep(createDistanceEngine(on));
    device.queue.writeBuffer(made.inverse, 0, log.inverse as Float32Array<ArrayBuffer>);
    // a new buffer holds 0; the first `take` asks for `Infinity` everywhere
    made.apply(log.take());
    return made;
  });
  const calls = createCalls(attempts, WHAT, log.take, engine.apply);
  const parts: DistanceParts = { device, attempts, state, layout, log, engine, calls };
  return {
    backend: 'gpu',
    storage: 'f32',
    width: map.width,
    height: map.height,
    neighbours: map.neighbours,
    corners: map.corners ?? 'always',
    ...options,
    get memoryBytes() {
      return engine.memoryBytes;
    },
    ...changesOf(parts),
    ...cutsOn(state, calls),
    ...solvingOf(parts),
    ...readsOf(parts),
    ...onDevice(parts),
    async destroy() {
      await calls.end();
      engine.destroy();
    },
  };
}

/** What a model of method 'distance' consists of. */
interface DistanceParts {
  readonly device: GPUDevice;
  readonly attempts: Attempts;
  readonly state: ModelState;
  readonly layout: FieldLayout;
  readonly log: DistanceLog;
  readonly engine: DistanceEngine;
  readonly calls: Calls;
}

/** The members that change goals and terrain. */
function changesOf({
  state,
  log,
  calls: { alive },
}: DistanceParts): Pick<
  GpuDiffusion,
  'setGoals' | 'setTerrain' | 'setModulation' | 'unreachable' | 'reset'
> {
  const { layers } = state.options;
  return {
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
      return state.regions.openCells - state.layers[layerIndex(layers, layer)].reachable();
    },
    reset() {
      alive();
      log.reset();
    },
  };
}

/** `step` and `settle`. */
function solvingOf({
  state,
  log,
  engine,
  calls: { alive, inOrder },
}: DistanceParts): Pick<GpuDiffusion, 'step' | 'settle'> {
  const { layers } = state.options;
  const { regions } = state;

  /** Computes the layers asked for, after all earlier calls, with the changes made up to now. */
  function solve(
    asked: readonly number[],
    { signal, onProgress }: SettleOptions,
  ): { readonly done: Promise<void>; readonly stale: readonly boolean[] } {
    let begun = false;
    const done = inOrder(() =>
      engine.solve(log.start(plan), () => {
        begun = true;
        onProgress?.(0);
        alive();
        signal?.throwIfAborted();
      }),
    );
    // `inOrder` has just taken the changes, and begins later
    const stale = asked.map(log.isStale);
    const plan = log.plan(asked);
    const settled = done.catch((error: unknown) => {
      log.failed(plan, begun);
      throw error;
    });
    return { done: settled, stale };
  }

  return {
    async step(count = 1) {
      alive();
      checkSteps(count, 'count');
      return solve(count > 0 ? layers.map((_, l) => l) : [], {}).done;
    },
    async settle(settleOptions = {}) {
      alive();
      checkSettleOptions(settleOptions);
      const asked = settleEnd(layers, settleOptions, 0).layers;
      settleOptions.signal?.throwIfAborted();
      const { done, stale } = solve(asked, settleOptions);
      const reports = asked.map((l, i): LayerReport => {
        const hasGoals = state.layers[l].active().cell.length > 0;
        if (!hasGoals) return { steps: 0, reason: 'no-goal', residual: NaN };
        return { steps: stale[i] ? 1 : 0, reason: 'residual', residual: 0 };
      });
      const states = asked.map((l) => state.layers[l]);
      const report = summary(reports, states, regions.openCells);
      await done;
      return report;
    },
  };
}

/** The members that read costs back. */
function readsOf({
  device,
  state,
  layout,
  engine,
  calls: { alive, inOrder },
}: DistanceParts): Pick<GpuDiffusion, 'field' | 'next' | 'ascend' | 'descend'> {
  const { layers } = state.options;
  const cellCount = state.terrain.length;
  const walks: WalkGround = {
    device,
    state,
    held: 'cost',
    bind(values) {
      const { field, masks, inverse } = engine;
      return { 0: engine.bindWalks(values), 1: field, 2: masks, 6: inverse };
    },
  };
  return {
    async field(layer, out = new Float32Array(cellCount)) {
      alive();
      const l = layerIndex(layers, layer);
      checkOut(cellCount, out);
      const from = { field: engine.field, layer: l, width: state.map.width };
      return inOrder(() => readField(device, from, layout, out));
    },
    async next(layer, cell) {
      alive();
      const l = layerIndex(layers, layer);
      checkCell(cellCount, cell, 'cell');
      return inTurn(walks, inOrder, (terrain) => nextOnDevice(walks, { layer: l, terrain }, cell));
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
      return inTurn(walks, inOrder, (terrain) =>
        pathsOnDevice(walks, { layer: l, terrain, blocked }, from, routeOptions),
      );
    },
  };
}

/** The members for what stays on the device. */
function onDevice({
  device,
  attempts,
  state,
  layout,
  engine,
  calls,
}: DistanceParts): Pick<GpuDiffusion, 'compile' | 'encode' | 'resident' | 'pursuers' | 'agents'> {
  const { layers } = state.options;
  const { map } = state;
  const ground: GpuGround = {
    device,
    attempts,
    held: 'cost',
    engine: { current: 0, field: () => engine.field, factors: engine.inverse },
    map,
    layers,
    pitch: layout.pitch,
    busy: () => calls.underWay,
    alive: calls.alive,
    inOrder: calls.inOrder,
  };
  return {
    async compile() {},
    encode() {
      throw new TypeError("encode needs steps; method 'distance' has none: settle");
    },
    resident(layer) {
      calls.alive();
      const offset = 4 * layerIndex(layers, layer) * layout.layerWords;
      return { buffer: engine.field, offset, pitch: layout.pitch, precision: 'f32' };
    },
    async pursuers(pursuerOptions) {
      calls.alive();
      const plan = planDescent(map, layers, pursuerOptions);
      return calls.inOrder(() => createPursuersOnDevice(ground, plan));
    },
    async agents(agentOptions) {
      calls.alive();
      const layer = checkAgents(layers, agentOptions);
      const on = { ...ground, masks: engine.masks, maskPitch: layout.maskPitch };
      const copy = copyAgents(agentOptions);
      return calls.inOrder(() => createAgentsOnDevice(on, copy, layer));
    },
  };
}
