// Antelopes and Lions, the model of Kayser, Entwicklung und Integration einer GPU-Unterstützung für MARS
// (2018), section 6.3. Agents sense (read the answers of the last commit), reason, look around from where
// they will be, and act; then one commit answers all.
//
// Agents act by rising slot, draw random numbers of their own, and read answers in canonical order, so
// every tick is the same on every solver, to the last bit.
import { checkOptions, refuseKind } from '@wayfield/check';
import { idOf } from '../bodies.ts';
import { FREE } from '../constants.ts';
import { createEnvironment } from '../environment/environment.ts';
import type { Environment, EnvironmentOptions, Tick } from '../environment/types.ts';
import { MODEL_RULES } from '../rules.ts';
import { squaredDistance } from '../touches.ts';
import { type AnimalParameters, MODEL_PARAMETERS, type ModelParameters } from './parameters.ts';
import { randomAt } from './random.ts';

const GRASS = 0;
const ANTELOPE = 1;
const LION = 2;
/** The group of each kind, and the kinds it has to do with. */
const GROUP = [1, 2, 4];
const MASK = [2, 1 | 4, 2];
const PREY = [NaN, GRASS, ANTELOPE];

export interface ModelOptions {
  /** All that lives at the start: 12 parts grass, 2 antelopes, 1 lions. */
  agents: number;
  seed?: number;
  dimensions?: 2 | 3;
  /** As of `createEnvironment`. */
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
  /** The sides of the world, from 0: nobody leaves it. */
  readonly side: number;
  /** Who lives. */
  counts(): Counts;
  /** A number that tells worlds apart: of every living thing's slot, kind, place and energy. */
  hash(): number;
  /** All agents act, then one commit. */
  tick(): Promise<Tick>;
  destroy(): Promise<void>;
}

/** Makes the world of the seed. Throws RangeError for fewer than 15 agents. */
export function createAntelopesAndLions(options: ModelOptions): AntelopesAndLions {
  if (options === undefined) refuseKind('options of createAntelopesAndLions', options, 'an object');
  checkOptions('createAntelopesAndLions', options, MODEL_RULES);
  const { agents, seed = 1, dimensions = 2, parameters = MODEL_PARAMETERS, solver } = options;
  if (agents === undefined) refuseKind('agents', agents, 'a whole number >= 15');
  const { room, lion, antelope, grass } = parameters;
  const side = Math.fround((room * agents) ** (1 / dimensions));
  const environment = createEnvironment({
    dimensions,
    capacity: Math.ceil(agents * 1.2),
    ...(solver && { solver }),
  });
  const { bodies } = environment;
  const animals = [undefined, antelope, lion] as const;
  const firstGrass = agents - Math.floor((agents * 3) / 15);
  let state = makeState(bodies.capacity);
  let ticks = 0;
  let births = 0;
  let last: Tick | undefined;

  /** Something new, at a place that its number among all births decides. */
  function bear(species: number): void {
    const birth = births++;
    const place = [0, 1, 2].map((axis) => randomAt(seed, -1, birth, axis) * side);
    const { radius } = animals[species] ?? grass;
    const id = environment.add({
      x: place[0],
      y: place[1],
      ...(dimensions === 3 && { z: place[2] }),
      radius,
      group: GROUP[species],
      mask: MASK[species],
    });
    const slot = id % 2 ** 32;
    if (slot >= state.species.length) state = makeState(bodies.capacity, state);
    state.species[slot] = species;
    state.energy[slot] = animals[species]?.energy ?? grass.food;
    state.hunger[slot] = 0;
    state.ticket[slot] = -1;
    state.eaten[slot] = 0;
  }

  // one of each kind in turn, so that kinds are mixed in slots as in the world
  for (let i = 0, lions = 0, antelopes = 0; i < agents; i++) {
    const wantedLions = Math.floor(((i + 1) * 1) / 15);
    const wantedAntelopes = Math.floor(((i + 1) * 3) / 15) - wantedLions;
    if (lions < wantedLions) {
      lions++;
      bear(LION);
    } else if (antelopes < wantedAntelopes) {
      antelopes++;
      bear(ANTELOPE);
    } else {
      bear(GRASS);
    }
  }

  /** Eats the first prey that it touches and nobody ate yet. */
  function eat(slot: number): void {
    if (!last || slot >= last.contacts.count) return;
    const { first, slots } = last.contacts;
    for (let i = first[slot]; i < first[slot + 1]; i++) {
      const prey = slots[i];
      if (state.species[prey] !== PREY[state.species[slot]] || state.eaten[prey] === 1) continue;
      state.eaten[prey] = 1;
      state.hunger[slot] = 0;
      state.energy[slot] += state.species[prey] === GRASS ? state.energy[prey] : antelope.food;
      environment.remove(idOf(bodies, prey));
      return;
    }
  }

  /** The nearest prey in sight that nobody ate; −1: none. */
  function nearest(slot: number): number {
    const ticket = state.ticket[slot];
    if (!last || ticket < 0) return -1;
    const { first, slots } = last.found;
    let best = -1;
    let least = Infinity;
    for (let i = first[ticket]; i < first[ticket + 1]; i++) {
      if (state.eaten[slots[i]] === 1) continue;
      const square = squaredDistance(bodies, slot, bodies, slots[i]);
      if (square >= least) continue;
      least = square;
      best = slots[i];
    }
    return best;
  }

  const inside = (value: number): number => Math.fround(Math.min(side, Math.max(0, value)));

  /** A step towards `target`, or anywhere for −1; then a look around from there. */
  function go(slot: number, target: number, { speed, sight }: AnimalParameters): void {
    const here = [bodies.x[slot], bodies.y[slot], bodies.z?.[slot] ?? 0];
    let way = [0, 0, 0];
    if (target >= 0) {
      way = [bodies.x[target], bodies.y[target], bodies.z?.[target] ?? 0].map(
        (there, axis) => there - here[axis],
      );
    } else {
      // a direction: the first of some points that is in the unit ball
      for (let draw = 0; draw < 30; draw += 3) {
        way = [0, 1, 2].map((axis) =>
          axis < dimensions ? 2 * randomAt(seed, ticks, slot, draw + axis) - 1 : 0,
        );
        if (way[0] ** 2 + way[1] ** 2 + way[2] ** 2 <= 1) break;
      }
    }
    const length = Math.sqrt(way[0] ** 2 + way[1] ** 2 + way[2] ** 2);
    const step = target >= 0 ? Math.min(1, speed / length) : speed / length;
    const [x, y, z] = here.map((value, axis) =>
      length > 0 ? inside(value + way[axis] * step) : value,
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

  function act(slot: number, animal: AnimalParameters): void {
    state.energy[slot] -= animal.effort;
    state.hunger[slot] += animal.appetite;
    const hungry = state.hunger[slot] >= animal.hungry;
    if (hungry) eat(slot);
    if (state.energy[slot] <= 0) {
      // eaten: nobody else may eat or chase what is dead
      state.eaten[slot] = 1;
      environment.remove(idOf(bodies, slot));
      return;
    }
    go(slot, state.hunger[slot] >= animal.hungry ? nearest(slot) : -1, animal);
  }

  function grow(): void {
    if (ticks === 0 || ticks % grass.interval !== 0) return;
    const { grass: now } = counts();
    const wanted = Math.min(Math.ceil(grass.share * firstGrass), firstGrass - now);
    for (let i = 0; i < wanted; i++) bear(GRASS);
  }

  function counts(): Counts {
    const all = [0, 0, 0];
    for (let slot = 0; slot < bodies.end; slot++) {
      if (bodies.kind[slot] !== FREE && state.eaten[slot] === 0) all[state.species[slot]]++;
    }
    return { grass: all[GRASS], antelopes: all[ANTELOPE], lions: all[LION] };
  }

  return {
    environment,
    side,
    get ticks() {
      return ticks;
    },
    counts,
    hash() {
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
    },
    async tick() {
      const { end } = bodies;
      for (let slot = 0; slot < end; slot++) {
        if (bodies.kind[slot] === FREE || state.eaten[slot] === 1) continue;
        const animal = animals[state.species[slot]];
        if (animal) act(slot, animal);
        else state.energy[slot] += grass.growth;
      }
      grow();
      last = await environment.commit();
      ticks++;
      return last;
    },
    destroy: () => environment.destroy(),
  };
}

/** What is known of each slot beside its body. */
function makeState(capacity: number, old?: State): State {
  const state = {
    species: new Uint8Array(capacity),
    energy: new Float64Array(capacity),
    hunger: new Float64Array(capacity),
    /** Of the explore whose answer comes with the next commit; −1: none. */
    ticket: new Float64Array(capacity),
    /** 1: eaten or starved in this tick. */
    eaten: new Uint8Array(capacity),
  };
  if (old) for (const name of NAMES) state[name].set(old[name] as Uint8Array);
  return state;
}
const NAMES = ['species', 'energy', 'hunger', 'ticket', 'eaten'] as const;
interface State {
  readonly species: Uint8Array;
  readonly energy: Float64Array;
  readonly hunger: Float64Array;
  readonly ticket: Float64Array;
  readonly eaten: Uint8Array;
}
