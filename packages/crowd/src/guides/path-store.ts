// The paths of the agents of a guide: points of all paths in one pair of arrays.
import { refuse } from '@wayfield/check';
import { createPointBlocks, type PointBlocks } from './point-blocks.ts';

/** Answers of a planner: route i has the points firstPoint[i] to firstPoint[i + 1] - 1. */
export interface PathRoutes {
  readonly firstPoint: Uint32Array;
  readonly x: Float64Array;
  readonly y: Float64Array;
  /**
   * Of disc paths, an entry per point: the path goes on from the point along an arc about the
   * centre, over the angle `sweep` in radians. A `sweep` of 0: no arc.
   */
  readonly centreX?: Float64Array | undefined;
  readonly centreY?: Float64Array | undefined;
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
  /** Takes flat coordinates x, y, x, y, … as the path of a slot. */
  putPoints(slot: number, points: ArrayLike<number>): void;
  /** Takes route i as the path of a slot; arcs become corners outside of the arc, one per 30°. */
  putRoute(slot: number, routes: PathRoutes, i: number): void;
  /**
   * Moves the corners of a path away from the walls that they lie on, so that a disc passes. A
   * corner moves to where its two sides, both moved by `distance`, cross, but at most by twice
   * `distance`: at a sharp corner they cross far away.
   */
  inset(slot: number, distance: number): void;
  clear(slot: number): void;
  /** All paths: for each slot the count of its points, and x, y of each. */
  numbers(): Float64Array;
  /**
   * The count of points of each slot in the numbers of a snapshot. Throws RangeError for numbers
   * that `numbers` does not write for this many slots.
   */
  lengthsIn(numbers: Float64Array): Uint32Array;
  /** Takes numbers that `lengthsIn` accepts. */
  putNumbers(numbers: Float64Array): void;
}

/**
 * An arc becomes one corner per this angle (30°), or less. A corner is then outside the arc by at
 * most 3.6 % of its radius.
 */
const PIECE = Math.PI / 6;

export function createPathStore(capacity: number): PathStore {
  const blocks = createPointBlocks(capacity);
  const { first, length } = blocks;
  return {
    get x() {
      return blocks.x;
    },
    get y() {
      return blocks.y;
    },
    first,
    length,
    get memoryBytes() {
      return blocks.memoryBytes;
    },
    putPoints(slot, points) {
      const count = points.length / 2;
      blocks.begin(slot, count);
      for (let k = 0; k < count; k++) blocks.push(slot, points[2 * k], points[2 * k + 1]);
    },
    putRoute(slot, routes, i) {
      const { firstPoint, sweep } = routes;
      const [from, to] = [firstPoint[i], firstPoint[i + 1]];
      blocks.begin(slot, pointsOfRoute(routes, i));
      for (let k = from; k < to; k++) {
        blocks.push(slot, routes.x[k], routes.y[k]);
        if (sweep && sweep[k] !== 0) pushArc(blocks, slot, routes, k);
      }
    },
    inset: (slot, distance) => inset(blocks, slot, distance),
    clear: blocks.release,
    numbers() {
      const all: number[] = [];
      for (let slot = 0; slot < capacity; slot++) {
        all.push(length[slot]);
        for (let k = first[slot]; k < first[slot] + length[slot]; k++)
          all.push(blocks.x[k], blocks.y[k]);
      }
      return Float64Array.from(all);
    },
    lengthsIn(numbers) {
      const lengths = new Uint32Array(capacity);
      let at = 0;
      for (let slot = 0; slot < capacity; slot++) {
        const points = numbers[at++];
        const room = Math.max(0, Math.floor((numbers.length - at) / 2));
        if (!(points >= 0 && points <= room && Number.isInteger(points)))
          refuse(`points of slot ${slot} in bytes`, points, `a whole number from 0 to ${room}`);
        lengths[slot] = points;
        for (const end = at + 2 * points; at < end; at++)
          if (!Number.isFinite(numbers[at]))
            refuse(`a point of slot ${slot} in bytes`, numbers[at], 'a finite number');
      }
      if (at !== numbers.length)
        refuse('numbers in bytes', numbers.length, `${at}, for the paths of ${capacity} slots`);
      return lengths;
    },
    putNumbers(numbers) {
      let at = 0;
      for (let slot = 0; slot < capacity; slot++) {
        const points = numbers[at++];
        blocks.release(slot);
        if (points === 0) continue;
        blocks.begin(slot, points);
        for (let k = 0; k < points; k++, at += 2) blocks.push(slot, numbers[at], numbers[at + 1]);
      }
    },
  };
}

/** Points of route i, with the corners of its arcs. */
export function pointsOfRoute({ firstPoint, sweep }: PathRoutes, i: number): number {
  const [from, to] = [firstPoint[i], firstPoint[i + 1]];
  let points = to - from;
  if (sweep) for (let k = from; k < to; k++) points += piecesOf(sweep[k]);
  return points;
}

const piecesOf = (sweep: number): number => Math.ceil(Math.abs(sweep) / PIECE);

/**
 * Appends the arc at point k as corners outside the arc; the sides between them touch the arc. Uses
 * only operations that IEEE 754 rounds, so that every engine gives the same bits: the last bit of
 * `Math.sin`, `Math.cos` and `Math.hypot` may differ between engines.
 */
function pushArc(blocks: PointBlocks, slot: number, routes: PathRoutes, k: number): void {
  const { x, y, centreX, centreY, sweep } = routes;
  if (!sweep || !centreX || !centreY) return;
  const pieces = piecesOf(sweep[k]);
  const [cos, sin] = smallTurn(sweep[k] / pieces / 2);
  // from the start of the arc to the first corner: a half turn of a piece, longer by 1 / cos
  let [dx, dy] = [x[k] - centreX[k], y[k] - centreY[k]];
  [dx, dy] = [dx - dy * (sin / cos), dy + dx * (sin / cos)];
  const [cosPiece, sinPiece] = [cos * cos - sin * sin, 2 * cos * sin];
  for (let piece = 0; piece < pieces; piece++) {
    blocks.push(slot, centreX[k] + dx, centreY[k] + dy);
    [dx, dy] = [dx * cosPiece - dy * sinPiece, dy * cosPiece + dx * sinPiece];
  }
}

/** Cosine and sine of an angle up to PIECE / 2 = 15 degrees, by Taylor series up to rounding. */
function smallTurn(angle: number): [cos: number, sin: number] {
  let [cos, sin] = [0, 0];
  const square = angle * angle;
  // angle^14 / 14! is below 2^-60
  for (let n = 12; n > 0; n -= 2) {
    cos = (-square / (n * (n - 1))) * (1 + cos);
    sin = (-square / (n * (n + 1))) * (1 + sin);
  }
  return [1 + cos, angle * (1 + sin)];
}

/** The length of a vector, with the same bits in every engine, unlike `Math.hypot`. */
const lengthOf = (x: number, y: number): number => Math.sqrt(x * x + y * y);

function inset({ x, y, first, length }: PointBlocks, slot: number, distance: number): void {
  const at = first[slot];
  const last = at + length[slot] - 1;
  // the point before the current corner, at its position in the path as given
  let [px, py] = [x[at], y[at]];
  for (let k = at + 1; k < last; k++) {
    const [cx, cy] = [x[k], y[k]];
    const before = lengthOf(cx - px, cy - py);
    const after = lengthOf(x[k + 1] - cx, y[k + 1] - cy);
    const bx = (px - cx) / before + (x[k + 1] - cx) / after;
    const by = (py - cy) / before + (y[k + 1] - cy) / after;
    [px, py] = [cx, cy];
    // twice the cosine of half the angle between the two sides
    const bisector = lengthOf(bx, by);
    // a straight line has no inside; NaN where two corners are one point
    if (!(bisector > 1e-9)) continue;
    const sine = Math.sqrt(Math.max(0, 1 - (bisector / 2) ** 2));
    const away = Math.min(2, 1 / sine) * distance;
    x[k] = cx - (bx / bisector) * away;
    y[k] = cy - (by / bisector) * away;
  }
}
