// What the walks of the current search are for.

import { isAstray } from './marks';
import { isDown } from './mesh';

/** Paths from the source to the target. */
const SEEK: u32 = 0;
/** Paths from the target to the entrances around it. */
const FIND_ENTRANCES: u32 = 1;
/**
 * Of discs: paths from the end of a bottleneck to the ends of all others, a row of the table. For
 * points a row is a search with task SEEK and without a target (`isAimless` of bottlenecks.ts).
 */
const FILL_ROW: u32 = 2;

let task: u32 = SEEK;

export function seek(): void {
  task = SEEK;
}
export function findEntrances(): void {
  task = FIND_ENTRANCES;
}
export function fillRow(): void {
  task = FILL_ROW;
}
export function isSeeking(): bool {
  return task == SEEK;
}
export function isFindingEntrances(): bool {
  return task == FIND_ENTRANCES;
}
export function isFillingRow(): bool {
  return task == FILL_ROW;
}

/** Whether a path may cross a side. It enters a dead end only towards the target of a query. */
export function mayEnter(side: u32): bool {
  return task == SEEK ? !isAstray(side) : !isDown(side);
}
