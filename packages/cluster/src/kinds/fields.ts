// Fields of goals on maps of cells, by @wayfield/diffusion.
import { checkOptions, list, listOf, object, whole } from '@wayfield/check';
import { createDiffusion, type Diffusion } from '@wayfield/diffusion';
import type { DiffusionMap, DiffusionOptions, Goals } from '@wayfield/diffusion';
import { MOST_RESULT_BYTES } from '../limits.ts';
import type { Arrays, Json, RunContext, WorkKind } from '../types.ts';
import { ranges, secondsPerUnit, unitsPerChunk } from './calibrate.ts';
import { getJson, joinArrays, putArray, putJson, rangeOf } from './parts.ts';

/** What `goalFields` computes: one field for each set of goals. */
export interface FieldWork {
  readonly map: DiffusionMap;
  readonly goals: readonly Goals[];
  /** As for `createDiffusion`, but for `layers`. Default: method 'distance'. */
  readonly options?: Omit<DiffusionOptions, 'layers'>;
  /**
   * Fields in a chunk, fewer if they take more than 32 MiB. Default: calibrated to `chunkSeconds`
   * of one thread.
   */
  readonly perChunk?: number;
}

/** Fields, one after another: width * height entries each. */
export interface FieldAnswer {
  readonly field: Float32Array;
  /** Per field: the steps until it was settled. */
  readonly steps: Uint32Array;
  /** Per field: 1 where it was settled. */
  readonly converged: Uint8Array;
}

interface Shape {
  readonly map: Omit<DiffusionMap, 'terrain'> & { readonly terrain: string };
  readonly goals: string;
  readonly options: DiffusionOptions;
}

/** Most fields of a chunk, by `perChunk` or measured. */
const MOST_PER_CHUNK = 65_536;
const LAYER = 'goal';
const anObject = object({}, 'fields');
const WORK_RULES = {
  goals: listOf(object({ cell: list }, 'Goals')),
  options: object({}, 'DiffusionOptions'),
  perChunk: whole(1, MOST_PER_CHUNK),
};

/**
 * Fields of many sets of goals on one map.
 *
 * @example
 * const run = await cluster.submit(goalFields, { map, goals: [{ cell: [0] }, { cell: [99] }] });
 * const { field } = await run.merge();
 * console.log(field.length); // 200
 */
export const goalFields: WorkKind<FieldWork, FieldAnswer> = {
  name: 'goal-fields',
  version: 1,
  async plan(work, context) {
    anObject(work, 'work');
    const { map, goals, options = { method: 'distance' }, perChunk } = work;
    const given = { goals, options, ...(perChunk !== undefined && { perChunk }) };
    checkOptions('goalFields', given, WORK_RULES);
    const model = createDiffusion(map, { ...options, layers: [LAYER] });
    const cells = map.width * map.height;
    let size = perChunk;
    try {
      // `plan` refuses invalid goals, before workers would
      for (const one of goals) model.setGoals(LAYER, one);
      size ??= calibrated(model, goals, context.chunkSeconds);
    } finally {
      model.destroy();
    }
    size = Math.max(1, Math.min(size, Math.floor(MOST_RESULT_BYTES / 8 / (4 * cells))));
    const { terrain, ...rest } = map;
    const lists = goals.map(({ cell, strength }) => ({
      cell: Array.from(cell),
      ...(strength !== undefined && {
        strength: typeof strength === 'number' ? strength : Array.from(strength),
      }),
    }));
    const shape: Shape = {
      map: { ...rest, terrain: await putArray(terrain, context) },
      goals: await putJson(lists, context),
      options: { ...options, layers: [LAYER] },
    };
    return { shape: shape as unknown as Json, chunks: ranges(goals.length, size) };
  },
  async run(chunk, context) {
    const shape = context.shape as unknown as Shape;
    const [from, to] = rangeOf(chunk);
    const goals = await getJson<Goals[]>(shape.goals, context);
    return settleEach(await modelOf(shape, context), goals.slice(from, to));
  },
  merge: (parts) =>
    joinArrays<FieldAnswer>(parts, {
      field: new Float32Array(0),
      steps: new Uint32Array(0),
      converged: new Uint8Array(0),
    }),
};

function modelOf({ map, options }: Shape, context: RunContext): Promise<Diffusion> {
  return context.prepared(
    `model ${JSON.stringify([map, options])}`,
    async () => {
      const terrain = new Float32Array(new Uint8Array(await context.input(map.terrain)).buffer);
      return createDiffusion({ ...map, terrain }, options);
    },
    (made) => made.destroy(),
  );
}

/** The fields of these goals, each from the beginning. */
function settleEach(model: Diffusion, goals: readonly Goals[]): Arrays {
  const cells = model.width * model.height;
  const field = new Float32Array(cells * goals.length);
  const steps = new Uint32Array(goals.length);
  const converged = new Uint8Array(goals.length);
  for (const [i, one] of goals.entries()) {
    model.reset();
    model.setGoals(LAYER, one);
    const report = model.settle();
    steps[i] = report.steps;
    converged[i] = report.converged ? 1 : 0;
    model.field(LAYER, field.subarray(i * cells, (i + 1) * cells));
  }
  return { field, steps, converged };
}

function calibrated(model: Diffusion, goals: readonly Goals[], seconds: number): number {
  if (goals.length === 0) return 1;
  const perField = secondsPerUnit(
    (units) => {
      settleEach(model, goals.slice(0, units));
    },
    Math.min(goals.length, 64),
  );
  return unitsPerChunk(seconds, perField, MOST_PER_CHUNK);
}
