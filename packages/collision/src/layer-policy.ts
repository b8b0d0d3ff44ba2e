import type { SolverOptions } from './types.ts';

export type Motion = NonNullable<SolverOptions['motion']>;

/** Fewer bodies are sorted anew in less time than it takes to see who moved. */
const LEAST_BODIES = 4096;
/** So many updates pass before a world in motion is looked at again. */
const PAUSE = 16;

// What a tick (update and pairs) costs, per body, where sorting all is 1; measured with circles of three
// contacts each, 100,000 and 1 M of them, by bench/motion.bench.ts.
/** To see who changed, and for pairs that are kept. */
const LOOK = 0.2;
/** For each body of the moving layer, in 2D and 3D. */
const MOVING = [6.5, 4.2] as const;
/** To begin two layers anew. */
const PART = 1.5;

/** Decides when two layers pay. */
export interface LayerPolicy {
  /** The share of the bodies that may be in the moving layer. */
  readonly most: number;
  /** Is it worth to look who changed? `fits`: changes could be taken. */
  looks(count: number, active: boolean, fits: boolean): boolean;
  /** Too many changed. */
  busy(): void;
  /**
   * What to do with `changed` changes: bring them into the moving layer, which then has `moving` bodies,
   * begin two layers anew with them alone as the moving one, or sort all.
   */
  step(count: number, changed: number, moving: number, active: boolean): 'move' | 'part' | 'all';
  /** All were taken anew: are there to be two layers from the start, the fixed bodies and the others? */
  starts(count: number, fixed: number): boolean;
}

export function createLayerPolicy(motion: Motion, dimensions: 2 | 3): LayerPolicy {
  const perMover = MOVING[dimensions - 2];
  const most = motion === 'few' ? 0.5 : (1 - LOOK) / perMover;
  let pause = 0;
  let calm = 0;
  // since the still layer was sorted: ticks, what they cost, and how much of that for bodies at rest
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
    looks(count, active, fits) {
      if (motion === 'all' || !fits) return false;
      if (active) return true;
      if (count < LEAST_BODIES) return false;
      if (pause > 0) pause--;
      return pause === 0;
    },
    busy: () => void giveUp(),
    step(count, changed, moving, active) {
      if (!active) {
        // one quiet update may be chance
        calm++;
        if (calm < 2) return 'all';
        begin();
        return 'part';
      }
      ticks++;
      cost += LOOK * count + perMover * moving;
      idle += perMover * (moving - changed);
      const full = moving > most * count;
      if (!full && (idle <= PART * count || motion === 'few')) return 'move';
      // who rests in the moving layer has cost as much as beginning anew: was all of it worth it?
      if (motion === 'auto' && cost + PART * count > ticks * count) return giveUp();
      begin();
      return 'part';
    },
    starts(count, fixed) {
      begin();
      if (motion !== 'auto') return motion === 'few';
      return count >= LEAST_BODIES && count - fixed <= most * count;
    },
  };
}
