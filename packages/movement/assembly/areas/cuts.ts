// Where a line crosses borders of areas: for `costOf` in integral.ts, and for smooth-path.ts of the
// host.

import { reallocate } from '@wayfield/wasm/assembly/env';
import { borderAt, boxAt, chosenAt, chosenCount, shapeAt } from './map';

/** A crossing of the line with a border. */
// @ts-ignore: decorator
@unmanaged
class Cut {
  /** The part of the line before the crossing, from 0 to 1. */
  share: f64;
  border: u32;
  unused: u32;
}
const CUT: usize = offsetof<Cut>();

let cuts: usize = 0;
let room: u32 = 0;
let count: u32 = 0;

/** The line, and its box. */
let ax: f64 = 0;
let ay: f64 = 0;
let dx: f64 = 0;
let dy: f64 = 0;
let left: f64 = 0;
let right: f64 = 0;
let low: f64 = 0;
let high: f64 = 0;

function cutAt(i: u32): Cut {
  return changetype<Cut>(cuts + <usize>i * CUT);
}
export function cutShare(i: u32): f64 {
  return cutAt(i).share;
}
export function cutBorder(i: u32): u32 {
  return cutAt(i).border;
}

/**
 * Finds the crossings of a line with borders of the chosen shapes, in order along the line, and
 * returns how many there are. Crossings at the ends of the line are left out. A corner of an area
 * counts once per border there. The crossings are kept until the next call of `cut` or `costOf`.
 */
export function cut(fromX: f64, fromY: f64, toX: f64, toY: f64): u32 {
  count = 0;
  ax = fromX;
  ay = fromY;
  dx = toX - fromX;
  dy = toY - fromY;
  left = min(fromX, toX);
  right = max(fromX, toX);
  low = min(fromY, toY);
  high = max(fromY, toY);
  for (let k: u32 = 0, shapes = chosenCount(); k < shapes; k++) {
    const i = chosenAt(k);
    const box = boxAt(i);
    if (box.minX > right || box.maxX < left || box.minY > high || box.maxY < low) continue;
    const shape = shapeAt(i);
    for (let border = shape.first, end = shape.end; border < end; border++) cross(border);
  }
  return count;
}

/** Adds the crossing of the line and a border, if there is one; two for a border along the line. */
function cross(border: u32): void {
  const side = borderAt(border);
  const cx = side.ax;
  const cy = side.ay;
  const ex = side.bx;
  const ey = side.by;
  if ((cx < left && ex < left) || (cx > right && ex > right)) return;
  if ((cy < low && ey < low) || (cy > high && ey > high)) return;
  const ux = ex - cx;
  const uy = ey - cy;
  const turn = dx * uy - dy * ux;
  // A border along the line, with a sine of at most 1e-12 between both: its ends count as
  // crossings, because the cost may change there.
  const square = dx * dx + dy * dy;
  if (abs(turn) <= 1e-12 * sqrt(square * (ux * ux + uy * uy))) {
    push(((cx - ax) * dx + (cy - ay) * dy) / square, border);
    push(((ex - ax) * dx + (ey - ay) * dy) / square, border);
    return;
  }
  const along = ((cx - ax) * dy - (cy - ay) * dx) / turn;
  // the border counts as a little longer, so that no crossing is lost where two borders meet
  if (along < -1e-9 || along > 1 + 1e-9) return;
  push(((cx - ax) * uy - (cy - ay) * ux) / turn, border);
}

/** Puts a crossing into the list, in order, unless it is at an end of the line or beyond. */
function push(share: f64, border: u32): void {
  if (!(share > 0 && share < 1)) return;
  if (count == room) {
    const more = max<u32>(16, 2 * room);
    cuts = reallocate(cuts, <usize>room * CUT, <usize>more * CUT);
    room = more;
  }
  let i = count++;
  for (; i > 0 && cutShare(i - 1) > share; i--) {
    cutAt(i).share = cutShare(i - 1);
    cutAt(i).border = cutBorder(i - 1);
  }
  cutAt(i).share = share;
  cutAt(i).border = border;
}
