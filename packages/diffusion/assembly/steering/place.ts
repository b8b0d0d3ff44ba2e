// Places where the centre of a disc fits; the radius is at most half a cell. In an open cell these
// places form a rectangle, one radius away from each blocked cell beside it, less a quarter disc
// around each free corner (`freeCorners`). Over all cells they are the places at least one radius
// away from every obstacle. steer.ts and move.ts ask for them.

import {
  blockedAround,
  DOWN,
  DOWN_LEFT,
  DOWN_RIGHT,
  freeCorners,
  hasOpenCells,
  isBlocked,
  LEFT,
  rows,
  columns,
  RIGHT,
  UP,
  UP_RIGHT,
} from './ground';

/** The least distance to an obstacle, in cells, so that no place lies on the side of a cell. */
const SKIN: f64 = 1.0 / 1048576;
/** How far a disc may overlap an obstacle by rounding. */
const ROUNDING: f64 = 1e-9;
/**
 * Squared distances that differ by at most this part count as equal, so that the lowest cell, and
 * not rounding, decides.
 */
const EQUAL: f64 = 1e-6;

let placeX: f64 = 0;
let placeY: f64 = 0;

/** The place that `nearestPlace` found. */
export function foundX(): f64 {
  return placeX;
}

export function foundY(): f64 {
  return placeY;
}

/** The distance that a disc keeps from obstacles: its radius, but at least `SKIN`. */
export function distanceKept(radius: f64): f64 {
  return max(radius, SKIN);
}

/** The x and y, 0 or 1 in its cell, of the corner that a bit of `freeCorners` stands for. */
export function cornerX(bit: u32): f64 {
  return bit & (UP_RIGHT | DOWN_RIGHT) ? 1 : 0;
}

export function cornerY(bit: u32): f64 {
  return bit & (DOWN_RIGHT | DOWN_LEFT) ? 1 : 0;
}

/** Whether a disc that keeps `r` fits at x, y in the open cell i, j. */
export function fits(x: f64, y: f64, i: i32, j: i32, r: f64): bool {
  const around = blockedAround(i, j);
  if (around == 0) return true;
  const fx = x - <f64>i;
  const fy = y - <f64>j;
  const least = r - ROUNDING;
  if (around & LEFT && fx < least) return false;
  if (around & RIGHT && 1 - fx < least) return false;
  if (around & UP && fy < least) return false;
  if (around & DOWN && 1 - fy < least) return false;
  for (let corners = freeCorners(around); corners != 0; corners &= corners - 1) {
    const ex = fx - cornerX(corners & -corners);
    const ey = fy - cornerY(corners & -corners);
    if (ex * ex + ey * ey < least * least) return false;
  }
  return true;
}

/** The place in the open cell i, j that is nearest to x, y. */
function placeInCell(x: f64, y: f64, i: i32, j: i32, r: f64): void {
  const around = blockedAround(i, j);
  const fx = x - <f64>i;
  const fy = y - <f64>j;
  let px = min(max(fx, around & LEFT ? r : 0), around & RIGHT ? 1 - r : 1);
  let py = min(max(fy, around & UP ? r : 0), around & DOWN ? 1 - r : 1);
  for (let corners = freeCorners(around); corners != 0; corners &= corners - 1) {
    const cx = cornerX(corners & -corners);
    const cy = cornerY(corners & -corners);
    if ((px - cx) * (px - cx) + (py - cy) * (py - cy) >= r * r) continue;
    // ex, ey: from the corner to the position, counted into the cell. A part below 0 would be
    // beyond the ends of the quarter circle, so it becomes 0
    const inX = cx == 0 ? 1.0 : -1.0;
    const inY = cy == 0 ? 1.0 : -1.0;
    const ex = max((fx - cx) * inX, 0);
    const ey = max((fy - cy) * inY, 0);
    const length = Math.sqrt(ex * ex + ey * ey);
    // length 0, a position at the corner or beyond it: the nearer end of the quarter circle, and
    // of two equally near ones the end along x
    px = cx + inX * (length > 0 ? (r * ex) / length : endX(fx - cx, fy - cy, r));
    py = cy + inY * (length > 0 ? (r * ey) / length : r - endX(fx - cx, fy - cy, r));
    break;
  }
  placeX = <f64>i + px;
  placeY = <f64>j + py;
}

/**
 * For a position beyond a corner: r where the end of the quarter circle along x is nearer, else 0.
 */
function endX(ex: f64, ey: f64, r: f64): f64 {
  return abs(ex) <= abs(ey) ? r : 0;
}

/**
 * The nearest place where a disc that keeps `r` fits, in `foundX` and `foundY`; of equally near
 * ones that of the lowest cell. For a position outside the map: the place nearest to the map's
 * nearest point. False where no cell is open.
 */
export function nearestPlace(x: f64, y: f64, r: f64): bool {
  if (!hasOpenCells()) return false;
  const fromX = min(max(x, 0), <f64>columns());
  const fromY = min(max(y, 0), <f64>rows());
  const atI = min(<i32>fromX, columns() - 1);
  const atJ = min(<i32>fromY, rows() - 1);
  let best: f64 = Infinity;
  let bestCell = 0;
  let bestX: f64 = 0;
  let bestY: f64 = 0;
  const most = max(columns(), rows());
  for (let ring = 0; ring <= most; ring++) {
    // cells of the ring are at least ring - 1 away
    if (ring > 1 && best * (1 + EQUAL) < <f64>(ring - 1) * <f64>(ring - 1)) break;
    const top = max(atJ - ring, 0);
    const bottom = min(atJ + ring, rows() - 1);
    for (let j = top; j <= bottom; j++) {
      const whole = j == atJ - ring || j == atJ + ring;
      const step = whole || ring == 0 ? 1 : 2 * ring;
      for (let i = atI - ring; i <= atI + ring; i += step) {
        if (isBlocked(i, j)) continue;
        placeInCell(fromX, fromY, i, j, r);
        const ex = placeX - fromX;
        const ey = placeY - fromY;
        const cell = j * columns() + i;
        const away = ex * ex + ey * ey;
        if (away > best * (1 + EQUAL)) continue;
        if (away >= best * (1 - EQUAL) && cell > bestCell) continue;
        best = away;
        bestCell = cell;
        bestX = placeX;
        bestY = placeY;
      }
    }
  }
  placeX = bestX;
  placeY = bestY;
  return true;
}
