// The public interface of a pool: calls take effect in their order. `PoolParts.work` answers the
// requests of plans, by threads (`openCrew` in crew.ts) or in slices on the calling thread
// (`sliced`).
import { createDestroyGuard, createTurns } from '@wayfield/wasm';
import {
  checkCell,
  checkFactors,
  checkOut,
  checkStarts,
  checkSteps,
  sortGoals,
} from '../model/check-input.ts';
import { layerIndex } from '../model/resolve-options.ts';
import { checkSettleOptions } from '../model/rules.ts';
import { checkPursuers, copyPursuers } from '../pursuers/check-pursuers.ts';
import { createCrowd, groundOf } from '../pursuers/pursuers.ts';
import { type AgentCall, createAgentCalls } from '../steering/steering.ts';
import type { AsyncAgentModel } from '../steering/types.ts';
import { type Plan, settleEnd } from '../step/settle.ts';
import type { AsyncDiffusion, AsyncPursuers, PursuerOptions, RouteOptions } from '../types.ts';
import type { Routes } from '@wayfield/graph';
import type { PoolParts } from './crew.ts';

/**
 * A model whose steps many threads do together. A change that is made while a call runs takes
 * effect after that call; until then `unreachable` and `wouldBlock` answer for the map before the
 * change.
 */
export interface DiffusionPool extends AsyncDiffusion, AsyncAgentModel {
  /** Threads that work on a step: 1 where there are no workers. */
  readonly threads: number;
  /** Why there is only the calling thread; undefined when there are workers. */
  readonly fallback: string | undefined;
  /**
   * Pursuers on this model, as `createPursuers` makes them. The threads share their ticks, except
   * those of exclusive pursuers. Rejects with what `createPursuers` throws.
   */
  pursuers(options: PursuerOptions): Promise<AsyncPursuers>;
}

/** The order of a pool's calls: memory belongs to one of them at a time. */
interface PoolCalls {
  /** Throws once the pool was destroyed. */
  alive(): void;
  inTurn<T>(task: () => T | Promise<T>): Promise<T>;
  /**
   * Does a change at once where no call is under way or waits, else in its turn. The arguments of
   * the change have been checked.
   */
  change(task: () => void): void;
  /** Ends all calls. */
  end(): void;
  /** Whether the pool was destroyed. */
  ended(): boolean;
}

function createPoolCalls(): PoolCalls {
  const turns = createTurns('model');
  const guard = createDestroyGuard('model');
  let ended = false;

  async function inTurn<T>(task: () => T | Promise<T>): Promise<T> {
    guard.check();
    return turns.inTurn(task);
  }

  return {
    alive: guard.check,
    inTurn,
    change(task) {
      guard.check();
      if (turns.waiting === 0) task();
      else void inTurn(task).catch(() => undefined);
    },
    end() {
      ended = true;
      guard.end();
      turns.close();
    },
    ended: () => ended,
  };
}

export function createPoolModel(parts: PoolParts): DiffusionPool {
  const { core, threads, fallback } = parts;
  const { members, blocks, model } = core;
  const calls = createPoolCalls();
  const { inTurn } = calls;
  return {
    ...members,
    threads,
    fallback,
    get memoryBytes() {
      return blocks.held();
    },
    ...changesOf(parts, calls),
    wouldBlock(...args) {
      calls.alive();
      return members.wouldBlock(...args);
    },
    wouldBlockEach(...args) {
      calls.alive();
      return members.wouldBlockEach(...args);
    },
    unreachable(layer) {
      calls.alive();
      const state = model.layers[layerIndex(core.options.layers, layer)];
      return model.regions.openCells - state.reachable();
    },
    ...stepsOf(parts, calls),
    async pursuers(options) {
      calls.alive();
      const { layers, method } = core.options;
      checkPursuers(model.terrain.length, layers, method, options);
      const copy = copyPursuers(options);
      return inTurn(() => createPoolPursuers(parts, calls, copy));
    },
    ...readsOf(parts, calls),
    ...agentsOf(parts, calls),
    async destroy() {
      calls.end();
      await parts.end();
      blocks.freeAll();
    },
  };
}

/**
 * The members that change goals, terrain and modulations. Arguments are copied: changes may wait.
 */
function changesOf(
  { core: { members, model, options } }: PoolParts,
  { change }: PoolCalls,
): Pick<DiffusionPool, 'setGoals' | 'setTerrain' | 'setModulation' | 'reset'> {
  const { layers } = options;
  const cells = model.terrain.length;
  return {
    setGoals(layer, goals) {
      const i = layerIndex(layers, layer);
      const sorted = sortGoals(cells, goals);
      change(() => model.layers[i].setGoals(model.caller, sorted));
    },
    setTerrain(at, terrain) {
      checkFactors(cells, at, terrain, 'terrain');
      const [copy, values] = [Uint32Array.from(at), copied(terrain)];
      change(() => members.setTerrain(copy, values));
    },
    setModulation(layer, at, factor) {
      layerIndex(layers, layer);
      checkFactors(cells, at, factor, 'factor');
      const [copy, values] = [Uint32Array.from(at), copied(factor)];
      change(() => members.setModulation(layer, copy, values));
    },
    reset: () => change(members.reset),
  };
}

function copied(value: number | ArrayLike<number>): number | Float32Array {
  return typeof value === 'number' ? value : Float32Array.from(value);
}

/**
 * The members that read fields. Arguments are checked and copied at the call, because the read may
 * wait; `out` and `reuse` are written in the call's turn.
 */
function readsOf(
  { core }: PoolParts,
  { alive, inTurn }: PoolCalls,
): Pick<DiffusionPool, 'field' | 'next' | 'ascend' | 'descend'> {
  const { layers } = core.options;
  const cells = core.model.terrain.length;

  async function routes(
    call: 'ascend' | 'descend',
    layer: string,
    starts: number | ArrayLike<number>,
    options: RouteOptions | undefined,
  ): Promise<Routes> {
    alive();
    core.checkRoutes(call, options);
    layerIndex(layers, layer);
    const list = Uint32Array.from(checkStarts(cells, starts));
    const { maxSteps = cells, reuse } = options ?? {};
    const copy = { maxSteps, ...(reuse && { reuse }) };
    return inTurn(() => core[call](layer, list, copy));
  }

  return {
    async field(layer, out) {
      alive();
      layerIndex(layers, layer);
      checkOut(cells, out);
      return inTurn(() => core.read(layer, out));
    },
    async next(layer, cell) {
      alive();
      checkCell(cells, cell, 'cell');
      layerIndex(layers, layer);
      return inTurn(() => core.next(layer, cell));
    },
    ascend: (layer, starts, options) => routes('ascend', layer, starts, options),
    descend: (layer, starts, options) => routes('descend', layer, starts, options),
  };
}

/** `step` and `settle`. Arguments are checked and copied at the call, because the call may wait. */
function stepsOf(
  { core: { plans, options }, work }: PoolParts,
  { alive, inTurn }: PoolCalls,
): Pick<DiffusionPool, 'step' | 'settle'> {
  async function run<T>(plan: Plan<T>, look: () => void): Promise<T> {
    try {
      let next = plan.next();
      while (next.done !== true) {
        const answer = await work(next.value);
        // throws after `destroy`, which has freed the memory of the plan
        alive();
        look();
        next = plan.next(answer);
      }
      return next.value;
    } finally {
      // runs the `finally` blocks of an aborted plan, which free its memory
      plan.return(undefined as T);
    }
  }

  return {
    async step(count = 1) {
      alive();
      checkSteps(count, 'count');
      return inTurn(() => run(plans.step(count), () => undefined));
    },
    async settle(settleOptions = {}) {
      alive();
      checkSettleOptions(settleOptions);
      const { tolerance, signal, onProgress } = settleOptions;
      // the plan knows the default tolerance of its method
      const { until, limit, layers } = settleEnd(options.layers, settleOptions, 0);
      const asked = { until, limit, layers: layers.map((l) => options.layers[l]) };
      const copy = tolerance === undefined ? asked : { ...asked, tolerance };
      signal?.throwIfAborted();
      return inTurn(() => {
        signal?.throwIfAborted();
        let steps = 0;
        const look = (): void => {
          onProgress?.(steps);
          alive();
          signal?.throwIfAborted();
        };
        return run(
          plans.settle(copy, (done) => (steps = done)),
          look,
        );
      });
    },
  };
}

/** Calls about free-moving agents. What they answer is read when they are done. */
function agentsOf({ core, work }: PoolParts, { alive, inTurn }: PoolCalls): AsyncAgentModel {
  const agents = createAgentCalls(core, true);
  async function ask<T>(call: () => AgentCall<T>): Promise<T> {
    alive();
    const { begin, end } = call();
    return inTurn(async () => {
      await work({ kind: 'agents', job: begin() });
      return end();
    });
  }
  return {
    headings: (...args) => ask(() => agents.headings(...args)),
    steer: (...args) => ask(() => agents.steer(...args)),
    moveAlong: (...args) => ask(() => agents.moveAlong(...args)),
  };
}

function createPoolPursuers(
  { core, work }: PoolParts,
  calls: PoolCalls,
  options: PursuerOptions,
): AsyncPursuers {
  const { inTurn } = calls;
  const crowd = createCrowd(groundOf(core), options);
  let over = false;
  const ready = (): void => {
    if (over) throw new Error('the pursuers were destroyed');
  };
  return {
    count: crowd.count,
    cell: crowd.cell,
    move: () =>
      inTurn(async () => {
        ready();
        try {
          const { counts } = await work({ kind: 'move', job: crowd.begin() });
          crowd.end(counts[0]);
          return counts[0];
        } catch (error) {
          crowd.undo();
          throw error;
        }
      }),
    async place(cell) {
      crowd.check(cell);
      const to = Uint32Array.from(cell);
      return inTurn(() => {
        ready();
        crowd.place(to);
      });
    },
    async destroy() {
      if (calls.ended() || over) return;
      await inTurn(() => {
        // a `destroy` that waited before this one has freed the block, which may have a new owner
        if (over) return;
        over = true;
        crowd.destroy();
      });
    },
  };
}
