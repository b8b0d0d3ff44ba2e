// How an agent follows its path: which point of the path the agent aims at, and whether the agent
// is still on the path. Used by `createPathGuide` in path-guide.ts.
import type { Points } from './approach.ts';
import type { PathStore } from './path-store.ts';
import { LINE_NUMBERS, type LineSight, lineSightOf, type Sight } from './sight.ts';
import { checkStored, ofSlot, type StoredState } from './state.ts';
import type { GuidedCrowd } from './types.ts';

/** Options of following that do not depend on the agent. */
export interface WalkOptions {
  /** Whether a disc can go straight to a point; undefined: agents aim at the next corner. */
  readonly sees: Sight | undefined;
  /** Points ahead that are tried at most in one update. */
  readonly lookAhead: number;
  /** Without `sees`: how far from its path an agent may be, in metres. */
  readonly astray: number;
}

/** Where an agent stands on its path. */
export interface PathWalk {
  /** The point that an agent aims at, after `follow`: entry 0. */
  readonly aim: Points;
  /** Whether the agent aims at the end of its path. */
  readonly isLast: boolean;
  /** All that snapshots keep. */
  readonly columns: readonly (Uint8Array | Uint32Array)[];
  /** Throws RangeError for a state that no guide has written, with these counts of points. */
  checkState(state: StoredState, lengths: ArrayLike<number>): void;
  /** Starts at the beginning of a new path. */
  begin(slot: number): void;
  /**
   * Moves the aim of an agent along its path, and writes the aim and `isLast`. The slot must have a
   * path. Returns false if the agent is off its path. By corners: it is farther than `astray` from
   * the side that leads to its aim. By sight: it sees neither its aim nor a point to go back to; or
   * it is near its aim, before the last point, and sees neither the next point nor the next
   * quarter of the side.
   */
  follow(slot: number): boolean;
}

/**
 * An agent keeps its aim while a disc of this part of its radius sees the aim. An agent near its
 * aim goes on to the next point if such a disc sees that point. With the whole radius, an agent
 * that is pushed a little beside a corner would turn back and forth, and stop.
 */
export const KEPT = 0.5;

/** An aim moves from a point of the path to the next one in this many steps, one per update. */
const QUARTERS = 4;
const PART = 1 / QUARTERS;

interface WalkState extends WalkOptions {
  readonly crowd: GuidedCrowd;
  readonly paths: PathStore;
  readonly aim: Points;
  /** A question of sight: see `LineSight`. */
  readonly line: Float64Array;
  isLast: boolean;
  /** The aim of each slot: a point of its path, and quarters of the side from there on, 0 to 3. */
  readonly at: Uint32Array;
  readonly quarters: Uint8Array;
  /** The point of the last aim that the agent came near: agents do not go back to it. */
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
    line: new Float64Array(LINE_NUMBERS),
    isLast: false,
    at: new Uint32Array(capacity),
    quarters: new Uint8Array(capacity),
    reached: new Uint32Array(capacity),
  };
  const { sees } = options;
  return {
    aim: state.aim,
    columns: [state.at, state.quarters, state.reached],
    checkState: (stored, lengths) => checkPlaces(stored, state, lengths),
    get isLast() {
      return state.isLast;
    },
    begin(slot) {
      // the first point is where the agent was
      state.at[slot] = Math.min(1, paths.length[slot] - 1);
      state.quarters[slot] = 0;
      state.reached[slot] = 0;
    },
    follow: sees
      ? followerBySight(state, lineSightOf(sees))
      : (slot) => followByCorners(state, slot),
  };
}

/** Where agents are on their paths: columns of `WalkState`. */
type Places = Pick<WalkState, 'at' | 'quarters' | 'reached'>;

/**
 * Throws RangeError for stored places that are not on paths with these counts of points. Entries of
 * slots without a path are not checked: earlier paths have left them.
 */
export function checkPlaces(
  { of }: StoredState,
  { at, quarters, reached }: Places,
  lengths: ArrayLike<number>,
): void {
  const [aims, parts, come] = [of(at), of(quarters), of(reached)];
  checkStored(parts, ofSlot('quarters'), 0, QUARTERS - 1);
  for (let slot = 0; slot < lengths.length; slot++) {
    if (lengths[slot] === 0) continue;
    const last = lengths[slot] - 1;
    // between two points the aim is before the last one
    const lastAim = parts[slot] > 0 ? last - 1 : last;
    checkStored([aims[slot]], () => `aim of slot ${slot}`, 0, lastAim);
    checkStored([come[slot]], () => `last point of slot ${slot}`, 0, last);
  }
}

/** Writes the aim: point k of a path, moved by `quarters` quarters of the side to point k + 1. */
function aimAt(state: WalkState, slot: number, k: number, quarters: number): void {
  const { aim, paths } = state;
  const { x, y } = paths;
  const i = paths.first[slot] + k;
  state.isLast = k === paths.length[slot] - 1;
  const part = quarters * PART;
  aim.x[0] = quarters > 0 ? x[i] + part * (x[i + 1] - x[i]) : x[i];
  aim.y[0] = quarters > 0 ? y[i] + part * (y[i + 1] - y[i]) : y[i];
}

/** Whether an agent is within two radii of what it aims at. */
function isNearAim({ crowd, aim }: WalkState, slot: number): boolean {
  const dx = aim.x[0] - crowd.positionX[slot];
  const dy = aim.y[0] - crowd.positionY[slot];
  return Math.sqrt(dx * dx + dy * dy) <= 2 * crowd.radius[slot];
}

/**
 * `follow` by sight: the aim moves from point to point, as long as the agent sees the next point,
 * by at most `lookAhead` points. Then the aim moves along the next side, by a quarter of the side
 * per update, as long as the agent sees the new aim. An agent that sees neither the next point, nor
 * the next quarter, nor its old aim was pushed back. It then aims at the point of its old aim,
 * without quarters. If it does not see that point either, it aims at the point one earlier, unless
 * it has reached that point or a later one.
 */
function followerBySight(state: WalkState, looks: LineSight): (slot: number) => boolean {
  const { crowd, paths, aim, line, at, quarters, reached, lookAhead } = state;
  const { first } = paths;

  /**
   * Writes the aim at point k and `beyond` quarters on. Returns whether a disc of the agent's
   * radius, or if `isKept` of `KEPT` of it, sees the aim.
   */
  function isSeen(slot: number, k: number, beyond: number, isKept: boolean): boolean {
    aimAt(state, slot, k, beyond);
    line[0] = crowd.positionX[slot];
    line[1] = crowd.positionY[slot];
    line[2] = aim.x[0];
    line[3] = aim.y[0];
    line[4] = isKept ? crowd.radius[slot] * KEPT : crowd.radius[slot];
    const i = first[slot] + k;
    const next = beyond > 0 ? i + 1 : i;
    line[5] = paths.x[i];
    line[6] = paths.y[i];
    line[7] = paths.x[next];
    line[8] = paths.y[next];
    line[9] = beyond * PART;
    return looks(line);
  }

  return (slot) => {
    const last = paths.length[slot] - 1;
    let k = at[slot];
    let hasMoved = false;
    aimAt(state, slot, k, quarters[slot]);
    const isNear = isNearAim(state, slot);
    if (isNear) reached[slot] = k;
    for (let tries = 0; tries < lookAhead && k < last; tries++) {
      if (!isSeen(slot, k + 1, 0, isNear && !hasMoved)) break;
      k++;
      hasMoved = true;
    }
    let beyond = hasMoved ? 0 : quarters[slot];
    let isOn = true;
    if (k < last && beyond + 1 < QUARTERS && isSeen(slot, k, beyond + 1, false)) beyond++;
    else if (!hasMoved && isNear && k < last) {
      // Near its aim the agent sees neither the next point nor the next quarter: the points are
      // closer to each other than the disc is wide. It aims at the next point unseen, and the walls
      // lead it there.
      k++;
      beyond = 0;
      isOn = false;
    } else if (!hasMoved && !isSeen(slot, k, beyond, true)) {
      // the agent was pushed back: it aims at corner k itself, else at the corner before
      beyond = 0;
      isOn = isSeen(slot, k, 0, true);
      if (!isOn && k - 1 > reached[slot] && isSeen(slot, k - 1, 0, true)) {
        k--;
        isOn = true;
      }
    }
    at[slot] = k;
    quarters[slot] = beyond;
    aimAt(state, slot, k, beyond);
    return isOn;
  };
}

/**
 * `follow` by corners: passes points as long as `passesOn` says so, at most `lookAhead` of them.
 */
function followByCorners(state: WalkState, slot: number): boolean {
  const { paths, at, lookAhead } = state;
  const last = paths.length[slot] - 1;
  let k = at[slot];
  for (let tries = 0; tries < lookAhead && k < last; tries++, k++)
    if (!passesOn(state, slot, k)) break;
  at[slot] = k;
  aimAt(state, slot, k, 0);
  return isBeside(state, slot, k);
}

/**
 * Whether an agent goes on from point k: it is within `astray` of the point, and within its radius
 * of the point or beyond the bisector of the angle there.
 */
function passesOn({ crowd, paths, astray }: WalkState, slot: number, k: number): boolean {
  const { x, y } = paths;
  const i = paths.first[slot] + k;
  const px = crowd.positionX[slot] - x[i];
  const py = crowd.positionY[slot] - y[i];
  const away = Math.sqrt(px * px + py * py);
  if (away > astray) return false;
  if (away <= crowd.radius[slot]) return true;
  const from = k > 0 ? i - 1 : i;
  const bx = x[i] - x[from];
  const by = y[i] - y[from];
  const nx = x[i + 1] - x[i];
  const ny = y[i + 1] - y[i];
  const before = Math.sqrt(bx * bx + by * by) || 1;
  const after = Math.sqrt(nx * nx + ny * ny) || 1;
  return px * (bx / before + nx / after) + py * (by / before + ny / after) >= 0;
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
  const sx = px - t * dx;
  const sy = py - t * dy;
  return Math.sqrt(sx * sx + sy * sy) <= astray;
}
