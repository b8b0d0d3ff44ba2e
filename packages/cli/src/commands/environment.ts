import type { Streams } from '../streams.ts';
import type { OpenGpu } from '../table-gpu.ts';

/** What commands get from the program. */
export interface Environment {
  readonly streams: Streams;
  /** Sets the exit code: 0 if the command found what was asked for, else 1. */
  finish(found: boolean): void;
  /** Resolves when a signal asks the program to end. */
  stopped(): Promise<void>;
  /** Calls a function at each SIGHUP, which ends the program no more; returns how to stop that. */
  onHangup(listener: () => void): () => void;
  /** Opens the GPU of this machine. */
  readonly openGpu: OpenGpu;
}
