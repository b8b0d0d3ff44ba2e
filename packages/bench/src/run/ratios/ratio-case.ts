import type { CrossValidation } from '../check/cross-validation.ts';
import type { Contestant } from '../statistics/measure-in-turns.ts';

/** A fixed problem on which Wayfield races against plain code that never changes. */
export interface RatioCase {
  readonly name: string;
  /** The program that Wayfield is compared with. */
  readonly rival: string;
  /** Builds both programs and their inputs; never timed. */
  make(): PreparedCase | Promise<PreparedCase>;
}

/** A case that is ready to run. */
export interface PreparedCase {
  readonly ours: Omit<Contestant, 'name'>;
  readonly theirs: Omit<Contestant, 'name'>;
  /** Compares the answers of both programs. */
  check(judge: CrossValidation): void | Promise<void>;
  /** Counted work by name, which is the same on every machine. */
  readonly counts: Readonly<Record<string, number>>;
  destroy(): void | Promise<void>;
}
