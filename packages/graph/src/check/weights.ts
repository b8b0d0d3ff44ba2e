import { checkLength, list, refuseNumber, whole } from '@wayfield/check';

/**
 * The smallest weight above 0: 2^-126. Numbers below are subnormal in f32, which GPUs may take for
 * 0.
 */
export const SMALLEST_WEIGHT: number = 2 ** -126;

/**
 * Coordinates lie between this number and its negative, so that squared distances fit into f32:
 * 2^60.
 */
export const LARGEST_COORDINATE: number = 2 ** 60;

const nodes = whole(0, 2 ** 32);

/**
 * The largest weight of a graph of this many nodes, or cost of a grid of this many cells: 2^126 /
 * nodeCount, rounded to f32. A path that visits no node twice has fewer arcs than nodeCount, so its
 * weights sum up to less than 2^126; diagonal steps multiply that by at most the square root of 2.
 * Rounding at most doubles what an arc adds, because the sum before it is an f32 too. So no f32 sum
 * along such a path is above 2^127.5: none reaches the limit of f32, 2^128.
 */
export function largestWeight(nodeCount: number): number {
  nodes(nodeCount, 'nodeCount');
  return Math.fround(2 ** 126 / Math.max(nodeCount, 1));
}

/**
 * Throws RangeError unless every weight of a graph of `nodeCount` nodes, or cost of a grid of
 * `nodeCount` cells, is 0 or from `SMALLEST_WEIGHT` to `largestWeight(nodeCount)`. `at`: look at
 * these entries only, such as the arcs of an update.
 */
export function checkWeights(
  weight: ArrayLike<number>,
  nodeCount: number,
  name = 'weight',
  at?: ArrayLike<number>,
): void {
  list(weight, name);
  if (at !== undefined) list(at, 'at');
  const largest = largestWeight(nodeCount);
  const count = at === undefined ? weight.length : at.length;
  for (let k = 0; k < count; k++) {
    const i = at === undefined ? k : at[k];
    const value = weight[i];
    const inside = value === 0 || (value >= SMALLEST_WEIGHT && Math.fround(value) <= largest);
    if (inside && typeof value === 'number') continue;
    refuseNumber(`${name}[${i}]`, value, limitsOf(nodeCount));
  }
}

/** The limits of weights, for messages. */
function limitsOf(nodeCount: number): string {
  const [least, most] = [SMALLEST_WEIGHT.toPrecision(4), largestWeight(nodeCount).toPrecision(4)];
  return `0, or 2^-126 to 2^126 / ${nodeCount}: ${least} to ${most}`;
}

/** Throws unless there are `nodeCount` coordinates, none beyond `LARGEST_COORDINATE`. */
export function checkCoordinates(
  coordinate: ArrayLike<number>,
  nodeCount: number,
  name: string,
): void {
  nodes(nodeCount, 'nodeCount');
  checkLength(coordinate, nodeCount, name);
  for (let u = 0; u < nodeCount; u++) {
    const value = coordinate[u];
    if (typeof value === 'number' && Math.abs(value) <= LARGEST_COORDINATE) continue;
    refuseNumber(`${name}[${u}]`, value, 'a number from -2^60 to 2^60');
  }
}
