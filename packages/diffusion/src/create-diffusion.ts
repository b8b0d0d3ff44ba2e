import {
  compileKernels,
  createArena,
  createBlocks,
  createMemory,
  instantiateKernels,
} from '@wayfield/wasm';
import { checkCells } from './check-input.ts';
import { bestNeighbour, climb, type Slope } from './climb.ts';
import type { Kernels } from './kernels.ts';
import { KERNELS_BASE64 } from './kernels.gen.ts';
import { createModelState } from './model-state.ts';
import { layerIndex, resolveOptions } from './resolve-options.ts';
import { type Answer, checkSteps, type Plan, settleGoal, settlePlan, stepPlan } from './settle.ts';
import type { Diffusion, DiffusionMap, DiffusionOptions } from './types.ts';
import { createWasmFields, runPass } from './wasm-fields.ts';

/** Between two looks at a signal. */
const SLICE_MS = 8;

/**
 * A model on the calling thread, in WebAssembly with SIMD. Copies the map. Throws RangeError for a map
 * or options that are not valid, and when memory ends.
 */
export function createDiffusion(map: DiffusionMap, options: DiffusionOptions = {}): Diffusion {
  const resolved = resolveOptions(map, options);
  const model = createModelState(map, resolved);
  const arena = createArena(createMemory(false));
  const blocks = createBlocks(arena);
  const module = compileKernels(KERNELS_BASE64);
  const kernels = instantiateKernels<Kernels>(module, arena.memory, blocks.reallocate);
  const fields = createWasmFields(arena, blocks, kernels, model, 1);
  const { height, width } = map;
  const { layers, centre } = resolved;
  const counts = fields.memory.counts[0];
  let destroyed = false;

  function alive(): void {
    if (destroyed) throw new Error('the model was destroyed');
  }

  /** Does what a plan asks for. */
  function run<T>(plan: Plan<T>, look: () => void): T {
    let next = plan.next();
    while (next.done !== true) {
      const { kind, job } = next.value;
      let residual = NaN;
      if (kind === 'pass') {
        arena.words().fill(0, counts / 4, counts / 4 + job.steps);
        runPass(kernels, job, 0, height, centre, counts);
      } else {
        residual = kernels.residual(job.source, job.target, job.box.y0, job.box.y1, job.rules);
      }
      look();
      const answer: Answer = {
        counts: arena.words().subarray(counts / 4, counts / 4 + job.steps),
        residual,
      };
      next = plan.next(answer);
    }
    return next.value;
  }

  function fieldOf(name: string) {
    alive();
    const field = fields.layers[layerIndex(layers, name)];
    field.refresh();
    return field;
  }

  function slopeOf(name: string): Slope {
    const field = fieldOf(name);
    return {
      width,
      height,
      neighbours: map.neighbours,
      terrain: model.terrain,
      key: field.key,
      isGoal: field.state.isGoal,
      goalsBlocked: field.state.goalsBlocked(),
    };
  }

  return {
    backend: 'wasm',
    width,
    height,
    neighbours: map.neighbours,
    ...resolved,
    get memoryBytes() {
      return blocks.held();
    },
    setGoals(layer, goals) {
      alive();
      model.setGoals(layerIndex(layers, layer), goals);
    },
    setTerrain(cells, terrain) {
      alive();
      const changed = model.setTerrain(cells, terrain);
      for (const field of fields.layers) field.markFactors(changed);
    },
    setModulation(layer, cells, factor) {
      alive();
      const i = layerIndex(layers, layer);
      fields.layers[i].markFactors(model.setModulation(i, cells, factor));
    },
    unreachable(layer) {
      return model.regions.openCells - fieldOf(layer).state.reachable();
    },
    reset() {
      alive();
      for (const field of fields.layers) field.clear();
    },
    step(count = 1) {
      alive();
      checkSteps(count, 'count');
      for (const field of fields.layers) {
        run(stepPlan(field, fields.memory.steps, count), () => undefined);
      }
    },
    settle(settleOptions = {}) {
      alive();
      const goal = settleGoal(layers, settleOptions, 2 ** -10);
      const { signal, onProgress } = settleOptions;
      signal?.throwIfAborted();
      let steps = 0;
      let looked = performance.now();
      const look = (): void => {
        if (performance.now() - looked < SLICE_MS) return;
        looked = performance.now();
        onProgress?.(steps);
        signal?.throwIfAborted();
      };
      const plan = settlePlan(fields, model.regions.openCells, goal, (done) => (steps = done));
      return run(plan, look);
    },
    field(layer, out = new Float32Array(width * height)) {
      const field = fieldOf(layer);
      if (out.length !== width * height) {
        throw new RangeError(`out has ${out.length} entries, expected ${width * height}`);
      }
      field.read(out);
      return out;
    },
    next(layer, cell) {
      checkCells(width * height, [cell], 'cell');
      return bestNeighbour(slopeOf(layer), cell);
    },
    ascend: (layer, starts, routeOptions) => climb(slopeOf(layer), starts, routeOptions),
    descend() {
      throw new TypeError("descend needs method 'distance'; a scent is climbed by ascend");
    },
    destroy() {
      destroyed = true;
      blocks.freeAll();
    },
  };
}
