/**
 * The codes of OSRM for requests that it refuses. The server has six more, for its own state:
 * TooBusy, Timeout, Starting, Closed, ThreadFailed and InternalError (see `server/`).
 */
export type FailureCode =
  | 'InvalidUrl'
  | 'InvalidService'
  | 'InvalidVersion'
  | 'InvalidOptions'
  | 'InvalidQuery'
  | 'InvalidValue'
  | 'NoSegment'
  | 'NoRoute'
  | 'NoTrips'
  | 'NoMatch'
  | 'TooBig'
  | 'NotImplemented';

/** A request that cannot be answered: its code and message become the answer. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly code: FailureCode;

  constructor(code: FailureCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** Throws a `Failure`; `service.ts` makes the answer of it. */
export function fail(code: FailureCode, message: string): never {
  throw new Failure(code, message);
}
