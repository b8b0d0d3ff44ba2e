import type { SolverOptions } from '../types.ts';

export type Motion = NonNullable<SolverOptions['motion']>;

/**
 * Fewer bodies than this are sorted in less time than comparing them with the last update takes.
 */
const LEAST_BODIES = 4096;
/** After an update with too many changes, the 16th update compares bodies again. */
const PAUSE = 16;

// Costs per body. The unit is the cost per body of a tick (update and pairs) that sorts all bodies.
// Measured by bench/motion.bench.ts with 100,000 and 1 M circles of three contacts each.
/** For each body: comparing it, and its kept pairs. */
const COMPARE = 0.2;
/** For each body of the moving layer, in 2D and 3D. */
const MOVING = [6.5, 4.2] as const;
/** For each body: dividing the bodies into two layers again. */
const DIVIDE = 1.5;

/** Decides when two layers are faster than sorting all bodies. */
export interface LayerPolicy {
  /** Two layers are faster up to this share of bodies in the moving layer. */
  readonly most: number;
  /**
   * Asked once per update: is it worth comparing the bodies? `active`: there are two layers now.
   * `fits`: the store can take some of these bodies, see `BodyStore.fits`.
   */
  compares(count: number, active: boolean, fits: boolean): boolean;
  /**
   * Notes that too many bodies changed: no update compares until the pause is over, unless `starts`
   * makes two layers at once.
   */
  busy(): void;
  /**
   * What to do with `changed` bodies. `'move'`: they join the moving layer, which then has `moving`
   * bodies. `'divide'`: divide again, so that the moving layer has only those of them that are not
   * fixed. `'all'`: sort all bodies.
   */
  step(count: number, changed: number, moving: number, active: boolean): 'move' | 'divide' | 'all';
  /**
   * Asked before an update takes all bodies: shall it divide them at once into two layers, the
   * fixed bodies and the others?
   */
  starts(count: number, fixed: number): boolean;
}

export function createLayerPolicy(motion: Motion, dimensions: 2 | 3): LayerPolicy {
  const perMover = MOVING[dimensions - 2];
  // Two layers cost COMPARE + perMover · share per body, sorting all costs 1: `most` is where both
  // are equal. 0.5 of 'few' is chosen.
  const most = motion === 'few' ? 0.5 : (1 - COMPARE) / perMover;
  /** Updates until bodies are compared again. */
  let pause = 0;
  /** Updates with few changes since the last pause began, counted while there are no layers. */
  let calm = 0;
  // Since the still layer was sorted: the number of ticks, their cost, and what part of the cost
  // was spent on bodies that are in the moving layer but did not move.
  let ticks = 0;
  let cost = 0;
  let idle = 0;

  function begin(): void {
    ticks = 0;
    cost = 0;
    idle = 0;
  }

  function giveUp(): 'all' {
    pause = PAUSE;
    calm = 0;
    return 'all';
  }

  return {
    most,
    compares(count, active, fits) {
      if (motion === 'all' || !fits) return false;
      if (active) return true;
      if (count < LEAST_BODIES) return false;
      if (pause > 0) pause--;
      return pause === 0;
    },
    busy: () => void giveUp(),
    step(count, changed, moving, active) {
      if (!active) {
        // a single update with few changes may be chance
        calm++;
        if (calm < 2) return 'all';
        begin();
        return 'divide';
      }
      ticks++;
      cost += COMPARE * count + perMover * moving;
      idle += perMover * (moving - changed);
      const full = moving > most * count;
      if (!full && (idle <= DIVIDE * count || motion === 'few')) return 'move';
      // The moving layer is full, or its idle bodies have cost as much as dividing again. If these
      // ticks and a new division cost more than sorting all bodies at each tick, layers do not pay.
      if (motion === 'auto' && cost + DIVIDE * count > ticks * count) return giveUp();
      begin();
      return 'divide';
    },
    starts(count, fixed) {
      begin();
      if (motion !== 'auto') return motion === 'few';
      return count >= LEAST_BODIES && count - fixed <= most * count;
    },
  };
}
