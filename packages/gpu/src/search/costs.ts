// Labels of a search to costs on the host. answers.wgsl.ts makes the same costs, bit for bit, on
// the device.
import { FOUND, NONE, ticksToLength } from '@wayfield/graph';
import { NO_ROOM, STUCK, stuckError, TOO_LONG } from './layout.ts';

/** What labels count: the bits of an f32 cost, or ticks. */
export interface CostUnits {
  readonly integer: boolean;
  /** The factor of all open cells of a uniform grid, else 1. */
  readonly factor: number;
  /** Ticks of a straight and of a diagonal step of a uniform grid. */
  readonly ticks: readonly [straight: number, diagonal: number];
  /** Labels per tick: 1 but in tests. */
  readonly tickScale: number;
}

/**
 * Entries, a power of two, of a table of labels and their costs. The table pays because the paths
 * of many queries have few different lengths. Chosen, not measured.
 */
const DECODED = 4096;

/**
 * Fills `status` from the codes of a wave, and `cost` from its labels by `costsOf`. Returns how
 * many queries have to be asked again.
 *
 * @throws Error where a search did not end within its bound.
 */
export function toCosts(
  units: CostUnits,
  codes: Uint32Array,
  labels: Uint32Array,
  status: Uint8Array,
  cost: Float32Array,
): number {
  const n = cost.length;
  let again = 0;
  for (let i = 0; i < n; i++) {
    const code = codes[i];
    status[i] = code;
    if (code === NO_ROOM) again++;
    else if (code === STUCK) throw stuckError();
  }
  costsOf(units, status, labels, cost);
  return again;
}

/**
 * Turns labels into costs: `Infinity` where there is no path, ticks by `ticksToLength`.
 *
 * @throws RangeError for a greedy path of 2^32 - 2 ticks or more.
 */
export function costsOf(
  { integer, factor, ticks, tickScale }: CostUnits,
  status: Uint8Array,
  labels: Uint32Array,
  cost: Float32Array,
): void {
  const n = cost.length;
  const floats = new Float32Array(labels.buffer, labels.byteOffset, n);
  const decodes = integer && ticks[0] !== 1;
  const decoded = new Uint32Array(decodes ? DECODED : 0).fill(NONE);
  const costOf = new Float32Array(decoded.length);
  for (let i = 0; i < n; i++) {
    if (status[i] !== FOUND) {
      cost[i] = Infinity;
    } else if (decodes) {
      const label = labels[i];
      if (label === TOO_LONG) throw new RangeError('a greedy path has 2^32 - 2 ticks or more');
      const at = (label ^ (label >>> 12)) & (DECODED - 1);
      if (decoded[at] !== label) {
        decoded[at] = label;
        costOf[at] = factor * ticksToLength(label / tickScale);
      }
      cost[i] = costOf[at];
    } else {
      cost[i] = integer ? factor * (labels[i] / tickScale) : floats[i];
    }
  }
}
