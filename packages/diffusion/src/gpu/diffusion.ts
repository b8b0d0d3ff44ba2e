// Methods 'diffusion' and 'steady' on the device: what a model is made of, and its public
// interface.
import { makeGuarded } from '@wayfield/gpu-core/internal';
import {
  checkCell,
  checkFactors,
  checkOut,
  checkStarts,
  checkSteps,
} from '../model/check-input.ts';
import { createModelState, type ModelState } from '../model/model-state.ts';
import { layerIndex, resolveOptions } from '../model/resolve-options.ts';
import {
  checkGpuOptions,
  checkPursuerOptions,
  checkRouteOptions,
  deviceRule,
  encoderRule,
  goalsRule,
} from '../model/rules.ts';
import type { DiffusionMap } from '../types.ts';
import { createAttempts } from './attempts.ts';
import { createCalls } from './calls.ts';
import { createGpuDistance } from './distance/distance.ts';
import { checkHalfPursuers, checkHalfStrength, checkStorage } from './memory/half.ts';
import { fieldLayout } from './memory/layout.ts';
import { readField } from './memory/read-field.ts';
import { inTurn, nextOnDevice, type WalkGround, pathsOnDevice } from './paths/walk.ts';
import { createMarks } from './pursuers/marks.ts';
import { createPursuersOnDevice, type GpuGround, planPursuers } from './pursuers/pursuers.ts';
import type { GpuParts } from './parts.ts';
import { createSettling } from './settling.ts';
import { createSolvers } from './solvers.ts';
import { checkAgents, copyAgents, createAgentsOnDevice } from './steering/agents.ts';
import { cutsOn } from './steering/cuts-on.ts';
import { createChangeLog } from './step/changes.ts';
import { WALK_SLOT } from './step/engine.ts';
import { hasCornerRule } from './memory/corners.wgsl.ts';
import { cutFor } from './step/shape.ts';
import type { GpuDiffusion, GpuDiffusionOptions } from './types.ts';

const WHAT = 'diffusion';

/**
 * A model on a GPU. Copies the map; the device stays the caller's. Rejects with TypeError or
 * RangeError for a map or options that are not valid, with RangeError where they do not fit on the
 * device, with Error where memory runs out.
 *
 * @example
 * const model = await createGpuDiffusion(device, map);
 * model.setGoals('goal', { cell: [0] });
 * await model.settle();
 * const crowd = await model.pursuers({ cell: [41, 1199], weights: { goal: 1 } });
 * await crowd.move();
 */
export async function createGpuDiffusion(
  device: GPUDevice,
  map: DiffusionMap,
  options: GpuDiffusionOptions = {},
): Promise<GpuDiffusion> {
  deviceRule(device, 'device');
  checkGpuOptions(options);
  const { memoryBudget, tuning: _, storage = 'f32', ...plain } = options;
  const resolved = resolveOptions(map, plain);
  checkStorage(storage, resolved);
  if (resolved.metric === 'eikonal') {
    throw new RangeError(
      "metric is 'eikonal', which a GPU cannot compute, as it needs f64: use createDiffusion",
    );
  }
  const state = createModelState(map, resolved);
  if (resolved.method === 'distance') return createGpuDistance(device, state, memoryBudget);
  return interfaceOf(await createParts(device, state, options), storage);
}

async function createParts(
  device: GPUDevice,
  state: ModelState,
  { storage, tuning, memoryBudget }: GpuDiffusionOptions,
): Promise<GpuParts> {
  const { map, options } = state;
  const { layers, precision } = options;
  const held = storage === 'f16' ? 'f16' : precision;
  const layout = fieldLayout(map, held);
  const cut = cutFor(device, map, layers.length, held, tuning);
  const attempts = createAttempts(device);
  const { engine, settler, steady } = await makeGuarded(device, WHAT, (keep) =>
    createSolvers({ device, attempts, map, options, layout, cut, memoryBudget }, keep),
  );
  const changes = createChangeLog(state, layout);
  const marks = createMarks(device, attempts, engine, state, layout);
  const calls = createCalls(
    attempts,
    WHAT,
    () => ({ since: changes.take(), gone: marks.takeLeaving() }),
    ({ since, gone }) => {
      engine.apply(since);
      marks.sync(since, gone);
    },
  );
  return {
    device,
    attempts,
    state,
    options,
    layout,
    held,
    engine,
    changes,
    settler,
    steady,
    marks,
    calls,
    inOrder: (work) =>
      calls.inOrder(async () => {
        await marks.look();
        return work();
      }),
  };
}

/** The public interface of a model. */
function interfaceOf(parts: GpuParts, storage: 'f32' | 'f16'): GpuDiffusion {
  const { state, options, engine, settler, steady, marks, calls } = parts;
  const { width, height, neighbours, corners = 'always' } = state.map;
  return {
    backend: 'gpu',
    width,
    height,
    neighbours,
    corners,
    ...options,
    storage,
    get memoryBytes() {
      return engine.memoryBytes + marks.memoryBytes + (steady?.memoryBytes ?? 0);
    },
    ...changesOf(parts),
    ...cutsOn(state, calls),
    ...createSettling(parts),
    ...readsOf(parts),
    ...recordsOf(parts),
    async destroy() {
      await calls.end();
      marks.destroy();
      engine.destroy();
      settler.destroy();
      steady?.destroy();
    },
  };
}

/** The members that change goals, terrain and modulations. */
function changesOf({
  state,
  held,
  options: { layers },
  engine,
  changes,
  steady,
  marks,
  calls: { alive },
}: GpuParts): Pick<
  GpuDiffusion,
  'setGoals' | 'setTerrain' | 'setModulation' | 'unreachable' | 'reset'
> {
  const all = layers.map((_, l) => l);
  return {
    setGoals(layer, goals) {
      alive();
      const l = layerIndex(layers, layer);
      if (held === 'f16') {
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
      checkFactors(state.terrain.length, cells, factor, 'factor');
      if (cells.length > 0) engine.checkPlanes(changes.planesWith(l, false));
      changes.factors(state.setModulation(l, cells, factor), l);
      steady?.changed([l]);
    },
    unreachable(layer) {
      alive();
      return marks.facts(layerIndex(layers, layer)).unreachable;
    },
    reset() {
      alive();
      changes.reset();
      steady?.changed(all);
    },
  };
}

/** The members that read fields back. */
function readsOf(parts: GpuParts): Pick<GpuDiffusion, 'field' | 'next' | 'ascend' | 'descend'> {
  const { device, state, layout, held, engine, marks, inOrder } = parts;
  const { layers } = parts.options;
  const { alive } = parts.calls;
  const cellCount = state.terrain.length;
  const walks: WalkGround = {
    device,
    state,
    held,
    bind(values) {
      engine.setSlot(WALK_SLOT, values);
      const field = engine.field(engine.current);
      const resources = { 0: engine.params(WALK_SLOT), 1: field, 2: engine.masks };
      // plane 0 of the factors says which cells are open
      return hasCornerRule(state.beside) ? { ...resources, 6: engine.factors } : resources;
    },
  };
  return {
    async field(layer, out = new Float32Array(cellCount)) {
      alive();
      const l = layerIndex(layers, layer);
      checkOut(cellCount, out);
      return inOrder(async () => {
        const from = { field: engine.field(engine.current), layer: l, width: state.map.width };
        return readField(device, from, layout, out);
      });
    },
    async next(layer, cell) {
      alive();
      const l = layerIndex(layers, layer);
      checkCell(cellCount, cell, 'cell');
      return inTurn(walks, inOrder, (terrain) => nextOnDevice(walks, { layer: l, terrain }, cell));
    },
    async ascend(layer, starts, routeOptions = {}) {
      alive();
      const l = layerIndex(layers, layer);
      checkRouteOptions('ascend', routeOptions);
      const list = Uint32Array.from(checkStarts(cellCount, starts));
      const before = marks.facts(l);
      return inTurn(walks, inOrder, async (terrain) => {
        // where pursuers emit, only the facts of the turn tell where they stand
        const now = marks.facts(l);
        const { blocked } = now.emitted ? now : before;
        return pathsOnDevice(walks, { layer: l, terrain, blocked }, list, routeOptions);
      });
    },
    async descend() {
      throw new TypeError("descend needs method 'distance'; a scent is climbed by ascend");
    },
  };
}

/** The members that record commands, show buffers, and make pursuers and agents. */
function recordsOf(
  parts: GpuParts,
): Pick<GpuDiffusion, 'compile' | 'encode' | 'resident' | 'pursuers' | 'agents'> {
  const { state, options, layout, held, engine, changes, steady, marks, calls, inOrder } = parts;
  const { layers } = options;
  const { alive } = calls;
  const ground: GpuGround = {
    device: parts.device,
    attempts: parts.attempts,
    engine,
    marks,
    map: state.map,
    layers,
    pitch: layout.pitch,
    held,
    busy: () => calls.underWay,
    alive,
    inOrder,
  };
  return {
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
      alive();
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
      if (held === 'f16') checkHalfPursuers(pursuerOptions);
      const plan = planPursuers(state.map, options, changes, engine, pursuerOptions);
      if (pursuerOptions.emit || pursuerOptions.modulate) steady?.neverKnown();
      return inOrder(() => createPursuersOnDevice(ground, plan));
    },
    async agents(agentOptions) {
      alive();
      const layer = checkAgents(layers, agentOptions);
      const { maskPitch } = layout;
      const on = { ...ground, masks: engine.masks, maskPitch };
      const copy = copyAgents(agentOptions);
      return inOrder(() => createAgentsOnDevice(on, copy, layer));
    },
  };
}
