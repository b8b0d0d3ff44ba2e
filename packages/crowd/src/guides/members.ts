// The agents of a guide, by slot. A new agent in a slot has another generation, so the guide does
// not take it for the old one. `reset` and `restore` set generations back, so they tell guides to
// forget agents that are gone (agents/replaced.ts).
import { refuse, refuseKind } from '@wayfield/check';
import { hearReplaced, type Rememberer } from '../agents/replaced.ts';
import { FREE } from '../types.ts';
import { aSize, FASTEST } from './rules.ts';
import { checkStored, ofSlot, type StoredState } from './state.ts';
import { GUIDE_STATUS, type GuidedCrowd } from './types.ts';

/** The agents that a guide steers. */
export interface Members extends Rememberer {
  /** `capacity` entries: the `GUIDE_STATUS` of each slot. */
  readonly status: Uint8Array<ArrayBuffer>;
  /** `capacity` entries: the speed of each agent far from its goal, in metres per second. */
  readonly speed: Float64Array;
  /** All that snapshots keep. */
  readonly columns: readonly (Uint8Array | Uint32Array | Float64Array)[];
  /** Throws RangeError for a state that no guide has written. */
  checkState(state: StoredState): void;
  /** The slot of an agent that may `join`. Changes nothing, throws RangeError as `join` does. */
  slotFor(id: number, speed: number | undefined): number;
  /** Takes an agent in and returns its slot. Without `speed`, the agent gets the guide's speed. */
  join(id: number, speed: number | undefined): number;
  /** Lets an agent go, with preferred velocity 0. Throws RangeError if it is no member. */
  leave(id: number): void;
  /**
   * Whether the guide steers the agent that is in a slot now. If the guide's agent was removed,
   * forgets it: the status becomes NONE.
   */
  isMember(slot: number): boolean;
  /** Throws TypeError unless `other` is the crowd of the guide. */
  check(other: unknown): void;
}

const COLUMNS = [
  'positionX',
  'positionY',
  'preferredX',
  'preferredY',
  'radius',
  'status',
  'generation',
] as const;

/** Throws TypeError for a value that is not a crowd. */
export function checkCrowd(crowd: GuidedCrowd): void {
  if (typeof crowd !== 'object' || crowd === null) refuseKind('crowd', crowd, 'a crowd');
  for (const key of COLUMNS)
    if (!ArrayBuffer.isView(crowd[key])) refuseKind(`crowd.${key}`, crowd[key], 'a typed array');
  if (typeof crowd.slotOf !== 'function') refuseKind('crowd.slotOf', crowd.slotOf, 'a function');
  if (typeof crowd.capacity !== 'number') refuseKind('crowd.capacity', crowd.capacity, 'a number');
}

/** Throws TypeError unless `other` is `crowd`, the crowd of a guide. */
export function checkSame(other: unknown, crowd: GuidedCrowd): void {
  if (other !== crowd) refuseKind('crowd', other, 'the crowd that the guide was created for');
}

/** `createMembers`, told at once of agents that `reset` or `restore` takes away. */
export function createGuideMembers(crowd: GuidedCrowd, defaultSpeed: number): Members {
  const members = createMembers(crowd, defaultSpeed);
  hearReplaced(crowd, members);
  return members;
}

/** An empty set of members. */
export function createMembers(crowd: GuidedCrowd, defaultSpeed: number): Members {
  const { capacity, preferredX, preferredY } = crowd;
  /** 1: the guide has an agent in the slot. */
  const isTaken = new Uint8Array(capacity);
  /** The generation of the slot when the guide took its agent in. */
  const generation = new Uint32Array(capacity);
  const status = new Uint8Array(capacity);
  const speed = new Float64Array(capacity);
  const members: Members = {
    status,
    speed,
    columns: [isTaken, generation, status, speed],
    checkState({ of }) {
      checkStored(of(isTaken), ofSlot('membership'), 0, 1);
      checkStored(of(status), ofSlot('status'), GUIDE_STATUS.NONE, GUIDE_STATUS.WAITING);
      checkStored(of(speed), ofSlot('speed'), 0, FASTEST);
    },
    slotFor(id, given = defaultSpeed) {
      const slot = crowd.slotOf(id);
      aSize(given, 'speed');
      return slot;
    },
    join(id, given = defaultSpeed) {
      const slot = members.slotFor(id, given);
      isTaken[slot] = 1;
      generation[slot] = crowd.generation[slot];
      speed[slot] = given;
      return slot;
    },
    leave(id) {
      const slot = crowd.slotOf(id);
      if (isTaken[slot] === 0 || generation[slot] !== crowd.generation[slot])
        refuse('id', id, 'the id of an agent of this guide');
      isTaken[slot] = 0;
      status[slot] = GUIDE_STATUS.NONE;
      preferredX[slot] = 0;
      preferredY[slot] = 0;
    },
    isMember(slot) {
      if (isTaken[slot] === 0) return false;
      if (crowd.status[slot] !== FREE && crowd.generation[slot] === generation[slot]) return true;
      isTaken[slot] = 0;
      status[slot] = GUIDE_STATUS.NONE;
      return false;
    },
    forgetGone() {
      for (let slot = 0; slot < capacity; slot++) members.isMember(slot);
    },
    check(other) {
      checkSame(other, crowd);
    },
  };
  return members;
}
