import { refuse } from '@wayfield/check';
import { createEnvironment } from '../environment/environment.ts';
import type { Environment, Tick } from '../environment/types.ts';
import type { Bodies } from '../types.ts';
import { type Columns, growColumns, makeColumns, MOST_TYPES } from './columns.ts';
import { randomAt } from './random.ts';
import type { AgentsOptions, AgentType } from './types.ts';

/** The state of a world of agents, which the cursor, the phases and the interface share. */
export interface World {
  readonly environment: Environment;
  readonly bodies: Bodies;
  readonly columns: Columns;
  readonly types: readonly AgentType[];
  readonly dimensions: 2 | 3;
  readonly seed: number;
  /** Infinity: no border. */
  readonly side: number;
  /** Sensors of the type that has most. */
  readonly sensors: number;
  /** By type and sensor: the groups that the sensor finds. */
  readonly masks: readonly (readonly number[])[];
  ticks: number;
  last: Tick | undefined;
  typeNumber(name: string): number;
  /** The number of a sensor of a type. Throws RangeError for an unknown name. */
  sensorOf(type: number, name: string): number;
  bear(type: string, place?: { x: number; y: number; z?: number }): number;
  kill(slot: number): void;
}

export function createWorld(options: AgentsOptions): World {
  const { types, side = Infinity, seed = 1, dimensions = 2, capacity = 1024, solver } = options;
  const numberOf = new Map(types.map(({ name }, i) => [name, i]));
  const sensorNames = types.map(({ sensors = {} }) => Object.keys(sensors));
  checkTypes(types, numberOf);
  const environment = createEnvironment({ dimensions, capacity, ...(solver && { solver }) });
  const { bodies } = environment;
  const groupsOf = (names: readonly string[]): number =>
    names.reduce((mask, name) => (mask | (1 << numberOf.get(name)!)) >>> 0, 0);
  const sensors = Math.max(0, ...sensorNames.map((names) => names.length));
  const names = new Set(types.flatMap(({ numbers = {} }) => Object.keys(numbers)));
  const columns = makeColumns(bodies.capacity, names, sensors);
  let births = 0;

  const world: World = {
    environment,
    bodies,
    columns,
    types,
    dimensions,
    seed,
    side,
    sensors,
    masks: types.map((type) =>
      Object.values(type.sensors ?? {}).map(({ finds }) => groupsOf(finds)),
    ),
    ticks: 0,
    last: undefined,
    typeNumber: (name) =>
      numberOf.get(name) ?? refuse('type', name, [...numberOf.keys()].join(', ')),
    sensorOf(type, name) {
      const number = sensorNames[type].indexOf(name);
      return number >= 0 ? number : refuse('sensor', name, sensorNames[type].join(', '));
    },
    bear(name, place) {
      const type = world.typeNumber(name);
      const { body = {}, numbers = {}, meets = [] } = types[type];
      if (!place && side === Infinity)
        refuse('place', place, 'a place, as the world has no border');
      const at = (axis: number): number => randomAt(seed, -1, births, axis) * side;
      const random = { x: at(0), y: at(1), ...(dimensions === 3 && { z: at(2) }) };
      const id = environment.add({
        ...body,
        ...(place ?? random),
        group: (1 << type) >>> 0,
        mask: groupsOf(meets),
      });
      births++;
      const slot = id % 2 ** 32;
      if (slot >= columns.type.length) growColumns(columns, bodies.capacity, sensors);
      columns.type[slot] = type;
      columns.alive[slot] = 1;
      columns.stepped[slot] = 0;
      columns.tickets.fill(-1, slot * sensors, (slot + 1) * sensors);
      for (const column of columns.numbers.values()) column[slot] = 0;
      for (const [key, value] of Object.entries(numbers)) columns.numbers.get(key)![slot] = value;
      return slot;
    },
    kill(slot) {
      if (columns.alive[slot] !== 1) return;
      columns.alive[slot] = 0;
      environment.remove(slot + bodies.generation[slot] * 2 ** 32);
    },
  };
  return world;
}

/** Throws RangeError for two types of one name, for too many types, and for unknown names. */
function checkTypes(types: readonly AgentType[], numberOf: ReadonlyMap<string, number>): void {
  if (types.length === 0 || types.length > MOST_TYPES) {
    refuse('types.length', types.length, `1 to ${MOST_TYPES}: each type is a bit of a group`);
  }
  if (numberOf.size < types.length) {
    refuse('types', types.map(({ name }) => name).join(', '), 'names that differ');
  }
  types.forEach(({ meets = [], sensors = {}, interactions = [] }, i) => {
    const known = (name: string, where: string): void => {
      if (!numberOf.has(name)) {
        refuse(`types[${i}].${where}`, name, `one of ${[...numberOf.keys()].join(', ')}`);
      }
    };
    for (const name of meets) known(name, 'meets');
    for (const [key, { finds }] of Object.entries(sensors)) {
      for (const name of finds) known(name, `sensors.${key}.finds`);
    }
    interactions.forEach(({ with: name }, k) => known(name, `interactions[${k}].with`));
  });
}
