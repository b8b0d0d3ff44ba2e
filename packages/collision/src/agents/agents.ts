import { checkOptions, refuse, refuseKind } from '@wayfield/check';
import { AGENTS_RULES, aPlace, aSlot, someText } from '../rules.ts';
import { createCursor } from './agent.ts';
import { actOf, moveOn, reasonOf } from './phases.ts';
import type { Agents, AgentsOptions } from './types.ts';
import { createWorld, type SensedWorld, type World } from './world.ts';

/**
 * Makes a world of agents that Sense, Reason, Explore and Act, after Kayser, Entwicklung und
 * Integration einer GPU-Unterstützung für MARS (2018), section 6.2.
 *
 * A tick: every agent reads its senses, which the last commit answered, and reasons. Then, in the
 * order of slots, every agent has its interactions, acts, explores from the place that it moves to,
 * and moves. One commit answers all. Reasoning reads the last commit only, so its order does not
 * matter. Random numbers belong to an agent and a tick, so a world is the same on every solver.
 *
 * Throws RangeError for two types of one name, for more than 32 types, and for unknown names of
 * types.
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
 * for (let tick = 0; tick < 100; tick++) await agents.tick();
 * console.log(agents.count('sheep'), agents.count('grass') < 66); // 34 true
 */
export function createAgents(options: AgentsOptions): Agents {
  if (options === undefined) refuseKind('options of createAgents', options, 'an object');
  checkOptions('createAgents', options, AGENTS_RULES);
  if (options.types === undefined) refuseKind('types', options.types, 'an array');
  const { environment, solver } = options;
  if (environment && solver) refuse('solver', solver, 'none: the environment makes its own');
  const world = createWorld(options);
  const cursor = createCursor(world);
  return agentsOf(world, options.onTick, async () => {
    // agents that are born in this tick act in the next one
    const { end } = world.bodies;
    for (let slot = 0; slot < end; slot++) reasonOf(world, cursor, slot);
    for (let slot = 0; slot < end; slot++) {
      actOf(world, cursor, slot);
      moveOn(world, cursor, slot);
    }
  });
}

/** The interface of a world. `live` runs all phases of a tick that come before its commit. */
export function agentsOf(
  world: World,
  onTick: AgentsOptions['onTick'],
  live: () => Promise<void>,
): Agents {
  const { environment, columns, bodies, facts, types } = world;
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
      const { end } = bodies;
      if (slot >= end) refuse('slot', slot, `a slot that was used: below ${end}`);
      return types[columns.type[slot]].name;
    },
    numbers(name) {
      someText(name, 'name');
      return numbersNamed(world, name);
    },
    count(type) {
      someText(type, 'type');
      const number = facts.typeNumber(type);
      let count = 0;
      for (let slot = 0; slot < bodies.end; slot++) {
        if (columns.alive[slot] === 1 && columns.type[slot] === number) count++;
      }
      return count;
    },
    async tick() {
      await live();
      onTick?.(agents);
      world.last = await environment.commit();
      world.ticks++;
      return world.last;
    },
    destroy: () => environment.destroy(),
  };
  return agents;
}

/** A column of numbers. Throws RangeError for a name that no type has. */
export function numbersNamed({ columns }: SensedWorld, name: string): Float64Array {
  const column = columns.numbers.get(name);
  if (!column) throw new RangeError(`name is ${name}: no type has numbers of this name`);
  return column;
}
