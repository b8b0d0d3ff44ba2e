// `add`, `remove`, `set` and `traitsOf` of a crowd of any backend, over the columns of its engine.
import { refuse } from '@wayfield/check';
import type { Engine } from '../engine.ts';
import type {
  AgentChanges,
  AgentOptions,
  AgentTraits,
  Bounds,
  CrowdAgents,
  CrowdOptions,
} from '../types.ts';
import { FREE, IDLE, MOVING } from '../types.ts';
import { type Columns, openColumns } from './columns.ts';
import { createIds, nextGeneration } from './ids.ts';
import { tellReplaced } from './replaced.ts';
import { anAgent, FARTHEST, someChanges } from './rules.ts';
import { createFreeSlots, type FreeSlots } from './slots.ts';

/** All traits of an agent. */
export type Traits = Required<{ [Name in keyof AgentTraits]: number }>;

/** What an agent is like if neither `add` nor the crowd's defaults say it. */
export const DEFAULT_TRAITS: Traits = {
  radius: 0.25,
  maxSpeed: 1.5,
  horizon: 2,
  wallHorizon: 0.5,
  neighbourDistance: 5,
  maxNeighbours: 10,
  priority: 0,
  group: 1,
  mask: 0xffffffff,
  storey: 0,
};

/** Velocities are accepted up to `maxSpeed` times this: callers may compute in f32. */
const SPEED_ROUNDING = 1.000001;

/** The agents of a crowd, with the parts that `step`, `restore` and `reset` need. */
export interface AgentStore extends CrowdAgents {
  readonly columns: Columns;
  readonly slots: FreeSlots;
  /** The bounds of the crowd. */
  readonly limits: Bounds;
  /**
   * Finds free slots and counts agents again, after the state was replaced; no slot from `end` on
   * has an agent. Tells guides.
   */
  recount(end: number): void;
}

const EVERYWHERE: Bounds = { minX: -FARTHEST, minY: -FARTHEST, maxX: FARTHEST, maxY: FARTHEST };

/**
 * The agents of a crowd whose engine is open. `check` throws while no call is allowed: after
 * `destroy`, and during a step of a pool.
 */
export function createAgents(
  engine: Engine,
  bounds: Bounds | undefined,
  options: CrowdOptions,
  check: () => void,
): AgentStore {
  const { kernels, capacity } = engine;
  const defaults = mergeTraits(DEFAULT_TRAITS, options.defaults ?? {});
  const columns = openColumns(engine);
  const slots = createFreeSlots(capacity);
  const ids = createIds(columns, slots);
  const limits = bounds ?? EVERYWHERE;
  kernels.setBounds(limits.minX, limits.minY, limits.maxX, limits.maxY);
  kernels.setCrowd(options.seed ?? 1, defaults.maxNeighbours, options.headway ?? 0);
  let count = 0;

  return {
    capacity,
    columns,
    slots,
    limits,
    ...publicColumns(columns),
    get count() {
      return count;
    },
    get end() {
      return slots.end;
    },
    add(agent) {
      check();
      const traits = checkAgent(agent, defaults, limits);
      const slot = slots.peek();
      if (slot === undefined) {
        throw new RangeError(`agent ${count} does not fit: the crowd's capacity is ${capacity}`);
      }
      slots.take();
      count++;
      putTraits(engine, columns, slot, traits);
      putNew(columns, slot, agent);
      return ids.idOf(slot);
    },
    remove(id) {
      check();
      const slot = ids.slotOf(id);
      columns.status[slot] = FREE;
      columns.generation[slot] = nextGeneration(columns.generation[slot]);
      slots.give(slot);
      count--;
    },
    has(id) {
      check();
      return ids.lives(id);
    },
    slotOf(id) {
      check();
      return ids.slotOf(id);
    },
    idOf(slot) {
      check();
      return ids.idOf(slot);
    },
    set(id, changes) {
      check();
      const slot = ids.slotOf(id);
      someChanges(changes, 'changes');
      const traits = mergeTraits(readTraits(engine, columns, slot), changes);
      change(engine, columns, { slot, changes, traits, limits });
    },
    traitsOf(id) {
      check();
      return readTraits(engine, columns, ids.slotOf(id));
    },
    recount(end) {
      slots.restart(end, (slot) => columns.status[slot] === FREE);
      count = 0;
      for (let slot = 0; slot < end; slot++) if (columns.status[slot] !== FREE) count++;
      tellReplaced(columns);
    },
  };
}

/** The columns that users see. */
export function publicColumns(
  columns: Columns,
): Pick<CrowdAgents, keyof Columns & keyof CrowdAgents> {
  const { positionX, positionY, x, y, velocityX, velocityY, headingX, headingY } = columns;
  const { preferredX, preferredY, radius, status, generation } = columns;
  return {
    positionX,
    positionY,
    x,
    y,
    velocityX,
    velocityY,
    headingX,
    headingY,
    preferredX,
    preferredY,
    radius,
    status,
    generation,
  };
}

function mergeTraits(base: Traits, over: AgentTraits): Traits {
  return {
    radius: over.radius ?? base.radius,
    maxSpeed: over.maxSpeed ?? base.maxSpeed,
    horizon: over.horizon ?? base.horizon,
    wallHorizon: over.wallHorizon ?? base.wallHorizon,
    neighbourDistance: over.neighbourDistance ?? base.neighbourDistance,
    maxNeighbours: over.maxNeighbours ?? base.maxNeighbours,
    priority: over.priority ?? base.priority,
    group: over.group ?? base.group,
    mask: over.mask ?? base.mask,
    storey: over.storey ?? base.storey,
  };
}

function checkPosition(x: number, y: number, { minX, minY, maxX, maxY }: Bounds): void {
  if (x < minX || x > maxX) refuse('x', x, `a number from ${minX} to ${maxX}, in the bounds`);
  if (y < minY || y > maxY) refuse('y', y, `a number from ${minY} to ${maxY}, in the bounds`);
}

function checkVelocity(vx: number, vy: number, maxSpeed: number): void {
  const speed = Math.sqrt(vx * vx + vy * vy);
  if (speed > maxSpeed * SPEED_ROUNDING) {
    refuse('velocityX', vx, `with velocityY ${vy} a speed of at most maxSpeed, ${maxSpeed}`);
  }
}

/** Checks an agent as `add` takes it; returns its traits. */
function checkAgent(agent: AgentOptions, defaults: Traits, limits: Bounds): Traits {
  anAgent(agent, 'agent');
  checkPosition(agent.x, agent.y, limits);
  const traits = mergeTraits(defaults, agent);
  checkVelocity(agent.velocityX ?? 0, agent.velocityY ?? 0, traits.maxSpeed);
  return traits;
}

function putTraits({ kernels }: Engine, columns: Columns, slot: number, traits: Traits): void {
  const { maxSpeed, horizon, wallHorizon, neighbourDistance, priority } = traits;
  columns.radius[slot] = traits.radius;
  kernels.setMotion(slot, maxSpeed, horizon, wallHorizon, neighbourDistance, priority);
  kernels.setFilter(slot, traits.group, traits.mask, traits.storey, traits.maxNeighbours);
}

/** The traits of a slot; the numbers are those of `traitOf` in assembly/tick/host.ts. */
function readTraits({ kernels }: Engine, columns: Columns, slot: number): Traits {
  const read = (which: number): number => kernels.traitOf(slot, which);
  return {
    radius: columns.radius[slot],
    maxSpeed: read(0),
    horizon: read(1),
    wallHorizon: read(2),
    neighbourDistance: read(3),
    priority: read(4),
    group: read(5),
    mask: read(6),
    storey: read(7),
    maxNeighbours: read(8),
  };
}

/** Moves an agent, and its home. In the chained assignments, `x` and `y` round to f32. */
function putPosition(columns: Columns, slot: number, x: number, y: number): void {
  columns.positionX[slot] = columns.x[slot] = columns.homeX[slot] = x;
  columns.positionY[slot] = columns.y[slot] = columns.homeY[slot] = y;
}

/** Writes the columns of a new agent, without its traits. */
function putNew(columns: Columns, slot: number, agent: AgentOptions): void {
  const { preferredX = 0, preferredY = 0, velocityX = 0, velocityY = 0 } = agent;
  putPosition(columns, slot, agent.x, agent.y);
  columns.velocityX[slot] = velocityX;
  columns.velocityY[slot] = velocityY;
  columns.preferredX[slot] = preferredX;
  columns.preferredY[slot] = preferredY;
  const isMoving = preferredX !== 0 || preferredY !== 0;
  const length = Math.sqrt(preferredX * preferredX + preferredY * preferredY);
  columns.headingX[slot] = isMoving ? preferredX / length : 1;
  columns.headingY[slot] = isMoving ? preferredY / length : 0;
  columns.status[slot] = isMoving ? MOVING : IDLE;
  columns.level[slot] = 0;
  columns.stall[slot] = 0;
  columns.cruise[slot] = 0;
}

interface Change {
  readonly slot: number;
  readonly changes: AgentChanges;
  readonly traits: Traits;
  readonly limits: Bounds;
}

/** Checks all changes of an agent before it writes the first. */
function change(engine: Engine, columns: Columns, { slot, changes, traits, limits }: Change): void {
  const { x = columns.positionX[slot], y = columns.positionY[slot] } = changes;
  let { velocityX = columns.velocityX[slot], velocityY = columns.velocityY[slot] } = changes;
  if (changes.x !== undefined || changes.y !== undefined) checkPosition(x, y, limits);
  if (changes.velocityX !== undefined || changes.velocityY !== undefined) {
    checkVelocity(velocityX, velocityY, traits.maxSpeed);
  }
  // a new largest speed may be below the current one
  const speed = Math.sqrt(velocityX * velocityX + velocityY * velocityY);
  if (speed > traits.maxSpeed) {
    velocityX *= traits.maxSpeed / speed;
    velocityY *= traits.maxSpeed / speed;
  }
  putTraits(engine, columns, slot, traits);
  if (changes.x !== undefined || changes.y !== undefined) putPosition(columns, slot, x, y);
  columns.velocityX[slot] = velocityX;
  columns.velocityY[slot] = velocityY;
  columns.preferredX[slot] = changes.preferredX ?? columns.preferredX[slot];
  columns.preferredY[slot] = changes.preferredY ?? columns.preferredY[slot];
}
