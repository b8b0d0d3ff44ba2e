// Ensembles of crowds that leave a building, by @wayfield/crowd and @wayfield/diffusion.
import { checkOptions, list, listOf, number, object, optional, whole } from '@wayfield/check';
import { type AgentTraits, type Crowd, createCrowd } from '@wayfield/crowd';
import { createFieldGuide, GUIDE_STATUS } from '@wayfield/crowd/guides';
import { type Walls, wallsOfGrid } from '@wayfield/crowd/walls';
import { createDiffusion, type DiffusionMap, gridOfMap } from '@wayfield/diffusion';
import type { Arrays, Json, RunContext, WorkKind } from '../types.ts';
import { ranges } from './calibrate.ts';
import { getJson, joinArrays, joinLists, putArray, putJson, rangeOf } from './parts.ts';

/** One simulation of an ensemble. */
export interface Evacuation {
  readonly agents: number;
  /** Of the places at the start and of the crowd's tie-breaks, a u32. Default 1. */
  readonly seed?: number;
  /** Preferred speed in metres per second. Default 1.3. */
  readonly speed?: number;
  /** Traits of all agents, as for `createCrowd`. */
  readonly traits?: AgentTraits;
}

/** What `evacuations` computes: agents walk to the exits, and are gone when they arrive. */
export interface EvacuationWork {
  /** The building: cells with terrain 0 are walls. */
  readonly map: DiffusionMap;
  /** Cells that agents leave by. */
  readonly exits: ArrayLike<number>;
  /** Cells that agents begin in, at most one in each. Default: all that are no walls or exits. */
  readonly starts?: ArrayLike<number>;
  readonly variants: readonly Evacuation[];
  /** Metres on a side of a cell. Default 0.6. */
  readonly cellSize?: number;
  /** Seconds of a tick. Default 0.05. */
  readonly dt?: number;
  /** Ticks after which a simulation ends. Default 20,000. */
  readonly ticks?: number;
  /** Simulations in a chunk. Default 1. */
  readonly perChunk?: number;
}

/** The answers, one entry per variant. */
export interface EvacuationAnswer {
  /** Agents that left. */
  readonly left: Uint32Array;
  /** Ticks until the last had left, or all ticks. */
  readonly ticks: Uint32Array;
  /** `hash` of the crowd at the end. */
  readonly hash: Uint32Array;
  /** Variant i has the agents from entry `firstAgent[i]` on. */
  readonly firstAgent: Uint32Array;
  /** Per agent: the tick at which it left; 0: it did not. */
  readonly leftAt: Uint32Array;
}

interface Shape {
  readonly map: Omit<DiffusionMap, 'terrain'> & { readonly terrain: string };
  readonly cells: string;
  readonly cellSize: number;
  readonly dt: number;
  readonly ticks: number;
}

/** The cells of a piece of work, stored as JSON. */
interface Cells {
  readonly exits: readonly number[];
  readonly starts: readonly number[];
  readonly variants: readonly Evacuation[];
}

/** What all simulations of a thread share. */
interface Building {
  readonly map: DiffusionMap;
  readonly walls: Walls;
}

const anObject = object({}, 'evacuations');
/** Most agents of an evacuation: a worker keeps the state of all of them in memory. */
const MOST_AGENTS = 1 << 20;
const WORK_RULES = {
  exits: list,
  starts: list,
  variants: listOf(
    object(
      {
        agents: whole(1, MOST_AGENTS),
        seed: optional(whole(0, 2 ** 32 - 1)),
        speed: optional(number(0, 100)),
        traits: optional(object({}, 'AgentTraits')),
      },
      'an Evacuation',
    ),
  ),
  cellSize: number(0.01, 1000),
  dt: number(0.001, 1),
  ticks: whole(1, 1e7),
  perChunk: whole(1, 65_536),
};

/**
 * An ensemble of evacuations: the same building with other seeds, numbers of agents and traits.
 *
 * @example
 * const variants = [1, 2, 3].map((seed) => ({ agents: 40, seed }));
 * const run = await cluster.submit(evacuations, { map, exits: [9], variants });
 * const { left, ticks } = await run.merge();
 * console.log(left.join(), ticks.length); // 40,40,40 3
 */
export const evacuations: WorkKind<EvacuationWork, EvacuationAnswer> = {
  name: 'evacuations',
  version: 1,
  async plan(work, context) {
    anObject(work, 'work');
    const { map, exits, variants, perChunk = 1, cellSize = 0.6, dt = 0.05, ticks = 20_000 } = work;
    const { terrain, ...rest } = map;
    const isExit = new Set(Array.from(exits));
    const free = (cell: number): boolean => terrain[cell] > 0 && !isExit.has(cell);
    const starts = work.starts ?? Array.from(terrain.keys()).filter(free);
    const options = { exits, starts, variants, perChunk, cellSize, dt, ticks };
    checkOptions('evacuations', options, WORK_RULES);
    // `plan` refuses, before workers would: too many agents, and a building or a first variant for
    // which a tick cannot be computed
    const cells = { exits: Array.from(exits), starts: Array.from(starts), variants };
    for (const one of variants) {
      if (one.agents > starts.length) {
        throw new RangeError(
          `agents is ${one.agents}, expected at most ${starts.length}, the starts`,
        );
      }
    }
    if (variants.length > 0) {
      simulate(buildingOf(map, cellSize), cells, variants[0], { cellSize, dt, ticks: 1 });
    }
    const shape: Shape = {
      map: { ...rest, terrain: await putArray(terrain, context) },
      cells: await putJson(cells, context),
      cellSize,
      dt,
      ticks,
    };
    return { shape: shape as unknown as Json, chunks: ranges(variants.length, perChunk) };
  },
  async run(chunk, context) {
    const shape = context.shape as unknown as Shape;
    const cells = await getJson<Cells>(shape.cells, context);
    const building = await preparedBuilding(shape, context);
    const some = cells.variants.slice(...rangeOf(chunk));
    return toArrays(some.map((one) => simulate(building, cells, one, shape)));
  },
  async merge(parts) {
    const empty: EvacuationAnswer = {
      left: new Uint32Array(0),
      ticks: new Uint32Array(0),
      hash: new Uint32Array(0),
      firstAgent: new Uint32Array(1),
      leftAt: new Uint32Array(0),
    };
    return joinArrays(parts, empty, { firstAgent: 'leftAt' });
  },
};

function preparedBuilding(shape: Shape, context: RunContext): Promise<Building> {
  const { map, cellSize } = shape;
  return context.prepared(`building ${JSON.stringify([map, cellSize])}`, async () => {
    const bytes = new Uint8Array(await context.input(map.terrain));
    return buildingOf({ ...map, terrain: new Float32Array(bytes.buffer) }, cellSize);
  });
}

const buildingOf = (map: DiffusionMap, cellSize: number): Building => ({
  map,
  walls: wallsOfGrid(gridOfMap(map), { cellSize }),
});

interface Outcome {
  readonly leftAt: Uint32Array;
  readonly left: number;
  readonly ticks: number;
  readonly hash: number;
}

/** Words that depend on a seed only (Steele, Lea and Flood 2014, in 32 bits). */
function randomWords(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let h = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    h = Math.imul(h ^ (h >>> 15), 0x735a2d97);
    return (h ^ (h >>> 15)) >>> 0;
  };
}

function simulate(
  { map, walls }: Building,
  { exits, starts }: Cells,
  { agents, seed = 1, speed = 1.3, traits = {} }: Evacuation,
  { cellSize, dt, ticks }: Pick<Shape, 'cellSize' | 'dt' | 'ticks'>,
): Outcome {
  const model = createDiffusion(map, { method: 'distance' });
  const options = { capacity: agents, seed, defaults: traits };
  const crowd = createCrowd({ walls }, options);
  try {
    model.setGoals(model.layers[0], { cell: exits });
    model.settle();
    const guide = createFieldGuide(crowd, model, { cellSize, speed, slowing: 0 });
    const ids = place(crowd, starts, { agents, seed, width: map.width, cellSize });
    for (const id of ids) guide.assign(id, 0);
    crowd.follow(guide);
    const leftAt = new Uint32Array(agents);
    let tick = 0;
    while (tick < ticks && crowd.count > 0) {
      crowd.step(dt);
      tick++;
      for (const [i, id] of ids.entries()) {
        if (leftAt[i] > 0 || guide.status[crowd.slotOf(id)] !== GUIDE_STATUS.ARRIVED) continue;
        leftAt[i] = tick;
        crowd.remove(id);
      }
    }
    return { leftAt, left: agents - crowd.count, ticks: tick, hash: crowd.hash() };
  } finally {
    crowd.destroy();
    model.destroy();
  }
}

/** Adds agents in the middle of cells that are drawn without repetition. */
function place(
  crowd: Crowd,
  starts: readonly number[],
  {
    agents,
    seed,
    width,
    cellSize,
  }: { agents: number; seed: number; width: number; cellSize: number },
): number[] {
  const cells = [...starts];
  const random = randomWords(seed);
  return Array.from({ length: agents }, (_, i) => {
    const other = i + (random() % (cells.length - i));
    [cells[i], cells[other]] = [cells[other], cells[i]];
    const x = ((cells[i] % width) + 0.5) * cellSize;
    const y = (Math.floor(cells[i] / width) + 0.5) * cellSize;
    return crowd.add({ x, y });
  });
}

function toArrays(outcomes: readonly Outcome[]): Arrays {
  const words = (name: 'left' | 'ticks' | 'hash'): Uint32Array =>
    Uint32Array.from(outcomes, (outcome) => outcome[name]);
  const lists = outcomes.map(({ leftAt }) => leftAt);
  const { first, all } = joinLists(lists, Uint32Array);
  return {
    left: words('left'),
    ticks: words('ticks'),
    hash: words('hash'),
    firstAgent: first,
    leftAt: all,
  };
}
