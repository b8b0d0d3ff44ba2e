// The phases of a tick, for one agent at a time. `createAgents` (agents.ts) runs them on the
// calling thread; with threads, workers run reasonOf and actOf, and the calling thread moveOn
// (pool.ts).
import { idOf } from '../bodies/bodies.ts';
import { FREE } from '../constants.ts';
import type { Cursor } from './agent.ts';
import type { Interaction } from './types.ts';
import type { SensedWorld, World } from './world.ts';

/** Sense and Reason: reads the last commit, and writes entries of the agent itself. */
export function reasonOf(world: SensedWorld, cursor: Cursor, slot: number): void {
  const { types, columns, bodies } = world;
  columns.awake[slot] = bodies.kind[slot] === FREE ? 0 : columns.alive[slot];
  if (columns.awake[slot] === 0) return;
  columns.stepped[slot] = 0;
  columns.turned[slot] = 0;
  const { reason } = types[columns.type[slot]];
  if (!reason) return;
  cursor.turnTo(slot);
  reason(cursor.agent);
}

/**
 * Interactions and Act: they write the agent and the agents that it touches. They end when the
 * agent dies.
 */
export function actOf(world: SensedWorld, cursor: Cursor, slot: number): void {
  const { types, columns } = world;
  columns.goesOn[slot] = 0;
  if (columns.awake[slot] === 0 || columns.alive[slot] === 0) return;
  const { interactions, act } = types[columns.type[slot]];
  cursor.turnTo(slot);
  for (const interaction of interactions ?? []) {
    if (columns.alive[slot] === 1) interact(world, cursor, slot, interaction);
  }
  if (columns.alive[slot] === 1) act?.(cursor.agent);
  columns.goesOn[slot] = columns.alive[slot];
}

function interact(
  { columns, facts }: SensedWorld,
  { agent }: Cursor,
  slot: number,
  interaction: Interaction,
): void {
  if (interaction.when && !interaction.when(agent)) return;
  const type = facts.typeNumber(interaction.with);
  for (const other of agent.touching()) {
    if (columns.alive[other] === 0 || columns.type[other] !== type) continue;
    const enough = interaction.does(agent, other);
    if (enough === true || columns.alive[slot] === 0) return;
  }
}

/**
 * Explore from the place that the agent moves to, then the turn and the move. These are requests: a
 * commit makes the moves before the turns.
 */
export function moveOn(world: World, { agent, turnTo }: Cursor, slot: number): void {
  const { columns, environment, bodies, dimensions } = world;
  if (columns.goesOn[slot] === 0) return;
  turnTo(slot);
  exploreFrom(world, slot, agent.target);
  if (columns.turned[slot] === 1 && 'turn' in environment) {
    const { pose } = columns;
    const at = 4 * slot;
    const to = dimensions === 2 ? pose[at] : Array.from(pose.subarray(at, at + 4));
    environment.turn(idOf(bodies, slot), to);
  }
  if (columns.stepped[slot] === 0) return;
  const [x, y, z] = agent.target;
  environment.move(idOf(bodies, slot), x, y, dimensions === 3 ? z : undefined);
}

/** Asks all sensors of an agent at the place that it moves to. */
function exploreFrom(world: World, slot: number, [x, y, z]: readonly number[]): void {
  const { types, columns, environment, bodies, dimensions, facts } = world;
  const type = columns.type[slot];
  const list = types[type].sensors;
  if (!list) return;
  Object.values(list).forEach(({ radius }, i) => {
    columns.tickets[slot * facts.sensors + i] = environment.explore({
      x,
      y,
      ...(dimensions === 3 && { z }),
      radius,
      mask: facts.masks[type][i],
      self: idOf(bodies, slot),
    });
  });
}
