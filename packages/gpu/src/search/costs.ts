import { FOUND, NONE, ticksToLength } from '@wayfield/graph';
import { STUCK, stuckError } from './status.ts';

/** What labels count: f32 bits, or ticks. */
export interface CostUnits {
  readonly integer: boolean;
  /** The factor of all open cells of a uniform grid, else 1. */
  readonly factor: number;
  /** Ticks of a straight and of a diagonal step of a uniform grid. */
  readonly ticks: readonly [straight: number, diagonal: number];
  /** Labels are so many times as large as their ticks: 1 but in tests. */
  readonly tickScale: number;
}

/** Label of a greedy path that is too long to count. */
const TOO_LONG = 0xfffffffe;

/** Entries of the table of lengths met lately; a power of two. */
const MET = 4096;

/**
 * Labels to costs, `Infinity` where nothing was found; ticks by the rule of uniform grids. Takes the
 * status codes over as well. Returns how many of them are `sought`.
 *
 * @throws RangeError for a greedy path of more ticks than a label can count.
 * @throws Error where a search did not end within its bound.
 */
export function toCosts(
  { integer, factor, ticks, tickScale }: CostUnits,
  codes: Uint32Array,
  keys: Uint32Array,
  status: Uint8Array,
  cost: Float32Array,
  sought: number,
): number {
  const n = cost.length;
  const floats = new Float32Array(keys.buffer, keys.byteOffset, n);
  // many queries, few lengths: most are found again
  const decodes = integer && ticks[0] !== 1;
  const met = new Uint32Array(decodes ? MET : 0).fill(NONE);
  const costOf = new Float32Array(met.length);
  let count = 0;
  for (let i = 0; i < n; i++) {
    const code = codes[i];
    status[i] = code;
    if (code !== FOUND) {
      cost[i] = Infinity;
      if (code === sought) count++;
      else if (code === STUCK) throw stuckError();
    } else if (decodes) {
      const key = keys[i];
      if (key === TOO_LONG) throw new RangeError('a greedy path has more than 2^32 - 2 ticks');
      const at = (key ^ (key >>> 12)) & (MET - 1);
      if (met[at] !== key) {
        met[at] = key;
        costOf[at] = factor * ticksToLength(key / tickScale);
      }
      cost[i] = costOf[at];
    } else {
      cost[i] = integer ? factor * (keys[i] / tickScale) : floats[i];
    }
  }
  return count;
}
