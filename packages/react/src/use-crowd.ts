import { callback, checkOptions, flag, list, object, type OptionRules } from '@wayfield/check';
import { createCrowd, type Crowd, type CrowdOptions, type CrowdWorld } from '@wayfield/crowd';
import { createFixedStep, type FixedStep } from '@wayfield/crowd/fixed-step';
import { type DependencyList, useEffect, useRef, useState } from 'react';
import { useFrame } from './use-frame.ts';

/** Options of `useCrowd`. */
export interface UseCrowdOptions extends CrowdOptions {
  /** Walls and bounds, read when the crowd is made. Default: no walls. */
  readonly world?: CrowdWorld | undefined;
  /** Adds the first agents and guides, once for each crowd that is made. */
  readonly start?: ((crowd: Crowd) => void) | undefined;
  /** Seconds of a tick, read when the crowd is made. Default 1 / 60. */
  readonly step?: number | undefined;
  /** Whether time passes. Default true. */
  readonly running?: boolean | undefined;
  /** Called after the ticks of each frame, to draw agents at `steps.x`, `steps.y`. */
  readonly draw?: ((steps: FixedStep, crowd: Crowd) => void) | undefined;
}

/** A crowd and its ticks. */
export interface CrowdState {
  readonly crowd: Crowd;
  /** Where agents are drawn between ticks. */
  readonly steps: FixedStep;
}

const rules: OptionRules = {
  world: /* @__PURE__ */ object({}, 'a CrowdWorld'),
  start: callback,
  running: flag,
  draw: callback,
};
const optionsRule = /* @__PURE__ */ object({}, 'options of useCrowd');

/**
 * Makes a crowd that moves with the frames of the page, in ticks of equal length, and is destroyed
 * with the component. Undefined on a server and before the first effect. The crowd is made again
 * when `deps` change, by default never.
 *
 * @throws TypeError or RangeError for wrong arguments, also those of `createCrowd`.
 *
 * @example
 * function People() {
 *   const state = useCrowd({
 *     capacity: 200,
 *     start: (crowd) => crowd.add({ x: 0, y: 0, preferredX: 1 }),
 *     draw: (steps, crowd) => drawDisc(steps.x[0], steps.y[0]),
 *   });
 *   const more = () => state?.crowd.add({ x: 0, y: 0, preferredX: 1 });
 *   return createElement('button', { onClick: more }, 'one more');
 * }
 * show(People);
 */
export function useCrowd(
  options: UseCrowdOptions,
  deps: DependencyList = [],
): CrowdState | undefined {
  optionsRule(options, 'options');
  list(deps, 'deps');
  const { world = {}, start, step, running = true, draw, ...crowdOptions } = options;
  checkOptions('useCrowd', given({ world, start, running, draw }), rules);
  const [state, setState] = useState<CrowdState>();
  // A frame may come between the end of a crowd and the next render, while `state` still has the
  // crowd that was destroyed. Frames advance the crowd in `alive`, which the cleanup empties.
  const alive = useRef<CrowdState | undefined>(undefined);
  useEffect(() => {
    const crowd = createCrowd(world, crowdOptions);
    try {
      start?.(crowd);
      const steps = createFixedStep(crowd, step === undefined ? {} : { step });
      alive.current = { crowd, steps };
    } catch (error) {
      crowd.destroy();
      throw error;
    }
    setState(alive.current);
    return () => {
      alive.current = undefined;
      setState(undefined);
      crowd.destroy();
    };
  }, deps);
  useFrame(
    (seconds) => {
      const now = alive.current;
      if (now === undefined) return;
      now.steps.advance(seconds);
      draw?.(now.steps, now.crowd);
    },
    running && state !== undefined,
  );
  return state;
}

/** The entries that are not undefined. */
function given(of: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(of).filter(([, value]) => value !== undefined));
}
