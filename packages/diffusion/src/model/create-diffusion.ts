import { createDestroyGuard } from '@wayfield/wasm';
import { type Core, createCore } from './core.ts';
import { KERNELS_BASE64 } from '../kernels.gen.ts';
import { checkSteps } from './check-input.ts';
import { checkModelOptions, checkSettleOptions } from './rules.ts';
import type { Plan } from '../step/settle.ts';
import { runAgents } from '../steering/agent-job.ts';
import { type AgentCall, createAgentCalls } from '../steering/steering.ts';
import type { AgentModel } from '../steering/types.ts';
import type { Diffusion, DiffusionMap, DiffusionOptions } from '../types.ts';
import { perform } from './perform.ts';

/** Milliseconds between two looks at the signal of a `settle`. */
const SLICE_MS = 8;

/**
 * A model on the calling thread, in WebAssembly with SIMD. Copies the map. Throws RangeError for a
 * map or options that are not valid, and when memory ends.
 *
 * @example
 * const terrain = new Float32Array(40 * 30).fill(1);
 * const model = createDiffusion({ width: 40, height: 30, neighbours: 8, terrain });
 * model.setGoals('goal', { cell: [1199] });
 * model.settle();
 * const routes = model.ascend('goal', [0]);
 * console.log(pathOf(routes, 0).length); // 40
 */
export function createDiffusion(map: DiffusionMap, options: DiffusionOptions = {}): Diffusion {
  checkModelOptions('createDiffusion', options);
  const core = createCore(map, options, { binary: KERNELS_BASE64, shared: false, threads: 1 });
  const { members, blocks, plans } = core;
  const guard = createDestroyGuard('model');
  const alive = guard.check;
  const agents = agentsOn(core);

  /** The member, made to throw once the model was destroyed. */
  function living<A extends unknown[], R>(member: (...args: A) => R): (...args: A) => R {
    return (...args) => {
      alive();
      return member(...args);
    };
  }

  /** Does what a plan asks for. */
  function run<T>(plan: Plan<T>, look: () => void): T {
    try {
      let next = plan.next();
      while (next.done !== true) {
        const answer = perform(core, next.value);
        look();
        next = plan.next(answer);
      }
      return next.value;
    } finally {
      // runs the `finally` blocks of an aborted plan, which free its memory
      plan.return(undefined as T);
    }
  }

  const diffusion: Diffusion = {
    ...members,
    get memoryBytes() {
      return blocks.held();
    },
    setGoals: living(members.setGoals),
    setTerrain: living(members.setTerrain),
    setModulation: living(members.setModulation),
    unreachable: living(members.unreachable),
    wouldBlock: living(members.wouldBlock),
    wouldBlockEach: living(members.wouldBlockEach),
    reset: living(members.reset),
    step: living((count = 1) => {
      checkSteps(count, 'count');
      run(plans.step(count), () => undefined);
    }),
    settle: living((settleOptions = {}) => {
      checkSettleOptions(settleOptions);
      const { signal, onProgress } = settleOptions;
      signal?.throwIfAborted();
      let [steps, looked] = [0, performance.now()];
      const look = (): void => {
        if (performance.now() - looked < SLICE_MS) return;
        looked = performance.now();
        onProgress?.(steps); // which may destroy the model
        alive();
        signal?.throwIfAborted();
      };
      return run(
        plans.settle(settleOptions, (done) => (steps = done)),
        look,
      );
    }),
    field: living(core.read),
    next: living(core.next),
    ascend: living(core.ascend),
    descend: living(core.descend),
    headings: living(agents.headings),
    steer: living(agents.steer),
    moveAlong: living(agents.moveAlong),
    destroy() {
      if (guard.end()) blocks.freeAll();
    },
  };
  cores.set(diffusion, { core, alive });
  return diffusion;
}

/** Calls about free-moving agents, done at once. */
function agentsOn(core: Core): AgentModel {
  const calls = createAgentCalls(core, false);
  function ask<T>({ begin, end }: AgentCall<T>): T {
    runAgents(core.kernels, begin(), 0, 1);
    return end();
  }
  return {
    headings: (...args) => ask(calls.headings(...args)),
    steer: (...args) => ask(calls.steer(...args)),
    moveAlong: (...args) => ask(calls.moveAlong(...args)),
  };
}

/** What `createPursuers` needs of a model and the public interface does not show. */
export interface Behind {
  readonly core: Core;
  /** Throws once the model was destroyed. */
  alive(): void;
}

const cores: WeakMap<Diffusion, Behind> = new WeakMap();

/** Undefined for models that were not made here. */
export function coreOf(model: Diffusion): Behind | undefined {
  return cores.get(model);
}
