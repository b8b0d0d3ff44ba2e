import { arcPath, check } from './rules.ts';
/**
 * A path of straight pieces and arcs, as points with the way on from each: straight to the next point where `sweep` is 0, else around a
 * centre, to the left (counter-clockwise, y up) where it is above 0 and to the right below. Arcs begin and end in the direction of the pieces
 * beside them.
 */
export interface ArcPath {
  /** How many points, both ends included; the arrays may be longer, and be parts of one. */
  readonly count: number;
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** The centre of the arc from point i to the next; 0 where the way is straight. */
  readonly centreX: Float64Array;
  readonly centreY: Float64Array;
  /** The angle of point i as its arc's centre sees it, in radians from the x axis to the left. */
  readonly startAngle: Float64Array;
  /** By how much the arc goes around, in radians: it ends at startAngle + sweep. */
  readonly sweep: Float64Array;
}

export interface FlattenOptions {
  /** How far the straight pieces may be from the arcs; above 0. */
  readonly tolerance: number;
  /**
   * 'outside' (default): the pieces touch the arcs from outside, so that they keep the radius to what is gone around, and come closer by
   * the tolerance to other things at most. 'on': their ends lie on the arcs, which they cut short by the tolerance at most.
   */
  readonly arcs?: 'outside' | 'on';
  /** The points to take; default all. */
  readonly from?: number;
  readonly to?: number;
}

/**
 * A path with straight pieces in place of arcs, as few as the tolerance allows, all of an arc equally long.
 *
 * @throws RangeError for a tolerance that is not above 0.
 */
export function flattenArcs(
  path: ArcPath,
  options: FlattenOptions,
): { x: Float64Array; y: Float64Array } {
  arcPath(path, 'path');
  check('flattenArcs', options, 'tolerance');
  const { tolerance, arcs = 'outside', from = 0, to = path.count } = options;
  const { centreX, centreY, startAngle, sweep } = path;
  const x: number[] = [];
  const y: number[] = [];
  for (let i = from; i < to; i++) {
    const [px, py] = [path.x[i]!, path.y[i]!];
    x.push(px);
    y.push(py);
    const turn = sweep[i]!;
    if (turn === 0 || i + 1 === to) continue;
    const [cx, cy] = [centreX[i]!, centreY[i]!];
    const radius = Math.hypot(px - cx, py - cy);
    const isOutside = arcs === 'outside';
    // half the angle of a piece whose middle, or end, is off by the tolerance
    const half = isOutside
      ? Math.acos(radius / (radius + tolerance))
      : Math.acos(Math.max(0, 1 - tolerance / radius));
    const pieces = Math.max(1, Math.ceil(Math.abs(turn) / (2 * half)));
    const step = turn / pieces;
    const reach = isOutside ? radius / Math.cos(step / 2) : radius;
    for (let k = isOutside ? 0.5 : 1; k < pieces; k++) {
      const angle = startAngle[i]! + k * step;
      x.push(cx + reach * Math.cos(angle));
      y.push(cy + reach * Math.sin(angle));
    }
  }
  return { x: Float64Array.from(x), y: Float64Array.from(y) };
}
