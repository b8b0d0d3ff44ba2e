import type { Streams } from '../streams.ts';

/** What commands get from the program. */
export interface Environment {
  readonly streams: Streams;
  /** Sets the exit code: 0 if the command found what was asked for, else 1. */
  finish(found: boolean): void;
  /** Resolves when a signal asks the program to end. */
  stopped(): Promise<void>;
}
