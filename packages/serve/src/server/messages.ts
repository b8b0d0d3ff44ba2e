// What the main thread and the threads of the pool say to each other.
import type { ConditionOptions } from '@wayfield/osm/conditions';
import type { RoadPoint, RoutingNetwork } from '@wayfield/routing';
import type { Answer, OsrmOptions } from '../osrm/service.ts';

/** The `workerData` of a thread. */
export interface ThreadStart {
  readonly routing: RoutingNetwork;
  readonly options: OsrmOptions;
  /** See `ServerOptions`. */
  readonly conditions?: ConditionOptions;
  /** The live speeds that `routing` has: see `setLive` of `RoutingServer`. */
  readonly live?: Float32Array;
  /**
   * The main thread is asked for the costs of tables of this many cells or more; undefined: never.
   */
  readonly tableCells?: number | undefined;
}

/** What a thread asks the main thread for: the costs of a table. */
export interface TableQuestion {
  readonly sources: readonly RoadPoint[];
  readonly targets: readonly RoadPoint[];
}

/** The answer to a `TableQuestion`; undefined: the solver failed, so the thread makes the costs. */
export interface TableCosts {
  readonly costs: Float32Array | undefined;
}

/** Requests to a thread: the number and the address of each. */
export type Asked = readonly (readonly [id: number, target: string])[];

/** Answers of a thread: the number of the request and the answer. */
export type Answered = readonly (readonly [id: number, answer: Answer])[];

/** The code of an answer to a request at which a service threw another error than `Failure`. */
export const INTERNAL = 'InternalError';
