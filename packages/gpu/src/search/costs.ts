import { DIAGONAL_TICKS, FOUND, STRAIGHT_TICKS, ticksToLength } from '@wayfield/graph';
import type { Problem } from './problem.ts';

/** Labels to costs, `Infinity` where nothing was found; ticks by the rule of uniform grids. */
export function toCosts(
  { integer, factor, ticks }: Problem,
  status: Uint8Array,
  keys: Uint32Array,
  cost: Float32Array,
): void {
  const n = cost.length;
  if (!integer) {
    cost.set(new Float32Array(keys.buffer, keys.byteOffset, n));
    for (let i = 0; i < n; i++) if (status[i] !== FOUND) cost[i] = Infinity;
  } else if (ticks[0] === 1) {
    for (let i = 0; i < n; i++) cost[i] = status[i] === FOUND ? factor * keys[i] : Infinity;
  } else {
    // ticksToLength without its doubles: keys are below 2^31, so whole numbers of the machine do
    for (let i = 0; i < n; i++) {
      const key = keys[i] | 0;
      const diagonals = (((key % STRAIGHT_TICKS) * 985) | 0) % STRAIGHT_TICKS;
      const rest = (key - Math.imul(diagonals, DIAGONAL_TICKS)) | 0;
      const length =
        rest < 0 ? ticksToLength(key) : ((rest / STRAIGHT_TICKS) | 0) + diagonals * Math.SQRT2;
      cost[i] = status[i] === FOUND ? factor * length : Infinity;
    }
  }
}
