// One thread of a pool of agents: loads the model and calls its callbacks for a part of the agents.
// Runs as a web worker and as a Node worker thread.
import { serveThread } from '@wayfield/wasm';
import { createCursor } from './agents/agent.ts';
import { numbersNamed } from './agents/agents.ts';
import { makeColumns } from './agents/columns.ts';
import { describeTypes } from './agents/describe-types.ts';
import { loadModel, type ModelContext, typesOfModel } from './agents/model.ts';
import { actOf, reasonOf } from './agents/phases.ts';
import { adopt, checkTouching, type SharedState } from './agents/shared-state.ts';
import type { Spot } from './agents/types.ts';
import type { SensedWorld } from './agents/world.ts';

export interface ModelStart {
  readonly type: 'start';
  readonly url: string;
  readonly parameters: unknown;
  readonly side: number;
  readonly seed: number;
  readonly dimensions: 2 | 3;
}

export interface PhaseWork {
  readonly type: 'reason' | 'act';
  readonly state: SharedState;
  /** The number of this thread, from 0. */
  readonly thread: number;
  readonly threads: number;
}

/** A death or a birth. `turn` is the slot of the agent that acted when it was asked for. */
export interface Death {
  readonly turn: number;
  readonly slot: number;
}
export interface Birth {
  readonly turn: number;
  readonly type: string;
  readonly place: Spot | undefined;
}

export interface PhaseDone {
  readonly deaths: readonly Death[];
  readonly births: readonly Birth[];
}

type Message = ModelStart | PhaseWork;

let run: ((work: PhaseWork) => PhaseDone) | undefined;

serveThread<Message, PhaseDone>(async (message) => {
  if (message.type !== 'start') return run!(message);
  run = await open(message);
  return { deaths: [], births: [] };
});

async function open(start: ModelStart): Promise<(work: PhaseWork) => PhaseDone> {
  const { url, parameters, side, seed, dimensions } = start;
  const model = await loadModel(url);
  /** The slot of the agent that acts, in phase `act`. */
  let turn = 0;
  let work: PhaseWork | undefined;
  let deaths: Death[] = [];
  let births: Birth[] = [];
  const inAct = (what: string): void => {
    if (work?.type === 'act') return;
    throw new Error(`${what} in reason: agents reason at the same time; do it in act`);
  };
  const context: ModelContext = {
    get ticks() {
      return world.ticks;
    },
    typeOf: (slot) => world.types[world.columns.type[slot]].name,
    alive: (slot) => world.columns.alive[slot] === 1,
    numbers: (name) => numbersNamed(world, name),
    kill: (slot) => world.kill(slot),
    bear(type, place) {
      inAct('bear');
      world.facts.typeNumber(type);
      births.push({ turn, type, place });
    },
  };
  const types = typesOfModel(model, context, parameters);
  const facts = describeTypes(types);
  const world: SensedWorld & { -readonly [Name in 'last' | 'ticks']: SensedWorld[Name] } = {
    bodies: { ...({} as SensedWorld['bodies']) },
    columns: makeColumns(0, { ...facts, shared: false }),
    types,
    facts,
    dimensions,
    seed,
    side,
    ticks: 0,
    last: undefined,
    kill(slot) {
      inAct('kill');
      checkTouching(work!.state.roots, turn, slot);
      if (world.columns.alive[slot] !== 1) return;
      world.columns.alive[slot] = 0;
      deaths.push({ turn, slot });
    },
  };
  const cursor = createCursor(world);

  return (next) => {
    work = next;
    adopt(world, next.state);
    deaths = [];
    births = [];
    const { thread, threads, state } = next;
    const { end } = state.bodies;
    const size = Math.ceil(end / threads);
    const last = Math.min(end, (thread + 1) * size);
    if (next.type === 'reason') {
      for (let slot = thread * size; slot < last; slot++) reasonOf(world, cursor, slot);
      return { deaths, births };
    }
    for (turn = 0; turn < end; turn++) {
      if (threadOf(state.roots[turn], threads) === thread) actOf(world, cursor, turn);
    }
    return { deaths, births };
  };
}

/**
 * Spreads components of agents over the threads by Fibonacci hashing (Knuth, 1973): the upper 16
 * bits of the product with a prime near 2^32 divided by the golden ratio.
 */
const threadOf = (root: number, threads: number): number =>
  (Math.imul(root, 0x9e3779b1) >>> 16) % threads;
