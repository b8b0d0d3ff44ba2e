// The host's copy of the agents of a crowd on the GPU: `add`, `remove` and `set` change this copy
// and note what `flush` in state/changes.ts writes to the device before the next tick or read.
import { type AgentStore, createAgents } from '../agents/agents.ts';
import type { Engine } from '../engine.ts';
import type { AgentChanges, CrowdAgents, CrowdOptions, CrowdWorld } from '../types.ts';
import { ALL, type Changes, PLACE, STATE, TRAIT, VELOCITY, PREFERENCE } from './state/changes.ts';

/** The agents as the host knows them. Changes are noted for the device. */
export interface Host {
  readonly agents: AgentStore;
  /** The calls of `agents` that users get: they note what they change. */
  readonly shown: Pick<CrowdAgents, 'add' | 'remove' | 'set'>;
  /** The largest neighbour distance that an agent has had since the last `reset` or `restore`. */
  readonly reach: number;
  /** The largest `maxNeighbours` that an agent has had since the last `reset` or `restore`. */
  readonly most: number;
  /** From now on, notes every change in `changes`. */
  tell(changes: Changes): void;
  /** Calls `hear` with each slot that changes, until the returned function is called. */
  touched(hear: (slot: number) => void): () => void;
  /**
   * After `restore` and `reset`: looks at the traits of all agents again, and notes all slots below
   * `end` as changed.
   */
  takeAll(end: number): void;
}

/** The store of an engine. `check` throws after `destroy`. */
export function createHost(
  engine: Engine,
  world: CrowdWorld,
  options: CrowdOptions,
  check: () => void,
): Host {
  const agents = createAgents(engine, world.bounds, options, check);
  const { columns } = agents;
  let reach = 0;
  let most = 0;
  let changes: Changes | undefined;
  const listeners = new Set<(slot: number) => void>();

  function note(slot: number, what: number): void {
    changes?.note(slot, what);
    for (const hear of listeners) hear(slot);
  }

  /** Raises `reach` and `most` to the traits of an agent. */
  function meet(id: number): void {
    const { neighbourDistance, maxNeighbours } = agents.traitsOf(id);
    reach = Math.max(reach, Math.fround(neighbourDistance));
    most = Math.max(most, maxNeighbours);
  }

  return {
    agents,
    shown: {
      add(agent) {
        const id = agents.add(agent);
        meet(id);
        note(agents.slotOf(id), ALL);
        return id;
      },
      remove(id) {
        const slot = agents.has(id) ? agents.slotOf(id) : 0;
        agents.remove(id);
        note(slot, STATE);
      },
      set(id, given) {
        const slot = agents.has(id) ? agents.slotOf(id) : 0;
        const { [slot]: velocityX } = columns.velocityX;
        const { [slot]: velocityY } = columns.velocityY;
        agents.set(id, given);
        meet(id);
        const slowed =
          columns.velocityX[slot] !== velocityX || columns.velocityY[slot] !== velocityY;
        note(slot, bitsOf(given, slowed));
      },
    },
    get reach() {
      return reach;
    },
    get most() {
      return most;
    },
    tell(to) {
      changes = to;
    },
    touched(hear) {
      listeners.add(hear);
      return () => void listeners.delete(hear);
    },
    takeAll(end) {
      reach = 0;
      most = 0;
      for (let slot = 0; slot < end; slot++) {
        const lives = slot < agents.end && columns.status[slot] !== 0;
        if (lives) meet(agents.idOf(slot));
        note(slot, lives ? ALL : STATE);
      }
    },
  };
}

/**
 * What `set` changed of a slot, as bits of state/changes.ts. `slowed`: the velocity has changed,
 * also if only `maxSpeed` was given.
 */
function bitsOf(changes: AgentChanges, slowed: boolean): number {
  const { x, y, velocityX, velocityY, preferredX, preferredY } = changes;
  let bits = TRAIT;
  if (x !== undefined || y !== undefined) bits |= PLACE | STATE;
  if (velocityX !== undefined || velocityY !== undefined || slowed) bits |= VELOCITY;
  if (preferredX !== undefined || preferredY !== undefined) bits |= PREFERENCE;
  return bits;
}
