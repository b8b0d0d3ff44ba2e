/** Where a line crosses the borders of areas. Valid until the next `find`. */
export interface BorderCuts {
  /** Finds the crossings, in order along the line, and returns how many there are. */
  find(ax: number, ay: number, bx: number, by: number): number;
  /** The share of the line at which crossing i lies, and the border that is crossed. */
  share(i: number): number;
  border(i: number): number;
}

/** `borders`: ax, ay, bx, by each. */
export function createCuts(borders: Float64Array): BorderCuts {
  let cuts = new Float64Array(64);
  let cutBorders = new Int32Array(64);
  let count = 0;

  function push(at: number, border: number): void {
    if (!(at > 0 && at < 1)) return;
    if (count === cuts.length) {
      const larger = new Float64Array(2 * count);
      const more = new Int32Array(2 * count);
      larger.set(cuts);
      more.set(cutBorders);
      cuts = larger;
      cutBorders = more;
    }
    let i = count++;
    for (; i > 0 && cuts[i - 1] > at; i--) {
      cuts[i] = cuts[i - 1];
      cutBorders[i] = cutBorders[i - 1];
    }
    cuts[i] = at;
    cutBorders[i] = border;
  }

  function find(ax: number, ay: number, bx: number, by: number): number {
    count = 0;
    const [left, right] = ax < bx ? [ax, bx] : [bx, ax];
    const [low, high] = ay < by ? [ay, by] : [by, ay];
    const [dx, dy] = [bx - ax, by - ay];
    for (let i = 0; i < borders.length; i += 4) {
      const [cx, cy, ex, ey] = [borders[i], borders[i + 1], borders[i + 2], borders[i + 3]];
      if ((cx < left && ex < left) || (cx > right && ex > right)) continue;
      if ((cy < low && ey < low) || (cy > high && ey > high)) continue;
      const [ux, uy] = [ex - cx, ey - cy];
      const turn = dx * uy - dy * ux;
      // the ends of borders in line with the way are cuts as well: its cost may change there
      const square = dx * dx + dy * dy;
      if (Math.abs(turn) <= 1e-12 * Math.sqrt(square * (ux * ux + uy * uy))) {
        push(((cx - ax) * dx + (cy - ay) * dy) / square, i / 4);
        push(((ex - ax) * dx + (ey - ay) * dy) / square, i / 4);
        continue;
      }
      const along = ((cx - ax) * dy - (cy - ay) * dx) / turn;
      if (along < -1e-9 || along > 1 + 1e-9) continue;
      push(((cx - ax) * uy - (cy - ay) * ux) / turn, i / 4);
    }
    return count;
  }

  return { find, share: (i) => cuts[i], border: (i) => cutBorders[i] };
}
