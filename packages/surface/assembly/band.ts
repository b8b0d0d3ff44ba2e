// The range of x that a polygon or a wall takes up in a band of y. grid.ts and the corridors of
// movement use the range to find the cells of a row that the polygon touches. Calls in order:
// `bandBegin`, `bandStretch` per side, `bandFrom` and `bandTo`.

/** The least and the largest x so far. */
let least: f64 = 0;
let most: f64 = 0;

/** Begins with an empty range. */
export function bandBegin(): void {
  least = Infinity;
  most = -Infinity;
}
/** The range, empty if `bandFrom` is above `bandTo`. */
export function bandFrom(): f64 {
  return least;
}
export function bandTo(): f64 {
  return most;
}

/** Widens the range by that of a segment in the band of y from `low` to `high`. */
export function bandStretch(ax: f64, ay: f64, bx: f64, by: f64, low: f64, high: f64): void {
  if (max(ay, by) < low || min(ay, by) > high) return;
  let x0 = ax;
  let x1 = bx;
  if (ay != by) {
    const slope = (bx - ax) / (by - ay);
    const atLow = ax + (low - ay) * slope;
    const atHigh = ax + (high - ay) * slope;
    if (ay < low) x0 = atLow;
    else if (ay > high) x0 = atHigh;
    if (by < low) x1 = atLow;
    else if (by > high) x1 = atHigh;
  }
  // the slope of an almost flat segment is huge, and its rounding too: stay between the ends
  x0 = max(min(ax, bx), min(max(ax, bx), x0));
  x1 = max(min(ax, bx), min(max(ax, bx), x1));
  least = min(least, min(x0, x1));
  most = max(most, max(x0, x1));
}
