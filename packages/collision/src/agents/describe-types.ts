import { refuse } from '@wayfield/check';
import { MOST_TYPES } from './columns.ts';
import type { AgentType } from './types.ts';

/** What follows from the types of a world. Every thread derives the same. */
export interface TypeFacts {
  /** Sensors of the type that has most. */
  readonly sensors: number;
  /** Names of all numbers. */
  readonly names: readonly string[];
  /** By type: the groups whose contacts count. */
  readonly meets: readonly number[];
  /** By type and sensor: the groups that the sensor finds. */
  readonly masks: readonly (readonly number[])[];
  /** Throws RangeError for an unknown name. */
  typeNumber(name: string): number;
  /** The number of a sensor of a type. Throws RangeError for an unknown name. */
  sensorOf(type: number, name: string): number;
}

/** Throws RangeError for two types of one name, for too many types, and for unknown names. */
export function describeTypes(types: readonly AgentType[]): TypeFacts {
  const numberOf = new Map(types.map(({ name }, i) => [name, i]));
  checkTypes(types, numberOf);
  const sensorNames = types.map(({ sensors = {} }) => Object.keys(sensors));
  const groupsOf = (names: readonly string[]): number =>
    names.reduce((mask, name) => (mask | (1 << numberOf.get(name)!)) >>> 0, 0);
  return {
    sensors: Math.max(0, ...sensorNames.map((names) => names.length)),
    names: [...new Set(types.flatMap(({ numbers = {} }) => Object.keys(numbers)))],
    meets: types.map(({ meets = [] }) => groupsOf(meets)),
    masks: types.map((type) =>
      Object.values(type.sensors ?? {}).map(({ finds }) => groupsOf(finds)),
    ),
    typeNumber: (name) =>
      numberOf.get(name) ?? refuse('type', name, [...numberOf.keys()].join(', ')),
    sensorOf(type, name) {
      const number = sensorNames[type].indexOf(name);
      return number >= 0 ? number : refuse('sensor', name, sensorNames[type].join(', '));
    },
  };
}

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
