/**
 * Linear programs of ORCA (van den Berg et al. 2011), many in a batch. A program has a disc of
 * velocities, a preferred velocity and lines; a velocity v keeps a line with point p and unit
 * direction d if det(d, v − p) ≥ 0: v is not right of the line.
 */
export interface Programs {
  readonly count: number;
  /** Program k has the lines `first[k]` to `first[k + 1]` − 1; length `count + 1`. */
  readonly first: Uint32Array;
  /**
   * How many lines at the beginning of each program are lines of walls. They are relaxed only if
   * they are infeasible without any line of agents.
   */
  readonly hard: Uint8Array;
  /** Largest speed of each program, in metres per second: the radius of its disc. */
  readonly speed: Float64Array;
  /** The preferred velocity of each program, in metres per second. */
  readonly preferredX: Float64Array;
  readonly preferredY: Float64Array;
  /** Point p (metres per second) and unit direction d of each line. */
  readonly pointX: Float64Array;
  readonly pointY: Float64Array;
  readonly directionX: Float64Array;
  readonly directionY: Float64Array;
}

/** The most lines of a program that `makePrograms` makes. */
export const MOST_LINES = 14;

/** How far v is on the wrong side of a line, in metres per second; negative on the right side. */
export function violation(programs: Programs, line: number, x: number, y: number): number {
  const { pointX, pointY, directionX, directionY } = programs;
  const towardsX = pointX[line] - x;
  const towardsY = pointY[line] - y;
  return directionX[line] * towardsY - directionY[line] * towardsX;
}

/** The largest violation of the lines `from` to `to` − 1; −∞ where there are none. */
export function largestViolation(
  programs: Programs,
  { from, to }: { readonly from: number; readonly to: number },
  x: number,
  y: number,
): number {
  let largest = -Infinity;
  for (let line = from; line < to; line++) {
    largest = Math.max(largest, violation(programs, line, x, y));
  }
  return largest;
}
