// Antelopes and lions in WebAssembly: the functions of the worker. Three scents spread by
// collaborative diffusion (Repenning 2006; McMillan 2014): of antelopes, which lions follow; of
// lions, which antelopes avoid; of grass, which antelopes follow.
import {
  createDiffusion,
  createPursuers,
  type Diffusion,
  type Pursuers,
} from '@wayfield/diffusion';
import { strengthOf } from '../../draw/surface.ts';
import { type Herd, live, makeWorld, type World } from './life.ts';
import {
  antelopeHabits,
  type Census,
  FADE,
  GRASS_LOOK,
  type Habits,
  LION_HABITS,
  type SavannaOptions,
  SCENTS,
  scentMap,
  type Shown,
  STRENGTH,
  throughOf,
  TOP,
} from './solver.ts';

interface Savanna {
  readonly model: Diffusion;
  readonly world: World;
  antelopes: Pursuers;
  lions: Pursuers;
  habits: Habits;
  readonly width: number;
  readonly height: number;
  ticks: number;
  /** The share of a move that antelopes have left over: they move when it reaches 1. */
  owed: number;
}

let savanna: Savanna | undefined;

function begun(): Savanna {
  if (!savanna) throw new Error('antelopes and lions were not begun');
  return savanna;
}

const antelopesOf = (model: Diffusion, { cell }: Herd, habits: Habits): Pursuers =>
  createPursuers(model, { cell, ...antelopeHabits(habits) });

function tellGrass({ model, world, ticks }: Savanna): void {
  const cell: number[] = [];
  for (let c = 0; c < world.ripe.length; c++) if (world.ripe[c] <= ticks) cell.push(c);
  model.setGoals('grass', { cell, strength: new Float32Array(cell.length).fill(STRENGTH) });
}

function advance(now: Savanna): void {
  const { model, world, habits } = now;
  if (now.ticks % GRASS_LOOK === 0) tellGrass(now);
  model.step(habits.steps);
  now.owed += habits.speed;
  if (now.owed >= 1) {
    now.owed -= 1;
    now.antelopes.move();
  }
  now.lions.move();
  world.antelopes.cell.set(now.antelopes.cell);
  world.lions.cell.set(now.lions.cell);
  now.ticks++;
  live(world, now.ticks);
  now.antelopes.place(world.antelopes.cell);
  now.lions.place(world.lions.cell);
}

/** The cells of living animals, before and now. */
function shownOf({ cell, energy, alive }: Herd, before: Uint32Array, grave: number) {
  const from = new Uint32Array(alive);
  const to = new Uint32Array(alive);
  let count = 0;
  for (let i = 0; i < cell.length; i++) {
    if (energy[i] <= 0) continue;
    to[count] = cell[i];
    // newborn animals have no cell before
    from[count++] = before[i] === grave ? cell[i] : before[i];
  }
  return { from, to };
}

const censusOf = ({ alive, born, arrived, starved, caught }: Herd): Census => ({
  alive,
  born,
  arrived,
  starved,
  caught,
});

/** A byte for each cell of the map: 0 no grass, from 1 (just eaten) to 255 (ripe). */
function grassOf({ world: { ripe }, width, height, ticks }: Savanna): Uint8Array {
  const level = new Uint8Array(width * height);
  for (let c = 0; c < level.length; c++) {
    if (ripe[c] < Infinity) level[c] = Math.max(1, Math.min(255, 255 - (ripe[c] - ticks)));
  }
  return level;
}

function scentOf({ model, width, height }: Savanna, shown: Shown): Uint8Array | undefined {
  if (shown === 'none') return undefined;
  const scent = model.field(shown);
  const level = new Uint8Array(width * height);
  for (let c = 0; c < level.length; c++) {
    if (scent[c] > -Infinity) level[c] = 1 + 254 * strengthOf(TOP - scent[c], FADE);
  }
  return level;
}

/** One savanna at a time. */
export const savannaFunctions = {
  begin(options: SavannaOptions) {
    const { width, height, habits } = options;
    const { map, grave } = scentMap(options);
    const model = createDiffusion(map, SCENTS);
    const world = makeWorld({ ...options, grave });
    savanna = {
      model,
      world,
      antelopes: antelopesOf(model, world.antelopes, habits),
      lions: createPursuers(model, { cell: world.lions.cell, ...LION_HABITS }),
      habits,
      width,
      height,
      ticks: 0,
      owed: 0,
    };
    return { memoryBytes: model.memoryBytes };
  },
  tick(count: number, shown: Shown) {
    const now = begun();
    const { world } = now;
    const began = performance.now();
    let before = [world.antelopes.cell.slice(), world.lions.cell.slice()];
    for (let i = 0; i < count; i++) {
      before = [world.antelopes.cell.slice(), world.lions.cell.slice()];
      advance(now);
    }
    const ms = performance.now() - began;
    const antelopes = shownOf(world.antelopes, before[0], world.grave);
    const lions = shownOf(world.lions, before[1], world.grave);
    return {
      ms,
      antelopeFrom: antelopes.from,
      antelopeTo: antelopes.to,
      lionFrom: lions.from,
      lionTo: lions.to,
      grass: grassOf(now),
      scent: scentOf(now, shown),
      antelopes: censusOf(world.antelopes),
      lions: censusOf(world.lions),
    };
  },
  setTerrain(cells: Uint32Array, ground: Float32Array) {
    begun().model.setTerrain(cells, throughOf(ground));
  },
  setHabits(habits: Habits) {
    const now = begun();
    const { model, world } = now;
    if (habits.fear !== now.habits.fear) {
      const before = now.antelopes;
      now.antelopes = antelopesOf(model, world.antelopes, habits);
      // destroyed last: without any antelopes their scent would end
      before.destroy();
    }
    now.habits = habits;
  },
};
