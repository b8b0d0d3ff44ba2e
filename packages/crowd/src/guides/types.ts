import type { CrowdAgents } from '../types.ts';

/** Values of `status` of guides, by slot. */
export const GUIDE_STATUS = {
  /** The guide does not steer this slot. */
  NONE: 0,
  /** The agent is on its way. */
  WALKING: 1,
  /** The agent is at its goal; its preferred velocity is 0. */
  ARRIVED: 2,
  /** No path leads to the goal; the preferred velocity is 0. With a planner, it is asked again. */
  NO_PATH: 3,
  /** The agent was pushed off its path, or has none yet, and waits for a plan. */
  WAITING: 4,
} as const;

/** What guides read and write of a crowd: crowds of every backend have it. */
export type GuidedCrowd = Pick<
  CrowdAgents,
  | 'capacity'
  | 'end'
  | 'generation'
  | 'positionX'
  | 'positionY'
  | 'preferredX'
  | 'preferredY'
  | 'radius'
  | 'slotOf'
  | 'status'
>;

/** Options that all guides share. */
export interface PaceOptions {
  /** The speed of agents far from their goal, in metres per second. Default 1.3. */
  readonly speed?: number | undefined;
  /**
   * How agents slow down: their speed is at most the distance left divided by this time, in
   * seconds. 0: they keep their speed up to the goal. Default 0.5.
   */
  readonly slowing?: number | undefined;
}
