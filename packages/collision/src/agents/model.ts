import { callback, checkOptions, refuseKind } from '@wayfield/check';
import { someTypes } from '../rules.ts';
import type { AgentType, Spot } from './types.ts';

/**
 * What callbacks of a model do to the world beside their agent. In `reason`, where the other agents
 * reason at the same time, `kill` and `bear` throw, and `numbers` serves for entries of the agent.
 */
export interface ModelContext {
  /** Ticks done. */
  readonly ticks: number;
  /** The name of the type of the agent in a slot. */
  typeOf(slot: number): string;
  /** Does an agent live in the slot, as far as this tick goes? */
  alive(slot: number): boolean;
  /**
   * A column of numbers by slot. Read and write only entries of the agent and, outside `reason`, of
   * agents that it touches.
   */
  numbers(name: string): Float64Array;
  /**
   * Ends the life of the agent, or of one that it touches, directly or through others. Throws
   * RangeError for any other agent, with and without workers, and Error in `reason`.
   */
  kill(slot: number): void;
  /** Bears an agent at the end of the tick, as `bear` of `Agents`. Throws Error in `reason`. */
  bear(type: string, place?: Spot): void;
}

/** What the module of a model exports as `model`: gives the types of its agents. */
export type Model = (context: ModelContext, parameters: unknown) => readonly AgentType[];

/** Rejects with TypeError for no address, and for a module that does not load or has no model. */
export async function loadModel(url: string): Promise<Model> {
  let module: { readonly model?: unknown };
  try {
    module = await import(/* @vite-ignore */ /* webpackIgnore: true */ new URL(url).href);
  } catch (cause) {
    const why = (cause as Error).message;
    throw new TypeError(`model is '${url}', which does not load: ${why}`, { cause });
  }
  callback(module.model, `the export 'model' of ${url}`);
  return module.model as Model;
}

/** Throws TypeError for types that `createAgents` would refuse. */
export function typesOfModel(
  model: Model,
  context: ModelContext,
  parameters: unknown,
): readonly AgentType[] {
  const types = model(context, parameters);
  if (!Array.isArray(types)) refuseKind('types of the model', types, 'an array');
  checkOptions('the model', { types }, { types: someTypes });
  return types;
}
