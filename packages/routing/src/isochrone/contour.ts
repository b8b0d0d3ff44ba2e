// Rings around reached cells, for polygons.ts: marching squares on the corners of the cells
// (Lorensen and Cline 1987, in the plane). A corner has the least cost of the four cells around it,
// so a reached cell has four corners inside, and the polygons contain all of it. Rings cross edges
// in the middle, so the polygons of a limit do not depend on costs beyond that limit.

/** Costs at corners, row by row. Corners on the border are never inside. */
export interface Corners {
  readonly columns: number;
  readonly rows: number;
  readonly cost: Float32Array;
}

/** A ring of places: x, y, x, y, … in units of cells; the first place is not repeated. */
export interface Rings {
  readonly ring: readonly Float64Array[];
  /** Per ring: the number of the outer ring whose hole it is; of an outer ring, its own number. */
  readonly outer: readonly number[];
}

/** Traces contours on one grid, with scratch memory that all calls share. */
export interface Tracer {
  /**
   * The rings around all corners with a cost of at most `limit`. All these corners must lie in the
   * frame. The inside is on the left: outer rings run counter-clockwise, holes clockwise.
   */
  trace(corners: Corners, limit: number, frame: Frame): Rings;
}

/** Columns and rows, the last ones included. */
export interface Frame {
  readonly left: number;
  readonly right: number;
  readonly low: number;
  readonly high: number;
}

/**
 * Edges are numbered by the corner at their left or lower end: 2 * corner for the edge to the
 * right, 2 * corner + 1 for the edge upward. A contour crosses an edge between an inside and an
 * outside corner once. `next` leads from one crossing to the next, and is NO_EDGE elsewhere.
 */
const NO_EDGE = -1;

export function createTracer(columns: number, rows: number): Tracer {
  const next = new Int32Array(2 * columns * rows).fill(NO_EDGE);
  const ringOf = new Int32Array(2 * columns * rows);
  /** The crossings of all rings of a limit. */
  const starts = new Int32Array(2 * columns * rows);
  /** The crossings of the current ring, in its order. */
  const crossed = new Int32Array(2 * columns * rows);

  /** The middles of the first `count` edges of `crossed`. */
  function middles(count: number): Float64Array {
    const places = new Float64Array(2 * count);
    for (let i = 0; i < count; i++) {
      const corner = crossed[i] >> 1;
      const up = (crossed[i] & 1) / 2;
      const x = corner % columns;
      places[2 * i] = x + 0.5 - up;
      places[2 * i + 1] = (corner - x) / columns + up;
    }
    return places;
  }

  /**
   * The ring of the next crossing to the left of a hole's leftmost crossing, in the same row. All
   * corners between the two crossings are inside, so the ring and the hole bound the same region.
   * The ring is the outer ring of this region or another hole of it.
   */
  function beside(leftmost: number, cost: Float32Array, limit: number): number {
    let corner = leftmost >> 1;
    while (inside(cost[corner - 1], limit) === 1) corner--;
    return ringOf[2 * (corner - 1)];
  }

  return {
    trace(corners, limit, frame) {
      const crossings = linkSquares(corners, limit, frame, { next, starts });
      const ring: Float64Array[] = [];
      const outer: number[] = [];
      const leftmost: number[] = [];
      for (let s = 0; s < crossings; s++) {
        const start = starts[s];
        if (next[start] === NO_EDGE) continue;
        let count = 0;
        let least = -1;
        for (let edge = start; next[edge] !== NO_EDGE;) {
          const following = next[edge];
          next[edge] = NO_EDGE;
          ringOf[edge] = ring.length;
          crossed[count++] = edge;
          const horizontal = (edge & 1) === 0;
          if (horizontal && (least < 0 || isLeft(edge, least))) least = edge;
          edge = following;
        }
        const places = middles(count);
        outer.push(areaOf(places) > 0 ? ring.length : -1);
        leftmost.push(least);
        ring.push(places);
      }
      // Holes are assigned from left to right. If the ring beside a hole is a hole too, it lies
      // farther left, so its outer ring is known already.
      const holes = outer.flatMap((o, k) => (o < 0 ? [k] : []));
      holes.sort((a, b) => columnOf(leftmost[a]) - columnOf(leftmost[b]));
      for (const k of holes) outer[k] = outer[beside(leftmost[k], corners.cost, limit)];
      return { ring, outer };
    },
  };

  function columnOf(edge: number): number {
    return (edge >> 1) % columns;
  }

  function isLeft(a: number, b: number): boolean {
    return columnOf(a) < columnOf(b);
  }
}

/** Where contours are written: the crossing after each crossing, and all crossings. */
interface Links {
  readonly next: Int32Array;
  readonly starts: Int32Array;
}

/** Links the crossings of all squares that touch a frame; returns how many there are. */
function linkSquares(
  { columns, cost }: Corners,
  limit: number,
  frame: Frame,
  { next, starts }: Links,
): number {
  const { left: first, right: last } = frame;
  let count = 0;
  for (let y = frame.low - 1; y <= frame.high; y++) {
    const row = y * columns;
    let left = 0; // the column before the frame has no corner inside
    for (let x = first - 1; x <= last; x++) {
      const c = row + x;
      // corners of the square: 1 lower left, 2 lower right, 4 upper right, 8 upper left
      const right = (inside(cost[c + 1], limit) << 1) | (inside(cost[c + columns + 1], limit) << 2);
      const corners = left | right;
      left = ((right & 2) >> 1) | ((right & 4) << 1);
      if (corners === 0 || corners === 15) continue;
      const above = 2 * columns;
      for (let k = 4 * corners; k < 4 * corners + 4 && LINKS[k] >= 0; k += 2) {
        const from = edgeOf(2 * c, LINKS[k], above);
        next[from] = edgeOf(2 * c, LINKS[k + 1], above);
        starts[count++] = from;
      }
    }
  }
  return count;
}

/** The number of an edge of the square whose lower edge is `below`. */
function edgeOf(below: number, side: number, above: number): number {
  if (side === RIGHT) return below + 3;
  if (side === ABOVE) return below + above;
  return below + side;
}

function inside(cost: number, limit: number): 0 | 1 {
  return cost <= limit ? 1 : 0;
}

/** Sides of a square. BELOW and LEFT equal the last bit of the numbers of their edges. */
const [BELOW, LEFT, RIGHT, ABOVE] = [0, 1, 2, 3];
/**
 * Four entries per set of inside corners (1 lower left, 2 lower right, 4 upper right, 8 upper
 * left): up to two links from side to side, the inside on the left; -1 = none. If only two opposite
 * corners are inside, they are kept apart.
 */
const LINKS: Int8Array = /* @__PURE__ */ Int8Array.from(
  [
    [-1, -1, -1, -1],
    [BELOW, LEFT, -1, -1],
    [RIGHT, BELOW, -1, -1],
    [RIGHT, LEFT, -1, -1],
    [ABOVE, RIGHT, -1, -1],
    [BELOW, LEFT, ABOVE, RIGHT],
    [ABOVE, BELOW, -1, -1],
    [ABOVE, LEFT, -1, -1],
    [LEFT, ABOVE, -1, -1],
    [BELOW, ABOVE, -1, -1],
    [RIGHT, BELOW, LEFT, ABOVE],
    [RIGHT, ABOVE, -1, -1],
    [LEFT, RIGHT, -1, -1],
    [BELOW, RIGHT, -1, -1],
    [LEFT, BELOW, -1, -1],
    [-1, -1, -1, -1],
  ].flat(),
);

/** Twice the signed area of a ring. */
export function areaOf(places: ArrayLike<number>): number {
  let area = 0;
  const n = places.length;
  for (let i = 0; i < n; i += 2) {
    const j = (i + 2) % n;
    area += places[i] * places[j + 1] - places[j] * places[i + 1];
  }
  return area;
}
