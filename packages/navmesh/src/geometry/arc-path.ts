import { refuse } from '@wayfield/check';
import { arcPath, check } from '../common/rules.ts';

/**
 * A path of straight pieces and arcs, as points and what leads from each point to the next: a
 * straight piece if `sweep` is 0, else an arc around a centre, to the left (counter-clockwise, y
 * up) if `sweep` is above 0, to the right if below. Arcs are tangent to the pieces beside them.
 */
export interface ArcPath {
  /** How many points, both ends included. The arrays may be longer. */
  readonly count: number;
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** One per point: the centre of the arc to the next point; 0 for a straight piece. */
  readonly centreX: Float64Array;
  readonly centreY: Float64Array;
  /** One per point: its direction from the centre, in radians from the x axis to the left. */
  readonly startAngle: Float64Array;
  /** One per point: the angle of the arc in radians; the arc ends at startAngle + sweep. */
  readonly sweep: Float64Array;
}

/** Options of `flattenArcs`. */
export interface FlattenOptions {
  /** The largest distance of the straight pieces from the arcs; above 0. */
  readonly tolerance: number;
  /**
   * 'outside': the pieces touch the arcs from outside. They keep the radius from the corner of the
   * arc and come at most the tolerance closer to other walls. 'on': the ends of the pieces lie on
   * the arcs, so the pieces come at most the tolerance closer to the corner. Default 'outside'.
   */
  readonly arcs?: 'outside' | 'on';
  /** The first point to take; from `to` on the result is empty. Default 0. */
  readonly from?: number;
  /**
   * The point behind the last one to take: the routes of a disc search hold the paths of all
   * queries, one behind another. Default: `count` of the path.
   */
  readonly to?: number;
}

/**
 * Most pieces of an arc: enough for tolerances above 1e-12 of the radius. At a tolerance of 1e-16
 * of the radius rounding would make the number of pieces infinite.
 */
const MOST_PIECES = 2 ** 22;

/**
 * A path with straight pieces in place of arcs: as few as the tolerance allows, and equally long
 * within an arc.
 *
 * @throws RangeError for a tolerance that is not above 0, for an arc that would take more than 2^22
 *   pieces, and for `to` above the number of entries that every array of the path has.
 */
export function flattenArcs(
  path: ArcPath,
  options: FlattenOptions,
): { x: Float64Array; y: Float64Array } {
  arcPath(path, 'path');
  check('flattenArcs', options, 'tolerance');
  const { tolerance, arcs = 'outside', from = 0, to = path.count } = options;
  const { centreX, centreY, startAngle, sweep } = path;
  const columns = [path.x, path.y, centreX, centreY, startAngle, sweep];
  const entries = Math.min(...columns.map((column) => column.length));
  if (to > entries) refuse('to', to, `at most ${entries}, the entries of the path's arrays`);
  const x: number[] = [];
  const y: number[] = [];
  for (let i = from; i < to; i++) {
    const [px, py] = [path.x[i], path.y[i]];
    x.push(px);
    y.push(py);
    const turn = sweep[i];
    if (turn === 0 || i + 1 === to) continue;
    const [cx, cy] = [centreX[i], centreY[i]];
    const radius = Math.hypot(px - cx, py - cy);
    const isOutside = arcs === 'outside';
    // half the angle of a piece whose middle ('on') or end ('outside') is off by the tolerance
    const half = isOutside
      ? Math.acos(radius / (radius + tolerance))
      : Math.acos(Math.max(0, 1 - tolerance / radius));
    const pieces = Math.max(1, Math.ceil(Math.abs(turn) / (2 * half)));
    if (pieces > MOST_PIECES)
      refuse(
        `the number of pieces of arc ${i} (radius ${radius}, sweep ${turn})`,
        pieces,
        `at most ${MOST_PIECES}`,
      );
    const step = turn / pieces;
    const reach = isOutside ? radius / Math.cos(step / 2) : radius;
    for (let k = isOutside ? 0.5 : 1; k < pieces; k++) {
      const angle = startAngle[i] + k * step;
      x.push(cx + reach * Math.cos(angle));
      y.push(cy + reach * Math.sin(angle));
    }
  }
  return { x: Float64Array.from(x), y: Float64Array.from(y) };
}
