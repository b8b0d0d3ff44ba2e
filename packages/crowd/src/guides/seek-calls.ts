// The calls of guides whose agents go to a target, along paths or corridors.
import type { Members } from './members.ts';
import type { Planner } from './plans.ts';
import { finite } from './rules.ts';
import type { Seekers } from './seekers.ts';
import type { GuidedCrowd } from './types.ts';

/** Calls that send agents somewhere. */
export interface SeekCalls {
  /** `GUIDE_STATUS` of each slot after the last update. Read only. */
  readonly status: Uint8Array;
  /** How many agents of the guide had arrived at the last update. */
  readonly arrived: number;
  /**
   * How many agents wait for a plan. Agents that were released or removed count until a later
   * update takes them out of the queue.
   */
  readonly waiting: number;
  /** How many plans were asked for since the guide was created; `restore` sets the number back. */
  readonly plans: number;
  /**
   * Sends an agent to (x, y), in metres: a path is planned at one of the next updates. `speed` is
   * in metres per second, by default that of the guide. Throws RangeError for an id that is not in
   * the crowd, and Error without a planner.
   */
  seek(id: number, x: number, y: number, speed?: number): void;
  /**
   * Lets an agent go: its preferred velocity becomes 0. Throws RangeError for an id that is not of
   * this guide.
   */
  release(id: number): void;
}

/** What the calls of a guide with targets work on. */
export interface SeekParts {
  readonly crowd: GuidedCrowd;
  readonly members: Members;
  readonly seekers: Pick<Seekers, 'aim' | 'ask' | 'drop' | 'plans' | 'waiting'>;
  arrived: number;
  readonly plan: Planner | undefined;
  /** Forgets the path or corridor of the agent in a slot. */
  clear(slot: number): void;
}

/** Throws Error without a planner. */
export function needPlan({ plan }: SeekParts): void {
  if (!plan) throw new Error('this guide has no planner: give it the option plan');
}

export function createSeekCalls(parts: SeekParts): SeekCalls {
  const { crowd, members, seekers } = parts;
  return {
    status: members.status,
    get arrived() {
      return parts.arrived;
    },
    get waiting() {
      return seekers.waiting;
    },
    get plans() {
      return seekers.plans;
    },
    seek(id, x, y, given) {
      finite(x, 'x');
      finite(y, 'y');
      needPlan(parts);
      const slot = members.join(id, given);
      parts.clear(slot);
      seekers.aim(slot, x, y);
      seekers.ask(slot);
    },
    release(id) {
      members.leave(id);
      const slot = crowd.slotOf(id);
      seekers.drop(slot);
      parts.clear(slot);
    },
  };
}

/** Adds the properties of `more` to an object; accessors stay accessors. */
export function extend<A extends object, B extends object>(to: A, more: B): A & B {
  return Object.defineProperties(to, Object.getOwnPropertyDescriptors(more)) as A & B;
}
