import { createReferenceSolver, touches } from '@wayfield/collision/reference';
import { createPlainGrid, type FoundPairs } from '../peers/plain-grid.ts';
import { bodiesOf, type Circles } from './worlds.ts';

/** The faults of an answer; all 0 where it is right. */
export interface PairFaults {
  /** Pairs that touch and were not found. */
  readonly missed: number;
  /** Pairs that were found before: a pair found three times counts twice. */
  readonly duplicates: number;
  /** Pairs found that do not touch, or whose slots are no bodies. */
  readonly wrong: number;
}

/** The pairs that touch, as sorted keys: smaller slot * count + larger slot. */
export interface TruePairs {
  readonly count: number;
  readonly keys: Float64Array;
  readonly by: 'brute force' | 'plain grid';
}

/** Up to this number of bodies all are compared with all. */
const BRUTE = 3000;

/**
 * The pairs that touch, found without a grid of Wayfield: up to BRUTE bodies by brute force, else
 * by the plain grid with a reach of 1 + 2^-16 times the sum of two radii, so that rounding loses no
 * pair. `touches` decides on each pair.
 */
export function findTruePairs(circles: Circles): TruePairs {
  const { count } = circles;
  const bodies = bodiesOf(circles);
  if (count <= BRUTE) {
    const solver = createReferenceSolver(bodies);
    const keys = keysOf(solver.pairs(), count);
    solver.destroy();
    return { count, keys, by: 'brute force' };
  }
  const near = createPlainGrid({ bodies: 'moved', reach: 1 + 2 ** -16 })(circles);
  const keys = new Float64Array(near.count);
  let kept = 0;
  for (let k = 0; k < near.count; k++) {
    const a = Math.min(near.slots[2 * k], near.slots[2 * k + 1]);
    const b = Math.max(near.slots[2 * k], near.slots[2 * k + 1]);
    if (touches(bodies, a, bodies, b)) keys[kept++] = a * count + b;
  }
  return { count, keys: keys.slice(0, kept).sort(), by: 'plain grid' };
}

/** Compares an answer with the true pairs. */
export function judgePairs(truth: TruePairs, found: FoundPairs): PairFaults {
  const { keys, count } = truth;
  const mine = keysOf(found, count);
  let [missed, duplicates, wrong] = [0, 0, 0];
  let t = 0;
  for (let i = 0; i < mine.length; i++) {
    const key = mine[i];
    if (i > 0 && key === mine[i - 1]) {
      duplicates++;
      continue;
    }
    while (t < keys.length && keys[t] < key) {
      t++;
      missed++;
    }
    if (t < keys.length && keys[t] === key) t++;
    else wrong++; // also NaN, for a slot without a body
  }
  return { missed: missed + keys.length - t, duplicates, wrong };
}

/** The share of the bodies that touch another one. */
export function shareOf({ keys, count }: TruePairs): number {
  const touched = new Uint8Array(count);
  for (const key of keys) {
    const a = Math.floor(key / count);
    touched[a] = 1;
    touched[key - a * count] = 1;
  }
  return touched.reduce((sum, one) => sum + one, 0) / count;
}

/** No pair missed, none twice, none wrong. */
export function isRight({ missed, duplicates, wrong }: PairFaults): boolean {
  return missed + duplicates + wrong === 0;
}

/** The faults in words: `0 missed, 0 duplicates`, and wrong pairs where there are some. */
export function sayFaults({ missed, duplicates, wrong }: PairFaults): string {
  return `${missed} missed, ${duplicates} duplicates${wrong > 0 ? `, ${wrong} wrong` : ''}`;
}

function keysOf({ count: pairs, slots }: FoundPairs, count: number): Float64Array {
  const keys = new Float64Array(pairs);
  let sorted = true;
  for (let k = 0; k < pairs; k++) {
    const a = slots[2 * k];
    const b = slots[2 * k + 1];
    const valid = a !== b && a < count && b < count;
    keys[k] = valid ? Math.min(a, b) * count + Math.max(a, b) : NaN;
    if (k > 0 && !(keys[k - 1] <= keys[k])) sorted = false;
  }
  return sorted ? keys : keys.sort();
}
