// How fast a graphics processor is no browser tells: that a scene is slow on it is measured, and
// told once.

/** Steps that are looked at before. */
const STEPS = 12;
/** Milliseconds of a step that are slow. */
const SLOW = 100;

export interface SlowWatch {
  /** A scene begins that has many of `what`; of undefined nothing is told. */
  begin(what: string | undefined): void;
  /** The milliseconds that a step took. */
  took(ms: number): void;
}

/** Tells when the median of some steps is slow, once after each `begin`. */
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
