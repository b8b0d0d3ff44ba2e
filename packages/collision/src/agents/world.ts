import { refuse } from '@wayfield/check';
import { idFrom, slotIn } from '../bodies/ids.ts';
import { createEnvironment } from '../environment/environment.ts';
import type { Tick } from '../environment/types.ts';
import type { Bodies } from '../types.ts';
import { type Columns, type ColumnSizes, growColumns, makeColumns } from './columns.ts';
import { describeTypes, type TypeFacts } from './describe-types.ts';
import { randomAt } from './random.ts';
import type { AgentEnvironment, AgentsOptions, AgentType, NewBody, Spot } from './types.ts';

/** The arrays of bodies that threads read. */
export const SENSED_ARRAYS = ['x', 'y', 'z', 'kind', 'generation'] as const;

/** What callbacks of a model read and write, in every thread. */
export interface SensedWorld {
  readonly bodies: Pick<Bodies, (typeof SENSED_ARRAYS)[number] | 'end'>;
  readonly columns: Columns;
  readonly types: readonly AgentType[];
  readonly facts: TypeFacts;
  readonly dimensions: 2 | 3;
  readonly seed: number;
  /** Infinity: no border. */
  readonly side: number;
  readonly ticks: number;
  readonly last: Pick<Tick, 'contacts' | 'found'> | undefined;
  kill(slot: number): void;
}

/** The state of a world of agents on the calling thread. */
export interface World extends SensedWorld {
  readonly environment: AgentEnvironment;
  readonly bodies: Bodies;
  ticks: number;
  last: Tick | undefined;
  bear(type: string, place?: Spot): number;
}

/** `shared`: other threads read and write the bodies and the columns. */
export function createWorld(
  options: Omit<AgentsOptions, 'onTick'>,
  shared: boolean = false,
): World {
  const { types, side = Infinity, seed = 1, dimensions = 2, capacity = 1024, solver } = options;
  const facts = describeTypes(types);
  const environment =
    options.environment?.({ dimensions, capacity, shared }) ??
    createEnvironment({ dimensions, capacity, shared, ...(solver && { solver }) });
  const { bodies } = environment;
  if (bodies.dimensions !== dimensions) {
    refuse('dimensions', dimensions, `${bodies.dimensions}, as the environment has`);
  }
  const sizes: ColumnSizes = { names: facts.names, sensors: facts.sensors, shared };
  const columns = makeColumns(bodies.capacity, sizes);
  let births = 0;

  const world: World = {
    environment,
    bodies,
    columns,
    types,
    facts,
    dimensions,
    seed,
    side,
    ticks: 0,
    last: undefined,
    bear(name, place) {
      const type = facts.typeNumber(name);
      const { body = {}, numbers = {} } = types[type];
      if (!place && side === Infinity)
        refuse('place', place, 'a place, as the world has no border');
      // as tick −1, in which no agent draws numbers
      const at = (axis: number): number => randomAt(seed, -1, births, axis) * side;
      const random = { x: at(0), y: at(1), ...(dimensions === 3 && { z: at(2) }) };
      const added = {
        ...body,
        ...(place ?? random),
        group: (1 << type) >>> 0,
        mask: facts.meets[type],
      };
      const id = (environment.add as (body: NewBody) => number)(added);
      births++;
      const slot = slotIn(id);
      if (slot >= columns.type.length) growColumns(columns, bodies.capacity, sizes);
      enter(columns, slot, facts.sensors);
      columns.type[slot] = type;
      const { angle = 0, turn = [0, 0, 0, 1] } = added;
      columns.pose.set(dimensions === 2 ? [angle] : turn, 4 * slot);
      for (const [key, value] of Object.entries(numbers)) columns.numbers.get(key)![slot] = value;
      return slot;
    },
    kill(slot) {
      if (columns.alive[slot] !== 1) return;
      columns.alive[slot] = 0;
      environment.remove(idFrom(slot, bodies.generation[slot]));
    },
  };
  return world;
}

/** A new agent in a slot: nothing is left of the agent before. */
function enter(columns: Columns, slot: number, sensors: number): void {
  columns.alive[slot] = 1;
  for (const name of ['awake', 'stepped', 'turned', 'goesOn'] as const) columns[name][slot] = 0;
  columns.tickets.fill(-1, slot * sensors, (slot + 1) * sensors);
  for (const column of columns.numbers.values()) column[slot] = 0;
}
