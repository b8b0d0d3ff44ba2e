// Times of intents, in ticks: multiples of `World.perSecond`. Host and GPU compute `perSecond` once
// per length of tick, in src/tick.ts.

import { World } from '../layout-world';

/** Below this share of the preferred speed in its direction, an agent is held up. */
export const HELD_UP: f32 = 0.1;
/** Below this share of its cruising speed, an agent is near its goal. */
export const SLOW: f32 = 0.75;
/** Below this share of its cruising speed, others take an agent for one at its goal. */
export const THERE: f32 = 0.2;
/** The square of the cosine of 60°: directions within it are alike. */
export const CONE: f32 = 0.25;
/** Ticks of being held up that one tick of progress makes up for. */
export const RECOVERY: u32 = 1;
/** The largest level: no agent settles at it. */
export const MOST_LEVEL: u32 = 127;
/** The bit beside the level of an agent that slows down towards its goal. */
export const SLOWS: u32 = 128;
/** The largest count of ticks. */
export const MOST_STALL: u32 = 32767;
/** A gridlock has at least this level, so that short queues of long ticks are none. */
const LEAST_GRIDLOCK: u32 = 32;
const MOST_GRIDLOCK: u32 = 120;

/** Ticks until an agent settles that is held up: a quarter of a second. */
export function patience(w: World): u32 {
  return (w.perSecond + 3) >> 2;
}
/** Ticks until an agent near its goal that is held up counts as being there: a second. */
export function stuckStall(w: World): u32 {
  return w.perSecond;
}
/** The least level at which a moving agent asks idle ones for room: the ticks of half a second. */
export function askLevel(w: World): u32 {
  return min((w.perSecond + 1) >> 1, MOST_GRIDLOCK);
}
/** The least level of agents in a gridlock: the ticks of 2 s, within the limits above. */
export function gridlockLevel(w: World): u32 {
  return max(LEAST_GRIDLOCK, min(2 * w.perSecond, MOST_GRIDLOCK));
}
/** The cruising speed of an agent forgets its past: by 1/e in 16 s. */
export function forgetting(w: World): f32 {
  return <f32>1 - <f32>1 / (<f32>16 * <f32>w.perSecond);
}
