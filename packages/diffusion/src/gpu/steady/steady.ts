// Method 'steady' on the device: the field that steps tend to, by a multigrid whose corrections
// multiply, as on the CPU (aggregation and disaggregation: Takahashi, 1975; many levels: Horton and
// Leutenegger, 1994).
//
// The first guess is made by steps: those until the front has arrived, and as many again, because a
// front is far too steep. Then cells are swept in four colours, and boxes of 2 x 2 cells, of boxes,
// and so on, are corrected by W-cycles. All numbers are f32: random rounding of the sums keeps a
// change of some 2^-18 alive, far below the usual tolerance. The CPU splits boxes where walls
// divide them; the device does not. Mazes with walls one cell thick therefore take many times as
// many cycles as other maps.
import type { SettleReason } from '../../types.ts';
import type { Settled, Settler } from '../step/settle.ts';
import type { SettleWatch } from '../watch.ts';
import { createSteadyEngine, type SteadyOn } from './engine.ts';

/** Most cycles of a layer in a call, unless `until` is a number or `limit` is less. */
export const MOST_CYCLES = 1000;
/** The most cells of a map: no front takes more steps. */
const MOST_STEPS = 2 ** 30;
/** After a cycle with a smaller change, the next cycle over-corrects (`SteadyEngine.cycle`). */
const NEAR = 0.5;

/** The version of each layer (the number of its changes) when a call was made. */
export type Stale = readonly number[];

/** When `Steady.settle` ends. */
export interface CycleEnd {
  /** What `stale` gave when the call was made. Default: its current value. */
  readonly stale: Stale | undefined;
  /** Most cycles of a layer. */
  readonly limit: number;
  readonly tolerance: number;
}

export interface Steady {
  readonly memoryBytes: number;
  /** To be called when goals, terrain or modulations of these layers have changed. */
  changed(layers: readonly number[]): void;
  /** From now on the device may change layers itself. */
  neverKnown(): void;
  /** The versions of all layers now, to be given to `settle` when the turn of the call comes. */
  stale(): Stale;
  /** Cycles of each layer until one changes no cell by more than the tolerance. */
  settle(layers: readonly number[], end: CycleEnd, watch: SettleWatch): Promise<Settled>;
  destroy(): void;
}

/** Throws RangeError where its buffers do not fit beside those of `on.engine`. */
export function createSteady(on: SteadyOn, settler: Settler): Steady {
  const { options } = on;
  const cycles = createSteadyEngine(on);
  const versions = options.layers.map(() => 0);
  /** By layer: the residual of the field, and the version of the layer that it was solved for. */
  const found = options.layers.map(() => ({ version: -1, residual: NaN }));
  let known = true;

  return {
    memoryBytes: cycles.memoryBytes,
    changed(layers) {
      for (const l of layers) versions[l]++;
    },
    neverKnown() {
      known = false;
    },
    stale: () => [...versions],
    async settle(layers, { stale = versions, limit, tolerance }, { signal, onProgress }) {
      const steps: number[] = [];
      const changes: number[] = [];
      let total = 0;
      for (const l of layers) {
        const last = found[l];
        const goOn = known && last.version === stale[l];
        let residual = goOn ? last.residual : Infinity;
        let spent = 0;
        if (!(residual <= tolerance) && limit > 0) {
          if (!goOn) {
            await cycles.clear(l);
            const watch = { signal, onProgress: () => onProgress(total) };
            const front = await settler.front([l], MOST_STEPS, watch);
            await settler.count([l], front.steps[0], watch);
          }
          found[l] = { version: stale[l], residual };
          while (spent < limit && !(residual <= tolerance)) {
            residual = await cycles.cycle(l, residual < NEAR);
            found[l] = { version: stale[l], residual };
            onProgress(total + ++spent);
            signal?.throwIfAborted();
          }
        }
        total += spent;
        steps.push(spent);
        // Infinity: no cycle has been done
        changes.push(residual < Infinity ? residual : NaN);
      }
      const reason = changes.map((change): SettleReason =>
        change <= tolerance ? 'residual' : 'limit',
      );
      return { steps, reason, changes };
    },
    destroy() {
      cycles.destroy();
    },
  };
}
