// The paths of the agents of a guide: points in one pair of arrays, each path in a block whose
// length is a power of two. Freed blocks are used again, so that replanning allocates nothing once
// enough blocks are there.

/** Answers of a planner: the points of path i are entries firstPoint[i] .. firstPoint[i + 1]. */
export interface PathRoutes {
  readonly firstPoint: Uint32Array;
  readonly x: Float64Array;
  readonly y: Float64Array;
  /**
   * Of disc paths, one per point: the path turns there by `sweep` about the centre, beginning at
   * angle `startAngle`. 0: no arc.
   */
  readonly centreX?: Float64Array | undefined;
  readonly centreY?: Float64Array | undefined;
  readonly startAngle?: Float64Array | undefined;
  readonly sweep?: Float64Array | undefined;
}

/** Points of paths, by slot. */
export interface PathStore {
  /** Points of all paths; replaced by larger arrays as paths come. */
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** capacity entries: the first point of each slot's path, and how many it has. */
  readonly first: Uint32Array;
  readonly length: Uint32Array;
  /** Bytes of all arrays. */
  readonly memoryBytes: number;
  /** Takes points from, to of flat coordinates as the path of a slot. */
  putPoints(slot: number, points: ArrayLike<number>): void;
  /** Takes route i; arcs become corners outside of them, at most 30 degrees apart. */
  putRoute(slot: number, routes: PathRoutes, i: number): void;
  /**
   * Moves the corners of a path away from the walls that they lie on, so that a disc passes: to
   * where the two neighbouring sides, moved by `distance`, cross, at most twice as far.
   */
  inset(slot: number, distance: number): void;
  clear(slot: number): void;
}

/** An arc is followed in pieces of at most this angle. */
const PIECE = Math.PI / 6;
/** The smallest block, in points: most paths between replans are short. */
const LEAST = 8;

export function createPathStore(capacity: number): PathStore {
  const first = new Uint32Array(capacity);
  const length = new Uint32Array(capacity);
  /** The binary logarithm of the block of each slot; 0: none. */
  const size = new Uint8Array(capacity);
  /** Per size: the first free block; a free block holds the next one in `next`. */
  const free: number[] = Array.from({ length: 33 }, () => -1);
  let x = new Float64Array(LEAST * Math.min(capacity, 1024));
  let y = new Float64Array(x.length);
  let used = 0;

  function release(slot: number): void {
    if (size[slot] === 0) return;
    // the first point of a free block is the number of the next
    x[first[slot]] = free[size[slot]];
    free[size[slot]] = first[slot];
    size[slot] = 0;
    length[slot] = 0;
  }

  function reserve(slot: number, points: number): void {
    const wanted = Math.max(LEAST, points);
    if (size[slot] > 0 && wanted <= 2 ** size[slot] && 4 * wanted > 2 ** size[slot]) return;
    release(slot);
    const log = 32 - Math.clz32(wanted - 1);
    if (free[log] >= 0) {
      first[slot] = free[log];
      free[log] = x[free[log]];
    } else {
      if (used + 2 ** log > x.length) {
        const room = Math.max(2 * x.length, used + 2 ** log);
        x = grown(x, room);
        y = grown(y, room);
      }
      first[slot] = used;
      used += 2 ** log;
    }
    size[slot] = log;
  }

  /** Room for a path of so many points, which then has none. */
  function begin(slot: number, points: number): void {
    reserve(slot, points);
    length[slot] = 0;
  }

  function push(slot: number, px: number, py: number): void {
    const at = first[slot] + length[slot]++;
    x[at] = px;
    y[at] = py;
  }

  return {
    get x() {
      return x;
    },
    get y() {
      return y;
    },
    first,
    length,
    get memoryBytes() {
      return 16 * x.length + 9 * capacity;
    },
    putPoints(slot, points) {
      const count = points.length / 2;
      begin(slot, count);
      for (let k = 0; k < count; k++) push(slot, points[2 * k], points[2 * k + 1]);
    },
    putRoute(slot, routes, i) {
      const { firstPoint, centreX, centreY, startAngle, sweep } = routes;
      const [from, to] = [firstPoint[i], firstPoint[i + 1]];
      let points = to - from;
      if (sweep) for (let k = from; k < to; k++) points += piecesOf(sweep[k]);
      begin(slot, points);
      for (let k = from; k < to; k++) {
        push(slot, routes.x[k], routes.y[k]);
        if (!sweep || !centreX || !centreY || !startAngle || sweep[k] === 0) continue;
        const pieces = piecesOf(sweep[k]);
        const step = sweep[k] / pieces;
        const radius = Math.hypot(routes.x[k] - centreX[k], routes.y[k] - centreY[k]);
        // corners outside of the arc, whose sides touch it
        const reach = radius / Math.cos(step / 2);
        for (let piece = 0; piece < pieces; piece++) {
          const angle = startAngle[k] + (piece + 0.5) * step;
          push(slot, centreX[k] + reach * Math.cos(angle), centreY[k] + reach * Math.sin(angle));
        }
      }
    },
    inset(slot, distance) {
      const at = first[slot];
      const last = at + length[slot] - 1;
      // the corner before the current one, as it was before it moved
      let [px, py] = [x[at], y[at]];
      for (let k = at + 1; k < last; k++) {
        const [cx, cy] = [x[k], y[k]];
        const before = Math.hypot(cx - px, cy - py);
        const after = Math.hypot(x[k + 1] - cx, y[k + 1] - cy);
        const bx = (px - cx) / before + (x[k + 1] - cx) / after;
        const by = (py - cy) / before + (y[k + 1] - cy) / after;
        [px, py] = [cx, cy];
        // twice the sine of half the angle between the sides at the corner is `bisector`
        const bisector = Math.hypot(bx, by);
        // a straight line has no inside; NaN where two corners are one point
        if (!(bisector > 1e-9)) continue;
        const half = Math.sqrt(Math.max(0, 1 - (bisector / 2) ** 2));
        const away = Math.min(2, 1 / half) * distance;
        x[k] = cx - (bx / bisector) * away;
        y[k] = cy - (by / bisector) * away;
      }
    },
    clear: release,
  };
}

const piecesOf = (sweep: number): number => Math.ceil(Math.abs(sweep) / PIECE);

function grown(array: Float64Array<ArrayBuffer>, room: number): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(room);
  larger.set(array);
  return larger;
}
