// The directions of agents in open cells that touch no corner, four agents at a time: the bits are
// those that `quick` of steer.ts finds agent by agent. On most maps these are most agents.

import { fourOf, i32At, setF32, setFour, setI32, wordPlace } from '../layout';
import { agentRadius, agentX, agentY, answerZero, hasOneRadius } from './agents';
import {
  columns,
  DOWN,
  DOWN_LEFT,
  DOWN_RIGHT,
  LEFT,
  RIGHT,
  rows,
  UP,
  UP_LEFT,
  UP_RIGHT,
} from './ground';
import { factPlaces, headingPlaces } from './headings';
import {
  CONTACT,
  factsOf,
  GOAL,
  headingPair,
  headingTwice,
  LEAST,
  pairKnown,
  SHUT,
} from './layout';
import { distanceKept } from './place';

/**
 * 1.5 * 2^52. An f64 of moderate size plus this has the nearest whole number in its lowest bits, so
 * that reading the bits replaces a slow rounding.
 */
export const ROUND: f64 = 6755399441055744;

/** Agents of a block, at most. */
const BLOCK: i32 = 256;
/** Lists of a block: words of scratch memory per agent. */
const LISTS: i32 = 10;
/** The fewest agents of a block: with fewer, the lists cost more than they save. */
const LEAST_BLOCK: i32 = 16;

// Addresses of lists with a word per agent of the block.
/** i32: the index of the agent. */
let agents: usize = 0;
/** i32: the cell of the agent. */
let cells: usize = 0;
/** i32: the upper left one of the four cells whose middles are around the agent. */
let uppers: usize = 0;
/** f32, 0 to 1: how far the agent is from the left (upper) two of these middles to the others. */
let sharesX: usize = 0;
let sharesY: usize = 0;
/** f32, 0 to 1: the position of the agent in its own cell. */
let placesX: usize = 0;
let placesY: usize = 0;
/** i32: the facts of that cell (layout.ts). */
let facts: usize = 0;
/**
 * f32: the distance up to which the agent touches an obstacle; not filled where all agents have one
 * radius.
 */
let reaches: usize = 0;
/** The distance up to which an agent touches an obstacle, where all agents have one radius. */
let oneReach: f32 = 0;
/** i32: the agents of the block that `steerOpen` has not answered: see `othersLeft`. */
let others: usize = 0;
let otherCount: i32 = 0;

/** Agents of a block, for which `words` of scratch memory have room; 0: there is too little. */
export function blockOf(words: i32): i32 {
  const block = min(BLOCK, words / LISTS);
  return block < LEAST_BLOCK ? 0 : block;
}

/**
 * The number of agents that `steerOpen` has not answered, and their indices (`otherAt`). A value
 * below 0 is the complement of an index: `quick` has no answer for that agent either.
 */
export function othersLeft(): i32 {
  return otherCount;
}
export function otherAt(n: i32): i32 {
  return i32At(others, n);
}

/** Answers for the agents of a block that can be taken four at a time, and lists all others. */
export function steerOpen(first: i32, last: i32, scratch: usize, outX: usize, outY: usize): void {
  const room = last - first;
  agents = scratch;
  cells = wordPlace(scratch, room);
  uppers = wordPlace(scratch, 2 * room);
  sharesX = wordPlace(scratch, 3 * room);
  sharesY = wordPlace(scratch, 4 * room);
  placesX = wordPlace(scratch, 5 * room);
  placesY = wordPlace(scratch, 6 * room);
  facts = wordPlace(scratch, 7 * room);
  reaches = wordPlace(scratch, 8 * room);
  others = wordPlace(scratch, 9 * room);
  const count = listAgents(first, last);
  // 0 is WALKING; agents that are not answered here get their answers later
  answerZero(first, last);
  let n = 0;
  for (; n + 4 <= count; n += 4) steerFour(n, outX, outY);
  for (; n < count; n++) leaveOut(i32At(agents, n));
}

function reachOf(radius: f64): f32 {
  return <f32>(distanceKept(radius) + CONTACT);
}

function leaveOut(k: i32): void {
  setI32(others, otherCount++, k);
}

/**
 * Lists the agents of a block, and returns how many can be taken four at a time. A branch between
 * the two lists would often be mispredicted. So each agent is written to the ends of both lists,
 * and only one of the two counts grows.
 */
function listAgents(first: i32, last: i32): i32 {
  const width = columns();
  const mostX = <f64>width - 0.5;
  const mostY = <f64>rows() - 0.5;
  const known = factPlaces();
  const hasOne = hasOneRadius();
  const one = agentRadius(first);
  oneReach = reachOf(one);
  let count = 0;
  let left = 0;
  for (let k = first; k < last; k++) {
    const x = agentX(k);
    const y = agentY(k);
    const radius = hasOne ? one : agentRadius(k);
    setI32(others, left, k);
    // true for NaN
    if (!(x > 0.5 && y > 0.5 && x < mostX && y < mostY && radius >= 0)) {
      left++;
      continue;
    }
    // the cells on both sides of the nearest side between cells, as in `quick`
    const i = <i32>reinterpret<i64>(x + ROUND) - 1;
    const j = <i32>reinterpret<i64>(y + ROUND) - 1;
    const right = i32(x >= <f64>(i + 1));
    const down = i32(y >= <f64>(j + 1));
    const upper = j * width + i;
    const v = upper + down * width + right;
    const own = factsOf(known, v);
    const isOpen =
      i32((own & (SHUT | GOAL)) == 0) &
      i32(pairKnown(known, upper)) &
      i32(pairKnown(known, upper + width));
    setI32(agents, count, k);
    setI32(cells, count, v);
    setI32(uppers, count, upper);
    setF32(sharesX, count, <f32>(x - 0.5 - <f64>i));
    setF32(sharesY, count, <f32>(y - 0.5 - <f64>j));
    setF32(placesX, count, <f32>(x - <f64>(i + right)));
    setF32(placesY, count, <f32>(y - <f64>(j + down)));
    setI32(facts, count, own);
    if (!hasOne) setF32(reaches, count, reachOf(radius));
    count += isOpen;
    left += 1 - isOpen;
  }
  otherCount = left;
  return count;
}

/** The headings of two cells beside each other. */
function pairAt(n: i32, below: i32): v128 {
  return headingPair(headingPlaces(), i32At(uppers, n) + below);
}

/** Where the headings of four agents do not lead back: all bits set. */
function aheadOf(x: v128, y: v128, ownX: v128, ownY: v128): v128 {
  const dots = f32x4.add(f32x4.mul(x, ownX), f32x4.mul(y, ownY));
  return f32x4.gt(dots, f32x4.splat(0));
}

function blend(one: v128, oneShare: v128, other: v128, otherShare: v128): v128 {
  return f32x4.add(f32x4.mul(oneShare, one), f32x4.mul(otherShare, other));
}

/** Which cells have a wall, a bit of the facts, at most a distance away from the agents. */
function wallIn(around: v128, bit: u32, gaps: v128, distance: v128): v128 {
  const walls = i32x4.ne(v128.and(around, i32x4.splat(bit)), i32x4.splat(0));
  return v128.and(walls, f32x4.le(gaps, distance));
}

/** Parts of directions without those against a wall before the agents, or behind them. */
function without(part: v128, before: v128, behind: v128): v128 {
  const zero = f32x4.splat(0);
  const against = v128.or(
    v128.and(before, f32x4.lt(part, zero)),
    v128.and(behind, f32x4.gt(part, zero)),
  );
  return v128.andnot(part, against);
}

/** As `freeCorners`. */
function freeCornersOf(around: v128): v128 {
  const next = v128.or(i32x4.shr_u(around, 1), i32x4.shl(around, 1));
  const beside = v128.or(next, i32x4.shl(v128.and(around, i32x4.splat(UP)), 7));
  const corners = i32x4.splat(UP_RIGHT | DOWN_RIGHT | DOWN_LEFT | UP_LEFT);
  return v128.and(v128.andnot(around, beside), corners);
}

/** Which agents touch free corners, as `touchesCorner`. */
function touchCorners(around: v128, fx: v128, fy: v128, reach: v128): v128 {
  const half = f32x4.splat(0.5);
  const ex = f32x4.sub(half, f32x4.abs(f32x4.sub(fx, half)));
  const ey = f32x4.sub(half, f32x4.abs(f32x4.sub(fy, half)));
  const right = f32x4.ge(fx, half);
  const down = f32x4.ge(fy, half);
  const above = v128.bitselect(i32x4.splat(UP_RIGHT), i32x4.splat(UP_LEFT), right);
  const below = v128.bitselect(i32x4.splat(DOWN_RIGHT), i32x4.splat(DOWN_LEFT), right);
  const nearest = v128.bitselect(below, above, down);
  const squares = f32x4.add(f32x4.mul(ex, ex), f32x4.mul(ey, ey));
  const touches = f32x4.le(squares, f32x4.mul(reach, reach));
  const any = f32x4.ge(reach, half);
  const corners = v128.and(freeCornersOf(around), v128.or(v128.and(nearest, touches), any));
  return i32x4.ne(corners, i32x4.splat(0));
}

/** Answers for four agents of the lists: each lane of a vector is an agent. */
function steerFour(n: i32, outX: usize, outY: usize): void {
  const own = headingPlaces();
  const own0 = headingTwice(own, i32At(cells, n));
  const own1 = headingTwice(own, i32At(cells, n + 1));
  const own2 = headingTwice(own, i32At(cells, n + 2));
  const own3 = headingTwice(own, i32At(cells, n + 3));
  const own01 = v128.shuffle<i32>(own0, own1, 0, 4, 1, 5);
  const own23 = v128.shuffle<i32>(own2, own3, 0, 4, 1, 5);
  const ownX = v128.shuffle<i32>(own01, own23, 0, 1, 4, 5);
  const ownY = v128.shuffle<i32>(own01, own23, 2, 3, 6, 7);

  const u0 = pairAt(n, 0);
  const u1 = pairAt(n + 1, 0);
  const u2 = pairAt(n + 2, 0);
  const u3 = pairAt(n + 3, 0);
  const upperLeft01 = v128.shuffle<i32>(u0, u1, 0, 4, 1, 5);
  const upperLeft23 = v128.shuffle<i32>(u2, u3, 0, 4, 1, 5);
  const upperRight01 = v128.shuffle<i32>(u0, u1, 2, 6, 3, 7);
  const upperRight23 = v128.shuffle<i32>(u2, u3, 2, 6, 3, 7);
  const upperLeftX = v128.shuffle<i32>(upperLeft01, upperLeft23, 0, 1, 4, 5);
  const upperLeftY = v128.shuffle<i32>(upperLeft01, upperLeft23, 2, 3, 6, 7);
  const upperRightX = v128.shuffle<i32>(upperRight01, upperRight23, 0, 1, 4, 5);
  const upperRightY = v128.shuffle<i32>(upperRight01, upperRight23, 2, 3, 6, 7);

  const width = columns();
  const l0 = pairAt(n, width);
  const l1 = pairAt(n + 1, width);
  const l2 = pairAt(n + 2, width);
  const l3 = pairAt(n + 3, width);
  const lowerLeft01 = v128.shuffle<i32>(l0, l1, 0, 4, 1, 5);
  const lowerLeft23 = v128.shuffle<i32>(l2, l3, 0, 4, 1, 5);
  const lowerRight01 = v128.shuffle<i32>(l0, l1, 2, 6, 3, 7);
  const lowerRight23 = v128.shuffle<i32>(l2, l3, 2, 6, 3, 7);
  const lowerLeftX = v128.shuffle<i32>(lowerLeft01, lowerLeft23, 0, 1, 4, 5);
  const lowerLeftY = v128.shuffle<i32>(lowerLeft01, lowerLeft23, 2, 3, 6, 7);
  const lowerRightX = v128.shuffle<i32>(lowerRight01, lowerRight23, 0, 1, 4, 5);
  const lowerRightY = v128.shuffle<i32>(lowerRight01, lowerRight23, 2, 3, 6, 7);

  const shareX = fourOf(sharesX, n);
  const shareY = fourOf(sharesY, n);
  const restX = f32x4.sub(f32x4.splat(1), shareX);
  const restY = f32x4.sub(f32x4.splat(1), shareY);
  const a = aheadOf(upperLeftX, upperLeftY, ownX, ownY);
  const b = aheadOf(upperRightX, upperRightY, ownX, ownY);
  const c = aheadOf(lowerLeftX, lowerLeftY, ownX, ownY);
  const d = aheadOf(lowerRightX, lowerRightY, ownX, ownY);
  const leftX = blend(v128.and(upperLeftX, a), restY, v128.and(lowerLeftX, c), shareY);
  const leftY = blend(v128.and(upperLeftY, a), restY, v128.and(lowerLeftY, c), shareY);
  const rightX = blend(v128.and(upperRightX, b), restY, v128.and(lowerRightX, d), shareY);
  const rightY = blend(v128.and(upperRightY, b), restY, v128.and(lowerRightY, d), shareY);
  let x = blend(leftX, restX, rightX, shareX);
  let y = blend(leftY, restX, rightY, shareX);
  let left = i32x4.splat(0);
  const around = v128.and(fourOf(facts, n), i32x4.splat(255));
  if (v128.any_true(around)) {
    const reach = hasOneRadius() ? f32x4.splat(oneReach) : fourOf(reaches, n);
    const fx = fourOf(placesX, n);
    const fy = fourOf(placesY, n);
    left = touchCorners(around, fx, fy, reach);
    // as `besideWalls`
    const gapRight = f32x4.sub(f32x4.splat(1), fx);
    const gapDown = f32x4.sub(f32x4.splat(1), fy);
    const half = f32x4.splat(0.5);
    const meetX = v128.or(wallIn(around, LEFT, fx, half), wallIn(around, RIGHT, gapRight, half));
    const meetY = v128.or(wallIn(around, UP, fy, half), wallIn(around, DOWN, gapDown, half));
    const meet = v128.and(meetX, meetY);
    const before = wallIn(around, LEFT, fx, reach);
    const behind = wallIn(around, RIGHT, gapRight, reach);
    const above = wallIn(around, UP, fy, reach);
    const below = wallIn(around, DOWN, gapDown, reach);
    x = without(v128.bitselect(ownX, x, meet), before, behind);
    y = without(v128.bitselect(ownY, y, meet), above, below);
  }
  const squares = f32x4.add(f32x4.mul(x, x), f32x4.mul(y, y));
  const lengths = f32x4.sqrt(squares);
  left = v128.or(left, f32x4.lt(squares, f32x4.splat(<f32>(LEAST * LEAST))));
  putFour(n, f32x4.div(x, lengths), f32x4.div(y, lengths), outX, outY);
  if (v128.any_true(left)) leaveFour(n, v128.bitmask<i32>(left));
}

function putFour(n: i32, x: v128, y: v128, outX: usize, outY: usize): void {
  const k0 = i32At(agents, n);
  const k1 = i32At(agents, n + 1);
  const k2 = i32At(agents, n + 2);
  const k3 = i32At(agents, n + 3);
  // mostly all four stand beside each other in the arrays
  if (k3 == k0 + 3) {
    setFour(outX, k0, x);
    setFour(outY, k0, y);
    return;
  }
  setF32(outX, k0, f32x4.extract_lane(x, 0));
  setF32(outY, k0, f32x4.extract_lane(y, 0));
  setF32(outX, k1, f32x4.extract_lane(x, 1));
  setF32(outY, k1, f32x4.extract_lane(y, 1));
  setF32(outX, k2, f32x4.extract_lane(x, 2));
  setF32(outY, k2, f32x4.extract_lane(y, 2));
  setF32(outX, k3, f32x4.extract_lane(x, 3));
  setF32(outY, k3, f32x4.extract_lane(y, 3));
}

/** Leaves out the agents, of four, whose bit is set: `quick` has no answer for them either. */
function leaveFour(n: i32, bits: i32): void {
  for (let k = 0; k < 4; k++) if ((bits >> k) & 1) leaveOut(~i32At(agents, n + k));
}
