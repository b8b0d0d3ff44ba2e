// Ensembles of the agent model of @wayfield/collision: Antelopes and Lions of Kayser (2018).
import { checkOptions, listOf, object, whole } from '@wayfield/check';
import { createAntelopesAndLions, type ModelOptions } from '@wayfield/collision/study';
import type { Json, WorkKind } from '../types.ts';
import { ranges } from './calibrate.ts';
import { getJson, joinArrays, putJson, rangeOf } from './parts.ts';

/** A world of an ensemble: as for `createAntelopesAndLions`. */
export type AnimalWorld = Omit<ModelOptions, 'solver'>;

/** What `animalWorlds` computes. */
export interface AnimalWork {
  readonly worlds: readonly AnimalWorld[];
  /** Ticks of each world. */
  readonly ticks: number;
  /** Worlds in a chunk. Default 1. */
  readonly perChunk?: number;
}

/** The animals of each world: `ticks` + 1 entries, from the start on; and its hash at the end. */
export interface AnimalAnswer {
  readonly grass: Uint32Array;
  readonly antelopes: Uint32Array;
  readonly lions: Uint32Array;
  readonly hash: Uint32Array;
}

interface Shape {
  readonly worlds: string;
  readonly ticks: number;
}

const anObject = object({}, 'worlds and ticks');
const WORK_RULES = {
  worlds: listOf(object({}, 'an AnimalWorld')),
  ticks: whole(0, 1e6),
  perChunk: whole(1, 65_536),
};

/**
 * An ensemble of worlds of agents that find and touch one another: other numbers, other seeds.
 *
 * @example
 * const worlds = [1, 2, 3].map((seed) => ({ agents: 1500, seed }));
 * const run = await cluster.submit(animalWorlds, { worlds, ticks: 20 });
 * const { lions } = await run.merge();
 * console.log(lions.length); // 63
 */
export const animalWorlds: WorkKind<AnimalWork, AnimalAnswer> = {
  name: 'animal-worlds',
  version: 1,
  async plan(work, context) {
    anObject(work, 'work');
    const { worlds, ticks, perChunk = 1 } = work;
    checkOptions('animalWorlds', { worlds, ticks, perChunk }, WORK_RULES);
    // `plan` refuses a world with wrong options, before workers would
    for (const world of worlds) await createAntelopesAndLions({ ...world }).destroy();
    const shape: Shape = { worlds: await putJson(worlds, context), ticks };
    return { shape: shape as unknown as Json, chunks: ranges(worlds.length, perChunk) };
  },
  async run(chunk, context) {
    const { worlds, ticks } = context.shape as unknown as Shape;
    const some = (await getJson<AnimalWorld[]>(worlds, context)).slice(...rangeOf(chunk));
    const rows = some.length * (ticks + 1);
    const [grass, antelopes, lions] = [0, 1, 2].map(() => new Uint32Array(rows));
    const hash = new Uint32Array(some.length);
    for (const [i, world] of some.entries()) {
      const model = createAntelopesAndLions({ ...world });
      try {
        for (let tick = 0; tick <= ticks; tick++) {
          if (tick > 0) await model.tick();
          const row = i * (ticks + 1) + tick;
          const counts = model.counts();
          [grass[row], antelopes[row], lions[row]] = [counts.grass, counts.antelopes, counts.lions];
        }
        hash[i] = model.hash();
      } finally {
        await model.destroy();
      }
    }
    return { grass, antelopes, lions, hash };
  },
  merge: (parts) =>
    joinArrays<AnimalAnswer>(parts, {
      grass: new Uint32Array(0),
      antelopes: new Uint32Array(0),
      lions: new Uint32Array(0),
      hash: new Uint32Array(0),
    }),
};
