import type { Environment, EnvironmentOptions, Tick } from '../environment/types.ts';
import type { OrientedEnvironment } from '../oriented/environment.ts';
import type { OrientedBody } from '../oriented/types.ts';
import type { Body } from '../types.ts';

/** Plain bodies, or bodies that turn. */
export type AgentEnvironment = Environment | OrientedEnvironment;

/** A body with the fields of both kinds of environments. */
export type NewBody = Body & Pick<OrientedBody, 'entry' | 'angle' | 'turn'>;

/** Coordinates of a place. */
export interface Spot {
  x: number;
  y: number;
  z?: number;
}

/** What every agent of a type has and does. */
export interface AgentType {
  /** Differs from the names of all other types of the world. */
  readonly name: string;
  /**
   * The body of a new agent: all fields of `Body` but its place, group and mask. In an environment
   * of oriented bodies: `entry`, and `angle` or `turn`.
   */
  readonly body?: Omit<NewBody, 'x' | 'y' | 'z' | 'group' | 'mask'>;
  /** Names of the types whose contacts count. A contact counts if both types name each other. */
  readonly meets?: readonly string[];
  /** Numbers of each agent, by name, and their values at birth. */
  readonly numbers?: Readonly<Record<string, number>>;
  readonly sensors?: Readonly<Record<string, Sensor>>;
  /**
   * Decides: reads the senses, changes numbers of its own, and chooses a place by a step. All
   * agents reason before any acts, about the world of the last commit.
   */
  readonly reason?: (agent: Agent) => void;
  /** What happens where two agents touch. Called in the act of the agent, in this order. */
  readonly interactions?: readonly Interaction[];
  /** Acts after its interactions, and before its body moves: may end its life, and bear agents. */
  readonly act?: (agent: Agent) => void;
}

/** An explore that is asked at the place that the agent moves to, and read in the next tick. */
export interface Sensor {
  /** The radius of the disc or ball around the centre of the agent. */
  readonly radius: number;
  /** Names of the types that are found. */
  readonly finds: readonly string[];
}

/** An act of one agent on another that touches it. */
export interface Interaction {
  /** Name of the type of the other agent. */
  readonly with: string;
  /** Whether the agent wants it now. Default: always. */
  readonly when?: (agent: Agent) => boolean;
  /**
   * `other` is the slot of an agent that lives. Return true to end this interaction for this tick:
   * it is then not called for further agents.
   */
  readonly does: (agent: Agent, other: number) => boolean | void;
}

/**
 * The agent whose turn it is. One object stands for all agents in turn, so do not keep it: keep its
 * slot or its id.
 */
export interface Agent {
  readonly slot: number;
  /** The id of the agent's body. */
  readonly id: number;
  readonly type: string;
  /** Where the agent is. */
  readonly place: Place;
  /** Where its last step of this tick will put it at the commit; its place if it took none. */
  readonly target: Place;
  /** How its body is turned after its last `turnTo`: in 2D an angle in radians. */
  readonly angle: number;
  /** In 3D a quaternion x, y, z, w. */
  readonly turn: readonly number[];
  /** The numbers of the agent's type, to read and to write. */
  readonly numbers: Record<string, number>;
  /** The sensor of movement: whether its body touched another at the last commit. */
  readonly collided: boolean;
  /**
   * Slots that a sensor found at the last commit, in rising order: a view until the next one. Some
   * may have died in this tick.
   */
  seen(sensor: string): Uint32Array;
  /** The nearest living agent that a sensor found; of equal ones the smaller slot; −1: none. */
  nearest(sensor: string): number;
  /** Slots that its body touched at the last commit, in rising order: a view until the next one. */
  touching(): Uint32Array;
  /** Steps `speed` towards the place of another agent, at most to its centre. */
  stepTo(other: number, speed: number): void;
  /**
   * Steps `speed` in a random direction, made of the draws 0 to 29 of `random`: two calls in one
   * tick have the same direction.
   */
  wander(speed: number): void;
  /**
   * Chooses a place; in 3D z is 0 if none is given. Like all steps, it ends at the border of the
   * world. Of several steps in a tick the last counts.
   */
  moveTo(x: number, y: number, z?: number): void;
  /**
   * Turns its body, in an environment of oriented bodies: to an angle in radians, in 3D to a
   * quaternion x, y, z, w.
   */
  turnTo(to: number | readonly number[]): void;
  /**
   * A random number, at least 0 and less than 1, for this agent, this tick and a number `draw` of
   * your choice. Choose 30 or more where the result must not depend on the direction of `wander`,
   * which uses draws 0 to 29.
   */
  random(draw: number): number;
  /**
   * Removes the agent: it no longer acts, and no other agent meets it. Throws Error in `reason` of
   * a model of `createAgentsPool`.
   */
  die(): void;
}

/** A place: x, y and z; z is 0 in two dimensions. */
export type Place = readonly [number, number, number];

export interface AgentsOptions {
  /** The types of agents, at most 32: each is one bit of a group. */
  readonly types: readonly AgentType[];
  /** The world is from 0 to this along each axis. Default: no border. */
  readonly side?: number;
  /** Of all random numbers. Default 1. */
  readonly seed?: number;
  /** Default 2. */
  readonly dimensions?: 2 | 3;
  /** Agents that there is room for at first. Default 1024. */
  readonly capacity?: number;
  /** As for `createEnvironment`. */
  readonly solver?: NonNullable<EnvironmentOptions['solver']>;
  /**
   * Makes the environment, in place of `solver`: for bodies that turn, from
   * `createOrientedEnvironment`. The world destroys the environment.
   */
  readonly environment?: (
    options: Required<Pick<EnvironmentOptions, 'dimensions' | 'capacity' | 'shared'>>,
  ) => AgentEnvironment;
  /** Called in each tick after all agents acted, before the commit: to bear agents. */
  readonly onTick?: (agents: Agents) => void;
}

/** A world of agents on an environment. */
export interface Agents {
  readonly environment: AgentEnvironment;
  /** Ticks done. */
  readonly ticks: number;
  /** The answers of the last commit. */
  readonly last: Tick | undefined;
  /**
   * Bears an agent, by default at a random place of the world, and returns its slot. The agent acts
   * from the next tick on. Throws RangeError for an unknown type, and without a place in a world
   * without a border.
   */
  bear(type: string, place?: Spot): number;
  /** Ends the life of the agent of a slot. Nothing happens if none lives there. */
  kill(slot: number): void;
  /** Does an agent live in the slot, as far as this tick goes? */
  alive(slot: number): boolean;
  /**
   * The name of the type of the agent that lives or lived last in a slot. Throws RangeError for a
   * slot that was never used.
   */
  typeOf(slot: number): string;
  /**
   * A column of numbers by slot: a view, which another array replaces when agents are born beyond
   * the capacity. Throws RangeError for a name that no type has.
   */
  numbers(name: string): Float64Array;
  /** Living agents of a type. */
  count(type: string): number;
  /**
   * One tick: all agents sense and reason, then each acts, explores and moves, then one commit.
   * Call it again only when the last tick has ended. If it rejects, the tick was done in part:
   * destroy the world.
   */
  tick(): Promise<Tick>;
  /** Destroys the environment. */
  destroy(): Promise<void>;
}
