/**
 * A function that returns the least distance of two present places, or `reach` if none is nearer.
 * Places are in lists by the hash of their cell of `reach` by `reach`. Cells that share a hash
 * share a list, which only costs time.
 */
export function createPairFinder(
  reach: number,
): (x: Float64Array, y: Float64Array, present: Uint8Array) => number {
  const cells = 1 << 16;
  // the first place of each list and the next one after each place; -1: none
  const head = new Int32Array(cells);
  let after = new Int32Array(0);
  const cellOf = (i: number, j: number): number =>
    ((Math.imul(i, 73856093) ^ Math.imul(j, 19349663)) >>> 0) % cells;
  return (x, y, present) => {
    if (after.length < x.length) after = new Int32Array(x.length);
    head.fill(-1);
    let least = reach * reach;
    for (let a = 0; a < x.length; a++) {
      if (!present[a]) continue;
      const [i, j] = [Math.floor(x[a] / reach), Math.floor(y[a] / reach)];
      for (let di = -1; di <= 1; di++)
        for (let dj = -1; dj <= 1; dj++)
          for (let b = head[cellOf(i + di, j + dj)]; b >= 0; b = after[b]) {
            const [dx, dy] = [x[a] - x[b], y[a] - y[b]];
            least = Math.min(least, dx * dx + dy * dy);
          }
      const cell = cellOf(i, j);
      after[a] = head[cell];
      head[cell] = a;
    }
    return Math.sqrt(least);
  };
}
