import { after } from '../../src/geometry/sides.ts';
import type { Triangulation } from '../../src/index.ts';

/*
 * Snap rounding by its definition, without a triangulation: all pairs of segments, all squares, in
 * whole numbers that f64 holds exactly. Segments are ax, ay, bx, by in steps of the grid, at most
 * some hundreds.
 */

type Segment = readonly [number, number, number, number];

/** The pieces that segments are rounded to, sorted: "x,y x,y" in steps of the grid. */
export function roundedPieces(segments: readonly Segment[]): string[] {
  const pixels = new Map<string, readonly [number, number]>();
  const add = (x: number, y: number): void => {
    pixels.set(`${x},${y}`, [x, y]);
  };
  segments.forEach((one, i) => {
    add(one[0], one[1]);
    add(one[2], one[3]);
    for (const other of segments.slice(0, i)) {
      const point = crossing(one, other);
      if (point) add(...point);
    }
  });
  const pieces = new Set<string>();
  for (const segment of segments) {
    const stops: { at: number; isOpen: boolean; x: number; y: number }[] = [];
    for (const [x, y] of pixels.values()) {
      const found = entry(segment, x, y);
      if (found) stops.push({ ...found, x, y });
    }
    stops.sort((p, q) => p.at - q.at || Number(p.isOpen) - Number(q.isOpen));
    for (let i = 1; i < stops.length; i++) {
      const [p, q] = [stops[i - 1], stops[i]];
      pieces.add([`${p.x},${p.y}`, `${q.x},${q.y}`].sort().join(' '));
    }
  }
  return [...pieces].sort();
}

/** The constrained edges of a triangulation, without the hull, in the same form. */
export function piecesOf(t: Triangulation, step: number): string[] {
  const pieces = new Set<string>();
  for (let e = 0; e < t.triangleCount * 3; e++) {
    if (t.corner[e] < 0 || t.constraint[e] < 0) continue;
    const ends = [t.corner[e], t.corner[after(e)]].map((v) => `${t.x[v] / step},${t.y[v] / step}`);
    pieces.add(ends.sort().join(' '));
  }
  return [...pieces].sort();
}

/** Where two segments cross, rounded, halves up. Those that only touch do so at an end. */
function crossing(
  [ax, ay, bx, by]: Segment,
  [cx, cy, dx, dy]: Segment,
): [number, number] | undefined {
  const area = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx);
  if (area === 0) return undefined;
  const along = ((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx)) / area;
  const alongOther = ((cx - ax) * (by - ay) - (cy - ay) * (bx - ax)) / area;
  if (!(along > 0 && along < 1 && alongOther > 0 && alongOther < 1)) return undefined;
  const numerator = (cx - ax) * (dy - cy) - (cy - ay) * (dx - cx);
  const round = (start: number, delta: number): number => {
    const [n, d] = area < 0 ? [-numerator * delta, -area] : [numerator * delta, area];
    return start + Number((BigInt(2 * n + d) - modulo(2 * n + d, 2 * d)) / BigInt(2 * d));
  };
  return [round(ax, bx - ax), round(ay, by - ay)];
}

/** The remainder that is not below 0. */
const modulo = (value: number, by: number): bigint => BigInt(((value % by) + by) % by);

/**
 * At which share of its length a segment comes into the square around a point, [x - 1/2, x + 1/2)
 * by [y - 1/2, y + 1/2), or only behind that (open); undefined where it does not.
 */
function entry(
  [ax, ay, endX, endY]: Segment,
  x: number,
  y: number,
): { at: number; isOpen: boolean } | undefined {
  // shares as fractions with a denominator above 0, twice everything so that halves are whole
  let [low, lowBy, isLowOpen] = [0, 1, false];
  let [high, highBy, isHighOpen] = [1, 1, false];
  for (const [start, delta, centre] of [
    [2 * ax, 2 * (endX - ax), 2 * x],
    [2 * ay, 2 * (endY - ay), 2 * y],
  ] as const) {
    const [from, to] = [centre - 1 - start, centre + 1 - start];
    if (delta === 0) {
      if (from > 0 || to <= 0) return undefined;
      continue;
    }
    const by = Math.abs(delta);
    const [first, last] = delta > 0 ? [from, to] : [-to, -from];
    const [isFirstOpen, isLastOpen] = delta > 0 ? [false, true] : [true, false];
    const later = first * lowBy - low * by;
    if (later > 0 || (later === 0 && isFirstOpen))
      [low, lowBy, isLowOpen] = [first, by, isFirstOpen];
    const sooner = last * highBy - high * by;
    if (sooner < 0 || (sooner === 0 && isLastOpen))
      [high, highBy, isHighOpen] = [last, by, isLastOpen];
  }
  const room = high * lowBy - low * highBy;
  if (room < 0 || (room === 0 && (isLowOpen || isHighOpen))) return undefined;
  return { at: low / lowBy, isOpen: isLowOpen };
}
