import { hasBody, moveBody, removeBody, restBodies, slotOf } from '../bodies/bodies.ts';
import { withoutBodies } from '../bodies/without-bodies.ts';
import { slotIn } from '../bodies/ids.ts';
import { NONE } from '../constants.ts';
import type { AsyncCollisionSolver, Bodies, CollisionSolver, Lists } from '../types.ts';
import { createContactRows } from './contact-rows.ts';
import type { Requests, Turn } from './requests.ts';
import type { Tick } from './types.ts';

/** Carries out the requests of a tick, and answers them. */
export interface Committer {
  /**
   * Carries out the requests. Then asks the solver for contacts and explores, and calls each
   * `done`. `late` are bodies that were added before this call, but belong to the next tick.
   */
  run(requests: Requests, solver: TickSolver, late: readonly number[]): Promise<Tick>;
}

type Asked = 'update' | 'pairs' | 'explore';
/** What a commit asks of a solver, which may be one for oriented bodies. */
export type TickSolver = (Pick<CollisionSolver, Asked> | Pick<AsyncCollisionSolver, Asked>) & {
  destroy(): void | Promise<void>;
};

/** `turn` carries out a turn, after all moves; undefined: bodies do not turn. */
export function createCommitter(bodies: Bodies, turn?: (turn: Turn) => void): Committer {
  const rows = createContactRows();
  const moveAll = createMover(bodies);
  let number = 0;

  const slotOrNone = (id: number): number => (hasBody(bodies, id) ? slotOf(bodies, id) : NONE);

  return {
    async run(requests, solver, late) {
      // the order is part of the interface: see `Environment`
      restBodies(bodies);
      for (const id of requests.removed()) if (hasBody(bodies, id)) removeBody(bodies, id);
      moveAll(requests);
      for (const asked of requests.turns) if (hasBody(bodies, asked.id)) turn?.(asked);
      const queries = requests.queries(bodies.dimensions, slotOrNone);
      // nothing is awaited before the update: bodies added later belong to the next tick
      const { end } = bodies;
      const alive = requests.bodyAnswers.map(({ id }) => hasBody(bodies, id));
      await withoutBodies(bodies, late, () => solver.update());
      const contacts = rows.of(await solver.pairs({ canonical: true }), end);
      const found = await solver.explore(queries, { canonical: true });
      number++;
      const calls = requests.bodyAnswers.map(({ id, done }, i) => () => {
        done(alive[i] ? row(contacts, slotIn(id)) : new Uint32Array(0));
      });
      for (const { ticket, done } of requests.areaAnswers) {
        calls.push(() => done(row(found, ticket)));
      }
      callAll(calls);
      return { number, contacts, found };
    },
  };
}

const row = ({ first, slots }: Lists, i: number): Uint32Array =>
  slots.subarray(first[i], first[i + 1]);

/** Calls every function, also if one throws; then throws the first error. */
function callAll(calls: readonly (() => void)[]): void {
  const errors: unknown[] = [];
  for (const call of calls) {
    try {
      call();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
}

/**
 * Moves bodies. If there are shapes, only the last of several moves of a body is carried out,
 * because a swept circle must then come from where it was before the tick.
 */
function createMover(bodies: Bodies): (requests: Requests) => void {
  /** By slot: the index of its last move among those of the tick. */
  let last = new Uint32Array(0);
  return (requests) => {
    const { ids, x, y, z } = requests.moved();
    const swept = bodies.shape !== undefined;
    if (swept && last.length < bodies.end) last = new Uint32Array(bodies.capacity);
    if (swept) for (let i = 0; i < ids.length; i++) last[slotIn(ids[i])] = i;
    for (let i = 0; i < ids.length; i++) {
      if (swept && last[slotIn(ids[i])] !== i) continue;
      if (hasBody(bodies, ids[i])) moveBody(bodies, ids[i], x[i], y[i], z[i]);
    }
  };
}
