/** Where a line crosses the borders of areas. Valid until the next `find`. */
export interface BorderCuts {
  /** Finds the crossings, in order along the line, and returns how many there are. */
  find(ax: number, ay: number, bx: number, by: number): number;
  /** The share of the line at which crossing i lies, and the border that is crossed. */
  share(i: number): number;
  border(i: number): number;
}

/** The borders of all areas, area by area, and the box around those of each. */
export interface Borders {
  /** ax, ay, bx, by of each border. */
  readonly sides: Float64Array;
  /** minX, minY, maxX, maxY of each area. */
  readonly boxes: Float64Array;
  /** Area i has the borders first[i] .. first[i + 1] - 1. */
  readonly first: Uint32Array;
}

export function createCuts({ sides, boxes, first }: Borders): BorderCuts {
  let cuts = new Float64Array(16);
  let cutBorders = new Int32Array(16);
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
    for (let area = 0, box = 0; box < boxes.length; area++, box += 4) {
      if (boxes[box] > right || boxes[box + 2] < left) continue;
      if (boxes[box + 1] > high || boxes[box + 3] < low) continue;
      for (let i = 4 * first[area]; i < 4 * first[area + 1]; i += 4) cross(i);
    }
    return count;

    function cross(i: number): void {
      const cx = sides[i];
      const cy = sides[i + 1];
      const ex = sides[i + 2];
      const ey = sides[i + 3];
      if ((cx < left && ex < left) || (cx > right && ex > right)) return;
      if ((cy < low && ey < low) || (cy > high && ey > high)) return;
      const [ux, uy] = [ex - cx, ey - cy];
      const turn = dx * uy - dy * ux;
      // the ends of borders in line with the segment are cuts as well: its cost may change there
      const square = dx * dx + dy * dy;
      if (Math.abs(turn) <= 1e-12 * Math.sqrt(square * (ux * ux + uy * uy))) {
        push(((cx - ax) * dx + (cy - ay) * dy) / square, i / 4);
        push(((ex - ax) * dx + (ey - ay) * dy) / square, i / 4);
        return;
      }
      const along = ((cx - ax) * dy - (cy - ay) * dx) / turn;
      if (along < -1e-9 || along > 1 + 1e-9) return;
      push(((cx - ax) * uy - (cy - ay) * ux) / turn, i / 4);
    }
  }

  return { find, share: (i) => cuts[i], border: (i) => cutBorders[i] };
}
