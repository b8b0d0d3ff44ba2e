/** The codes of OSRM's answers that are no success, and those of the server beside them. */
export type FailureCode =
  | 'InvalidUrl'
  | 'InvalidService'
  | 'InvalidVersion'
  | 'InvalidOptions'
  | 'InvalidQuery'
  | 'InvalidValue'
  | 'NoSegment'
  | 'NoRoute'
  | 'NoTable'
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

/** Throws a `Failure`. */
export function fail(code: FailureCode, message: string): never {
  throw new Failure(code, message);
}
