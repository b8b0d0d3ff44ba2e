// Branches: where the path of a label had several sides to go on over, and which side it took. All
// sides in between follow from the mesh, so crossings.ts can write down a label's channel from the
// label's last branch.

import { reallocate } from '../env';
import { Branch } from './layout';
import { NONE } from '../sides';

let branches: usize = 0;
let room: u32 = 0;
let count: u32 = 0;
/** The last branch of the current path; NONE if it has none. */
let last: u32 = NONE;

export function branchesBind(address: usize, entries: u32): void {
  branches = address;
  room = entries;
}
export function branchesForget(): void {
  count = 0;
  last = NONE;
}

function branchAt(i: u32): Branch {
  return changetype<Branch>(branches + <usize>i * offsetof<Branch>());
}
export function branchSide(i: u32): u32 {
  return branchAt(i).side;
}
export function branchBefore(i: u32): u32 {
  return branchAt(i).before;
}
export function branch(): u32 {
  return last;
}
export function setBranch(i: u32): void {
  last = i;
}

/**
 * Adds a branch of the current path, which leaves a triangle over `side`, around the vertex
 * `pivot`. The path entered the triangle over `from`, as a side of the triangle before; NONE at the
 * start.
 */
export function addBranch(side: u32, pivot: u32, from: u32): void {
  if (count == room) {
    const size = <usize>room * offsetof<Branch>();
    branches = reallocate(branches, size, 2 * size);
    room <<= 1;
  }
  const isSame = last != NONE && branchAt(last).pivot == pivot;
  const added = branchAt(count);
  added.side = side;
  added.before = last;
  added.pivot = pivot;
  added.from = isSame ? branchAt(last).from : from;
  last = count++;
}

/**
 * Whether the current path, which crosses `side`, has gone all around the pivot of its last branch:
 * it began to go around that vertex when it crossed this same side.
 */
export function isAllAround(side: u32): bool {
  return last != NONE && branchAt(last).from == side;
}

/** Whether the current path has crossed the side of its last branch before. */
export function isBranchRepeated(): bool {
  const side = branchSide(last);
  for (let i = branchBefore(last); i != NONE; i = branchBefore(i))
    if (branchSide(i) == side) return true;
  return false;
}

/** Reverses the links of the branches from `from` back to the first; returns the first branch. */
export function turnBranches(from: u32): u32 {
  let previous: u32 = NONE;
  for (let i = from; i != NONE;) {
    const next = branchBefore(i);
    branchAt(i).before = previous;
    previous = i;
    i = next;
  }
  return previous;
}
