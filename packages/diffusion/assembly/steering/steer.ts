// The directions of free-moving agents: the headings of the four nearest cells, blended by their
// distances (bilinear), less what would lead into an obstacle. `runAgents` of
// src/steering/agent-job.ts calls `steer`.

import { setF32 } from '../layout';
import { agentRadius, agentX, agentY, answer } from './agents';
import {
  DOWN,
  DOWN_LEFT,
  DOWN_RIGHT,
  freeCorners,
  LEFT,
  rows,
  columns,
  RIGHT,
  UP,
  UP_LEFT,
  UP_RIGHT,
} from './ground';
import { factPlaces, headingAt, headingPlaces } from './headings';
import {
  ARRIVED,
  CONTACT,
  factsOf,
  GOAL,
  headingPair,
  headingTwice,
  headingX,
  headingY,
  INVALID,
  LEAST,
  LEAVING,
  NO_PATH,
  pairKnown,
  SHUT,
  WALKING,
} from './layout';
import { blockOf, otherAt, othersLeft, ROUND, steerOpen } from './open-ground';
import { cornerX, cornerY, distanceKept, foundX, foundY, nearestPlace } from './place';

/** The direction of the current agent. */
let vx: f64 = 0;
let vy: f64 = 0;

/**
 * Directions of the agents `first` to `last` - 1 into two arrays of f32. `scratch` has room for two
 * words per agent.
 */
export function steer(first: i32, last: i32, outX: usize, outY: usize, scratch: usize): void {
  const block = blockOf(2 * (last - first));
  if (block == 0) {
    for (let k = first; k < last; k++) steerOne(k, outX, outY);
    return;
  }
  for (let k = first; k < last; k += block) {
    steerOpen(k, min(k + block, last), scratch, outX, outY);
    for (let n = 0, left = othersLeft(); n < left; n++) {
      const other = otherAt(n);
      if (other >= 0) steerOne(other, outX, outY);
      else directOne(~other, agentRadius(~other), outX, outY);
    }
  }
}

function steerOne(k: i32, outX: usize, outY: usize): void {
  const radius = agentRadius(k);
  if (quick(k, radius, outX, outY)) return;
  if (learn(k) && quick(k, radius, outX, outY)) return;
  directOne(k, radius, outX, outY);
}

function directOne(k: i32, radius: f64, outX: usize, outY: usize): void {
  answer(k, direct(agentX(k), agentY(k), radius));
  setF32(outX, k, <f32>vx);
  setF32(outY, k, <f32>vy);
}

/**
 * Answers for an agent in an open cell that touches no corner, as `direct` does. Returns false for
 * all other agents. `quick` works in f32, on four numbers at a time, without branches on what
 * differs from agent to agent, and so takes a third of the time of `direct`.
 *
 * Directions of `quick` and `direct` may differ by rounding. So which of them answers must depend
 * on the agent and the field alone, or answers would depend on the order of agents and on threads:
 * see `learn`. The kernel of open-ground.ts has the bits of `quick`.
 */
function quick(k: i32, radius: f64, outX: usize, outY: usize): bool {
  const x = agentX(k);
  const y = agentY(k);
  const width = columns();
  const height = rows();
  // false for NaN
  if (!(x >= 0 && y >= 0 && x < <f64>width && y < <f64>height && radius >= 0)) return false;
  if (width == 1 || height == 1) return false;
  // the cells on both sides of the nearest side between cells, and how far x is between their
  // middles; half way both ways of rounding give the same blend
  let left = <i32>reinterpret<i64>(x + ROUND) - 1;
  let top = <i32>reinterpret<i64>(y + ROUND) - 1;
  let tx = <f32>(x - 0.5 - <f64>left);
  let ty = <f32>(y - 0.5 - <f64>top);
  const i = left + i32(x >= <f64>(left + 1));
  const j = top + i32(y >= <f64>(top + 1));
  const v = j * width + i;
  const known = factsOf(factPlaces(), v);
  if ((known & (SHUT | GOAL)) != 0) return false;
  if (left < 0 || top < 0 || left > width - 2 || top > height - 2) {
    // on the border of the map the cells outside do not count
    if (left < 0 || left > width - 2) {
      tx = left < 0 ? 0 : 1;
      left = left < 0 ? 0 : width - 2;
    }
    if (top < 0 || top > height - 2) {
      ty = top < 0 ? 0 : 1;
      top = top < 0 ? 0 : height - 2;
    }
  }
  const above = top * width + left;
  if (!pairKnown(factPlaces(), above) || !pairKnown(factPlaces(), above + width)) return false;
  const own = headingTwice(headingPlaces(), v);
  if (i64x2.extract_lane(own, 0) == 0) return false;
  const upper = ahead(headingPair(headingPlaces(), above), own);
  const lower = ahead(headingPair(headingPlaces(), above + width), own);
  const column = f32x4.add(
    f32x4.mul(f32x4.splat(1 - ty), upper),
    f32x4.mul(f32x4.splat(ty), lower),
  );
  const weighted = f32x4.mul(column, f32x4(1 - tx, 1 - tx, tx, tx));
  let sum = f32x4.add(weighted, v128.shuffle<i32>(weighted, weighted, 2, 3, 0, 1));
  const around = known & 255;
  if (around != 0) {
    const fx = <f32>(x - <f64>i);
    const fy = <f32>(y - <f64>j);
    const reach = <f32>(distanceKept(radius) + CONTACT);
    if (touchesCorner(freeCorners(around), fx, fy, reach)) return false;
    sum = besideWalls(sum, own, around, f32x4(fx, fy, 1 - fx, 1 - fy), reach);
  }
  const square = f32x4.mul(sum, sum);
  const squares = f32x4.add(square, v128.shuffle<i32>(square, square, 1, 0, 3, 2));
  if (f32x4.extract_lane(squares, 0) < <f32>(LEAST * LEAST)) return false;
  const unit = f32x4.div(sum, f32x4.sqrt(squares));
  setF32(outX, k, f32x4.extract_lane(unit, 0));
  setF32(outY, k, f32x4.extract_lane(unit, 1));
  answer(k, WALKING);
  return true;
}

/**
 * Whether a disc touches one of these free corners. Only the corner of the quarter of the cell that
 * the centre is in can be within `reach`, unless that is half a cell or more: then any corner
 * counts as touched.
 */
function touchesCorner(corners: u32, fx: f32, fy: f32, reach: f32): bool {
  if (corners == 0) return false;
  const ex = 0.5 - abs(fx - 0.5);
  const ey = 0.5 - abs(fy - 0.5);
  const right = <u32>(fx >= 0.5);
  const down = <u32>(fy >= 0.5);
  // the bit of this corner, without branches: these would be taken half of the time
  const corner: u32 = 1 << (7 - 2 * down - right * (6 - 4 * down));
  const touches = <u32>(ex * ex + ey * ey <= reach * reach);
  return (corners & ((corner & -touches) | -(<u32>(reach >= 0.5)))) != 0;
}

/**
 * Takes out of a direction its parts against the walls of the cell that are within reach. `gaps`
 * are the distances to the left, upper, right and lower side. If two walls meet in the quarter of
 * the cell where the agent is, the heading of the cell replaces the direction first.
 */
function besideWalls(direction: v128, own: v128, around: u32, gaps: v128, reach: f32): v128 {
  const bits = v128.and(i32x4.splat(around), i32x4(LEFT, UP, RIGHT, DOWN));
  const walls = i32x4.ne(bits, i32x4.splat(0));
  const beside = v128.and(walls, f32x4.le(gaps, f32x4.splat(0.5)));
  const either = v128.or(beside, v128.shuffle<i32>(beside, beside, 2, 3, 0, 1));
  const meet = v128.and(either, v128.shuffle<i32>(either, either, 1, 0, 3, 2));
  const sum = v128.bitselect(own, direction, meet);
  const touched = v128.and(walls, f32x4.le(gaps, f32x4.splat(reach)));
  const before = v128.shuffle<i32>(touched, touched, 0, 1, 0, 1);
  const behind = v128.shuffle<i32>(touched, touched, 2, 3, 2, 3);
  const zero = f32x4.splat(0);
  const against = v128.or(
    v128.and(before, f32x4.lt(sum, zero)),
    v128.and(behind, f32x4.gt(sum, zero)),
  );
  return v128.andnot(sum, against);
}

/**
 * Finds the headings of the cells around an agent. Returns whether one was missing; then `quick` is
 * tried again. So `direct` gets only agents that `quick` refuses although all headings are known.
 */
function learn(k: i32): bool {
  const x = agentX(k);
  const y = agentY(k);
  if (!(x >= 0 && y >= 0 && x < <f64>columns() && y < <f64>rows())) return false;
  // the same four cells as in `quick`: both round by ROUND, also half way between two middles
  const left = max(<i32>reinterpret<i64>(x + ROUND) - 1, 0);
  const top = max(<i32>reinterpret<i64>(y + ROUND) - 1, 0);
  let news = false;
  for (let j = min(top, rows() - 2); j < min(top + 2, rows()); j++) {
    for (let i = min(left, columns() - 2); i < min(left + 2, columns()); i++) {
      if (i < 0 || j < 0 || factsOf(factPlaces(), j * columns() + i) != 0) continue;
      headingAt(i, j);
      news = true;
    }
  }
  return news;
}

/** Two headings, 0 where they lead back: against the heading of the agent's own cell. */
function ahead(pair: v128, own: v128): v128 {
  const products = f32x4.mul(pair, own);
  const dots = f32x4.add(products, v128.shuffle<i32>(products, products, 1, 0, 3, 2));
  return v128.and(pair, f32x4.gt(dots, f32x4.splat(0)));
}

/** Finds the direction of an agent; returns its answer. */
function direct(x: f64, y: f64, radius: f64): i32 {
  vx = 0;
  vy = 0;
  // NaN - NaN and Infinity - Infinity are NaN
  if (x - x + (y - y) + radius != radius) return INVALID;
  const inside = x >= 0 && y >= 0 && x < <f64>columns() && y < <f64>rows();
  if (!inside) return leave(x, y, radius);
  const i = <i32>x;
  const j = <i32>y;
  const facts = headingAt(i, j);
  if (facts & SHUT) return leave(x, y, radius);
  if (facts & GOAL) return ARRIVED;
  const v = j * columns() + i;
  const ownX = headingX(headingPlaces(), v);
  const ownY = headingY(headingPlaces(), v);
  if (ownX == 0 && ownY == 0) return NO_PATH;
  const fx = x - <f64>i;
  const fy = y - <f64>j;
  const around = facts & 255;
  blend(i, j, fx, fy, ownX, ownY, around);
  if (around == 0) {
    normalise();
    return WALKING;
  }
  const reach = distanceKept(radius) + CONTACT;
  slide(fx, fy, reach, around);
  if (normalise()) return WALKING;
  vx = ownX;
  vy = ownY;
  const wedged = slide(fx, fy, reach, around);
  if (normalise()) return WALKING;
  if (wedged) {
    // in a gap that the disc just fits through: `moveAlong` slides it between the corners
    vx = ownX;
    vy = ownY;
    return WALKING;
  }
  // head-on at a corner: the middle of the cell is always free
  vx = 0.5 - fx;
  vy = 0.5 - fy;
  normalise();
  return WALKING;
}

/** Towards the nearest place where the disc fits. */
function leave(x: f64, y: f64, radius: f64): i32 {
  if (!nearestPlace(x, y, distanceKept(radius))) return NO_PATH;
  vx = foundX() - x;
  vy = foundY() - y;
  const length = Math.sqrt(vx * vx + vy * vy);
  vx /= length;
  vy /= length;
  return LEAVING;
}

/** Makes the direction a unit vector; false where it is too short for that. */
function normalise(): bool {
  const length = Math.sqrt(vx * vx + vy * vy);
  if (length < LEAST) return false;
  vx /= length;
  vy /= length;
  return true;
}

/**
 * Sets the direction to the weighted sum of the headings of the four nearest cells. The weight of a
 * cell is 1 in its middle. Left out: blocked cells, headings that lead back, and the diagonal cell
 * if both cells beside the step to it are blocked.
 */
function blend(i: i32, j: i32, fx: f64, fy: f64, ownX: f64, ownY: f64, around: u32): void {
  const right = fx >= 0.5;
  const down = fy >= 0.5;
  const wx = abs(fx - 0.5);
  const wy = abs(fy - 0.5);
  const besideX = right ? RIGHT : LEFT;
  const besideY = down ? DOWN : UP;
  const corner = right ? (down ? DOWN_RIGHT : UP_RIGHT) : down ? DOWN_LEFT : UP_LEFT;
  const toI = right ? i + 1 : i - 1;
  const toJ = down ? j + 1 : j - 1;
  vx = (1 - wx) * (1 - wy) * ownX;
  vy = (1 - wx) * (1 - wy) * ownY;
  if ((around & besideX) == 0) add(toI, j, wx * (1 - wy), ownX, ownY);
  if ((around & besideY) == 0) add(i, toJ, (1 - wx) * wy, ownX, ownY);
  const shut = around & (besideX | besideY);
  if ((around & corner) == 0 && shut != (besideX | besideY)) add(toI, toJ, wx * wy, ownX, ownY);
}

function add(i: i32, j: i32, weight: f64, ownX: f64, ownY: f64): void {
  headingAt(i, j);
  const v = j * columns() + i;
  const x = headingX(headingPlaces(), v);
  const y = headingY(headingPlaces(), v);
  if (x * ownX + y * ownY <= 0) return;
  vx += weight * x;
  vy += weight * y;
}

/**
 * Takes from the direction what leads into obstacles within `reach`. A direction that a third round
 * still changes is wedged between obstacles: it becomes 0, and the answer is true.
 */
function slide(fx: f64, fy: f64, reach: f64, around: u32): bool {
  let changed = true;
  for (let turn = 0; turn < 3 && changed; turn++) {
    changed = false;
    if (around & LEFT && fx <= reach) changed = bend(1, 0) || changed;
    if (around & RIGHT && 1 - fx <= reach) changed = bend(-1, 0) || changed;
    if (around & UP && fy <= reach) changed = bend(0, 1) || changed;
    if (around & DOWN && 1 - fy <= reach) changed = bend(0, -1) || changed;
    for (let corners = freeCorners(around); corners != 0; corners &= corners - 1) {
      const cx = cornerX(corners & -corners);
      const cy = cornerY(corners & -corners);
      const ex = fx - cx;
      const ey = fy - cy;
      const square = ex * ex + ey * ey;
      if (square > reach * reach || passesBy(ex, ey, reach - CONTACT)) continue;
      const length = Math.sqrt(square);
      if (length > 0) changed = bend(ex / length, ey / length) || changed;
      else changed = bend((1 - 2 * cx) * Math.SQRT1_2, (1 - 2 * cy) * Math.SQRT1_2) || changed;
    }
  }
  if (changed) {
    vx = 0;
    vy = 0;
  }
  return changed;
}

/** Whether the direction leads past a corner at a distance of `r`, but for rounding. */
function passesBy(ex: f64, ey: f64, r: f64): bool {
  return abs(ex * vy - ey * vx) >= (r - 1e-9) * Math.sqrt(vx * vx + vy * vy);
}

/** Takes the part against a normal out of the direction. Returns whether there was such a part. */
function bend(normalX: f64, normalY: f64): bool {
  const against = vx * normalX + vy * normalY;
  if (against >= -1e-12) return false;
  vx -= against * normalX;
  vy -= against * normalY;
  return true;
}
