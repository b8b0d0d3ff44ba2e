import { checkOptions, refuseKind } from '@wayfield/check';
import { idOf } from '../bodies/bodies.ts';
import { FREE } from '../constants.ts';
import { AGENTS_RULES, aPlace, aSlot, someText } from '../rules.ts';
import { createCursor, type Cursor } from './agent.ts';
import type { Agents, AgentsOptions, Interaction } from './types.ts';
import { createWorld, type World } from './world.ts';

/**
 * Makes a world of agents that Sense, Reason, Explore and Act, after Kayser, Entwicklung und
 * Integration einer GPU-Unterstützung für MARS (2018), section 6.2.
 *
 * A tick: every agent reads its senses, which the last commit answered, and reasons. Then, in the
 * order of slots, every agent has its interactions, acts, explores from the place that it moves to,
 * and moves. One commit answers all. Reasoning reads the last commit only, so its order does not
 * matter. Random numbers belong to an agent and a tick, so a world is the same on every solver.
 *
 * Throws RangeError for types without a name of their own and for unknown names of types.
 *
 * @example
 * const agents = createAgents({
 *   side: 100,
 *   types: [
 *     { name: 'grass', body: { radius: 0.5 }, meets: ['sheep'] },
 *     {
 *       name: 'sheep',
 *       body: { radius: 0.7 },
 *       meets: ['grass'],
 *       sensors: { food: { radius: 8, finds: ['grass'] } },
 *       reason(sheep) {
 *         const food = sheep.nearest('food');
 *         if (food >= 0) sheep.stepTo(food, 1.5);
 *         else sheep.wander(1.5);
 *       },
 *       interactions: [{ with: 'grass', does: (_, grass) => (agents.kill(grass), true) }],
 *     },
 *   ],
 * });
 * for (let i = 0; i < 100; i++) agents.bear(i % 3 === 0 ? 'sheep' : 'grass');
 * await agents.tick();
 */
export function createAgents(options: AgentsOptions): Agents {
  if (options === undefined) refuseKind('options of createAgents', options, 'an object');
  checkOptions('createAgents', options, AGENTS_RULES);
  if (options.types === undefined) refuseKind('types', options.types, 'an array');
  const world = createWorld(options);
  const cursor = createCursor(world);
  const { environment, columns, bodies } = world;

  const agents: Agents = {
    environment,
    get ticks() {
      return world.ticks;
    },
    get last() {
      return world.last;
    },
    bear(type, place) {
      someText(type, 'type');
      if (place !== undefined) aPlace(place, 'place');
      return world.bear(type, place);
    },
    kill(slot) {
      aSlot(slot, 'slot');
      world.kill(slot);
    },
    alive(slot) {
      aSlot(slot, 'slot');
      return columns.alive[slot] === 1;
    },
    typeOf(slot) {
      aSlot(slot, 'slot');
      return world.types[columns.type[slot]].name;
    },
    numbers(name) {
      someText(name, 'name');
      const column = columns.numbers.get(name);
      if (!column) throw new RangeError(`name is ${name}: no type has numbers of this name`);
      return column;
    },
    count(type) {
      someText(type, 'type');
      const number = world.typeNumber(type);
      let count = 0;
      for (let slot = 0; slot < bodies.end; slot++) {
        if (columns.alive[slot] === 1 && columns.type[slot] === number) count++;
      }
      return count;
    },
    async tick() {
      // agents that are born in this tick act in the next one
      const { end } = bodies;
      reasonAll(world, cursor, end);
      actAll(world, cursor, end);
      options.onTick?.(agents);
      world.last = await environment.commit();
      world.ticks++;
      return world.last;
    },
    destroy: () => environment.destroy(),
  };
  return agents;
}

/** Sense and Reason. */
function reasonAll({ types, columns, bodies }: World, cursor: Cursor, end: number): void {
  for (let slot = 0; slot < end; slot++) {
    if (columns.alive[slot] === 0 || bodies.kind[slot] === FREE) continue;
    columns.stepped[slot] = 0;
    const { reason } = types[columns.type[slot]];
    if (!reason) continue;
    cursor.turnTo(slot);
    reason(cursor.agent);
  }
}

/** Interactions and Act, then Explore, then the move. */
function actAll(world: World, cursor: Cursor, end: number): void {
  const { types, columns, environment, bodies, dimensions } = world;
  for (let slot = 0; slot < end; slot++) {
    if (columns.alive[slot] === 0 || bodies.kind[slot] === FREE) continue;
    const { interactions, act } = types[columns.type[slot]];
    cursor.turnTo(slot);
    for (const interaction of interactions ?? []) interact(world, cursor, slot, interaction);
    act?.(cursor.agent);
    if (columns.alive[slot] === 0) continue;
    exploreFrom(world, cursor, slot);
    if (columns.stepped[slot] === 0) continue;
    const [x, y, z] = cursor.agent.target;
    environment.move(idOf(bodies, slot), x, y, dimensions === 3 ? z : undefined);
  }
}

function interact(world: World, { agent }: Cursor, slot: number, interaction: Interaction): void {
  const { columns } = world;
  if (interaction.when && !interaction.when(agent)) return;
  const type = world.typeNumber(interaction.with);
  for (const other of agent.touching()) {
    if (columns.alive[other] === 0 || columns.type[other] !== type) continue;
    const enough = interaction.does(agent, other);
    if (enough === true || columns.alive[slot] === 0) return;
  }
}

/** Asks all sensors of an agent at the place that it moves to. */
function exploreFrom(world: World, { agent }: Cursor, slot: number): void {
  const { types, columns, environment, bodies, dimensions, masks, sensors } = world;
  const type = columns.type[slot];
  const list = types[type].sensors;
  if (!list) return;
  const [x, y, z] = agent.target;
  Object.values(list).forEach(({ radius }, i) => {
    columns.tickets[slot * sensors + i] = environment.explore({
      x,
      y,
      ...(dimensions === 3 && { z }),
      radius,
      mask: masks[type][i],
      self: idOf(bodies, slot),
    });
  });
}
