import { checkNearOptions, someQueries } from '../rules.ts';
import { checkExtent, checkPosition, checkSize } from '../bodies/check-bodies.ts';
import { BOX, CAPSULE, CIRCLE, RAY } from '../constants.ts';
import type { ExploreQueries, NeighbourOptions, ResultOptions } from '../types.ts';

const SHAPES = new Set([CIRCLE, BOX, CAPSULE, RAY]);

/**
 * Throws RangeError for queries with an array that is too short or a value out of range, with z or
 * extentZ in 2D, or without z in 3D.
 */
export function checkExploreQueries(queries: ExploreQueries, dimensions: 2 | 3): void {
  someQueries(queries, 'queries');
  const { count } = queries;
  if (!(Number.isInteger(count) && count >= 0 && count < 2 ** 31)) {
    throw new RangeError(`count is ${count}, expected a whole number from 0 to ${2 ** 31 - 1}`);
  }
  if (dimensions === 2 && (queries.z ?? queries.extentZ) !== undefined) {
    throw new RangeError('queries in 2 dimensions have no z and no extentZ');
  }
  if (dimensions === 3 && queries.z === undefined) throw new RangeError('queries in 3D need z');
  for (const [name, array] of Object.entries(queries)) {
    if (name !== 'count' && array !== undefined && array.length < count) {
      throw new RangeError(`${name} has ${array.length} entries, the count of queries is ${count}`);
    }
  }
  const { x, y, z, radius, extentX, extentY, extentZ, shape } = queries;
  for (let i = 0; i < count; i++) {
    checkPosition(x[i], `x[${i}]`);
    checkPosition(y[i], `y[${i}]`);
    if (z) checkPosition(z[i], `z[${i}]`);
    if (radius) checkSize(radius[i], `radius[${i}]`);
    const code = shape ? shape[i] : CIRCLE;
    if (extentX) checkExtent(code, extentX[i], `extentX[${i}]`);
    if (extentY) checkExtent(code, extentY[i], `extentY[${i}]`);
    if (extentZ) checkExtent(code, extentZ[i], `extentZ[${i}]`);
    if (shape && !SHAPES.has(shape[i])) {
      throw new RangeError(`shape[${i}] is ${shape[i]}, expected CIRCLE, BOX, CAPSULE or RAY`);
    }
  }
}

/** A copy of queries, also of arrays on a SharedArrayBuffer, for calls that read them later. */
export function copyQueries(queries: ExploreQueries): ExploreQueries {
  const { count } = queries;
  const copy: Record<string, unknown> = { count };
  for (const [name, value] of Object.entries(queries)) {
    if (ArrayBuffer.isView(value)) copy[name] = (value as Float32Array).slice(0, count);
  }
  return copy as unknown as ExploreQueries;
}

/** Throws RangeError for options with neither a radius nor a k. */
export function checkNeighbourOptions(options: NeighbourOptions): void {
  checkNearOptions('neighbours', options);
  const { k, radius } = options;
  if (k === undefined && radius === undefined) {
    throw new RangeError('neighbours needs a radius, a k or both');
  }
}

/** The most pairs or entries to write; Infinity: no limit. */
export function capacityOf({ capacity = Infinity }: ResultOptions): number {
  return capacity;
}
