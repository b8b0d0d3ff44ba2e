// Shares and times of intents. Times are in ticks: multiples of `World.perSecond`, which
// src/tick.ts computes for one thread, pools and the GPU. src/gpu/intent has the same numbers. They
// were chosen by the scenes of `pnpm targets crowd`, unless a comment says otherwise.

import { World } from '../layout-world';

/**
 * An agent is held up if its velocity along the preferred velocity is below this share of the
 * preferred speed.
 */
export const HELD_UP: f32 = 0.1;
/** An agent is near its goal if its preferred speed is below this share of its cruising speed. */
export const SLOW: f32 = 0.75;
/**
 * An agent is at its goal if its preferred speed is below this share of its cruising speed. In
 * `follows`, a resting agent is at its goal if its preferred speed is below this share of the
 * moving agent's preferred speed.
 */
export const THERE: f32 = 0.2;
/** The square of the cosine of 60°: two directions within 60° count as the same. */
export const CONE: f32 = 0.25;
/** By how much a tick of progress lowers `stall`, the count of ticks without progress. */
export const RECOVERY: u32 = 1;
/** The largest level, of 7 bits. No agent settles behind an agent at this level. */
export const MOST_LEVEL: u32 = 127;
/** Bit 7 of `World.level`, above the level itself: the agent slows down towards its goal. */
export const SLOWS: u32 = 128;
/** The largest `stall`: it fits the u16 of its column. */
export const MOST_STALL: u32 = 32767;
/**
 * The level of a gridlock, at least: ticks may be long, and a queue of fewer agents must not count
 * as a gridlock.
 */
const LEAST_GRIDLOCK: u32 = 32;
/** The level of a gridlock, at most: levels end at `MOST_LEVEL`. */
const MOST_GRIDLOCK: u32 = 120;

/** Ticks that an agent is held up before it settles: a quarter of a second. */
export function patience(w: World): u32 {
  return (w.perSecond + 3) >> 2;
}
/** Ticks that an agent near its goal is held up before it counts as stuck there: a second. */
export function stuckStall(w: World): u32 {
  return w.perSecond;
}
/**
 * The least level at which a moving agent asks idle ones for room: the ticks of half a second, at
 * most `MOST_GRIDLOCK`.
 */
export function askLevel(w: World): u32 {
  return min((w.perSecond + 1) >> 1, MOST_GRIDLOCK);
}
/**
 * The least level of agents in a gridlock: the ticks of 2 s, from `LEAST_GRIDLOCK` to
 * `MOST_GRIDLOCK`.
 */
export function gridlockLevel(w: World): u32 {
  return max(LEAST_GRIDLOCK, min(2 * w.perSecond, MOST_GRIDLOCK));
}
/** The factor of an agent's cruising speed per tick: it falls to 1/e in 16 s. */
export function forgetting(w: World): f32 {
  return <f32>1 - <f32>1 / (<f32>16 * <f32>w.perSecond);
}
