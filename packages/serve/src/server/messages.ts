import type { RoutingNetwork } from '@wayfield/routing';
import type { Answer, OsrmOptions } from '../osrm/service.ts';

/** The `workerData` of a thread. */
export interface ThreadStart {
  readonly routing: RoutingNetwork;
  readonly options: OsrmOptions;
}

/** Requests to a thread: the number and the address of each. */
export type Asked = readonly (readonly [id: number, target: string])[];

/** Answers of a thread: the number of the request and the answer. */
export type Answered = readonly (readonly [id: number, answer: Answer])[];

/** An answer to a request that the services could not handle: a defect. */
export const INTERNAL = 'InternalError';
