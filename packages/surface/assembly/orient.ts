// On which side of a line a point lies, without error: `orient2d` of Shewchuk (1997). Where the
// error bound of plain arithmetic leaves the sign open, the sign is that of an expansion, a sum of
// products without rounding.

import { reallocate } from '@wayfield/wasm/assembly/env';

/**
 * Shewchuk's bound `ccwerrboundA`, (3 + 16 u) u with u = 2^-53: plain arithmetic errs by at most
 * this times the sum of the absolute values of the two products.
 */
export const SURE: f64 = 3.3306690738754716e-16;
/** 2^27 + 1 splits a number into two halves of 26 bits, whose products are exact (Dekker 1971). */
const SPLIT: f64 = 134217729;

/** 1 if (cx, cy) lies to the left of the line from a to b, -1 to the right, 0 on the line. */
export function sideOfLine(ax: f64, ay: f64, bx: f64, by: f64, cx: f64, cy: f64): i32 {
  const one = (ax - cx) * (by - cy);
  const other = (ay - cy) * (bx - cx);
  const sum = one - other;
  const sure = SURE * (abs(one) + abs(other));
  if (sum > sure) return 1;
  if (-sum > sure) return -1;
  if (sure == 0) return 0;
  return exactSide(ax, ay, bx, by, cx, cy);
}

/**
 * An expansion: `count` f64 whose exact sum is the number, and whose bits do not overlap, the
 * smallest first. The sign is that of the last one. 6 products of two parts each: at most 12.
 */
let parts: usize = 0;
let count: i32 = 0;

export function orientBind(): void {
  parts = reallocate(0, 0, 12 * sizeof<f64>());
}

function partAt(i: i32): usize {
  return parts + ((<usize>i) << 3);
}

/** Adds a number to the expansion (Shewchuk's GROW-EXPANSION, zeros left out). */
function add(value: f64): void {
  let q = value;
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const part = load<f64>(partAt(i));
    const sum = q + part;
    const back = sum - q;
    const rest = q - (sum - back) + (part - back);
    q = sum;
    if (rest != 0) store<f64>(partAt(kept++), rest);
  }
  if (q != 0) store<f64>(partAt(kept++), q);
  count = kept;
}

/** Adds the product of two numbers: its rounded value, and the error of rounding (TWO-PRODUCT). */
function addProduct(a: f64, b: f64): void {
  const product = a * b;
  const ca = SPLIT * a;
  const highA = ca - (ca - a);
  const lowA = a - highA;
  const cb = SPLIT * b;
  const highB = cb - (cb - b);
  const lowB = b - highB;
  add(lowA * lowB - (product - highA * highB - lowA * highB - highA * lowB));
  add(product);
}

function exactSide(ax: f64, ay: f64, bx: f64, by: f64, cx: f64, cy: f64): i32 {
  count = 0;
  addProduct(ax, by);
  addProduct(-ax, cy);
  addProduct(-cx, by);
  addProduct(-ay, bx);
  addProduct(ay, cx);
  addProduct(cy, bx);
  if (count == 0) return 0;
  return load<f64>(partAt(count - 1)) > 0 ? 1 : -1;
}
