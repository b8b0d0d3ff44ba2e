// Requests for paths: bounded in number per update, in the order in which agents asked.
import { refuse, refuseKind } from '@wayfield/check';
import type { PathRoutes } from './path-store.ts';
import { checkStored, ofSlot, type StoredState } from './state.ts';

/**
 * Requests for paths, in the same arrays each time: request i is from (sourceX[i], sourceY[i]) to
 * (targetX[i], targetY[i]), in metres. The arrays have `plansPerUpdate` entries, of which the first
 * `count` hold requests. `createPolyanya` takes them as its queries.
 */
export interface PlanRequests {
  readonly count: number;
  readonly sourceX: Float64Array;
  readonly sourceY: Float64Array;
  readonly targetX: Float64Array;
  readonly targetY: Float64Array;
  /** The radius and the slot of the agent that asks. */
  readonly radius: Float64Array;
  readonly slot: Uint32Array;
}

/**
 * Answers requests: a route each, from source to target, without points if there is no path. The
 * guide reads the answer before the next call, so the same arrays may be returned again.
 */
export type Planner = (requests: PlanRequests) => PathRoutes;

/** The queue of agents that wait for a path. In an update, agents join it in the order of slots. */
export interface PlanQueue {
  /** Slots in the queue. Dropped ones count until `answer` comes to them. */
  readonly waiting: number;
  /** All that snapshots keep. */
  readonly columns: readonly (Uint8Array | Uint32Array)[];
  /** Throws RangeError for a state that no queue has written. */
  checkState(state: StoredState): void;
  /** Adds a slot at the end, unless it waits already. */
  push(slot: number): void;
  /** Lets `answer` skip a slot. If the slot is pushed again before, it keeps its place. */
  drop(slot: number): void;
  /**
   * Takes slots out of the queue, asks the planner for at most `most` paths in one call, and passes
   * each slot its answer: the routes, and the index of its route. `target` writes the ends of a
   * request, or returns false if the slot needs no path any more. If the planner or `take` throws,
   * or the answer is wrong, the slots without an answer go to the end of the queue, and `answer`
   * throws.
   */
  answer(
    most: number,
    planner: Planner,
    calls: {
      target(slot: number, i: number, requests: PlanRequests): boolean;
      take(slot: number, routes: PathRoutes, i: number): void;
    },
  ): void;
}

export function createPlanQueue(capacity: number, most: number): PlanQueue {
  const queue = new Uint32Array(capacity);
  /** Per slot: 0: not in the queue; 1: waits; 2: in the queue, but dropped, so it is skipped. */
  const isWaiting = new Uint8Array(capacity);
  /** Where the queue begins in `queue`, and how many slots it has. */
  const ends = new Uint32Array(2);
  const requests = {
    count: 0,
    sourceX: new Float64Array(most),
    sourceY: new Float64Array(most),
    targetX: new Float64Array(most),
    targetY: new Float64Array(most),
    radius: new Float64Array(most),
    slot: new Uint32Array(most),
  };
  const push = (slot: number): void => {
    // a slot that was dropped is still in the queue, and waits there again
    if (isWaiting[slot] === 0) queue[(ends[0] + ends[1]++) % capacity] = slot;
    isWaiting[slot] = 1;
  };
  return {
    get waiting() {
      return ends[1];
    },
    columns: [queue, isWaiting, ends],
    checkState({ of }) {
      const [begin, count] = of(ends);
      checkStored([begin], () => 'begin of the queue', 0, capacity - 1);
      checkStored([count], () => 'length of the queue', 0, capacity);
      const waits = of(isWaiting);
      checkStored(waits, ofSlot('waiting'), 0, 2);
      const slots = of(queue);
      const queued = new Set<number>();
      for (let k = 0; k < count; k++) {
        const slot = slots[(begin + k) % capacity];
        checkStored([slot], () => `slot ${k} of the queue`, 0, capacity - 1);
        if (waits[slot] !== 0) queued.add(slot);
      }
      const waiting = waits.reduce((sum, wait) => sum + (wait === 0 ? 0 : 1), 0);
      // each slot that waits is in the queue once
      if (queued.size !== count || waiting !== count)
        refuse('slots that wait in bytes', waiting, `the ${count} slots of the queue, each once`);
    },
    push,
    drop(slot) {
      if (isWaiting[slot] !== 0) isWaiting[slot] = 2;
    },
    answer(limit, planner, calls) {
      requests.count = 0;
      while (ends[1] > 0 && requests.count < Math.min(limit, most)) {
        const slot = queue[ends[0]];
        ends[0] = (ends[0] + 1) % capacity;
        ends[1]--;
        const isDropped = isWaiting[slot] === 2;
        isWaiting[slot] = 0;
        if (isDropped || !calls.target(slot, requests.count, requests)) continue;
        requests.slot[requests.count++] = slot;
      }
      if (requests.count === 0) return;
      let answered = 0;
      try {
        const routes = planner(requests);
        checkRoutes(routes, requests.count);
        for (; answered < requests.count; answered++)
          calls.take(requests.slot[answered], routes, answered);
      } finally {
        // after an error, the slots without an answer wait again
        for (; answered < requests.count; answered++) push(requests.slot[answered]);
      }
    },
  };
}

/**
 * Throws TypeError for a value that is not `PathRoutes`, RangeError if one of the first `count`
 * routes is out of range.
 */
export function checkRoutes(routes: PathRoutes, count: number): void {
  if (typeof routes !== 'object' || routes === null)
    refuseKind('routes', routes, 'routes: firstPoint, x, y');
  const { firstPoint, x, y } = routes;
  for (const key of ['firstPoint', 'x', 'y'] as const)
    if (!ArrayBuffer.isView(routes[key])) refuseKind(`routes.${key}`, routes[key], 'a typed array');
  if (firstPoint.length <= count)
    refuse('routes.firstPoint.length', firstPoint.length, `at least ${count + 1}`);
  for (let i = 0; i < count; i++) {
    const [from, to] = [firstPoint[i], firstPoint[i + 1]];
    if (!(from <= to && to <= x.length && to <= y.length))
      refuse(
        `routes.firstPoint[${i + 1}]`,
        to,
        `from ${from} to ${Math.min(x.length, y.length)}, the points there are`,
      );
  }
}
