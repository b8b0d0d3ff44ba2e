// Where a way may go: what is wide enough, and leads somewhere, for what is looked for.

import { gateSide } from './gates';
import { isForEnds, isHalfWide, isMarked } from './corridors';
import { isAtEnd, mayDescend } from './marks';
import { innerWidthAt, isDown, nodes, startOf, widthAt } from './mesh';
import { at, NONE } from '../sides';

/** What is done at gates: ways to the target, ways from the target to the gates around it, ways to all gates. */
export const SEEK: u32 = 0;
export const DOORS: u32 = 1;
export const ALL: u32 = 2;
export let task: u32 = SEEK;

export function setTask(next: u32): void {
  task = next;
}

/** The least width that the disc passes. */
export let width: f64 = 0;
export function setWidth(least: f64): void {
  width = least;
}

/** Whether a half is gone through triangle by triangle: the target is near, or it is wide enough for those only that begin or end there. */
export function isByTriangles(half: u32): bool {
  return (task == SEEK && isMarked(half)) || isForEnds(half, width);
}

/** Whether a corridor behind a side is wide enough, as far as it is gone through in one go; what is behind its gate as well for who is to go on. */
export function isWay(side: u32): bool {
  const node = at(nodes, side / 3);
  if (node == NONE) return true;
  const half = 2 * (3 * node + (side % 3));
  if (!isHalfWide(half, width) && !isByTriangles(half)) return false;
  return (
    task != SEEK || isHalfWide(half + 1, width) || isByTriangles(half) || isByTriangles(half + 1)
  );
}

/** Whether the disc gets around the corner where a side starts. */
export function isOpen(side: u32): bool {
  if (widthAt(side) >= width) return true;
  return innerWidthAt(side) >= width && (task == ALL || isAtEnd(startOf(side)));
}

export function mayEnter(side: u32): bool {
  return task == SEEK ? mayDescend(side) : !isDown(side);
}

/** The gate that every way over a side of a node crosses next; NONE where there is none, or the target may come first. */
export function aheadOver(side: u32): u32 {
  const node = at(nodes, side / 3);
  if (node == NONE) return NONE;
  const number = 3 * node + (side % 3);
  return gateSide(number) == NONE || isMarked(2 * number) ? NONE : number;
}
