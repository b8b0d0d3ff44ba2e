// What a model in WebAssembly is on one thread as well as on many: its state, its memory, and the parts of
// its interface that need no steps.

import {
  type Arena,
  type Blocks,
  compileKernels,
  createArena,
  createBlocks,
  createMemory,
  instantiateKernels,
} from '@wayfield/wasm';
import { checkCell, checkOut } from './check-input.ts';
import { bestNeighbour, climb, type Slope } from './climb.ts';
import { createDistanceFields, type LayerField } from './distance-fields.ts';
import type { Kernels } from './kernels.ts';
import { createModelState, type ModelState } from './model-state.ts';
import { layerIndex, type Resolved, resolveOptions } from './resolve-options.ts';
import { checkRouteOptions } from './rules.ts';
import { distancePlans, type Plans, stepPlans } from './plans.ts';
import { steadyPlans } from './steady.ts';
import type { DiffusionMap, DiffusionModel, DiffusionOptions, RouteOptions } from './types.ts';
import { createWasmFields, type WasmFields } from './wasm-fields.ts';
import type { Routes } from '@wayfield/graph';

/** The members that are the same however steps are done. */
export type ModelMembers = Omit<DiffusionModel, 'memoryBytes'>;

export interface Core {
  readonly options: Resolved;
  readonly model: ModelState;
  readonly module: WebAssembly.Module;
  readonly arena: Arena;
  readonly blocks: Blocks;
  readonly kernels: Kernels;
  /** What steps work on; undefined for method 'distance', which has none. */
  readonly scent: WasmFields | undefined;
  /** One for each layer, whatever the method. */
  readonly fields: readonly LayerField[];
  readonly plans: Plans;
  readonly members: ModelMembers;
  read(layer: string, out?: Float32Array): Float32Array;
  next(layer: string, cell: number): number;
  ascend(layer: string, starts: number | ArrayLike<number>, options?: RouteOptions): Routes;
  descend(layer: string, starts: number | ArrayLike<number>, options?: RouteOptions): Routes;
}

/** Throws RangeError for a map or options that are not valid, and when memory ends. */
export function createCore(
  map: DiffusionMap,
  diffusionOptions: DiffusionOptions,
  binary: string,
  shared: boolean,
  workers: number,
): Core {
  const options = resolveOptions(map, diffusionOptions);
  const model = createModelState(map, options);
  const { width, height, neighbours } = map;
  const { layers } = options;
  const cells = width * height;
  const arena = createArena(createMemory(shared));
  const blocks = createBlocks(arena);
  const module = compileKernels(binary);
  const kernels = instantiateKernels<Kernels>(module, arena.memory, blocks.reallocate);
  const distance = options.method === 'distance';
  const scent = distance ? undefined : createWasmFields(arena, blocks, kernels, model, workers);
  const distances = distance ? createDistanceFields(arena, blocks, kernels, model) : [];
  const fields: readonly LayerField[] = scent?.layers ?? distances;

  function fieldOf(name: string): LayerField {
    const field = fields[layerIndex(layers, name)];
    field.refresh();
    return field;
  }

  function slopeOf(name: string): Slope {
    const field = fieldOf(name);
    return {
      width,
      height,
      neighbours,
      terrain: model.terrain,
      key: (cell) => field.key(cell),
      costs: distance,
      isGoal: (cell) => field.state.isGoal(cell),
      goalsBlocked: field.state.goalsBlocked(),
    };
  }

  return {
    options,
    model,
    module,
    arena,
    blocks,
    kernels,
    scent,
    fields,
    plans:
      scent === undefined
        ? distancePlans(model, distances)
        : options.method === 'steady'
          ? steadyPlans(model, scent, blocks, kernels)
          : stepPlans(model, scent),
    members: {
      backend: 'wasm',
      width,
      height,
      neighbours,
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
        if (!distance) fields[i].markFactors(changed);
      },
      unreachable: (layer) => model.regions.openCells - fieldOf(layer).state.reachable(),
      reset() {
        for (const field of fields) field.clear();
      },
    },
    read(layer, out = new Float32Array(cells)) {
      const field = fieldOf(layer);
      checkOut(cells, out);
      field.read(out);
      return out;
    },
    next(layer, cell) {
      checkCell(cells, cell, 'cell');
      return bestNeighbour(slopeOf(layer), cell);
    },
    ascend(layer, starts, routeOptions) {
      if (distance) {
        throw new TypeError(
          "ascend needs a scent; the costs of method 'distance' go down: descend",
        );
      }
      checkRouteOptions('ascend', routeOptions);
      return climb(slopeOf(layer), starts, routeOptions);
    },
    descend(layer, starts, routeOptions) {
      if (!distance) {
        throw new TypeError("descend needs method 'distance'; a scent is climbed by ascend");
      }
      checkRouteOptions('descend', routeOptions);
      return climb(slopeOf(layer), starts, routeOptions);
    },
  };
}
