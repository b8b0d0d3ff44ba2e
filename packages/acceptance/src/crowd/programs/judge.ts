// How an answer of the kernel is judged against the enumeration.
//
// Below, `eps` is 1e-5 times the largest speed, and "within rounding" is `toleranceOf`.
//
// A feasible program has one optimum, since discs are strictly convex. The answer passes by
// 'optimum' if its distance from the optimum is at most `eps`. Rounding of the input can move
// the optimum farther than that if lines are nearly parallel. So the answer also passes by 'value'
// if it keeps the disc and all lines within rounding, and its distance from the preferred velocity
// is at most `eps` more than that of the optimum.
//
// An infeasible program is relaxed: the lines of agents move outwards by the least largest
// violation (linear program 3 of the paper). The answer's largest violation of these lines must
// differ from that amount by at most `eps`, and it keeps the disc and the lines of walls within
// rounding. Many velocities may have the least violation, for example between two parallel lines.
// The answer passes by 'nearest' if it is the optimum of the relaxed program by one of the two
// rules above, else by 'least violation', as the paper asks for no more.
//
// If the lines of walls alone are infeasible, they are relaxed first, by the least largest
// violation of walls. The answer's largest violation of walls must differ from that amount by at
// most `eps`. The velocities that are then left form a point or a strip no wider than rounding, so
// the last bits of the input may decide the largest violation of agents' lines. The answer passes
// by 'walls relaxed' if that violation is the least possible one, and by 'walls alone' otherwise.
//
// A program is on the edge if its least violation is 0 within rounding. It may then be called
// feasible or infeasible: an answer that the rules above refuse passes by 'edge' if it keeps all
// lines within rounding. If the enumeration finds the program infeasible, the rule above for the
// largest violation counts instead.
//
// Where a line touches the disc, a violation within rounding moves a velocity by more than `eps`,
// and these rules can refuse a right answer. A refused answer is compared with the answer to 256
// binary digits, and passes by 'exact' if their distance is at most `eps`.
import { distanceToExact } from './exact.ts';
import { leastViolation, type Optimum, solveByEnumeration, toleranceOf } from './reference.ts';
import { largestViolation, type Programs } from './types.ts';

/** Agreement that is asked for, as a share of the largest speed. */
export const AGREEMENT = 1e-5;

/** By which rule an answer passed, or that it did not. */
export type Verdict =
  | 'optimum'
  | 'value'
  | 'nearest'
  | 'least violation'
  | 'walls relaxed'
  | 'walls alone'
  | 'edge'
  | 'exact'
  | 'wrong';

export interface Answer {
  readonly x: number;
  readonly y: number;
  /** Whether the kernel found the program infeasible. */
  readonly infeasible: boolean;
}

const optimum: Optimum = { feasible: false, x: NaN, y: NaN, tolerance: 0 };

/** Judges the answer to program k, and settles what the rules in f64 refuse. */
export function judge(programs: Programs, k: number, answer: Answer): Verdict {
  const verdict = judgeInF64(programs, k, answer);
  if (verdict !== 'wrong') return verdict;
  return distanceToExact(programs, k, answer.x, answer.y) <= AGREEMENT ? 'exact' : 'wrong';
}

/** Judges by the enumeration alone. */
export function judgeInF64(programs: Programs, k: number, answer: Answer): Verdict {
  const { x, y } = answer;
  const tolerance = toleranceOf(programs, k);
  if (!(Math.hypot(x, y) <= programs.speed[k] + tolerance)) return 'wrong';
  const { feasible } = solveByEnumeration(programs, k, optimum);
  return feasible
    ? judgeFeasible(programs, k, answer, optimum)
    : judgeRelaxed(programs, k, answer, tolerance);
}

function judgeFeasible(
  programs: Programs,
  k: number,
  { x, y, infeasible }: Answer,
  best: Optimum,
): Verdict {
  const rule = isOptimum(programs, k, { x, y }, best);
  if (rule !== undefined && !infeasible) return rule;
  const lines = { from: programs.first[k], to: programs.first[k + 1] };
  const keeps = largestViolation(programs, lines, x, y) <= 2 * best.tolerance;
  return keeps && leastViolation(programs, k, 0) >= -best.tolerance ? 'edge' : 'wrong';
}

/** Whether a velocity is the optimum, by its place or by its value. */
function isOptimum(
  programs: Programs,
  k: number,
  { x, y }: { readonly x: number; readonly y: number },
  best: Optimum,
): 'optimum' | 'value' | undefined {
  const most = AGREEMENT * programs.speed[k];
  if (Math.hypot(x - best.x, y - best.y) <= most) return 'optimum';
  const [ux, uy] = [programs.preferredX[k], programs.preferredY[k]];
  const further = Math.hypot(x - ux, y - uy) - Math.hypot(best.x - ux, best.y - uy);
  const lines = { from: programs.first[k], to: programs.first[k + 1] };
  const keeps = largestViolation(programs, lines, x, y) <= best.tolerance;
  return keeps && further <= most ? 'value' : undefined;
}

function judgeRelaxed(
  programs: Programs,
  k: number,
  { x, y, infeasible }: Answer,
  tolerance: number,
): Verdict {
  const [from, to] = [programs.first[k], programs.first[k + 1]];
  const most = AGREEMENT * programs.speed[k];
  const walls = from + programs.hard[k];
  const worstWall = largestViolation(programs, { from, to: walls }, x, y);
  const worst = largestViolation(programs, { from: walls, to }, x, y);
  let least = leastViolation(programs, k, programs.hard[k]);
  if (Number.isNaN(least)) {
    const onlyWalls = relax(programs, k, { walls: 0, agents: Infinity });
    if (Math.abs(worstWall - leastViolation(onlyWalls, 0, 0)) > most) return 'wrong';
    const relaxed = relax(programs, k, { walls: worstWall, agents: 0 });
    least = leastViolation(relaxed, 0, programs.hard[k]);
    // agents' lines may be kept with room to spare
    const right = Math.max(worst, 0) - Math.max(least, 0) <= most;
    if (!infeasible) return 'wrong';
    return right ? 'walls relaxed' : 'walls alone';
  }
  if (worstWall > tolerance || Math.abs(worst - least) > most) return 'wrong';
  if (!infeasible) return least <= 2 * tolerance ? 'edge' : 'wrong';
  const relaxed = relax(programs, k, { walls: 0, agents: worst });
  const best = solveByEnumeration(relaxed, 0, optimum);
  return isOptimum(relaxed, 0, { x, y }, best) === undefined ? 'least violation' : 'nearest';
}

/**
 * Program k alone, its lines moved outwards by these amounts in metres per second. `agents:
 * Infinity`: without lines of agents.
 */
function relax(
  programs: Programs,
  k: number,
  amounts: { readonly walls: number; readonly agents: number },
): Programs {
  const from = programs.first[k];
  const hard = programs.hard[k];
  const end = amounts.agents === Infinity ? from + hard : programs.first[k + 1];
  const pointX = programs.pointX.slice(from, end);
  const pointY = programs.pointY.slice(from, end);
  const directionX = programs.directionX.slice(from, end);
  const directionY = programs.directionY.slice(from, end);
  for (let i = 0; i < end - from; i++) {
    const amount = i < hard ? amounts.walls : amounts.agents;
    pointX[i] += amount * directionY[i];
    pointY[i] -= amount * directionX[i];
  }
  return {
    count: 1,
    first: Uint32Array.of(0, end - from),
    hard: Uint8Array.of(hard),
    speed: programs.speed.slice(k, k + 1),
    preferredX: programs.preferredX.slice(k, k + 1),
    preferredY: programs.preferredY.slice(k, k + 1),
    pointX,
    pointY,
    directionX,
    directionY,
  };
}
