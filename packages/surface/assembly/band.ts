// The part of a polygon that lies in a band of y: the columns of a row of cells that the polygon
// touches.

/** The least and the largest x of the part, so far. */
let least: f64 = 0;
let most: f64 = 0;

/** Begins a band without any part. */
export function bandBegin(): void {
  least = Infinity;
  most = -Infinity;
}
/** The part is empty where the first number is above the second one. */
export function bandFrom(): f64 {
  return least;
}
export function bandTo(): f64 {
  return most;
}

/** Widens the part by that of a segment in the band from `low` to `high`. */
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
  // a flat segment has a slope without bound: its ends are the limit
  x0 = max(min(ax, bx), min(max(ax, bx), x0));
  x1 = max(min(ax, bx), min(max(ax, bx), x1));
  least = min(least, min(x0, x1));
  most = max(most, max(x0, x1));
}
