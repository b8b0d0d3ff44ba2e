import { idFrom } from '../bodies/ids.ts';
import { checkPose } from '../oriented/check-pose.ts';
import { squaredDistance } from '../shapes/touches.ts';
import type { Lists } from '../types.ts';
import { randomAt } from './random.ts';
import type { Agent, Place } from './types.ts';
import type { SensedWorld } from './world.ts';

const EMPTY = new Uint32Array(0);
/** Points for a random direction. All ten miss the disc in 2 of 10^7 draws, in 3D in 6 of 10^4. */
const DRAWS = 10;

/** The agent of the current turn, which `turnTo` sets. */
export interface Cursor {
  readonly agent: Agent;
  turnTo(slot: number): void;
}

export function createCursor(world: SensedWorld): Cursor {
  const { bodies, columns } = world;
  let slot = 0;
  const numbers = numbersOf(world, () => slot);
  const placeOf = (i: number): Place => [bodies.x[i], bodies.y[i], bodies.z?.[i] ?? 0];
  const moveTo = (x: number, y: number, z: number): void => choosePlace(world, slot, [x, y, z]);
  /** A step from a place along a vector, by `share` of its length. */
  const step = ([x, y, z]: Place, [dx, dy, dz]: Place, share: number): void =>
    moveTo(x + dx * share, y + dy * share, z + dz * share);

  const agent: Agent = {
    get slot() {
      return slot;
    },
    get id() {
      return idFrom(slot, bodies.generation[slot]);
    },
    get type() {
      return world.types[columns.type[slot]].name;
    },
    get place(): Place {
      return placeOf(slot);
    },
    get target(): Place {
      const { target, stepped } = columns;
      const at = 3 * slot;
      if (stepped[slot] === 0) return placeOf(slot);
      return [target[at], target[at + 1], target[at + 2]] as const;
    },
    get angle() {
      return columns.pose[4 * slot];
    },
    get turn() {
      return Array.from(columns.pose.subarray(4 * slot, 4 * slot + 4));
    },
    numbers,
    get collided() {
      return agent.touching().length > 0;
    },
    seen(sensor) {
      return seenBy(world, slot, sensor);
    },
    nearest(sensor) {
      let best = -1;
      let least = Infinity;
      for (const other of agent.seen(sensor)) {
        if (columns.alive[other] === 0) continue;
        const square = squaredDistance(bodies, slot, bodies, other);
        if (square >= least) continue;
        least = square;
        best = other;
      }
      return best;
    },
    touching: () =>
      world.last && slot < world.last.contacts.count ? row(world.last.contacts, slot) : EMPTY,
    stepTo(other, speed) {
      const here = placeOf(slot);
      const there = placeOf(other);
      const along: Place = [there[0] - here[0], there[1] - here[1], there[2] - here[2]];
      const length = lengthOf(along);
      if (length > 0) step(here, along, Math.min(1, speed / length));
    },
    wander(speed) {
      const along = randomDirection(world, agent.random);
      step(placeOf(slot), along, speed / Math.max(lengthOf(along), Number.MIN_VALUE));
    },
    moveTo: (x, y, z = 0) => moveTo(x, y, z),
    turnTo: (to) => choosePose(world, slot, to),
    random: (draw) => randomAt(world.seed, world.ticks, slot, draw),
    die: () => world.kill(slot),
  };
  return {
    agent,
    turnTo(next) {
      slot = next;
    },
  };
}

function choosePlace({ columns, side, dimensions }: SensedWorld, slot: number, to: Place): void {
  const { target, stepped } = columns;
  target[3 * slot] = inside(to[0], side);
  target[3 * slot + 1] = inside(to[1], side);
  target[3 * slot + 2] = dimensions === 3 ? inside(to[2], side) : 0;
  stepped[slot] = 1;
}

function choosePose(
  { columns, dimensions }: SensedWorld,
  slot: number,
  to: number | readonly number[],
): void {
  checkPose(dimensions, to);
  columns.pose.set(typeof to === 'number' ? [to] : to, 4 * slot);
  columns.turned[slot] = 1;
}

/** Slots that the last explore of a sensor found. */
function seenBy({ facts, columns, last }: SensedWorld, slot: number, sensor: string): Uint32Array {
  const number = facts.sensorOf(columns.type[slot], sensor);
  const ticket = columns.tickets[slot * facts.sensors + number];
  return last && ticket >= 0 ? row(last.found, ticket) : EMPTY;
}

/** An object with a property for each column of numbers: the entry of the current slot. */
function numbersOf({ columns }: SensedWorld, slot: () => number): Record<string, number> {
  const numbers: Record<string, number> = {};
  for (const name of columns.numbers.keys()) {
    Object.defineProperty(numbers, name, {
      enumerable: true,
      get: () => columns.numbers.get(name)![slot()],
      set: (value: number) => {
        columns.numbers.get(name)![slot()] = value;
      },
    });
  }
  return numbers;
}

const row = ({ first, slots }: Lists, i: number): Uint32Array =>
  slots.subarray(first[i], first[i + 1]);

const lengthOf = ([x, y, z]: Place): number => Math.sqrt(x ** 2 + y ** 2 + z ** 2);

const inside = (value: number, side: number): number =>
  Math.fround(side === Infinity ? value : Math.min(side, Math.max(0, value)));

/** A random direction: the first of ten points that is in the unit ball, else the last. */
function randomDirection({ dimensions }: SensedWorld, random: Agent['random']): Place {
  let direction: Place = [0, 0, 0];
  for (let draw = 0; draw < 3 * DRAWS; draw += 3) {
    const z = dimensions === 3 ? 2 * random(draw + 2) - 1 : 0;
    direction = [2 * random(draw) - 1, 2 * random(draw + 1) - 1, z];
    if (lengthOf(direction) <= 1) break;
  }
  return direction;
}
