// The grid that a good programmer writes in JavaScript in an hour: a counting sort by cell. Each
// body is tested against the rest of its cell and half of the neighbour cells.
import type { Circles } from '../measure/worlds.ts';

/** Pairs of slots in the order of finding: a view until the next run. */
export interface FoundPairs {
  readonly count: number;
  /** 2 * count entries. */
  readonly slots: ArrayLike<number>;
}

export interface PlainGridOptions {
  /**
   * 'direct' (default) reads positions in place, which is faster while they fit in caches; 'moved'
   * first copies them in the order of the cells.
   */
  bodies?: 'direct' | 'moved';
  /** Pairs are found up to this multiple of the sum of their radii. Default 1. */
  reach?: number;
}

/**
 * Finds all pairs that touch, in doubles. The arrays of a run are reused by the next one.
 *
 * Cells are wider than the reach by more than rounding (1.001), and wider than 0. Each pair is
 * found once: in the rest of the own cell and its right neighbour (k = -1), then in rows of three
 * cells whose middle has a larger number.
 */
export function createPlainGrid(options: PlainGridOptions = {}): (circles: Circles) => FoundPairs {
  const { bodies = 'direct', reach = 1 } = options;
  const moved = bodies === 'moved';
  let start = new Int32Array(0);
  let cellOf = new Int32Array(0);
  let order = new Int32Array(0);
  let out = new Int32Array(0);
  let sorted: Float32Array[] = [];

  return (circles) => {
    const { count } = circles;
    let { x, y, z = NO_Z, radius: r } = circles;
    if (count === 0) return { count: 0, slots: out };
    const three = z !== NO_Z;
    let largest = 0;
    let [x0, y0, z0] = [Infinity, Infinity, Infinity];
    let [x1, y1, z1] = [-Infinity, -Infinity, -Infinity];
    for (let i = 0; i < count; i++) {
      if (r[i] > largest) largest = r[i];
      if (x[i] < x0) x0 = x[i];
      if (x[i] > x1) x1 = x[i];
      if (y[i] < y0) y0 = y[i];
      if (y[i] > y1) y1 = y[i];
      if (three && z[i] < z0) z0 = z[i];
      if (three && z[i] > z1) z1 = z[i];
    }
    const volume = (x1 - x0) * (y1 - y0) * (three ? z1 - z0 : 1);
    // sparse bodies get larger cells: two cells for each body
    const roomy = (volume / (2 * count)) ** (1 / (three ? 3 : 2));
    const inverse = 1 / Math.max(2 * largest * reach * 1.001, roomy, 2 ** -40);
    const w = Math.floor((x1 - x0) * inverse) + 3;
    const h = Math.floor((y1 - y0) * inverse) + 3;
    const d = three ? Math.floor((z1 - z0) * inverse) + 3 : 1;
    const cells = w * h * d;
    if (start.length < cells + 1) start = new Int32Array(cells + 1);
    else start.fill(0, 0, cells + 1);
    if (cellOf.length < count) {
      cellOf = new Int32Array(count);
      order = new Int32Array(count);
      out = new Int32Array(8 * count);
      if (moved) sorted = Array.from({ length: three ? 4 : 3 }, () => new Float32Array(count));
    }
    for (let i = 0; i < count; i++) {
      let c = (((y[i] - y0) * inverse) | 0) + 1;
      if (three) c += ((((z[i] - z0) * inverse) | 0) + 1) * h;
      c = c * w + (((x[i] - x0) * inverse) | 0) + 1;
      cellOf[i] = c;
      start[c]++;
    }
    for (let c = 0, sum = 0; c <= cells; c++) {
      sum += start[c];
      start[c] = sum;
    }
    for (let i = count - 1; i >= 0; i--) order[--start[cellOf[i]]] = i;
    if (moved) {
      const [sx, sy, sr, sz] = sorted;
      for (let p = 0; p < count; p++) {
        const i = order[p];
        sx[p] = x[i];
        sy[p] = y[i];
        sr[p] = r[i];
        if (three) sz[p] = z[i];
      }
      x = sx;
      y = sy;
      r = sr;
      if (three) z = sz;
    }
    const rows = three ? [w, (h - 1) * w, h * w, (h + 1) * w] : [w];
    let o = 0;
    for (let p = 0; p < count; p++) {
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
        if (o + 2 * (end - from) > out.length) out = grow(out, o + 2 * (end - from));
        for (let q = from; q < end; q++) {
          const j = moved ? q : order[q];
          const dx = x[j] - xi;
          const dy = y[j] - yi;
          const s = (r[j] + ri) * reach;
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
    return { count: o / 2, slots: out };
  };
}

const NO_Z = new Float32Array(0);

function grow(array: Int32Array, least: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(Math.max(2 * array.length, least));
  larger.set(array);
  return larger;
}
