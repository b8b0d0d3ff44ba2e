import type { Streams } from '../streams.ts';

/** What commands get from the program. */
export interface Environment {
  readonly streams: Streams;
  /** Says whether there is what was asked for. */
  finish(found: boolean): void;
  /** Resolves when a signal asks the program to end. */
  stopped(): Promise<void>;
}
