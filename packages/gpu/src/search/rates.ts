// Milliseconds as a sum of quantities times rates, fitted to measurements on the device.

/**
 * The last KEPT measurements count. Each has FADE times the weight of the next newer one, so the
 * oldest has 4 % of the weight of the newest. Chosen, as TRUSTED and OUTLIER are. With these
 * numbers 'auto' took at most 1.25 times as long as the better choice on 81.5 % of 200 batches
 * (bench/share-choice.ts).
 */
const KEPT = 32;
const FADE = 0.9;
/** After TRUSTED measurements a further one is cut to OUTLIER times its prediction. */
const TRUSTED = 3;
const OUTLIER = 3;
/** Passes of the fit: two to four rates converge long before. */
const PASSES = 200;

/** Rates of a kind of work, such as milliseconds per query and per node. None is below 0. */
export interface Rates {
  /** The number of measurements so far, without the first one. */
  readonly count: number;
  /**
   * Takes a measurement: the quantities and the milliseconds that they took. The first one does not
   * count, because it compiles kernels and makes memory.
   */
  note(quantities: readonly number[], ms: number): void;
  /** Predicted milliseconds; 0 before anything was measured. */
  predict(quantities: readonly number[]): number;
}

/**
 * Rates of `size` quantities by non-negative least squares of the relative errors, so that short
 * jobs count as much as long ones: coordinate descent on the normal equations.
 */
export function createRates(size: number): Rates {
  const rows: { readonly quantities: readonly number[]; readonly ms: number }[] = [];
  const rates = new Float64Array(size);
  let count = -1;

  function fit(): void {
    const square = new Float64Array(size * size);
    const right = new Float64Array(size);
    rows.forEach(({ quantities, ms }, age) => {
      const weight = FADE ** (rows.length - 1 - age) / (ms * ms);
      for (let i = 0; i < size; i++) {
        right[i] += weight * quantities[i] * ms;
        for (let j = 0; j < size; j++) {
          square[i * size + j] += weight * quantities[i] * quantities[j];
        }
      }
    });
    for (let pass = 0; pass < PASSES; pass++) {
      for (let i = 0; i < size; i++) {
        const own = square[i * size + i];
        if (own === 0) continue;
        let rest = right[i];
        for (let j = 0; j < size; j++) if (j !== i) rest -= square[i * size + j] * rates[j];
        rates[i] = Math.max(0, rest / own);
      }
    }
  }

  return {
    get count() {
      return Math.max(0, count);
    },
    note(quantities, ms) {
      if (++count === 0) return;
      // a measurement may contain an allocation or the work of another program
      const most = count > TRUSTED ? OUTLIER * this.predict(quantities) : Infinity;
      // a coarse clock can say 0
      rows.push({ quantities, ms: Math.max(Math.min(ms, most), 1e-3) });
      if (rows.length > KEPT) rows.shift();
      fit();
    },
    predict(quantities) {
      let ms = 0;
      for (let i = 0; i < size; i++) ms += rates[i] * quantities[i];
      return ms;
    },
  };
}
