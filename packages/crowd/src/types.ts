import type { Walls } from './walls/types.ts';

export type { Walls } from './walls/types.ts';

/** A rectangle, in metres. */
export interface Bounds {
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
}

/** Where a crowd lives. */
export interface CrowdWorld {
  /** Walls that no agent crosses. Default: none. They are copied. */
  readonly walls?: Walls | undefined;
  /**
   * Agents are added inside and never move outside. Default, and the farthest: ±2^30 m. There,
   * neighbouring f64 positions lie 0.12 micrometres apart; beyond, 0.24 or more.
   */
  readonly bounds?: Bounds | undefined;
}

/**
 * What an agent is like. Lengths in metres, speeds in metres per second, times in seconds; at most
 * 1e6 of each.
 */
export interface AgentTraits {
  /** Radius of the disc, at least 1e-6. Default 0.25. */
  readonly radius?: number | undefined;
  /** Largest speed, at least 1e-6. Default 1.5. */
  readonly maxSpeed?: number | undefined;
  /** Time horizon towards agents, at least 0.001: later collisions are not avoided. Default 2. */
  readonly horizon?: number | undefined;
  /** Time horizon towards walls, at least 0.001. Default 0.5. */
  readonly wallHorizon?: number | undefined;
  /** Agents whose centres are farther away are not seen, at least 0. Default 5. */
  readonly neighbourDistance?: number | undefined;
  /** Agents that are avoided at the same time, the nearest first, 0 to 32. Default 10. */
  readonly maxNeighbours?: number | undefined;
  /**
   * From 0 to 1. Of two agents with priorities p and q, the first takes the share (1 − p) / (2 − p
   * − q) of the evasion. An agent of priority 1 never yields; two such agents do not avoid each
   * other. Default 0.
   */
  readonly priority?: number | undefined;
  /** Bits of the groups that the agent is in. Default 1. */
  readonly group?: number | undefined;
  /** Bits of the groups that the agent avoids: `mask & other.group` is not 0. Default: all. */
  readonly mask?: number | undefined;
  /** Agents of different storeys do not meet, 0 to 65534. Default 0. */
  readonly storey?: number | undefined;
}

/** Where an agent is, and where it heads. Metres, and metres per second. */
export interface AgentState {
  readonly x: number;
  readonly y: number;
  /** Velocity. Default 0, 0. Not above `maxSpeed`. */
  readonly velocityX?: number | undefined;
  readonly velocityY?: number | undefined;
  /** Preferred velocity. Default 0, 0: the agent is idle. */
  readonly preferredX?: number | undefined;
  readonly preferredY?: number | undefined;
}

/** An agent as `add` takes it. */
export interface AgentOptions extends AgentState, AgentTraits {}

/**
 * What `set` changes; what is left out stays. A new position is also the agent's new home. A
 * velocity above a new `maxSpeed` is shortened to it.
 */
export interface AgentChanges extends Partial<AgentState>, AgentTraits {}

/** The options of every crowd. */
export interface CrowdOptions {
  /** The largest number of agents at a time, 1 to 4,194,304. All memory is taken at the start. */
  readonly capacity: number;
  /** Seed of the tie-breaks between agents in exact symmetry, a u32. Default 1. */
  readonly seed?: number | undefined;
  /**
   * Seconds that a moving agent keeps to the nearest one ahead that goes the same way, 0 to 60: its
   * intended speed is at most the gap between both discs, divided by this time (Tordeux, Chraibi,
   * Seyfried 2016; pedestrians: about 1). Default 0: agents do not slow down in a dense crowd. For
   * streams in one direction: at a narrow door, agents with a headway may wait for each other for
   * ever.
   */
  readonly headway?: number | undefined;
  /** Traits of agents that are added without them. */
  readonly defaults?: AgentTraits | undefined;
  /** The largest number of walls at a time. Default: twice those of the world, at least 1,024. */
  readonly wallCapacity?: number | undefined;
}

/** What a tick did. One object per crowd, written again by every `step`. */
export interface StepReport {
  /** Ticks done since the start or `reset`. */
  readonly tick: number;
  /** Agents in the crowd. */
  readonly agents: number;
  /**
   * Agents whose linear program was infeasible. Its half-planes of agents were made again with a
   * horizon of at most 0.5 s, or `dt` if that is longer. If the program was still infeasible, they
   * were relaxed.
   */
  readonly infeasible: number;
  /**
   * Agents whose half-planes of walls alone were infeasible, so that these were relaxed too. Only
   * rounding can do that, because velocity 0 satisfies all half-planes of walls.
   */
  readonly squeezed: number;
  /** Agents whose move was clipped at a wall. */
  readonly clipped: number;
  /**
   * Deepest overlap of an agent and one of its neighbours (`maxNeighbours`, `mask`, `storey`) at
   * the start of the tick, in metres; 0: none.
   */
  readonly deepestOverlap: number;
  /** Agents that were idle (preferred velocity 0), or returned home, in this tick. */
  readonly idle: number;
  /** Agents that had come to rest at their goal, or behind others that rest: see `SETTLED`. */
  readonly settled: number;
}

/** Writes preferred velocities before each tick: see `Crowd.follow`. */
export interface Guide {
  /**
   * Called by `step` before agents move, with the crowd and the tick's length in seconds. Writes
   * `preferredX` and `preferredY` of the slots that it guides.
   */
  update(crowd: CrowdAgents, dt: number): void;
  /** The state of the guide as bytes, which snapshots of the crowd take along. */
  snapshot?(): Uint8Array;
  /** Brings the state back. Throws RangeError for bytes of another guide, and changes nothing. */
  restore?(bytes: Uint8Array): void;
}

/** A copy of the agents of a crowd, made by `snapshot`. Its content may be stored and sent. */
export interface CrowdSnapshot {
  readonly format: 'wayfield-crowd/1';
  readonly capacity: number;
  readonly tick: number;
  readonly agents: number;
  readonly bytes: Uint8Array;
  /** The state of the guide that the crowd followed, if the guide has one. */
  readonly guide?: Uint8Array | undefined;
}

/**
 * The agents of a crowd, on any backend. Columns are indexed by slot, have `capacity` entries and
 * stay where they are until `destroy`: a renderer may keep them. Entries of free slots have status
 * `FREE` and otherwise no meaning.
 */
export interface CrowdAgents {
  readonly capacity: number;
  /** Agents in the crowd. */
  readonly count: number;
  /** One more than the largest slot used so far. `reset` and `restore` set it back. */
  readonly end: number;
  /** Positions in metres: read only, `set` moves an agent. */
  readonly positionX: Float64Array;
  readonly positionY: Float64Array;
  /** `positionX` and `positionY` rounded to f32, for renderers. */
  readonly x: Float32Array;
  readonly y: Float32Array;
  /** Velocities after the last tick, in metres per second. Read only. */
  readonly velocityX: Float32Array;
  readonly velocityY: Float32Array;
  /** Unit vectors: the direction of the last movement. Read only. */
  readonly headingX: Float32Array;
  readonly headingY: Float32Array;
  /**
   * Preferred velocities in metres per second, written by the caller or a guide. Kernels shorten
   * vectors longer than `maxSpeed` to it. 0, 0: the agent is idle, yields and returns home. `step`
   * throws RangeError with the slot for a value that is not finite, and changes no agent.
   */
  readonly preferredX: Float32Array;
  readonly preferredY: Float32Array;
  /** Radii in metres. Read only. */
  readonly radius: Float32Array;
  /** `FREE`, `MOVING`, `IDLE`, `RETURNING` or `SETTLED`. Read only. */
  readonly status: Uint8Array;
  /**
   * How often each slot was freed, modulo 2^21: an id is its slot plus 2^32 times this number. Read
   * only.
   */
  readonly generation: Uint32Array;
  /**
   * Adds an agent in the lowest free slot and returns its id: the slot plus 2^32 times its
   * generation. Throws RangeError if the crowd is full or a value is out of range.
   */
  add(agent: AgentOptions): number;
  /** Removes an agent. Throws RangeError if there is none with this id. */
  remove(id: number): void;
  /** Whether the agent with this id is in the crowd. */
  has(id: number): boolean;
  /** The slot of an agent. Throws RangeError if there is none with this id. */
  slotOf(id: number): number;
  /** The id of the agent in a slot. Throws RangeError if the slot is free. */
  idOf(slot: number): number;
  /**
   * Moves an agent at once, or changes its velocities or traits. Throws RangeError for an id that
   * is not in the crowd and for a value out of range, and then changes nothing.
   */
  set(id: number, changes: AgentChanges): void;
  /** The traits of an agent, in a new object. */
  traitsOf(id: number): Required<{ [Name in keyof AgentTraits]: number }>;
}

/** What crowds of all backends have beside `step`. */
export interface CrowdControl extends CrowdAgents {
  /** Ticks done since the start or `reset`. */
  readonly tick: number;
  /** Replaces the walls, between two ticks. They are copied. Throws RangeError for bad walls. */
  setWalls(walls: Walls): void;
  /** The guide that every `step` calls first; `undefined` for none. */
  follow(guide: Guide | undefined): void;
  /** A copy of all agents, the tick and the state of the guide, without walls. */
  snapshot(): CrowdSnapshot;
  /**
   * Brings a snapshot of a crowd of the same capacity back. The state of a guide goes to the guide
   * that the crowd follows now, which must be of the same kind. A snapshot without such a state
   * leaves the guide as it is. Guides forget agents that the snapshot does not have. Ids given out
   * after the snapshot are void: they can name new agents. Throws RangeError for a snapshot of
   * another capacity, with values out of range or with agents outside the bounds of this crowd, and
   * then changes nothing.
   */
  restore(snapshot: CrowdSnapshot): void;
  /**
   * Removes all agents; tick, slots and ids begin again as in a new crowd. Ids of before are void:
   * they can name new agents. Guides of this crowd forget all agents. Walls stay.
   */
  reset(): void;
  /**
   * A u32 over all agents and the tick, without walls and guide: equal states have equal hashes, on
   * every machine.
   */
  hash(): number;
  /** Bytes of WebAssembly memory, of all agents, walls and threads. */
  readonly memoryBytes: number;
}

/** A crowd on the calling thread. */
export interface Crowd extends CrowdControl {
  readonly backend: 'wasm';
  /**
   * Advances all agents by `dt` seconds, 1e-6 to 1. Allocates nothing. Returns the same report
   * object each time.
   */
  step(dt: number): StepReport;
  /** Gives the memory back; later calls throw. */
  destroy(): void;
}

/** Status of a slot without agent. */
export const FREE = 0;
/** Status of an agent with a preferred velocity. */
export const MOVING = 1;
/** Status of an agent without preferred velocity, at its place. */
export const IDLE = 2;
/** Status of an agent without preferred velocity that was pushed away and returns to its place. */
export const RETURNING = 3;
/**
 * Status of an agent with a preferred velocity that has come to rest: at its goal, or behind others
 * that rest.
 */
export const SETTLED = 4;
