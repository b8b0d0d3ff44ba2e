// The core of a model in WebAssembly, the same on one thread and in a pool: its state, its memory,
// and the members of its interface that need no steps.

import { type Arena, type Blocks, openKernels } from '@wayfield/wasm';
import { checkCell, checkOut } from './check-input.ts';
import { bestNeighbour, climb, type Slope } from './climb.ts';
import { createDistanceFields } from '../distance/distance-fields.ts';
import type { LayerField } from './layer-field.ts';
import type { Kernels } from '../kernels.ts';
import { createModelState, type ModelState } from './model-state.ts';
import { layerIndex, type Resolved, resolveOptions } from './resolve-options.ts';
import { checkRouteOptions } from './rules.ts';
import { distancePlans, type Plans, stepPlans } from './plans.ts';
import { steadyPlans } from '../steady/steady.ts';
import type { DiffusionMap, DiffusionModel, DiffusionOptions, RouteOptions } from '../types.ts';
import { createWasmFields, type WasmFields } from '../step/wasm-fields.ts';
import { createCuts } from '../steering/cuts.ts';
import type { Routes } from '@wayfield/graph';

/** The members that are the same on one thread and in a pool. */
export type ModelMembers = Omit<DiffusionModel, 'memoryBytes'>;

export interface Core {
  readonly options: Resolved;
  readonly model: ModelState;
  readonly module: WebAssembly.Module;
  readonly arena: Arena;
  readonly blocks: Blocks;
  readonly kernels: Kernels;
  /** The scent of all layers; undefined for method 'distance', which has costs instead. */
  readonly scent: WasmFields | undefined;
  /** One for each layer, whatever the method. */
  readonly fields: readonly LayerField[];
  readonly plans: Plans;
  readonly members: ModelMembers;
  read(layer: string, out?: Float32Array): Float32Array;
  next(layer: string, cell: number): number;
  /** Throws for a call that the method lacks and for options that are not valid. */
  checkRoutes(call: 'ascend' | 'descend', options: RouteOptions | undefined): void;
  ascend(layer: string, starts: number | ArrayLike<number>, options?: RouteOptions): Routes;
  descend(layer: string, starts: number | ArrayLike<number>, options?: RouteOptions): Routes;
}

/** Which kernels a model runs on. */
export interface CoreKernels {
  /** Base64. */
  readonly binary: string;
  /** Whether the memory is shared among threads. */
  readonly shared: boolean;
  /** Threads that step fields: each has rings and scratch memory of its own. */
  readonly threads: number;
}

/** Throws RangeError for a map or options that are not valid, and when memory ends. */
export function createCore(
  map: DiffusionMap,
  diffusionOptions: DiffusionOptions,
  { binary, shared, threads }: CoreKernels,
): Core {
  const options = resolveOptions(map, diffusionOptions);
  const model = createModelState(map, options);
  const { module, arena, blocks, kernels } = openKernels<Kernels>(binary, { shared });
  const on = { arena, blocks, kernels, model };
  const distance = options.method === 'distance';
  const scent = distance ? undefined : createWasmFields(on, threads);
  const distances = distance ? createDistanceFields(on) : [];
  const fields: readonly LayerField[] = scent?.layers ?? distances;
  const plans =
    scent === undefined
      ? distancePlans(model, distances)
      : options.method === 'steady'
        ? steadyPlans(on, scent)
        : stepPlans(model, scent);
  return {
    options,
    model,
    module,
    arena,
    blocks,
    kernels,
    scent,
    fields,
    plans,
    members: membersOf(model, fields),
    ...readsOf(model, fields),
  };
}

/** The field of a layer, with changes of goals and terrain taken over. */
function fieldOf(
  { options }: ModelState,
  fields: readonly LayerField[],
  layer: string,
): LayerField {
  const field = fields[layerIndex(options.layers, layer)];
  field.refresh();
  return field;
}

function membersOf(model: ModelState, fields: readonly LayerField[]): ModelMembers {
  const { map, options } = model;
  const { layers } = options;
  return {
    backend: 'wasm',
    width: map.width,
    height: map.height,
    neighbours: map.neighbours,
    corners: map.corners ?? 'always',
    layers,
    method: options.method,
    metric: options.metric,
    rule: options.rule,
    rate: options.rate,
    border: options.border,
    precision: options.precision,
    flushToZero: options.flushToZero,
    setGoals: (layer, goals) => model.setGoals(layerIndex(layers, layer), goals),
    setTerrain(at, terrain) {
      const changed = model.setTerrain(at, terrain);
      for (const field of fields) field.markFactors(changed);
    },
    setModulation(layer, at, factor) {
      const i = layerIndex(layers, layer);
      const changed = model.setModulation(i, at, factor);
      // costs take no notice of modulations
      if (options.method !== 'distance') fields[i].markFactors(changed);
    },
    ...createCuts(model),
    unreachable: (layer) =>
      model.regions.openCells - fieldOf(model, fields, layer).state.reachable(),
    reset() {
      for (const field of fields) field.clear();
    },
  };
}

function readsOf(
  model: ModelState,
  fields: readonly LayerField[],
): Pick<Core, 'read' | 'next' | 'checkRoutes' | 'ascend' | 'descend'> {
  const { map, options, terrain } = model;
  const { width, height } = map;
  const costs = options.method === 'distance';

  function slopeOf(layer: string): Slope {
    const field = fieldOf(model, fields, layer);
    return {
      width,
      height,
      beside: model.beside,
      terrain,
      key: (cell) => field.key(cell),
      costs,
      isGoal: (cell) => field.state.isGoal(cell),
      goalsBlocked: field.state.goalsBlocked(),
    };
  }

  function checkRoutes(call: 'ascend' | 'descend', routeOptions: RouteOptions | undefined): void {
    if (call === 'ascend' && costs) {
      throw new TypeError("ascend needs a scent; the costs of method 'distance' go down: descend");
    }
    if (call === 'descend' && !costs) {
      throw new TypeError("descend needs method 'distance'; a scent is climbed by ascend");
    }
    checkRouteOptions(call, routeOptions);
  }

  return {
    read(layer, out = new Float32Array(terrain.length)) {
      const field = fieldOf(model, fields, layer);
      checkOut(terrain.length, out);
      field.read(out);
      return out;
    },
    next(layer, cell) {
      checkCell(terrain.length, cell, 'cell');
      return bestNeighbour(slopeOf(layer), cell);
    },
    checkRoutes,
    ascend(layer, starts, routeOptions) {
      checkRoutes('ascend', routeOptions);
      return climb(slopeOf(layer), starts, routeOptions);
    },
    descend(layer, starts, routeOptions) {
      checkRoutes('descend', routeOptions);
      return climb(slopeOf(layer), starts, routeOptions);
    },
  };
}
