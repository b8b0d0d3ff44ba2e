// The preferred velocity of an agent towards a point, for path-guide.ts and corridor-guide.ts. The
// agent slows down before the last point of its path.
import type { Members } from './members.ts';
import { GUIDE_STATUS, type GuidedCrowd } from './types.ts';

/** Points to go to, in arrays: engines may box numbers that are passed in calls. */
export interface Points {
  readonly x: Float64Array;
  readonly y: Float64Array;
}

/** Preferred velocities towards points. */
export interface Approach {
  /** Sets the preferred velocity to 0. */
  rest(slot: number): void;
  /**
   * Sends an agent towards point k. If the point is the last of the path, the agent slows down, and
   * has arrived within `arrival` of it.
   */
  go(slot: number, to: Points, k: number, isLast: boolean): void;
  /** Whether an agent is less than a millimetre from point k. */
  isAt(slot: number, to: Points, k: number): boolean;
}

/** An agent nearer to a point than this, in metres, is at the point. */
const AT_POINT = 1e-3;

export function createApproach(
  crowd: GuidedCrowd,
  members: Members,
  { slowing = 0.5, arrival = 0.3 }: { slowing?: number | undefined; arrival?: number | undefined },
): Approach {
  const { positionX, positionY, preferredX, preferredY } = crowd;
  const { status, speed } = members;
  const approach: Approach = {
    rest(slot) {
      preferredX[slot] = 0;
      preferredY[slot] = 0;
    },
    isAt(slot, to, k) {
      const dx = to.x[k] - positionX[slot];
      const dy = to.y[k] - positionY[slot];
      return Math.sqrt(dx * dx + dy * dy) < AT_POINT;
    },
    go(slot, to, k, isLast) {
      const dx = to.x[k] - positionX[slot];
      const dy = to.y[k] - positionY[slot];
      const away = Math.sqrt(dx * dx + dy * dy);
      if (isLast && away <= arrival) {
        status[slot] = GUIDE_STATUS.ARRIVED;
        approach.rest(slot);
        return;
      }
      if (!(away > 0)) return;
      let pace = speed[slot];
      if (isLast && slowing > 0 && away < pace * slowing) pace = away / slowing;
      preferredX[slot] = (pace * dx) / away;
      preferredY[slot] = (pace * dy) / away;
    },
  };
  return approach;
}
