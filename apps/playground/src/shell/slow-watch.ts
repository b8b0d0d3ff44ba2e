// Measures whether a scene is slow on this GPU, because no browser tells how fast a GPU is. The
// person is told once per scene.

/** Number of steps whose median is taken. */
const STEPS = 12;
/** A median of this many milliseconds or more is slow. */
const SLOW = 100;

export interface SlowWatch {
  /** A scene begins, with many of `what` ('agents'). Undefined: nothing is watched. */
  begin(what: string | undefined): void;
  /** The milliseconds that a step took. */
  took(ms: number): void;
}

/** Calls `tell` when the median of `STEPS` steps is slow, at most once after each `begin`. */
export function createSlowWatch(tell: (text: string) => void): SlowWatch {
  let what: string | undefined;
  let times: number[] = [];
  return {
    begin(many) {
      what = many;
      times = [];
    },
    took(ms) {
      if (what === undefined) return;
      times.push(ms);
      if (times.length < STEPS) return;
      const median = times.toSorted((a, b) => a - b)[STEPS >> 1];
      times = [];
      if (median < SLOW) return;
      tell(`A step takes ${Math.round(median)} ms on this machine: fewer ${what} go smoothly.`);
      what = undefined;
    },
  };
}
