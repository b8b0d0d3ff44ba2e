import {
  checkOptions,
  either,
  type OptionRules,
  refuse,
  refuseKind,
  text,
  typed,
} from '@wayfield/check';
import { type Crew, createCrew, openPool, THREAD_RULES, type ThreadOptions } from '@wayfield/wasm';
import type { ModelStart, PhaseDone, PhaseWork } from '../agents-worker.ts';
import { WORKER_SOURCE } from '../agents-worker.gen.ts';
import { idFrom } from '../bodies/ids.ts';
import { WORLD_RULES } from '../rules.ts';
import { createCursor } from './agent.ts';
import { agentsOf, numbersNamed } from './agents.ts';
import { loadModel, type ModelContext, typesOfModel } from './model.ts';
import { actOf, moveOn, reasonOf } from './phases.ts';
import { checkTouching, createSharing, joinByContacts } from './shared-state.ts';
import type { Agents, AgentsOptions, AgentType } from './types.ts';
import { createWorld, type World } from './world.ts';

/** Options of `createAgentsPool`; the model, not the options, gives the types of agents. */
export interface AgentsPoolOptions extends Omit<AgentsOptions, 'types'>, ThreadOptions {
  /**
   * The address of a module that exports a `Model` as `model`. Each thread and the calling thread
   * import it. The address of a file beside your module: `new URL('model.js', import.meta.url)`.
   */
  readonly model: string | URL;
  /** The second argument of the model, in each thread: what `structuredClone` can copy. */
  readonly parameters?: unknown;
}

/** A world of agents whose callbacks run in several threads. */
export interface AgentsPool extends Agents {
  /** Threads that call the model's callbacks; 1: there are no workers. */
  readonly threads: number;
  /** Why there is only the calling thread; undefined: there are workers. */
  readonly fallback: string | undefined;
  /** The types of the model. Their callbacks are those of the calling thread. */
  readonly types: readonly AgentType[];
}

const RULES: OptionRules = {
  ...WORLD_RULES,
  ...THREAD_RULES,
  model: /* @__PURE__ */ either(text, /* @__PURE__ */ typed(URL)),
  parameters: () => {},
};

/** Calls the callbacks of all agents, up to their moves. */
interface Callers {
  readonly threads: number;
  readonly fallback: string | undefined;
  /** Runs Sense, Reason, interactions and Act for all agents of slots below `end`. */
  call(end: number): Promise<void>;
  end(): Promise<void>;
}

/**
 * The world of `createAgents` with the callbacks of a model in several threads, on shared columns.
 * Every number of threads gives the same world, bit by bit, if callbacks keep to these rules:
 *
 * - `reason` writes its agent only. Of other agents it reads places and types, no numbers.
 * - Interactions and `act` write their agent and those that it touches.
 * - Callbacks keep no state of their own: numbers of agents are the state.
 *
 * Agents that touch, directly or through others, act in one thread, in the order of their slots.
 * If no worker can be started, the calling thread does all work, and `fallback` says why. If a
 * callback throws, `tick` rejects in the middle of a tick: destroy the world.
 *
 * @example
 * const agents = await createAgentsPool({
 *   model: new URL('model.js', import.meta.url),
 *   side: 100,
 *   threads: 4,
 * });
 * agents.bear('sheep');
 * await agents.tick();
 * console.log(agents.count('sheep')); // 1
 * await agents.destroy();
 */
export async function createAgentsPool(options: AgentsPoolOptions): Promise<AgentsPool> {
  if (options === undefined) refuseKind('options of createAgentsPool', options, 'an object');
  checkOptions('createAgentsPool', options, RULES);
  const { environment, solver, parameters, onTick } = options;
  if (environment && solver) refuse('solver', solver, 'none: the environment makes its own');
  if (options.model === undefined) refuseKind('model', options.model, 'an address');
  const url = String(options.model);
  const model = await loadModel(url);
  // the world is made when it is known whether threads share it
  let world: World | undefined;
  const alone: Alone = { phase: 'none', roots: new Uint32Array(0), turn: 0 };
  const context = contextAlone(() => world!, alone);
  const types = typesOfModel(model, context, parameters);
  const callers = await openPool<Callers>(
    options,
    async (threads) => {
      const start = startOf(options, url);
      const crew = await createCrew<ModelStart | PhaseWork, PhaseDone>({
        threads,
        source: WORKER_SOURCE,
        worker: options.worker,
        start: () => start,
        // no thread waits for another
        stop: () => {},
      });
      return threadCallers(crew, () => world!);
    },
    (fallback) => aloneCallers(() => world!, alone, fallback),
  );
  try {
    world = createWorld({ ...options, types }, callers.fallback === undefined);
  } catch (error) {
    await callers.end();
    throw error;
  }
  const cursor = createCursor(world);
  const { bodies } = world;
  const agents = agentsOf(world, onTick, async () => {
    const { end } = bodies;
    await callers.call(end);
    for (let slot = 0; slot < end; slot++) moveOn(world!, cursor, slot);
  });
  // `ticks` and `last` stay getters
  return Object.defineProperties({} as AgentsPool, {
    ...Object.getOwnPropertyDescriptors(agents),
    ...Object.getOwnPropertyDescriptors({
      threads: callers.threads,
      fallback: callers.fallback,
      types,
      async destroy() {
        await callers.end();
        await agents.destroy();
      },
    }),
  });
}

/** Where a world without workers is in its tick. */
interface Alone {
  phase: 'none' | 'reason' | 'act';
  /** As in `SharedState`, in phase `act`. */
  roots: Uint32Array;
  /** The slot of the agent that acts. */
  turn: number;
}

/**
 * What the model does to the world on the calling thread. It refuses what threads refuse, so that a
 * model that runs without workers also runs with them.
 */
function contextAlone(worldOf: () => World, alone: Alone): ModelContext {
  return {
    get ticks() {
      return worldOf().ticks;
    },
    typeOf(slot) {
      const { types, columns } = worldOf();
      return types[columns.type[slot]].name;
    },
    alive: (slot) => worldOf().columns.alive[slot] === 1,
    numbers: (name) => numbersNamed(worldOf(), name),
    kill: (slot) => killAlone(worldOf(), alone, slot),
    bear(type, place) {
      refuseInReason('bear', alone);
      worldOf().bear(type, place);
    },
  };
}

function refuseInReason(what: string, { phase }: Alone): void {
  if (phase !== 'reason') return;
  throw new Error(`${what} in reason: agents reason at the same time; do it in act`);
}

function killAlone(world: World, alone: Alone, slot: number): void {
  refuseInReason('kill', alone);
  if (alone.phase === 'act') checkTouching(alone.roots, alone.turn, slot);
  world.kill(slot);
}

function aloneCallers(worldOf: () => World, alone: Alone, fallback: string): Callers {
  let words = new Uint32Array(0);
  return {
    threads: 1,
    fallback,
    async call(end) {
      const world = worldOf();
      // `die` of an agent refuses what `kill` of the model refuses
      const kill = (slot: number): void => killAlone(world, alone, slot);
      const cursor = createCursor(Object.create(world, { kill: { value: kill } }) as World);
      if (words.length < end) words = new Uint32Array(2 * end);
      alone.roots = words.subarray(0, end);
      joinByContacts(alone.roots, world.last?.contacts);
      try {
        alone.phase = 'reason';
        for (let slot = 0; slot < end; slot++) reasonOf(world, cursor, slot);
        alone.phase = 'act';
        for (alone.turn = 0; alone.turn < end; alone.turn++) actOf(world, cursor, alone.turn);
      } finally {
        alone.phase = 'none';
      }
    },
    async end() {},
  };
}

function startOf(options: AgentsPoolOptions, url: string): ModelStart {
  const { side = Infinity, seed = 1, dimensions = 2, parameters } = options;
  return { type: 'start', url, parameters, side, seed, dimensions };
}

function threadCallers(
  crew: Crew<ModelStart | PhaseWork, PhaseDone>,
  worldOf: () => World,
): Callers {
  const { threads } = crew;
  const sharing = createSharing();
  return {
    threads,
    fallback: undefined,
    async call() {
      const world = worldOf();
      const state = sharing.take(world);
      const all = (type: PhaseWork['type']): Promise<PhaseDone[]> =>
        crew.tellAll(type, (thread) => ({ type, state, thread, threads }));
      await all('reason');
      const done = await all('act');
      // in the order of the agents' turns, whichever thread had them
      const deaths = done.flatMap((part) => part.deaths).sort((a, b) => a.turn - b.turn);
      const { environment, bodies } = world;
      for (const { slot } of deaths) environment.remove(idFrom(slot, bodies.generation[slot]));
      const births = done.flatMap((part) => part.births).sort((a, b) => a.turn - b.turn);
      for (const { type, place } of births) world.bear(type, place);
    },
    end: () => crew.terminate(),
  };
}
