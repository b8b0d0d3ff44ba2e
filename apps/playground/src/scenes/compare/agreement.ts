// Whether two backends gave the same answers. The tolerance is that of the problem (problem.ts).
import type { Answers } from './problem.ts';

export interface Agreement {
  readonly compared: number;
  readonly differing: number;
  /** The first question with answers that differ. */
  readonly first?: { readonly question: number; readonly expected: number; readonly got: number };
}

/**
 * Compares answers: their relative difference may be at most `tolerance`. If one list is shorter,
 * the rest of the other one is not compared.
 */
export function agreementOf(answers: Answers, expected: Answers, tolerance: number): Agreement {
  const compared = Math.min(answers.length, expected.length);
  let differing = 0;
  let first: Agreement['first'];
  for (let i = 0; i < compared; i++) {
    const [a, b] = [answers[i], expected[i]];
    // Infinity equals Infinity; NaN equals nothing
    const most = Math.max(Math.abs(a), Math.abs(b));
    if (a === b || (most < Infinity && Math.abs(a - b) <= tolerance * most)) continue;
    first ??= { question: i, expected: b, got: a };
    differing++;
  }
  return { compared, differing, ...(first && { first }) };
}
