// The targets of agents, and the queue of those that ask for paths there.
import type { Members } from './members.ts';
import type { PathRoutes } from './path-store.ts';
import { createPlanQueue, type Planner, type PlanRequests } from './plans.ts';
import { checkStored, ofSlot, type StoredState } from './state.ts';
import { GUIDE_STATUS, type GuidedCrowd } from './types.ts';

/** Targets of agents by slot, and their requests for paths. */
export interface Seekers {
  /** `waiting` of the queue. */
  readonly waiting: number;
  /** How many plans were asked for. */
  readonly plans: number;
  /** All that snapshots keep. */
  readonly columns: readonly (Uint8Array | Uint32Array | Float64Array)[];
  /** Throws RangeError for a state that no guide has written. */
  checkState(state: StoredState): void;
  /** Takes (x, y) as the target of a slot. The slot leaves the queue, and may ask at once. */
  aim(slot: number, x: number, y: number): void;
  /** Puts a slot into the queue, with status WAITING. */
  ask(slot: number): void;
  /** As `ask`, unless the planner got a request of the slot less than `retry` updates ago. */
  askIfDue(slot: number): void;
  /** Takes a slot out of the queue. */
  drop(slot: number): void;
  /** Asks the planner for the first slots of the queue; `take` gets the answers. */
  answer(planner: Planner, take: (slot: number, routes: PathRoutes, i: number) => void): void;
}

/** Limits on requests. */
export interface SeekerOptions {
  /** Paths planned in one update, at most. Default 16. */
  readonly plansPerUpdate?: number | undefined;
  /** Updates from a request to the planner until the agent may ask again. Default 60. */
  readonly retry?: number | undefined;
}

/** The largest finite number. */
const MOST = Number.MAX_VALUE;

export function createSeekers(
  crowd: GuidedCrowd,
  members: Members,
  { plansPerUpdate = 16, retry = 60 }: SeekerOptions,
): Seekers {
  const { capacity, positionX, positionY, radius } = crowd;
  const queue = createPlanQueue(capacity, plansPerUpdate);
  const targetX = new Float64Array(capacity);
  const targetY = new Float64Array(capacity);
  /** The update from which on a slot may ask again. */
  const askAt = new Float64Array(capacity);
  /** Entry 0: updates. Entry 1: plans that were asked for. */
  const counts = new Float64Array(2);
  const calls = {
    take: (_slot: number, _routes: PathRoutes, _i: number): void => {},
    target(slot: number, i: number, requests: PlanRequests): boolean {
      if (!members.isMember(slot)) return false;
      requests.sourceX[i] = positionX[slot];
      requests.sourceY[i] = positionY[slot];
      requests.targetX[i] = targetX[slot];
      requests.targetY[i] = targetY[slot];
      requests.radius[i] = radius[slot];
      askAt[slot] = counts[0] + retry;
      counts[1]++;
      return true;
    },
  };
  const seekers: Seekers = {
    get waiting() {
      return queue.waiting;
    },
    get plans() {
      return counts[1];
    },
    columns: [targetX, targetY, askAt, counts, ...queue.columns],
    checkState(state) {
      const { of } = state;
      checkStored(of(targetX), ofSlot('target x'), -MOST, MOST);
      checkStored(of(targetY), ofSlot('target y'), -MOST, MOST);
      checkStored(of(askAt), ofSlot('next question'), 0, MOST);
      checkStored(of(counts), (k) => (k === 0 ? 'updates' : 'plans'), 0, MOST);
      queue.checkState(state);
    },
    aim(slot, x, y) {
      targetX[slot] = x;
      targetY[slot] = y;
      askAt[slot] = 0;
      queue.drop(slot);
    },
    ask(slot) {
      members.status[slot] = GUIDE_STATUS.WAITING;
      queue.push(slot);
    },
    askIfDue(slot) {
      if (counts[0] >= askAt[slot]) seekers.ask(slot);
    },
    drop: queue.drop,
    answer(planner, take) {
      counts[0]++;
      calls.take = take;
      queue.answer(plansPerUpdate, planner, calls);
    },
  };
  return seekers;
}
