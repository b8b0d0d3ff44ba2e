import { FOUND, ticksToLength } from '@wayfield/graph';
import type { Problem } from './problem.ts';

/** Entries of the table of lengths met lately; a power of two. */
const MET = 4096;

/**
 * Labels to costs, `Infinity` where nothing was found; ticks by the rule of uniform grids. Takes the
 * status codes over as well. Returns how many of them are `sought`.
 */
export function toCosts(
  { integer, factor, ticks }: Problem,
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
  const met = new Int32Array(decodes ? MET : 0).fill(-1);
  const costOf = new Float32Array(met.length);
  let count = 0;
  for (let i = 0; i < n; i++) {
    const code = codes[i];
    status[i] = code;
    if (code !== FOUND) {
      cost[i] = Infinity;
      if (code === sought) count++;
    } else if (decodes) {
      const key = keys[i] | 0;
      const at = (key ^ (key >>> 12)) & (MET - 1);
      if (met[at] !== key) {
        met[at] = key;
        costOf[at] = factor * ticksToLength(key);
      }
      cost[i] = costOf[at];
    } else {
      cost[i] = integer ? factor * keys[i] : floats[i];
    }
  }
  return count;
}
