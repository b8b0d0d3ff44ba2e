// How an agent follows its path: which point of it the agent aims at, and whether the agent is
// still on it.
import type { Points } from './approach.ts';
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
  /** The point that an agent aims at, after `follow`: entry 0. */
  readonly aim: Points;
  /** Whether the agent aims at the end of its path. */
  readonly isLast: boolean;
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

interface WalkState extends WalkOptions {
  readonly crowd: GuidedCrowd;
  readonly paths: PathStore;
  readonly aim: Points;
  isLast: boolean;
  /** The point that each slot aims at, by its number on the path, and how far beyond, 0 to 0.75. */
  readonly at: Uint32Array;
  readonly part: Float32Array;
  /** The last point that the agent has come to: agents do not go back to it. */
  readonly reached: Uint32Array;
}

export function createPathWalk(
  crowd: GuidedCrowd,
  paths: PathStore,
  options: WalkOptions,
): PathWalk {
  const { capacity } = crowd;
  const state: WalkState = {
    ...options,
    crowd,
    paths,
    aim: { x: new Float64Array(1), y: new Float64Array(1) },
    isLast: false,
    at: new Uint32Array(capacity),
    part: new Float32Array(capacity),
    reached: new Uint32Array(capacity),
  };
  const { sees } = options;
  return {
    aim: state.aim,
    get isLast() {
      return state.isLast;
    },
    begin(slot) {
      // the first point is where the agent was
      state.at[slot] = Math.min(1, paths.length[slot] - 1);
      state.part[slot] = 0;
      state.reached[slot] = 0;
    },
    follow: sees
      ? (slot) => followBySight(state, sees, slot)
      : (slot) => followByCorners(state, slot),
  };
}

/** Aims at point k of a path, or at a part of the way from there to the next. */
function aimAt(state: WalkState, slot: number, k: number, beyond: number): void {
  const { aim, paths } = state;
  const { x, y } = paths;
  const i = paths.first[slot] + k;
  state.isLast = k === paths.length[slot] - 1;
  aim.x[0] = beyond > 0 ? x[i] + beyond * (x[i + 1] - x[i]) : x[i];
  aim.y[0] = beyond > 0 ? y[i] + beyond * (y[i + 1] - y[i]) : y[i];
}

function followBySight(state: WalkState, sees: Sight, slot: number): boolean {
  const { crowd, paths, aim, at, part, reached, lookAhead } = state;
  const last = paths.length[slot] - 1;
  const px = crowd.positionX[slot];
  const py = crowd.positionY[slot];
  const radius = crowd.radius[slot];
  const isSeen = (k: number, beyond: number, wide: number): boolean => {
    aimAt(state, slot, k, beyond);
    return sees(px, py, aim.x[0], aim.y[0], wide);
  };
  let k = at[slot];
  let hasMoved = false;
  aimAt(state, slot, k, part[slot]);
  const isNear = Math.hypot(aim.x[0] - px, aim.y[0] - py) <= 2 * radius;
  if (isNear) reached[slot] = k;
  for (let tries = 0; tries < lookAhead && k < last; tries++) {
    if (!isSeen(k + 1, 0, isNear && !hasMoved ? radius * KEPT : radius)) break;
    k++;
    hasMoved = true;
  }
  let beyond = hasMoved ? 0 : part[slot];
  let isOn = true;
  if (k < last && beyond + PART < 1 && isSeen(k, beyond + PART, radius)) beyond += PART;
  else if (!hasMoved && isNear && k < last) {
    // a path of points between corners that are nearer than the disc is wide: walls lead on
    k++;
    beyond = 0;
    isOn = false;
  } else if (!hasMoved && !isSeen(k, beyond, radius * KEPT)) {
    // pushed back: the corner itself, else the one before unless the agent was there
    beyond = 0;
    isOn = isSeen(k, 0, radius * KEPT);
    if (!isOn && k - 1 > reached[slot] && isSeen(k - 1, 0, radius * KEPT)) {
      k--;
      isOn = true;
    }
  }
  at[slot] = k;
  part[slot] = beyond;
  aimAt(state, slot, k, beyond);
  return isOn;
}

function followByCorners(state: WalkState, slot: number): boolean {
  const { crowd, paths, at, lookAhead, astray } = state;
  const px = crowd.positionX[slot];
  const py = crowd.positionY[slot];
  const first = paths.first[slot];
  const last = paths.length[slot] - 1;
  let k = at[slot];
  for (let tries = 0; tries < lookAhead && k < last; tries++, k++) {
    const away = Math.hypot(px - paths.x[first + k], py - paths.y[first + k]);
    if (away > astray) break;
    if (away > crowd.radius[slot] && !isPassed(state, slot, k)) break;
  }
  at[slot] = k;
  aimAt(state, slot, k, 0);
  return isBeside(state, slot, k);
}

/** Whether an agent is beyond point k of its path: past the line that halves the angle there. */
function isPassed({ crowd, paths }: WalkState, slot: number, k: number): boolean {
  const { x, y } = paths;
  const i = paths.first[slot] + k;
  const from = k > 0 ? i - 1 : i;
  const before = Math.hypot(x[i] - x[from], y[i] - y[from]) || 1;
  const after = Math.hypot(x[i + 1] - x[i], y[i + 1] - y[i]) || 1;
  const onX = (x[i] - x[from]) / before + (x[i + 1] - x[i]) / after;
  const onY = (y[i] - y[from]) / before + (y[i + 1] - y[i]) / after;
  return (crowd.positionX[slot] - x[i]) * onX + (crowd.positionY[slot] - y[i]) * onY >= 0;
}

/** Whether an agent is at most `astray` from the side of its path that leads to point k. */
function isBeside({ crowd, paths, astray }: WalkState, slot: number, k: number): boolean {
  const { x, y } = paths;
  const b = paths.first[slot] + k;
  const a = k > 0 ? b - 1 : b;
  const px = crowd.positionX[slot] - x[a];
  const py = crowd.positionY[slot] - y[a];
  const dx = x[b] - x[a];
  const dy = y[b] - y[a];
  const square = dx * dx + dy * dy;
  const along = square > 0 ? (px * dx + py * dy) / square : 0;
  const t = Math.min(1, Math.max(0, along));
  return Math.hypot(px - t * dx, py - t * dy) <= astray;
}
