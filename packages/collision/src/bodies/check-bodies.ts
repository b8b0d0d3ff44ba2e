import { refuseNumber } from '@wayfield/check';
import { BOX, CIRCLE, FREE, LARGEST, QUERY, SWEPT } from '../constants.ts';
import { quickBodies } from '../rules.ts';
import type { Bodies } from '../types.ts';

/** Throws RangeError for the first live body with a NaN or a value out of range. */
export function checkBodies(bodies: Bodies): void {
  quickBodies(bodies);
  for (let slot = 0; slot < bodies.end; slot++) checkSlot(bodies, slot);
}

/** As `checkBodies`, for one slot. */
export function checkSlot(bodies: Bodies, slot: number): void {
  const { kind, radius, shape, x, y, z, extentX, extentY, extentZ } = bodies;
  if (kind[slot] === FREE) return;
  if (kind[slot] > QUERY) checkCode(kind[slot], `kind[${slot}]`, FREE, QUERY);
  if (shape && shape[slot] > SWEPT) checkCode(shape[slot], `shape[${slot}]`, CIRCLE, SWEPT);
  if (!(Math.abs(x[slot]) <= LARGEST)) checkPosition(x[slot], `x[${slot}]`);
  if (!(Math.abs(y[slot]) <= LARGEST)) checkPosition(y[slot], `y[${slot}]`);
  if (z && !(Math.abs(z[slot]) <= LARGEST)) checkPosition(z[slot], `z[${slot}]`);
  if (!(radius[slot] >= 0 && radius[slot] <= LARGEST)) checkSize(radius[slot], `radius[${slot}]`);
  const code = shape ? shape[slot] : CIRCLE;
  if (extentX) checkExtent(code, extentX[slot], `extentX[${slot}]`);
  if (extentY) checkExtent(code, extentY[slot], `extentY[${slot}]`);
  if (extentZ) checkExtent(code, extentZ[slot], `extentZ[${slot}]`);
}

/** Throws RangeError for a number that is not whole, or not from 0 to `max`. */
export function checkWhole(value: number, name: string, max: number): void {
  if (!(Number.isInteger(value) && value >= 0 && value <= max)) {
    throw new RangeError(`${name} is ${value}, expected a whole number from 0 to ${max}`);
  }
}

/** Throws RangeError for a number that is not whole, or not from `min` to `max`. */
export function checkCode(value: number, name: string, min: number, max: number): void {
  if (!(Number.isInteger(value) && value >= min && value <= max)) {
    throw new RangeError(`${name} is ${value}, expected a whole number from ${min} to ${max}`);
  }
}

/** Throws RangeError for an extent that is NaN or out of range, or of a box and negative. */
export function checkExtent(shape: number, value: number, name: string): void {
  if (shape === BOX) checkSize(value, name);
  else checkPosition(value, name);
}

/** Throws RangeError for a coordinate or an extent that is NaN or out of range. */
export function checkPosition(value: number, name: string): void {
  if (typeof value === 'number' && Math.abs(value) <= LARGEST) return;
  refuseNumber(name, value, 'a number of at most 2^61 in magnitude');
}

/** Throws RangeError for a radius or half the size of a box that is NaN or out of range. */
export function checkSize(value: number, name: string): void {
  if (typeof value === 'number' && value >= 0 && value <= LARGEST) return;
  refuseNumber(name, value, 'a number from 0 to 2^61');
}
