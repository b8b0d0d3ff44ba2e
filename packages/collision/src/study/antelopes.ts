// Antelopes and Lions, the model of Kayser, Entwicklung und Integration einer GPU-Unterstützung für
// MARS (2018), section 6.3. Agents sense (read the answers of the last commit), reason, look around
// from the place that they move to, and act; then one commit answers all.
//
// Agents act in the order of their slots, draw random numbers of their own, and read answers in
// canonical order, so every tick is the same on every solver, to the last bit.
import { checkOptions, refuseKind } from '@wayfield/check';
import { idOf } from '../bodies/bodies.ts';
import { FREE } from '../constants.ts';
import type { Bodies } from '../types.ts';
import { createEnvironment } from '../environment/environment.ts';
import type { Environment, EnvironmentOptions, Tick } from '../environment/types.ts';
import { MODEL_RULES } from '../rules.ts';
import { squaredDistance } from '../shapes/touches.ts';
import { type AnimalParameters, MODEL_PARAMETERS, type ModelParameters } from './parameters.ts';
import { randomAt } from './random.ts';

const GRASS = 0;
const ANTELOPE = 1;
const LION = 2;
// The group of each species, and the groups that it may meet.

const GROUP = [1, 2, 4];
const MASK = [2, 1 | 4, 2];
/** What each species eats. */
const PREY = [NaN, GRASS, ANTELOPE];

export interface ModelOptions {
  /** Grass, antelopes and lions at the start, 12 : 2 : 1. */
  agents: number;
  /** Of the places and of all random steps. Default 1. */
  seed?: number;
  /** Default 2. */
  dimensions?: 2 | 3;
  /** As for `createEnvironment`. */
  solver?: NonNullable<EnvironmentOptions['solver']>;
  /** Default MODEL_PARAMETERS. */
  parameters?: ModelParameters;
}

export interface Counts {
  grass: number;
  antelopes: number;
  lions: number;
}

export interface AntelopesAndLions {
  readonly environment: Environment;
  /** Ticks done. */
  readonly ticks: number;
  /** The world is from 0 to this along each axis; no agent leaves it. */
  readonly side: number;
  /** The live agents. */
  counts(): Counts;
  /**
   * A number that differs between worlds: of the slot, species, place and energy of all that lives.
   */
  hash(): number;
  /** All agents act, then one commit. */
  tick(): Promise<Tick>;
  destroy(): Promise<void>;
}

/**
 * Makes the world of a seed. Throws RangeError for fewer than 15 agents.
 *
 * @example
 * const world = createAntelopesAndLions({ agents: 1500 });
 * await world.tick();
 */
export function createAntelopesAndLions(options: ModelOptions): AntelopesAndLions {
  if (options === undefined) refuseKind('options of createAntelopesAndLions', options, 'an object');
  checkOptions('createAntelopesAndLions', options, MODEL_RULES);
  const world = createWorld(options);
  const { environment, bodies, side, parameters } = world;
  populate(world, options.agents);

  return {
    environment,
    side,
    get ticks() {
      return world.ticks;
    },
    counts: () => countAgents(world),
    hash: () => hashOf(bodies, world.state),
    async tick() {
      const { end } = bodies;
      for (let slot = 0; slot < end; slot++) {
        const { species, energy, dead } = world.state;
        if (bodies.kind[slot] === FREE || dead[slot] === 1) continue;
        const animal = world.animals[species[slot]];
        if (animal) act(world, slot, animal);
        else energy[slot] += parameters.grass.growth;
      }
      growGrass(world);
      world.last = await environment.commit();
      world.ticks++;
      return world.last;
    },
    destroy: () => environment.destroy(),
  };
}

interface World {
  readonly environment: Environment;
  readonly bodies: Bodies;
  readonly dimensions: 2 | 3;
  readonly parameters: ModelParameters;
  /** By species; undefined: grass. */
  readonly animals: readonly (AnimalParameters | undefined)[];
  readonly seed: number;
  readonly side: number;
  /** Grass at the start. */
  readonly firstGrass: number;
  state: State;
  ticks: number;
  births: number;
  /** The answers of the last commit. */
  last: Tick | undefined;
}

function createWorld(options: ModelOptions): World {
  const { agents, seed = 1, dimensions = 2, parameters = MODEL_PARAMETERS, solver } = options;
  if (agents === undefined) refuseKind('agents', agents, 'a whole number >= 15');
  const environment = createEnvironment({
    dimensions,
    capacity: Math.ceil(agents * 1.2),
    ...(solver && { solver }),
  });
  const { bodies } = environment;
  return {
    environment,
    bodies,
    dimensions,
    parameters,
    animals: [undefined, parameters.antelope, parameters.lion],
    seed,
    side: Math.fround((parameters.room * agents) ** (1 / dimensions)),
    firstGrass: agents - Math.floor((agents * 3) / 15),
    state: makeState(bodies.capacity),
    ticks: 0,
    births: 0,
    last: undefined,
  };
}

/** Species take turns, so that they are mixed in slots as they are in the world. */
function populate(world: World, agents: number): void {
  for (let i = 0, lions = 0, antelopes = 0; i < agents; i++) {
    const lionsDue = Math.floor(((i + 1) * 1) / 15);
    const antelopesDue = Math.floor(((i + 1) * 3) / 15) - lionsDue;
    if (lions < lionsDue) {
      lions++;
      bear(world, LION);
    } else if (antelopes < antelopesDue) {
      antelopes++;
      bear(world, ANTELOPE);
    } else {
      bear(world, GRASS);
    }
  }
}

/** Adds an agent, at a place that its number among all births decides. */
function bear(world: World, species: number): void {
  const { environment, bodies, dimensions, parameters, animals, seed, side } = world;
  const birth = world.births++;
  const place = [0, 1, 2].map((axis) => randomAt(seed, -1, birth, axis) * side);
  const { radius } = animals[species] ?? parameters.grass;
  const id = environment.add({
    x: place[0],
    y: place[1],
    ...(dimensions === 3 && { z: place[2] }),
    radius,
    group: GROUP[species],
    mask: MASK[species],
  });
  const slot = id % 2 ** 32;
  if (slot >= world.state.species.length) world.state = makeState(bodies.capacity, world.state);
  const { state } = world;
  state.species[slot] = species;
  state.energy[slot] = animals[species]?.energy ?? parameters.grass.food;
  state.hunger[slot] = 0;
  state.ticket[slot] = -1;
  state.dead[slot] = 0;
}

/** Eats the first prey that the agent touches and that is not eaten yet. */
function eat({ environment, bodies, state, last, parameters }: World, slot: number): void {
  if (!last || slot >= last.contacts.count) return;
  const { first, slots } = last.contacts;
  for (let i = first[slot]; i < first[slot + 1]; i++) {
    const prey = slots[i];
    if (state.species[prey] !== PREY[state.species[slot]] || state.dead[prey] === 1) continue;
    state.dead[prey] = 1;
    state.hunger[slot] = 0;
    const { food } = parameters.antelope;
    state.energy[slot] += state.species[prey] === GRASS ? state.energy[prey] : food;
    environment.remove(idOf(bodies, prey));
    return;
  }
}

/** The nearest prey in sight that is not eaten; −1: none. */
function nearestPrey({ bodies, state, last }: World, slot: number): number {
  const ticket = state.ticket[slot];
  if (!last || ticket < 0) return -1;
  const { first, slots } = last.found;
  let best = -1;
  let least = Infinity;
  for (let i = first[ticket]; i < first[ticket + 1]; i++) {
    if (state.dead[slots[i]] === 1) continue;
    const square = squaredDistance(bodies, slot, bodies, slots[i]);
    if (square >= least) continue;
    least = square;
    best = slots[i];
  }
  return best;
}

const placeOf = ({ x, y, z }: Bodies, slot: number): number[] => [x[slot], y[slot], z?.[slot] ?? 0];
const lengthOf = ([x, y, z]: readonly number[]): number => Math.sqrt(x ** 2 + y ** 2 + z ** 2);

/** A random direction: the first of ten points that is in the unit ball, else the last. */
function randomDirection({ seed, ticks, dimensions }: World, slot: number): number[] {
  let direction = [0, 0, 0];
  for (let draw = 0; draw < 30; draw += 3) {
    direction = [0, 1, 2].map((axis) =>
      axis < dimensions ? 2 * randomAt(seed, ticks, slot, draw + axis) - 1 : 0,
    );
    if (direction[0] ** 2 + direction[1] ** 2 + direction[2] ** 2 <= 1) break;
  }
  return direction;
}

/** A step towards `target` or, for −1, in a random direction; then a look around from there. */
function step(
  world: World,
  slot: number,
  target: number,
  { speed, sight }: AnimalParameters,
): void {
  const { environment, bodies, dimensions, state, side } = world;
  const here = placeOf(bodies, slot);
  const direction =
    target >= 0
      ? placeOf(bodies, target).map((there, axis) => there - here[axis])
      : randomDirection(world, slot);
  const length = lengthOf(direction);
  const share = target >= 0 ? Math.min(1, speed / length) : speed / length;
  const inside = (value: number): number => Math.fround(Math.min(side, Math.max(0, value)));
  const [x, y, z] = here.map((value, axis) =>
    length > 0 ? inside(value + direction[axis] * share) : value,
  );
  const id = idOf(bodies, slot);
  environment.move(id, x, y, dimensions === 3 ? z : undefined);
  state.ticket[slot] = environment.explore({
    x,
    y,
    ...(dimensions === 3 && { z }),
    radius: sight,
    mask: GROUP[PREY[state.species[slot]]],
    self: id,
  });
}

function act(world: World, slot: number, animal: AnimalParameters): void {
  const { environment, bodies, state } = world;
  state.energy[slot] -= animal.effort;
  state.hunger[slot] += animal.appetite;
  if (state.hunger[slot] >= animal.hungry) eat(world, slot);
  if (state.energy[slot] <= 0) {
    // marked, so that no other agent eats or chases it in this tick
    state.dead[slot] = 1;
    environment.remove(idOf(bodies, slot));
    return;
  }
  const isHungry = state.hunger[slot] >= animal.hungry;
  step(world, slot, isHungry ? nearestPrey(world, slot) : -1, animal);
}

function growGrass(world: World): void {
  const { ticks, parameters, firstGrass } = world;
  const { interval, share } = parameters.grass;
  if (ticks === 0 || ticks % interval !== 0) return;
  const missing = firstGrass - countAgents(world).grass;
  const due = Math.min(Math.ceil(share * firstGrass), missing);
  for (let i = 0; i < due; i++) bear(world, GRASS);
}

function countAgents({ bodies, state }: World): Counts {
  const all = [0, 0, 0];
  for (let slot = 0; slot < bodies.end; slot++) {
    if (bodies.kind[slot] !== FREE && state.dead[slot] === 0) all[state.species[slot]]++;
  }
  return { grass: all[GRASS], antelopes: all[ANTELOPE], lions: all[LION] };
}

function hashOf(bodies: Bodies, state: State): number {
  const words = new Uint32Array(bodies.end * 6);
  const floats = new Float64Array(1);
  const halves = new Uint32Array(floats.buffer);
  const bits = (array: Float32Array): Uint32Array =>
    new Uint32Array(array.buffer, array.byteOffset, bodies.end);
  const [x, y, z] = [bodies.x, bodies.y, bodies.z ?? bodies.y].map(bits);
  for (let slot = 0; slot < bodies.end; slot++) {
    if (bodies.kind[slot] === FREE) continue;
    floats[0] = state.energy[slot];
    words.set([state.species[slot] + 1, x[slot], y[slot], z[slot], ...halves], slot * 6);
  }
  let hash = 0;
  for (const word of words) hash = Math.imul(hash ^ word, 0x01000193) + 1;
  return hash >>> 0;
}

/** What the model knows of each slot, beside its body. */
interface State {
  readonly species: Uint8Array;
  readonly energy: Float64Array;
  readonly hunger: Float64Array;
  /** The explore whose answer comes with the next commit; −1: none. */
  readonly ticket: Float64Array;
  /** 1: eaten or starved in this tick. */
  readonly dead: Uint8Array;
}
const NAMES = ['species', 'energy', 'hunger', 'ticket', 'dead'] as const;

function makeState(capacity: number, old?: State): State {
  const state = {
    species: new Uint8Array(capacity),
    energy: new Float64Array(capacity),
    hunger: new Float64Array(capacity),
    ticket: new Float64Array(capacity),
    dead: new Uint8Array(capacity),
  };
  if (old) for (const name of NAMES) state[name].set(old[name] as Uint8Array);
  return state;
}
