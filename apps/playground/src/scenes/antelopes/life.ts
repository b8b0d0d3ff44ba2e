// Eating, birth and death of grass, antelopes and lions, after the model of Kayser (2018), which
// has no births. The scents decide where animals go. All animals of a kind do each action at once;
// of several that want the same, the one with the lowest number gets it. So life.wgsl.ts, with an
// invocation per animal, has the same results.
import { random } from '@wayfield/graph/generators';
import { chance } from '../chance.ts';

/**
 * Energies. Each animal loses 1 per tick. An animal with twice the energy `first` becomes two with
 * half of its energy each.
 */
export interface Diet {
  /** Energy of the animals at the start. */
  readonly first: number;
  /** Energy of a meal. */
  readonly meal: number;
  /** An animal with this energy or more does not eat. */
  readonly full: number;
}

export const ANTELOPE: Diet = { first: 100, meal: 25, full: 210 };
export const LION: Diet = { first: 80, meal: 18, full: 170 };
/** Ticks until eaten grass can be eaten again. */
export const REGROW = 90;

/**
 * The animals of one kind. Each has a place, an index into the arrays; free places are for newborn
 * animals.
 */
export interface Herd {
  readonly diet: Diet;
  /** The cell of each place; `grave` for free places. */
  readonly cell: Uint32Array;
  /** 0: the place is free. */
  readonly energy: Float32Array;
  alive: number;
  born: number;
  /** Animals that came from elsewhere, because there were few. */
  arrived: number;
  starved: number;
  caught: number;
}

export interface World {
  readonly width: number;
  readonly height: number;
  /** A cell that no animal can leave or enter, for free places. */
  readonly grave: number;
  readonly antelopes: Herd;
  readonly lions: Herd;
  /** Cells at which animals from elsewhere arrive. */
  readonly open: Uint32Array;
  /** Tick from which the grass of each cell can be eaten; Infinity: no grass grows there. */
  readonly ripe: Float32Array;
}

export interface WorldOptions {
  readonly width: number;
  readonly height: number;
  readonly grave: number;
  /** Cells where animals and grass can be, in a random order. */
  readonly open: Uint32Array;
  readonly antelopes: number;
  readonly lions: number;
  /** Share of the ground that grass covers. */
  readonly grass: number;
  readonly seed: number;
}

/** A kind with fewer animals than `FEW` gets one more from elsewhere every `ARRIVE` ticks. */
export const FEW = 6;
export const ARRIVE = 20;
/** Places per animal at the start. */
const ROOM = 4;

function makeHerd(diet: Diet, cells: Uint32Array, grave: number, next: () => number): Herd {
  const room = Math.max(1000, ROOM * cells.length);
  const cell = new Uint32Array(room).fill(grave);
  const energy = new Float32Array(room);
  cell.set(cells);
  // not all of the same age
  for (let i = 0; i < cells.length; i++) energy[i] = Math.ceil(diet.first * (0.5 + next()));
  return { diet, cell, energy, alive: cells.length, born: 0, arrived: 0, starved: 0, caught: 0 };
}

/** Throws a RangeError if there are more animals than open cells. */
export function makeWorld(options: WorldOptions): World {
  const { width, height, grave, open, seed } = options;
  const { antelopes, lions } = options;
  if (antelopes + lions > open.length) {
    throw new RangeError(
      `${antelopes} antelopes and ${lions} lions, but only ${open.length} open cells`,
    );
  }
  const next = random(seed);
  const ripe = new Float32Array(width * height).fill(Infinity);
  const meadows = Math.max(1, Math.round(open.length / 1500));
  const radius = Math.sqrt((options.grass * open.length) / meadows / Math.PI);
  const isOpen = new Uint8Array(width * height);
  for (const cell of open) isOpen[cell] = 1;
  for (let m = 0; m < meadows; m++) {
    const middle = open[next(open.length)];
    growMeadow({ ripe, isOpen, width, height }, middle, radius * (0.6 + 0.8 * next()), next);
  }
  return {
    width,
    height,
    grave,
    antelopes: makeHerd(ANTELOPE, open.slice(0, antelopes), grave, next),
    lions: makeHerd(LION, open.slice(open.length - lions), grave, next),
    open,
    ripe,
  };
}

/** The cells on which grass may grow, and the ticks from which it is ripe. */
interface Ground {
  readonly ripe: Float32Array;
  readonly isOpen: Uint8Array;
  readonly width: number;
  readonly height: number;
}

function growMeadow(
  { ripe, isOpen, width, height }: Ground,
  middle: number,
  radius: number,
  next: () => number,
): void {
  const [mx, my] = [middle % width, Math.floor(middle / width)];
  for (let y = Math.max(0, Math.ceil(my - radius)); y <= Math.min(height - 1, my + radius); y++) {
    for (let x = Math.max(0, Math.ceil(mx - radius)); x <= Math.min(width - 1, mx + radius); x++) {
      const far = Math.hypot(x - mx, y - my) / radius;
      // the edge is ragged
      if (far > 0.6 + 0.4 * next() || isOpen[y * width + x] === 0) continue;
      ripe[y * width + x] = 0;
    }
  }
}

/** A tick of eating, birth and death, after the animals have moved. */
export function live(world: World, tick: number): void {
  graze(world, tick);
  hunt(world);
  for (const [kind, herd] of [world.antelopes, world.lions].entries()) {
    age(herd, world.grave);
    bear(herd);
    if (tick % ARRIVE === 0 && herd.alive < FEW)
      arrive(herd, world.open[chance(kind, tick) % world.open.length]);
  }
}

/** Adds an animal from elsewhere to a herd with few. */
function arrive(herd: Herd, cell: number): void {
  const free = herd.energy.indexOf(0);
  herd.energy[free] = herd.diet.first;
  herd.cell[free] = cell;
  herd.alive++;
  herd.arrived++;
}

function graze({ antelopes: { cell, energy, diet }, ripe }: World, tick: number): void {
  for (let i = 0; i < cell.length; i++) {
    if (energy[i] <= 0 || energy[i] >= diet.full || ripe[cell[i]] > tick) continue;
    energy[i] += diet.meal;
    ripe[cell[i]] = tick + REGROW;
  }
}

/**
 * Every hungry lion chases an antelope on its own cell or on one beside it. Of several antelopes on
 * a cell, lions see the one with the highest number.
 */
function hunt({ width, height, antelopes, lions, grave }: World): void {
  const standing = new Map<number, number>();
  for (let i = 0; i < antelopes.cell.length; i++) {
    if (antelopes.energy[i] > 0) standing.set(antelopes.cell[i], i);
  }
  for (let l = 0; l < lions.cell.length; l++) {
    if (lions.energy[l] <= 0 || lions.energy[l] >= lions.diet.full) continue;
    const prey = preyBeside(lions.cell[l], width, height, standing);
    // none is near, or another lion has caught it
    if (prey === undefined || antelopes.energy[prey] === 0) continue;
    antelopes.energy[prey] = 0;
    antelopes.cell[prey] = grave;
    antelopes.alive--;
    antelopes.caught++;
    lions.energy[l] += lions.diet.meal;
  }
}

function preyBeside(
  cell: number,
  width: number,
  height: number,
  standing: ReadonlyMap<number, number>,
): number | undefined {
  const [x, y] = [cell % width, Math.floor(cell / width)];
  for (let dy = -1; dy <= 1; dy++) {
    for (let dx = -1; dx <= 1; dx++) {
      if (x + dx < 0 || y + dy < 0 || x + dx >= width || y + dy >= height) continue;
      const prey = standing.get((y + dy) * width + x + dx);
      if (prey !== undefined) return prey;
    }
  }
  return undefined;
}

function age(herd: Herd, grave: number): void {
  const { cell, energy } = herd;
  for (let i = 0; i < cell.length; i++) {
    if (energy[i] <= 0) continue;
    energy[i]--;
    if (energy[i] > 0) continue;
    energy[i] = 0;
    cell[i] = grave;
    herd.alive--;
    herd.starved++;
  }
}

function bear(herd: Herd): void {
  const { cell, energy, diet } = herd;
  let free = 0;
  for (let i = 0; i < cell.length; i++) {
    if (energy[i] < 2 * diet.first - 1) continue;
    while (free < cell.length && energy[free] > 0) free++;
    if (free === cell.length) return;
    energy[free] = energy[i] / 2;
    energy[i] /= 2;
    cell[free] = cell[i];
    herd.alive++;
    herd.born++;
  }
}
