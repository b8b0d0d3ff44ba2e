// Antelopes and Lions, the model of Kayser, Entwicklung und Integration einer GPU-Unterstützung für
// MARS (2018), section 6.3, on the agents of ../agents.
import { checkOptions, refuseKind } from '@wayfield/check';
import { createAgents } from '../agents/agents.ts';
import type { Agent, Agents, AgentType } from '../agents/types.ts';
import type { Environment, EnvironmentOptions, Tick } from '../environment/types.ts';
import { MODEL_RULES } from '../rules.ts';
import { hashOf } from './hash.ts';
import { type AnimalParameters, MODEL_PARAMETERS, type ModelParameters } from './parameters.ts';

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
   * A hash of 32 bits of the slot, species, place and energy of all live agents. Worlds with
   * different hashes differ.
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
  const { agents: count, dimensions = 2, parameters = MODEL_PARAMETERS } = options;
  if (count === undefined) refuseKind('agents', count, 'a whole number >= 15');
  const side = Math.fround((parameters.room * count) ** (1 / dimensions));
  const firstGrass = count - Math.floor((count * 3) / 15);
  const agents: Agents = createAgents({
    dimensions,
    side,
    capacity: Math.ceil(count * 1.2),
    ...(options.seed !== undefined && { seed: options.seed }),
    ...(options.solver && { solver: options.solver }),
    types: typesOf(parameters, (slot) => eaten(agents, slot, parameters)),
    onTick: () => growGrass(agents, parameters, firstGrass),
  });
  for (let i = 0; i < count; i++) agents.bear(speciesOf(i));

  return {
    environment: agents.environment as Environment,
    side,
    get ticks() {
      return agents.ticks;
    },
    counts: () => ({
      grass: agents.count('grass'),
      antelopes: agents.count('antelope'),
      lions: agents.count('lion'),
    }),
    hash: () => hashOf(agents),
    tick: () => agents.tick(),
    destroy: () => agents.destroy(),
  };
}

/** Species take turns, so that they are mixed in slots as they are in the world. */
function speciesOf(i: number): string {
  const lions = (count: number): number => Math.floor(count / 15);
  const animals = (count: number): number => Math.floor((count * 3) / 15);
  if (lions(i + 1) > lions(i)) return 'lion';
  return animals(i + 1) > animals(i) ? 'antelope' : 'grass';
}

/** The three species, in the order of their groups. `eat` takes the prey and returns its energy. */
function typesOf(parameters: ModelParameters, eat: (slot: number) => number): AgentType[] {
  const { grass, antelope, lion } = parameters;
  return [
    {
      name: 'grass',
      body: { radius: grass.radius },
      meets: ['antelope'],
      numbers: { energy: grass.food, hunger: 0 },
      reason({ numbers }) {
        numbers.energy += grass.growth;
      },
    },
    animal('antelope', antelope, 'grass', ['grass', 'lion'], eat),
    animal('lion', lion, 'antelope', ['antelope'], eat),
  ];
}

function animal(
  name: string,
  parameters: AnimalParameters,
  prey: string,
  meets: readonly string[],
  eat: (slot: number) => number,
): AgentType {
  const { radius, sight, speed, energy, effort, appetite, hungry } = parameters;
  const isHungry = ({ numbers }: Agent): boolean => numbers.hunger >= hungry;
  return {
    name,
    body: { radius },
    meets,
    numbers: { energy, hunger: 0 },
    sensors: { prey: { radius: sight, finds: [prey] } },
    reason(agent) {
      agent.numbers.energy -= effort;
      agent.numbers.hunger += appetite;
      const food = isHungry(agent) ? agent.nearest('prey') : -1;
      if (food >= 0) agent.stepTo(food, speed);
      else agent.wander(speed);
    },
    interactions: [
      {
        with: prey,
        when: isHungry,
        does({ numbers }, food) {
          numbers.energy += eat(food);
          numbers.hunger = 0;
          return true;
        },
      },
    ],
    act(agent) {
      if (agent.numbers.energy <= 0) agent.die();
    },
  };
}

/** Ends the life of prey, and returns the energy that it gives. */
function eaten(agents: Agents, slot: number, { antelope }: ModelParameters): number {
  const food = agents.typeOf(slot) === 'grass' ? agents.numbers('energy')[slot] : antelope.food;
  agents.kill(slot);
  return food;
}

function growGrass(agents: Agents, { grass }: ModelParameters, firstGrass: number): void {
  if (agents.ticks === 0 || agents.ticks % grass.interval !== 0) return;
  const missing = firstGrass - agents.count('grass');
  const due = Math.min(Math.ceil(grass.share * firstGrass), missing);
  for (let i = 0; i < due; i++) agents.bear('grass');
}
