// The plain grid that a good programmer writes in JavaScript in an hour: a counting sort by cell and half
// of the neighbour cells. In two kinds, the second with bodies copied to their places, for large worlds.
import type { Circles } from './circles.ts';

export interface PlainGrid {
  /** Slots of pairs from entry 0 on; the count of entries. */
  readonly out: Int32Array;
  run(circles: Circles): number;
}

export function createPlainGrid(three: boolean, moved: boolean): PlainGrid {
  let start = new Int32Array(0);
  let cellOf = new Int32Array(0);
  let order = new Int32Array(0);
  let out = new Int32Array(0);
  let [sx, sy, sz, sr] = [0, 0, 0, 0].map(() => new Float32Array(0));

  function run(circles: Circles): number {
    const { n } = circles;
    let { x, y, z, r } = circles;
    let largest = 0;
    let [x0, y0, z0] = [Infinity, Infinity, Infinity];
    let [x1, y1, z1] = [-Infinity, -Infinity, -Infinity];
    for (let i = 0; i < n; i++) {
      if (r[i] > largest) largest = r[i];
      if (x[i] < x0) x0 = x[i];
      if (x[i] > x1) x1 = x[i];
      if (y[i] < y0) y0 = y[i];
      if (y[i] > y1) y1 = y[i];
      if (three && z[i] < z0) z0 = z[i];
      if (three && z[i] > z1) z1 = z[i];
    }
    const inv = 1 / (2 * largest * 1.001);
    const w = Math.floor((x1 - x0) * inv) + 3;
    const h = Math.floor((y1 - y0) * inv) + 3;
    const d = three ? Math.floor((z1 - z0) * inv) + 3 : 1;
    const cells = w * h * d;
    if (start.length < cells + 1) start = new Int32Array(cells + 1);
    else start.fill(0, 0, cells + 1);
    if (cellOf.length < n) {
      cellOf = new Int32Array(n);
      order = new Int32Array(n);
      out = new Int32Array(8 * n);
      [sx, sy, sz, sr] = [0, 0, 0, 0].map(() => new Float32Array(n));
    }
    for (let i = 0; i < n; i++) {
      let c = (((y[i] - y0) * inv) | 0) + 1;
      if (three) c += ((((z[i] - z0) * inv) | 0) + 1) * h;
      c = c * w + (((x[i] - x0) * inv) | 0) + 1;
      cellOf[i] = c;
      start[c]++;
    }
    for (let c = 0, sum = 0; c <= cells; c++) {
      sum += start[c];
      start[c] = sum;
    }
    for (let i = n - 1; i >= 0; i--) order[--start[cellOf[i]]] = i;
    if (moved) {
      for (let p = 0; p < n; p++) {
        const i = order[p];
        sx[p] = x[i];
        sy[p] = y[i];
        sr[p] = r[i];
        if (three) sz[p] = z[i];
      }
      [x, y, z, r] = [sx, sy, sz, sr];
    }
    const rows = three ? [w, (h - 1) * w, h * w, (h + 1) * w] : [w];
    let o = 0;
    for (let p = 0; p < n; p++) {
      const i = order[p];
      const c = cellOf[i];
      const me = moved ? p : i;
      const xi = x[me];
      const yi = y[me];
      const zi = three ? z[me] : 0;
      const ri = r[me];
      for (let k = -1; k < rows.length; k++) {
        const from = k < 0 ? p + 1 : start[c + rows[k] - 1];
        const end = k < 0 ? start[c + 2] : start[c + rows[k] + 2];
        for (let q = from; q < end; q++) {
          const j = moved ? q : order[q];
          const dx = x[j] - xi;
          const dy = y[j] - yi;
          const s = r[j] + ri;
          let square = dx * dx + dy * dy;
          if (three) {
            const dz = z[j] - zi;
            square += dz * dz;
          }
          if (square <= s * s) {
            out[o++] = i;
            out[o++] = order[q];
          }
        }
      }
    }
    return o;
  }
  return {
    get out() {
      return out;
    },
    run,
  };
}
