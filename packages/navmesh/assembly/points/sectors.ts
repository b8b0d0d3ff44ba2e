// A query answered by search for channels: one search for each sector around the target. A target
// has several sectors if it is a vertex at which walls meet (glossary).

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
} from '../locate/ends';
import { setTurn, turnsAre } from './path-turns';
import { isTableReady } from '../channel/table';
import { halfAt } from '../channel/corridors';
import { openingOf } from '../channel/marks';
import { nodeOf, X, Y } from '../channel/mesh';
import {
  labelsExpanded,
  searchBegin,
  searchFirst,
  searchLowerBound,
  searchOpen,
  searchRun,
  searchSource,
  searchTarget,
} from '../channel/search';
import { labelsQueued, lastTurnOfBest, pathsTested } from '../channel/successors';
import { turnBefore, turnVertex } from '../channel/turns';
import { upperBound } from '../channel/bounds';
import { distance } from '../channel/vertex-chains';
import { isSeen } from './sight';

/**
 * The surroundings of a node: the mean of the middles of the bottlenecks around the node, and the
 * mean width of these bottlenecks times WIDTH_WEIGHT of src/channels/point-engine.ts.
 */
// @ts-ignore: decorator
@unmanaged
class Surroundings {
  x: f64;
  y: f64;
  widths: f64;
  unused: f64;
}
let surroundings: usize = 0;

/** One triangle per sector of the source, u32 each. */
let starts: usize = 0;
let startCount: u32 = 0;
/** One triangle per sector of the target, u32 each. */
let sectors: usize = 0;
let sectorCount: u32 = 0;
/** Scratch of `pickSectors`. */
let seen: usize = 0;
/** Per triangle one byte: whether its part of the mesh has nodes. */
let nodeParts: usize = 0;
/** The sector of the target that is the current search's target. */
let sector: u32 = 0;
/** Whether the search is for the path from the target to the source. */
let isReversed: bool = false;
/** Whether the search is Fringe search, which finds no path early. */
let isFringe: bool = false;
/** Whether to find a first path early, as the query asks. Never in Fringe search. */
let findsFirst: bool = false;
/** Whether the query asks for the turns of its path. */
let needsTurns: bool = false;

/** Whether the shortest path is proven. */
let isProven: bool = true;
export function channelsProven(): bool {
  return isProven;
}
/** The length of the shortest path found. */
let cost: f64 = Infinity;
export function channelsCost(): f64 {
  return cost;
}
/** Counts of the searches for the sectors before this one. */
let expanded: u32 = 0;
let queued: u32 = 0;
let tested: u32 = 0;

export function channelsBind(
  start: usize,
  target: usize,
  scratch: usize,
  hasNodes: usize,
  fringe: bool,
  around: usize,
): void {
  surroundings = around;
  starts = start;
  sectors = target;
  seen = scratch;
  nodeParts = hasNodes;
  isFringe = fringe;
}

/**
 * Begins a query whose ends have just been located. With `wantsFirst` a first path is found at
 * once, except in Fringe search; the whole search then takes a little longer.
 */
export function channelsBegin(wantsFirst: bool, wantsTurns: bool): void {
  expanded = 0;
  queued = 0;
  tested = 0;
  turnsAre(0);
  isProven = true;
  if (sourceCount() == 1 && targetCount() == 1) {
    const from = at(sources(), 0);
    const to = at(targets(), 0);
    if (isSeen(from, to, sourceX(), sourceY(), targetX(), targetY())) {
      cost = distance(sourceX(), sourceY(), targetX(), targetY());
      return;
    }
  }
  cost = Infinity;
  startCount = pickSectors(sources(), sourceCount(), starts, seen);
  sectorCount = pickSectors(targets(), targetCount(), sectors, seen);
  isProven = false;
  findsFirst = wantsFirst && !isFringe;
  needsTurns = wantsTurns;
  sector = 0;
  isReversed =
    startCount == 1 && sectorCount == 1 && isBetterReversed(at(starts, 0), at(sectors, 0));
  if (isReversed) {
    const start = at(starts, 0);
    store<u32>(starts, at(sectors, 0));
    store<u32>(sectors, start);
  }
  beginSector();
}

/**
 * Whether to search from the target to the source, because the lower bounds to the source are
 * likely to be closer to the lengths. The choice saves a sixth of the labels.
 */
function isBetterReversed(source: u32, target: u32): bool {
  if (load<u8>(nodeParts + target) == 0) return false;
  const from = nodeBefore(openingOf(source));
  const to = nodeBefore(openingOf(target));
  if (from == NONE || to == NONE) return false;
  return vagueness(to, targetX(), targetY()) > vagueness(from, sourceX(), sourceY());
}

/**
 * The node of a triangle. For a triangle of a corridor, the node from which paths come to the
 * triangle without crossing the bottleneck. NONE elsewhere.
 */
function nodeBefore(triangle: u32): u32 {
  const node = nodeOf(triangle);
  if (node != NONE) return node;
  const half = halfAt(triangle, 0);
  if (half == NONE) return NONE;
  return (half & 1 ? halfAt(triangle, 1) : half) / 6;
}

/**
 * How loose the lower bounds to a point near a node are: larger for wider bottlenecks around the
 * node, because the table does not know where a path crosses a bottleneck, and for a point far from
 * their middle. The number only serves to compare two points, and has no unit.
 */
function vagueness(node: u32, x: f64, y: f64): f64 {
  if (!isTableReady()) return 0;
  const around = changetype<Surroundings>(surroundings + <usize>node * offsetof<Surroundings>());
  return around.widths + distance(around.x, around.y, x, y);
}

/** Begins the search for the current sector, or the next that can be reached. */
function beginSector(): void {
  for (; sector < sectorCount; sector++) {
    const target = at(sectors, sector);
    if (!isReached(target)) continue;
    const hasNodes = load<u8>(nodeParts + target) != 0;
    if (isReversed) searchBegin(targetX(), targetY(), sourceX(), sourceY(), 0, cost);
    else searchBegin(sourceX(), sourceY(), targetX(), targetY(), 0, cost);
    searchTarget(target, hasNodes);
    for (let i: u32 = 0; i < startCount; i++)
      if (isSamePart(at(starts, i), target)) searchSource(at(starts, i));
    for (let i: u32 = 0; i < startCount; i++)
      if (isSamePart(at(starts, i), target)) searchOpen(at(starts, i));
    if (findsFirst) searchFirst(NONE);
    cost = upperBound();
    return;
  }
  isProven = true;
}

/** Goes on for some labels, and to the next sector if the path to this one is proven. */
export function channelsAdvance(labels: u32): void {
  const isDone = searchRun(labels);
  cost = upperBound();
  if (!isDone) return;
  expanded += labelsExpanded();
  queued += labelsQueued();
  tested += pathsTested();
  if (needsTurns) channelsTurns();
  sector++;
  beginSector();
}

/**
 * Keeps the turns of the path that the current search has found, if it is shorter than those to
 * other sectors.
 */
export function channelsTurns(): void {
  const last = lastTurnOfBest();
  if (isProven || last == NONE) return;
  let count: u32 = 0;
  for (let i = turnBefore(last); i != NONE; i = turnBefore(i)) count++;
  turnsAre(count);
  let k: u32 = 0;
  for (let i = last; k < count; i = turnBefore(i)) {
    k++;
    setTurn(isReversed ? k - 1 : count - k, X(turnVertex(i)), Y(turnVertex(i)));
  }
}

export function channelsLowerBound(): f64 {
  if (isProven) return cost;
  // the straight line is the lower bound for sectors that have not been searched
  const others =
    sector + 1 < sectorCount ? distance(sourceX(), sourceY(), targetX(), targetY()) : Infinity;
  return min(searchLowerBound(), others);
}
export function channelsExpanded(): u32 {
  return expanded + (isProven ? 0 : labelsExpanded());
}
export function channelsQueued(): u32 {
  return queued + (isProven ? 0 : labelsQueued());
}
export function channelsTested(): u32 {
  return tested + (isProven ? 0 : pathsTested());
}
