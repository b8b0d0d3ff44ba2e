// How an answer of the kernel is judged against the enumeration.
//
// A program that can be kept has one optimum, since discs are strictly convex. The answer passes
// where it is within 1e-5 of the largest speed of that optimum. Where lines are so nearly parallel
// that rounding of the input moves the optimum farther than that, the answer passes by its value: it
// keeps the disc and all lines within the rounding of f64, and it is not farther from the preferred
// velocity than the optimum, within 1e-5 of the largest speed.
//
// A program that cannot be kept may have many optima: all velocities with the least largest
// violation. The answer passes by its value: it keeps the disc and the lines of walls within
// rounding, and its largest violation of the other lines is the least one, within 1e-5 of the
// largest speed, above and below.
//
// A program is on the edge where the least violation is 0 within rounding: both verdicts are right,
// and the answer passes by either rule. Where the walls alone cannot be kept, all lines are relaxed
// alike, and the answer passes by the second rule with no line of a wall.
import { leastViolation, type Optimum, solveByEnumeration } from './reference.ts';
import { largestViolation, type Programs } from './types.ts';

/** Agreement that is asked for, as a share of the largest speed. */
export const AGREEMENT = 1e-5;

/** By which rule an answer passed, or that it did not. */
export type Verdict = 'optimum' | 'value' | 'least violation' | 'walls relaxed' | 'edge' | 'wrong';

export interface Answer {
  readonly x: number;
  readonly y: number;
  /** Whether the kernel found the program infeasible. */
  readonly infeasible: boolean;
}

const optimum: Optimum = { feasible: false, x: NaN, y: NaN, tolerance: 0 };

/** Judges the answer to program k. */
export function judge(programs: Programs, k: number, answer: Answer): Verdict {
  const { x, y, infeasible } = answer;
  const [from, to] = [programs.first[k], programs.first[k + 1]];
  const walls = from + programs.hard[k];
  const s = programs.speed[k];
  const most = AGREEMENT * s;
  const { feasible, tolerance, ...best } = solveByEnumeration(programs, k, optimum);
  if (!(Math.hypot(x, y) <= s + tolerance)) return 'wrong';
  const keepsWalls = largestViolation(programs, { from, to: walls }, x, y) <= tolerance;
  if (feasible) {
    if (!infeasible && Math.hypot(x - best.x, y - best.y) <= most) return 'optimum';
    const [ux, uy] = [programs.preferredX[k], programs.preferredY[k]];
    const further = Math.hypot(x - ux, y - uy) - Math.hypot(best.x - ux, best.y - uy);
    const keeps = largestViolation(programs, { from, to }, x, y) <= tolerance;
    if (keeps && !infeasible && further <= most) return 'value';
    const spare = leastViolation(programs, k, 0);
    return keeps && spare >= -tolerance ? 'edge' : 'wrong';
  }
  const least = leastViolation(programs, k, programs.hard[k]);
  if (Number.isNaN(least)) {
    const relaxed = leastViolation(programs, k, 0);
    const worst = largestViolation(programs, { from, to }, x, y);
    return infeasible && Math.abs(worst - relaxed) <= most ? 'walls relaxed' : 'wrong';
  }
  const worst = largestViolation(programs, { from: walls, to }, x, y);
  if (!keepsWalls || Math.abs(worst - least) > most) return 'wrong';
  if (infeasible) return 'least violation';
  return least <= 2 * tolerance ? 'edge' : 'wrong';
}
