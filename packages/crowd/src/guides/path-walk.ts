// How an agent follows its path: which point of it the agent aims at, and whether the agent is
// still on it.
import type { PathStore } from './path-store.ts';
import type { Sight } from './sight.ts';
import type { GuidedCrowd } from './types.ts';

/** Options of following that do not depend on the agent. */
export interface WalkOptions {
  readonly sees: Sight | undefined;
  /** Points ahead that are tried at most in one update. */
  readonly lookAhead: number;
  /** Without sight: how far from its path an agent may be, in metres. */
  readonly astray: number;
}

/** Where an agent stands on its path. */
export interface PathWalk {
  /** x and y of the point that an agent aims at, after `follow`. An array, so that no number is boxed. */
  readonly aim: Float64Array;
  /** Whether the agent aims at the end of its path. */
  isLast: boolean;
  /** Starts at the beginning of a new path. */
  begin(slot: number): void;
  /**
   * Moves the aim of an agent along its path as far as the agent sees, and writes it. Returns false
   * if the agent is off its path: it sees no point of it, or is too far away.
   */
  follow(slot: number): boolean;
}

/**
 * An agent keeps its aim while a disc of this part of its radius sees it, and passes on from an aim
 * that it has come to if such a disc sees the next point. With the whole radius an agent that is
 * pushed by a hair beside a corner would turn round, and stop between turns to either side.
 */
const KEPT = 0.5;

/** The part of a side that one try adds to an aim between two points. */
const PART = 0.25;

export function createPathWalk(
  crowd: GuidedCrowd,
  paths: PathStore,
  options: WalkOptions,
): PathWalk {
  const { capacity, positionX, positionY, radius } = crowd;
  const { sees, lookAhead, astray } = options;
  /** The point that each slot aims at, by its number on the path, and how far beyond, 0 to 0.75. */
  const at = new Uint32Array(capacity);
  const part = new Float32Array(capacity);
  /** The last point that the agent has come to: agents do not go back to it. */
  const reached = new Uint32Array(capacity);

  const point = new Float64Array(2);

  const walk: PathWalk = {
    aim: point,
    isLast: false,
    begin(slot) {
      // the first point is where the agent was
      at[slot] = Math.min(1, paths.length[slot] - 1);
      part[slot] = 0;
      reached[slot] = 0;
    },
    follow: (slot) => (sees ? followBySight(slot, sees) : followByCorners(slot)),
  };

  function aim(slot: number, k: number, beyond: number): void {
    const { x, y } = paths;
    const i = paths.first[slot] + k;
    walk.isLast = k === paths.length[slot] - 1;
    point[0] = beyond > 0 ? x[i] + beyond * (x[i + 1] - x[i]) : x[i];
    point[1] = beyond > 0 ? y[i] + beyond * (y[i + 1] - y[i]) : y[i];
  }

  function followBySight(slot: number, goes: Sight): boolean {
    const last = paths.length[slot] - 1;
    const [px, py, r] = [positionX[slot], positionY[slot], radius[slot]];
    const isSeen = (k: number, beyond: number, wide = r): boolean => {
      aim(slot, k, beyond);
      return goes(px, py, point[0], point[1], wide);
    };
    let k = at[slot];
    let hasMoved = false;
    aim(slot, k, part[slot]);
    const isNear = Math.hypot(point[0] - px, point[1] - py) <= 2 * r;
    if (isNear) reached[slot] = k;
    for (let tries = 0; tries < lookAhead && k < last; tries++) {
      if (!isSeen(k + 1, 0, isNear && !hasMoved ? r * KEPT : r)) break;
      k++;
      hasMoved = true;
    }
    let beyond = hasMoved ? 0 : part[slot];
    let isOn = true;
    if (k < last && beyond + PART < 1 && isSeen(k, beyond + PART)) beyond += PART;
    else if (!hasMoved) {
      if (isNear && k < last) {
        // a path of points between corners that are nearer than the disc is wide: walls lead on
        k++;
        beyond = 0;
        isOn = false;
      } else if (!isSeen(k, beyond, r * KEPT)) {
        // pushed back: the corner itself, else the one before unless the agent was there
        beyond = 0;
        isOn = isSeen(k, 0, r * KEPT);
        if (!isOn && k - 1 > reached[slot] && isSeen(k - 1, 0, r * KEPT)) {
          k--;
          isOn = true;
        }
      }
    }
    at[slot] = k;
    part[slot] = beyond;
    aim(slot, k, beyond);
    return isOn;
  }

  function followByCorners(slot: number): boolean {
    const { x, y } = paths;
    const [px, py] = [positionX[slot], positionY[slot]];
    const first = paths.first[slot];
    const last = paths.length[slot] - 1;
    let k = at[slot];
    for (let tries = 0; tries < lookAhead && k < last; tries++, k++) {
      const [cx, cy] = [x[first + k], y[first + k]];
      const away = Math.hypot(px - cx, py - cy);
      if (away > astray) break;
      // a corner is passed on the far side of the line that halves its angle
      const [bx, by] = k > 0 ? [x[first + k - 1], y[first + k - 1]] : [cx, cy];
      const [nx, ny] = [x[first + k + 1], y[first + k + 1]];
      const before = Math.hypot(cx - bx, cy - by) || 1;
      const after = Math.hypot(nx - cx, ny - cy) || 1;
      const onX = (cx - bx) / before + (nx - cx) / after;
      const onY = (cy - by) / before + (ny - cy) / after;
      const isPassed = (px - cx) * onX + (py - cy) * onY >= 0;
      if (!isPassed && away > radius[slot]) break;
    }
    at[slot] = k;
    aim(slot, k, 0);
    const from = first + Math.max(0, k - 1);
    return distanceTo(x, y, from, first + k, [px, py]) <= astray;
  }

  return walk;
}

/** The distance from a point to the segment between points a and b of a path. */
function distanceTo(
  x: Float64Array,
  y: Float64Array,
  a: number,
  b: number,
  [px, py]: readonly [number, number],
): number {
  const [dx, dy] = [x[b] - x[a], y[b] - y[a]];
  const square = dx * dx + dy * dy;
  const along = square > 0 ? ((px - x[a]) * dx + (py - y[a]) * dy) / square : 0;
  const t = Math.min(1, Math.max(0, along));
  return Math.hypot(px - x[a] - t * dx, py - y[a] - t * dy);
}
