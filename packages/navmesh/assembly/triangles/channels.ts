// A query answered by search for channels: one search for each sector around the target, of which there are several where walls meet in it.

import { at, NONE } from '../sides';
import {
  isReached,
  isSamePart,
  pickSectors,
  sourceCount,
  sources,
  sourceX,
  sourceY,
  targetCount,
  targets,
  targetX,
  targetY,
} from '../queries/ends';
import { turnAt, turnsAre } from '../queries/turns';
import { vagueness } from './bounds';
import { nodeBefore } from './corridors';
import { rootBefore, rootVertex } from './funnel';
import { mouthOf } from './marks';
import { distance, X, Y } from './mesh';
import {
  bestRoot,
  searchBegin,
  searchCost,
  searchExpanded,
  searchFirst,
  searchLowerBound,
  searchOpen,
  searchQueued,
  searchRun,
  searchStart,
  searchTested,
} from './search';
import { isSeen } from './straight';

/** One triangle per sector of the source, and of the target; room to find them. */
let starts: usize = 0;
let startCount: u32 = 0;
let sectors: usize = 0;
let sectorCount: u32 = 0;
let seen: usize = 0;
/** Per triangle one byte: whether its part has decision points. */
let nodeParts: usize = 0;
/** The sector that is searched for. */
let sector: u32 = 0;
/** Whether the search is for the way from the target to the source. */
let isTurned: bool = false;
/** Fringe search finds no path ahead of the others. */
let isFringe: bool = false;
let findsFirst: bool = false;
let needsTurns: bool = false;

export let channelsProven: bool = true;
export let channelsCost: f64 = Infinity;
/** Of the sectors before. */
let expanded: u32 = 0;
let queued: u32 = 0;
let tested: u32 = 0;

export function channelsBind(
  start: usize,
  target: usize,
  scratch: usize,
  hasNodes: usize,
  fringe: bool,
): void {
  starts = start;
  sectors = target;
  seen = scratch;
  nodeParts = hasNodes;
  isFringe = fringe;
}

/** The ends have just been located. Where `wantsFirst` a path is found at once, which takes a little longer to the end. */
export function channelsBegin(wantsFirst: bool, wantsTurns: bool): void {
  expanded = 0;
  queued = 0;
  tested = 0;
  turnsAre(0);
  channelsProven = true;
  if (sourceCount == 1 && targetCount == 1) {
    const from = at(sources, 0);
    const to = at(targets, 0);
    if (isSeen(from, to, sourceX, sourceY, targetX, targetY)) {
      channelsCost = distance(sourceX, sourceY, targetX, targetY);
      return;
    }
  }
  channelsCost = Infinity;
  startCount = pickSectors(sources, sourceCount, starts, seen);
  sectorCount = pickSectors(targets, targetCount, sectors, seen);
  channelsProven = false;
  findsFirst = wantsFirst && !isFringe;
  needsTurns = wantsTurns;
  sector = 0;
  isTurned = startCount == 1 && sectorCount == 1 && isBetterTurned(at(starts, 0), at(sectors, 0));
  if (isTurned) {
    const start = at(starts, 0);
    store<u32>(starts, at(sectors, 0));
    store<u32>(sectors, start);
  }
  beginSector();
}

/** Whether bounds know more of the way to the source than of that to the target: a sixth of the states less, where that is minded. */
function isBetterTurned(source: u32, target: u32): bool {
  if (load<u8>(nodeParts + target) == 0) return false;
  const from = nodeBefore(mouthOf(source));
  const to = nodeBefore(mouthOf(target));
  if (from == NONE || to == NONE) return false;
  return vagueness(to, targetX, targetY) > vagueness(from, sourceX, sourceY);
}

/** Begins the search for the sector at hand, or the next that can be reached. */
function beginSector(): void {
  for (; sector < sectorCount; sector++) {
    const target = at(sectors, sector);
    if (!isReached(target)) continue;
    const hasNodes = load<u8>(nodeParts + target) != 0;
    if (isTurned) searchBegin(targetX, targetY, sourceX, sourceY, target, channelsCost, hasNodes);
    else searchBegin(sourceX, sourceY, targetX, targetY, target, channelsCost, hasNodes);
    for (let i: u32 = 0; i < startCount; i++)
      if (isSamePart(at(starts, i), target)) searchStart(at(starts, i));
    for (let i: u32 = 0; i < startCount; i++)
      if (isSamePart(at(starts, i), target)) searchOpen(at(starts, i));
    if (findsFirst) searchFirst();
    channelsCost = searchCost();
    return;
  }
  channelsProven = true;
}

/** Goes on for some states, on to the next sector where this one's path is proven. */
export function channelsAdvance(states: u32): void {
  const isDone = searchRun(states);
  channelsCost = searchCost();
  if (!isDone) return;
  expanded += searchExpanded();
  queued += searchQueued();
  tested += searchTested();
  if (needsTurns) channelsTurns();
  sector++;
  beginSector();
}

/** Keeps the turns of the path that the search at hand has found, if it found one that is shorter than those of other sectors. */
export function channelsTurns(): void {
  if (channelsProven || bestRoot == NONE) return;
  let count: u32 = 0;
  for (let i = rootBefore(bestRoot); i != NONE; i = rootBefore(i)) count++;
  turnsAre(count);
  let k: u32 = 0;
  for (let i = bestRoot; k < count; i = rootBefore(i)) {
    k++;
    const turn = turnAt(isTurned ? k - 1 : count - k);
    store<f64>(turn, X(rootVertex(i)));
    store<f64>(turn, Y(rootVertex(i)), 8);
  }
}

export function channelsLowerBound(): f64 {
  if (channelsProven) return channelsCost;
  const others = sector + 1 < sectorCount ? distance(sourceX, sourceY, targetX, targetY) : Infinity;
  return min(searchLowerBound(), others);
}
export function channelsExpanded(): u32 {
  return expanded + (channelsProven ? 0 : searchExpanded());
}
export function channelsQueued(): u32 {
  return queued + (channelsProven ? 0 : searchQueued());
}
export function channelsTested(): u32 {
  return tested + (channelsProven ? 0 : searchTested());
}
