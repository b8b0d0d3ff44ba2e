// `createFixedStep`: a clock that turns frames of any length into ticks of equal length.
import {
  callback,
  checkOptions,
  number,
  object,
  optional,
  type OptionRules,
  type Rule,
  whole,
} from '@wayfield/check';
import { type Between, createBetween, type SteppedCrowd } from './between.ts';

/** Options of `createFixedStep`. */
export interface FixedStepOptions {
  /** The length of a tick in seconds, 1e-6 to 1. Default 1/60. */
  readonly step?: number | undefined;
  /**
   * Ticks that one call does at most, 1 to 10,000. Time beyond is dropped, so that a slow machine
   * falls behind instead of doing more and more. Default 5.
   */
  readonly mostSteps?: number | undefined;
  /**
   * An agent that moved farther than this in one tick, in metres, as by `set`, is drawn at its new
   * place at once. Default 1.
   */
  readonly snap?: number | undefined;
}

/** The facts of ticks of equal length, for crowds of one thread and of a pool. */
interface FixedStepFacts {
  /** The length of a tick in seconds. */
  readonly step: number;
  /**
   * Where agents are drawn, by slot, `capacity` entries: between the last two ticks. Entries of
   * free slots have no meaning.
   */
  readonly x: Float32Array;
  readonly y: Float32Array;
  /** Unit vectors between the headings of the last two ticks. */
  readonly headingX: Float32Array;
  readonly headingY: Float32Array;
  /** The part of the next tick whose time has passed, 0 to 1. */
  readonly part: number;
  /** Seconds that were dropped since the start or `reset`, because of `mostSteps`. */
  readonly dropped: number;
  /**
   * Forgets the time that has not become a tick, and where agents were. `dropped` becomes 0. The
   * crowd stays as it is.
   */
  reset(): void;
}

/** Ticks of equal length. */
export interface FixedStep extends FixedStepFacts {
  /**
   * Lets time pass, in seconds, at least 0: does the ticks that are due, `before(tick)` before
   * each, and writes where agents are drawn now. Returns the number of ticks. Allocates nothing.
   * If `before` or a tick throws, that tick and the later ones are due again at the next call.
   */
  advance(seconds: number, before?: (tick: number) => void): number;
}

/** Ticks of equal length of a pool. */
export interface FixedStepPool extends FixedStepFacts {
  /**
   * As `advance` of `FixedStep`; `before` may return a promise, which is awaited. Await each call
   * before the next one: a call during a step can reject.
   */
  advance(seconds: number, before?: (tick: number) => unknown): Promise<number>;
}

interface SyncCrowd extends SteppedCrowd {
  readonly tick: number;
  step(dt: number): object;
}
interface PoolCrowd extends SteppedCrowd {
  readonly tick: number;
  readonly threads: number;
  step(dt: number): Promise<object>;
}

const crowdRule: Rule = /* @__PURE__ */ object(
  { capacity: /* @__PURE__ */ whole(1), step: callback, idOf: callback },
  'a crowd',
);
const rules: OptionRules = {
  step: /* @__PURE__ */ number(1e-6, 1),
  mostSteps: /* @__PURE__ */ whole(1, 10_000),
  snap: /* @__PURE__ */ number(0, Infinity),
};
const time: Rule = /* @__PURE__ */ number(0);
const listener: Rule = /* @__PURE__ */ optional(callback);

/**
 * Creates a clock that does ticks of equal length for frames of any length: a crowd gives the same
 * positions on a fast and on a slow display. Renderers read `x` and `y`, which lie between the last
 * two ticks, so what is drawn is up to one tick late.
 *
 * @throws TypeError for a value that is not a crowd, RangeError for options out of range.
 *
 * @example
 * const loop = createFixedStep(crowd, { step: 1 / 30 });
 * const id = crowd.add({ x: 1, y: 1, preferredX: 1 });
 * // 16 ms after each other, as frames of a display at 60 Hz; draw agents at loop.x and loop.y
 * for (let frame = 0; frame < 60; frame++) loop.advance(0.016);
 * console.log(loop.x[crowd.slotOf(id)] > 1.5); // true
 */
export function createFixedStep(crowd: SyncCrowd, options?: FixedStepOptions): FixedStep;
export function createFixedStep(crowd: PoolCrowd, options?: FixedStepOptions): FixedStepPool;
export function createFixedStep(
  crowd: SyncCrowd | PoolCrowd,
  options: FixedStepOptions = {},
): FixedStep | FixedStepPool {
  crowdRule(crowd, 'crowd');
  checkOptions('createFixedStep', options, rules);
  const between = createBetween(crowd, options.snap ?? 1);
  const clock = createClock(options.step ?? 1 / 60, options.mostSteps ?? 5);
  const facts = factsOf(between, clock);
  if ('threads' in crowd) {
    const pool: FixedStepPool['advance'] = async (seconds, before) => {
      time(seconds, 'seconds');
      listener(before, 'before');
      const count = clock.take(seconds);
      let done = 0;
      try {
        for (; done < count; done++) {
          await before?.(crowd.tick);
          if (done === count - 1) between.keep();
          await crowd.step(clock.step);
        }
      } finally {
        clock.putBack(count - done);
      }
      between.write(clock.part());
      return count;
    };
    return Object.defineProperties({ advance: pool } as FixedStepPool, facts);
  }
  const advance: FixedStep['advance'] = (seconds, before) => {
    time(seconds, 'seconds');
    listener(before, 'before');
    const count = clock.take(seconds);
    let done = 0;
    try {
      for (; done < count; done++) {
        before?.(crowd.tick);
        if (done === count - 1) between.keep();
        crowd.step(clock.step);
      }
    } finally {
      clock.putBack(count - done);
    }
    between.write(clock.part());
    return count;
  };
  return Object.defineProperties({ advance } as FixedStep, facts);
}

/** Turns the time that passes into ticks. */
interface Clock {
  readonly step: number;
  readonly dropped: number;
  /** Lets seconds pass. Returns how many ticks to do: those that are due, at most `most`. */
  take(seconds: number): number;
  /** Makes ticks due again that `take` returned and that were not done. */
  putBack(ticks: number): void;
  part(): number;
  reset(): void;
}

function createClock(step: number, most: number): Clock {
  let left = 0;
  let dropped = 0;
  return {
    step,
    get dropped() {
      return dropped;
    },
    take(seconds) {
      left += seconds;
      const due = Math.floor(left / step);
      const count = Math.min(due, most);
      dropped += (due - count) * step;
      // if the quotient above was rounded up, the difference is below 0
      left = Math.max(0, left - due * step);
      return count;
    },
    putBack(ticks) {
      left += ticks * step;
    },
    part: () => Math.min(1, left / step),
    reset() {
      left = 0;
      dropped = 0;
    },
  };
}

function factsOf(between: Between, clock: Clock): PropertyDescriptorMap {
  const { x, y, headingX, headingY } = between;
  const value = (given: unknown): PropertyDescriptor => ({ value: given, enumerable: true });
  return {
    step: value(clock.step),
    x: value(x),
    y: value(y),
    headingX: value(headingX),
    headingY: value(headingY),
    part: { get: clock.part, enumerable: true },
    dropped: { get: () => clock.dropped, enumerable: true },
    reset: value(() => {
      clock.reset();
      between.keep();
      between.write(1);
    }),
  };
}
