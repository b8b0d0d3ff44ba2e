// What the pool and the solver on a GPU have in common: calls one at a time, each a broad phase and
// then a narrow one.
import type { Turns } from '@wayfield/wasm';
import { createContactLog } from '../pairs/contact-log.ts';
import { checkContactsOptions, checkExploreOptions, checkPairsOptions } from '../rules.ts';
import type { ExploreQueries, Lists, Pairs, PairsOptions, ResultOptions } from '../types.ts';
import { keepTouching, takeQueries, WIDE_OPTIONS } from './areas.ts';
import { type Taken, takeWorld } from './take.ts';
import type { AsyncOrientedSolver, OrientedBodies } from './types.ts';

/** Both phases of a solver. */
export interface Phases {
  /** The bodies that the broad phase reads. */
  readonly held: Taken['bodies'];
  readonly broad: {
    update(): Promise<unknown>;
    explore(queries: ExploreQueries, options: ResultOptions): Promise<Lists>;
  };
  /**
   * Gives the narrow phase what an update took. If it fails, the narrow phase may have no bodies,
   * until the next call.
   */
  take(taken: Taken): unknown;
  /** The pairs that touch, of the bodies that the narrow phase has. */
  find(options: PairsOptions, taken: Taken): Promise<Pairs>;
}

/** The calls of a solver whose narrow phase has taken `first`. */
export function asyncCalls(
  world: OrientedBodies,
  first: Taken,
  turns: Turns,
  { held, broad, take, find }: Phases,
): Pick<AsyncOrientedSolver, 'update' | 'pairs' | 'explore' | 'contacts'> {
  const log = createContactLog();
  /** What the last call of `update` copied; it may still wait for its turn, or fail. */
  let last = first;
  /** What the last update that succeeded copied: answers are about these bodies. */
  let taken = first;
  return {
    async update() {
      const next = takeWorld(world, last);
      last = next;
      await turns.inTurn(async () => {
        try {
          await take(next);
          Object.assign(held, next.bodies);
          await broad.update();
        } catch (error) {
          // memory ended, or the device was lost: both phases get the bodies of the last update
          // again
          Object.assign(held, taken.bodies);
          await take(taken);
          await broad.update();
          throw error;
        }
        taken = next;
      });
    },
    async pairs(options = {}) {
      checkPairsOptions('pairs', options);
      return turns.inTurn(() => find(options, taken));
    },
    async explore(queries, options = {}) {
      checkExploreOptions(options);
      const areas = takeQueries(queries, world.shapes.dimensions);
      return turns.inTurn(async () => {
        const found = await broad.explore(areas.wide, WIDE_OPTIONS);
        return keepTouching(taken, areas, found, options);
      });
    },
    async contacts(options = {}) {
      checkContactsOptions(options);
      const { fixed = true } = options;
      return turns.inTurn(async () => {
        const { slots } = await find({ canonical: true, fixed }, taken);
        return log.advance(slots, taken.bodies);
      });
    },
  };
}
