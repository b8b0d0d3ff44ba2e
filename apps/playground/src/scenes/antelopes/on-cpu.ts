// Antelopes and lions in WebAssembly: what the worker serves. Three scents spread by collaborative diffusion (Repenning
// 2006; McMillan 2014): of antelopes, which lions follow; of lions, which antelopes shun; of grass.
import {
  createDiffusion,
  createPursuers,
  type Diffusion,
  type Pursuers,
} from '@wayfield/diffusion';
import { strengthOf } from '../../draw/surface.ts';
import { type Herd, live, makeWorld, type World } from './life.ts';
import type { Census, Habits, SavannaOptions, Shown } from './solver.ts';

/** What part of a scent a free cell lets through: it fades within some tens of cells. */
const FREE = 0.92;
/** Scent at its source is 2^10; this many bits below it, its colour is half way. */
const TOP = 10;
const FADE = 24;
/** Rows below the map that are all wall, with a place in their middle for those that do not live. */
const WALL_ROWS = 3;
/** Ticks between looks at where grass is ripe. */
const GRASS_LOOK = 4;
const STRENGTH = 1024;

interface Savanna {
  readonly model: Diffusion;
  readonly world: World;
  antelopes: Pursuers;
  lions: Pursuers;
  habits: Habits;
  readonly width: number;
  readonly height: number;
  ticks: number;
  /** What part of a move antelopes are behind. */
  owed: number;
}

let savanna: Savanna | undefined;

function begun(): Savanna {
  if (!savanna) throw new Error('antelopes and lions were not begun');
  return savanna;
}

function antelopesOf(model: Diffusion, { cell }: Herd, { fear }: Habits): Pursuers {
  return createPursuers(model, {
    cell,
    weights: { grass: 1, lion: -(10 ** fear) },
    emit: { layer: 'antelope', strength: STRENGTH },
    exclusive: true,
  });
}

function lionsOf(model: Diffusion, { cell }: Herd): Pursuers {
  return createPursuers(model, {
    cell,
    weights: { antelope: 1 },
    emit: { layer: 'lion', strength: STRENGTH },
    exclusive: true,
  });
}

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

/** Those that live: where they were and where they are. */
function shownOf({ cell, energy, alive }: Herd, before: Uint32Array, grave: number) {
  const from = new Uint32Array(alive);
  const to = new Uint32Array(alive);
  let count = 0;
  for (let i = 0; i < cell.length; i++) {
    if (energy[i] <= 0) continue;
    to[count] = cell[i];
    // newborn ones come from where they are
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
  begin({ width, height, terrain, habits, ...options }: SavannaOptions) {
    const padded = new Float32Array(width * (height + WALL_ROWS));
    padded.set(terrain.map((ground) => (ground > 0 ? FREE : 0)));
    const grave = (height + 1) * width + (width >> 1);
    const model = createDiffusion(
      { width, height: height + WALL_ROWS, neighbours: 8, terrain: padded },
      { layers: ['antelope', 'lion', 'grass'], precision: 'log' },
    );
    const world = makeWorld({ ...options, width, height, grave });
    savanna = {
      model,
      world,
      antelopes: antelopesOf(model, world.antelopes, habits),
      lions: lionsOf(model, world.lions),
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
    begun().model.setTerrain(
      cells,
      ground.map((value) => (value > 0 ? FREE : 0)),
    );
  },
  setHabits(habits: Habits) {
    const now = begun();
    const { model, world } = now;
    if (habits.fear !== now.habits.fear) {
      now.antelopes.destroy();
      now.antelopes = antelopesOf(model, world.antelopes, habits);
    }
    now.habits = habits;
  },
};
