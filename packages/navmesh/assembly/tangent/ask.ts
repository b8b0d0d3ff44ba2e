// A query on the tangent graph, from its ends to its turns: called by ../points/queries.ts.

import { at } from '../sides';
import {
  sourceCount,
  sources,
  sourceX,
  sourceY,
  targetCount,
  targets,
  targetX,
  targetY,
} from '../locate/ends';
import { turnAt, turnsAre } from '../points/path-turns';
import {
  MIXED,
  tangentsBegin,
  tangentsCost,
  tangentsFirst,
  tangentsLowerBound,
  tangentsRun,
  tangentsStart,
  tangentsTarget,
  tangentsTurns,
  tangentsWrite,
} from './search';
import { viewAim } from './view';

/** Per triangle: its number in view.ts; the dead end in which it lies, NONE elsewhere. */
let places: usize = 0;
let deadEnds: usize = 0;

/** Whether the shortest path is proven. */
let isProven: bool = true;
export function askProven(): bool {
  return isProven;
}

export function askBind(place: usize, deadEnd: usize): void {
  places = place;
  deadEnds = deadEnd;
}

/** Begins a query whose ends have just been located. With `wantsFirst` it finds a first path. */
export function askBegin(wantsFirst: bool): void {
  isProven = false;
  const from = commonEnd(sources(), sourceCount());
  const to = commonEnd(targets(), targetCount());
  tangentsBegin(sourceX(), sourceY(), targetX(), targetY(), from, to);
  for (let i: u32 = 0; i < targetCount(); i++) tangentsTarget(at(places, at(targets(), i)));
  for (let i: u32 = 0; i < sourceCount(); i++) tangentsStart(at(places, at(sources(), i)));
  // only the views of the source look for the target
  for (let i: u32 = 0; i < targetCount(); i++) viewAim(at(places, at(targets(), i)), 0);
  if (wantsFirst) tangentsFirst();
}

/**
 * The dead end that holds all triangles of a list; NONE if all lie outside of dead ends; MIXED
 * otherwise.
 */
function commonEnd(list: usize, count: u32): u32 {
  const end = at(deadEnds, at(list, 0));
  for (let i: u32 = 1; i < count; i++) if (at(deadEnds, at(list, i)) != end) return MIXED;
  return end;
}

export function askAdvance(corners: u32): void {
  isProven = tangentsRun(corners);
}
export function askLowerBound(): f64 {
  return isProven ? tangentsCost() : tangentsLowerBound();
}
export function askTurns(): void {
  turnsAre(tangentsTurns());
  tangentsWrite(turnAt(0));
}
