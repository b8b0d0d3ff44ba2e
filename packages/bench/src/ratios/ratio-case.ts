import type { CrossValidation } from '../check/cross-validation.ts';
import type { Contestant } from '../statistics/measure-in-turns.ts';

/** A fixed problem on which Wayfield races against plain code that stays as it is. */
export interface RatioCase {
  readonly name: string;
  /** What Wayfield is measured against. */
  readonly rival: string;
  make(): PreparedCase | Promise<PreparedCase>;
}

/** A case that is ready to run. */
export interface PreparedCase {
  readonly ours: Omit<Contestant, 'name'>;
  readonly theirs: Omit<Contestant, 'name'>;
  /** Compares the answers of both. */
  check(judge: CrossValidation): void | Promise<void>;
  /** Counted work: the same on every machine, by its name. */
  readonly counts: Readonly<Record<string, number>>;
  destroy(): void | Promise<void>;
}
