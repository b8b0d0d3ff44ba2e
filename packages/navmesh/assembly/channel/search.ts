// Search for channels, sequences of triangles, by A* on labels. TRA* (Demyen and Buro 2006) has a
// label at the bottleneck of each corridor, TA* one at every side. Labels are expanded in the order
// of their lower bounds. The shortest path found is proven when no open label has a lower bound
// below its length.
//
// This folder is compiled for points and for discs (HAS_RADIUS). Both share the walk (walk.ts),
// labels, marks, corridors, lower bounds and the loop below. They differ in the chains of the
// funnel, and in dominance. For discs dominance can be mistaken and is then undone:
// discs/dominance.ts says why the disc search is exact all the same.
//
// What orders the open list: the lower bounds of bottlenecks.ts. Which files prune labels:
// architecture/changes.md, "Algorithms". Where the radius of a query goes: see `forget`.

import {
  bottleneckBehind,
  bottleneckSide,
  bottlenecksForget,
  bottlenecksRestart,
  boundOver,
  crossBottleneck,
} from './bottlenecks';
import { writeRow } from './table';
import { isApexDominated } from './chains';
import {
  corridorEnd,
  corridorsForget,
  isPassFree,
  markHalves,
  nodeSideCount,
  passEnd,
  walkFork,
  walkStem,
} from './corridors';
import { setRadius } from './circle-chains';
import { branchesForget, setBranch } from '../discs/branches';
import { completePath } from '../discs/complete';
import {
  doubtsForget,
  isInDoubt,
  runBegin,
  runEnds,
  runNow,
  runsNumber,
  runsRestart,
} from '../discs/dominance';
import { setRadiusOfWidths } from '../discs/openings';
import { funnelRoom, setPruning } from './funnel';
import { isKeptBetter, keepLabel, keptLabelsForget, keptLabelsRestart } from './kept-labels';
import { KeptPaths, keptForget } from './kept-paths';
import {
  AT_BOTTLENECK,
  bestSince,
  boundOf,
  crossingOf,
  ESTIMATE,
  isFull,
  kindOf,
  labelsEnd,
  labelsForget,
  linkOf,
  resume,
  setBound,
  TURNS_RIGHT,
} from './labels';
import { HAS_RADIUS } from './layout';
import { mark, markCorners, markDeadEnd, marksForget, openingOf, START, TARGET } from './marks';
import { cornerOf, endOf, moveVertex, triangleCount, twinOf, vertexCount, X, Y } from './mesh';
import { isNext, isOpenBelow, open, openBound, openClear, openForget, takeOpen } from './open-list';
import { repeatedLabelsForget, repeatedLabelsRestart } from './repeated-labels';
import {
  Successors,
  isOnTriangles,
  openBetter,
  pathsTested,
  setEarly,
  successorsForget,
  takeBetter,
} from './successors';
import { fillRow, findEntrances, seek } from './task';
import { turnsForget } from './turns';
import { expandedBound, setExpandedBound, setUpperBound, upperBound } from './bounds';
import { chainsForget, chainsRestart } from './vertex-chains';
import { enter, isWalkedByTriangles, leave, leaveFrom, setOut, setRing, walkHalf } from './walk';
import { at, NONE } from '../sides';

let query: u32 = 0;
let sx: f64 = 0;
let sy: f64 = 0;
let tx: f64 = 0;
let ty: f64 = 0;
let radius: f64 = 0;
/** How many labels the query has expanded, in all its runs. */
let expanded: u32 = 0;
/** How many labels the query had expanded before the current run. */
let expandedBefore: u32 = 0;

/** How many entries of a disc's funnel there is room for on either side of the apex. */
let chain: u32 = 0;
/** Of discs: the triangles that hold the target and lie in a part of the mesh with nodes. */
let targets: usize = 0;
let targetCount: u32 = 0;
/** Of discs: whether the entrances around these triangles have been found. */
let hasEntrances: bool = false;
/** Of points: the triangle that the target's dead end opens into. */
let targetOpening: u32 = NONE;

/**
 * `chainRoom`: entries of a funnel on either side of the apex. `target`: of discs, a list with room
 * for as many triangles as can hold a point. `queries`: the numbers of queries and of runs go on
 * from this one; 0 except in tests, which begin near the end of the numbers.
 */
export function searchBind(chainRoom: u32, target: usize, queries: u32): void {
  chain = chainRoom;
  targets = target;
  query = queries;
  runsNumber(queries);
}

/**
 * Begins a query from s to t. Only paths shorter than `bound` are looked for. The calls that must
 * follow, in this order: `searchTarget` for each triangle that holds the target, `searchSource` for
 * each that holds the source, `searchOpen` for each that holds the source.
 */
export function searchBegin(
  sourceX: f64,
  sourceY: f64,
  targetX: f64,
  targetY: f64,
  r: f64,
  bound: f64,
): void {
  forget(sourceX, sourceY, targetX, targetY, r, false);
  setUpperBound(bound);
  setPruning(true);
}

/**
 * Begins a query, with everything of the last one forgotten. This is where a disc's radius goes
 * into the search: `bottlenecksForget` (lower bounds), `setRadius` (the funnel's circles, so how
 * near a path comes to a vertex), `setRadiusOfWidths` (which sides and corridors are too narrow)
 * and `keptLabelsForget` (the open part of bottlenecks). `aimless`: there is no target.
 */
function forget(
  sourceX: f64,
  sourceY: f64,
  targetX: f64,
  targetY: f64,
  r: f64,
  aimless: bool,
): void {
  if (query == NONE) restart();
  query++;
  sx = sourceX;
  sy = sourceY;
  tx = targetX;
  ty = targetY;
  radius = r;
  expanded = 0;
  hasEntrances = false;
  targetCount = 0;
  targetOpening = NONE;
  seek();
  marksForget(query);
  corridorsForget(query);
  bottlenecksForget(query, tx, ty, r, aimless);
  successorsForget(tx, ty);
  setUpperBound(Infinity);
  if (HAS_RADIUS) {
    setRadius(r);
    setRadiusOfWidths(r);
    funnelRoom(chain);
    keptLabelsForget(r);
    setRing(false);
    doubtsForget();
  } else {
    // the ends are vertices behind the others
    moveVertex(vertexCount(), sx, sy);
    moveVertex(vertexCount() + 1, tx, ty);
    chainsForget(query);
    repeatedLabelsForget(query);
  }
  beginRun();
}

/**
 * Begins the numbers again. All entries are cleared: without this, those of earlier queries with
 * the same numbers would count.
 */
function restart(): void {
  query = 0;
  marksForget(0);
  corridorsForget(0);
  bottlenecksRestart(nodeSideCount());
  if (HAS_RADIUS) return;
  chainsRestart(vertexCount() + 2);
  repeatedLabelsRestart(isOnTriangles() ? 3 * triangleCount() : nodeSideCount());
}

/** Forgets everything but the best path and what is known of the ends. */
function beginRun(): void {
  expandedBefore = expanded;
  labelsForget();
  openForget();
  turnsForget();
  if (HAS_RADIUS && runNow() == u32.MAX_VALUE) {
    // two records per side of a triangle, one for each hand
    runsRestart(6 * triangleCount());
    keptLabelsRestart(nodeSideCount());
  }
  runBegin();
  // paths are left if a walk was cut off because labels or memory ended
  keptForget();
  if (!HAS_RADIUS) return;
  branchesForget();
  crossBottleneck(NONE);
}

/** Marks a triangle that holds the target. `hasNodes`: whether its part has nodes. */
export function searchTarget(triangle: u32, hasNodes: bool): void {
  if (HAS_RADIUS) markHalves(triangle, true);
  else if (hasNodes) searchEntrances(triangle);
  mark(triangle, TARGET);
  markCorners(triangle);
  targetOpening = isOnTriangles() ? triangle : markDeadEnd(triangle);
  if (!HAS_RADIUS) return;
  markHalves(targetOpening, true);
  if (!hasNodes) setRing(true);
  else {
    store<u32>(targets + ((<usize>targetCount) << 2), triangle);
    targetCount++;
  }
}

/**
 * Finds the entrances around a triangle that holds the target, by the paths out of the triangle.
 * Pruning is off, because it compares lengths from the source.
 */
function searchEntrances(triangle: u32): void {
  findEntrances();
  setPruning(false);
  leaveFrom(tx, ty, HAS_RADIUS ? NONE : vertexCount() + 1, triangle);
  setPruning(true);
  seek();
}

/**
 * Of discs: finds the entrances, once per query, when the first label of kind ESTIMATE is taken
 * from the open list. A query that ends earlier needs no entrances.
 */
function searchAllEntrances(): void {
  if (hasEntrances) return;
  hasEntrances = true;
  crossBottleneck(NONE);
  for (let i: u32 = 0; i < targetCount; i++) searchEntrances(at(targets, i));
}

/** Marks a triangle that holds the source. */
export function searchSource(triangle: u32): void {
  if (HAS_RADIUS) {
    markCorners(triangle);
    return;
  }
  mark(triangle, START);
  if (isOnTriangles()) return;
  markHalves(openingOf(triangle), false);
  if (targetOpening != NONE) markHalves(targetOpening, true);
}

/** Opens the first labels, by paths out of a triangle that holds the source. */
export function searchOpen(triangle: u32): void {
  setPruning(true);
  setEarly(true);
  leaveFrom(sx, sy, HAS_RADIUS ? NONE : vertexCount(), triangle);
  setEarly(false);
}

/** Expands a label: continues its path over its bottleneck, in TA* its side, to the next labels. */
function expand(label: u32): void {
  resume(label);
  setExpandedBound(boundOf(label));
  const number = crossingOf(label);
  if (HAS_RADIUS) setBranch(linkOf(label));
  if (isApexDominated()) return;
  if (HAS_RADIUS) {
    if (isKeptBetter(number, expandedBound())) return;
    keepLabel(number, label);
    crossBottleneck(number);
  }
  expanded++;
  if (isOnTriangles()) enter(twinOf(number));
  else if (!HAS_RADIUS && isPassFree(number)) goThroughNode(number);
  else {
    const half = 2 * number + 1;
    if (isWalkedByTriangles(half)) enter(twinOf(bottleneckSide(number)));
    else if (walkHalf(half)) enter(corridorEnd(number));
  }
}

/**
 * Of points: continues the path through the node behind a bottleneck to the next two bottlenecks,
 * by the lists of steps made for these two passes.
 */
function goThroughNode(number: u32): void {
  if (!walkStem(number)) return;
  KeptPaths.keep(NONE, NONE);
  if (walkFork(number, true)) Successors.come(passEnd(number, true));
  KeptPaths.take();
  if (walkFork(number, false)) Successors.come(passEnd(number, false));
}

/** Expands a label of a disc, of any of the four kinds (labels.ts). */
function expandAny(label: u32): void {
  const kind = kindOf(label);
  const number = crossingOf(label);
  if (kind == ESTIMATE) {
    searchAllEntrances();
    resume(label);
    const bound = max(boundOver(number), boundOf(label));
    if (bound >= upperBound()) return;
    setBound(label, bound);
    open(label);
  } else if (number == NONE) {
    // a label at the target
    resume(label);
    setBranch(linkOf(label));
    setExpandedBound(boundOf(label));
    // if the path puts the run in doubt, the run may expand as many labels once more as it has
    // expanded so far (MOST_DOUBTING)
    completePath(sx, sy, tx, ty, radius, 2 * expanded - expandedBefore);
    setPruning(true);
  } else if (kind == AT_BOTTLENECK) expand(label);
  else {
    // a label in a triangle: its path goes on over the side that was left for later
    resume(label);
    setBranch(linkOf(label));
    setExpandedBound(boundOf(label));
    if (isApexDominated()) return;
    crossBottleneck(NONE);
    enter(leave(number, kind == TURNS_RIGHT));
  }
}

/**
 * Expands labels until the shortest path is proven, or until a run of discs in doubt ends
 * (`mustRunAgain`). False if `until` labels came first, or if the numbers of a disc's labels ran
 * out. `until` counts, for discs, the labels of the whole query, for points those of this call.
 */
export function searchRun(until: u32): bool {
  return HAS_RADIUS ? runDisc(until) : runPoint(until);
}

function runDisc(until: u32): bool {
  while (isOpenBelow(upperBound()) && expanded < runEnds()) {
    if (expanded >= until || isFull()) return false;
    expandAny(takeOpen(upperBound()));
  }
  // the last label expanded may have left labels out
  return !isFull();
}

function runPoint(most: u32): bool {
  openBetter();
  for (let count: u32 = 0; openBound() < upperBound();) {
    let label = takeOpen(upperBound());
    if (label == NONE) break;
    while (label != NONE) {
      if (count == most) {
        open(label);
        return false;
      }
      expand(label);
      count++;
      label = takeBetter();
      if (label != NONE && !isNext(label, upperBound())) {
        open(label);
        label = NONE;
      }
    }
  }
  // the path is proven: no label that is still open has a lower bound below its length
  takeBetter();
  openClear();
  return true;
}

/**
 * Finds a first path, depth first: the next label is the best one that the last expansion gave, or
 * the first open one where it gave none. For discs two limits hold. A label is taken out of order
 * only if its lower bound is at most a tenth above that of the first open label; the tenth was
 * chosen and has no part in the proof. And at most `until` labels are expanded.
 *
 * Labels of discs that are taken out of order stay in the open list as well. When the turn of a
 * label at a bottleneck comes, `isKeptBetter` mostly finds that the label was kept already, and
 * prunes it. Other labels are expanded twice, which costs only time.
 */
export function searchFirst(until: u32): void {
  if (HAS_RADIUS) firstOfDisc(until);
  else firstOfPoint();
}

function firstOfDisc(until: u32): void {
  while (upperBound() == Infinity && !isFull() && expanded < min(until, runEnds())) {
    for (let label = takeOpen(Infinity); ;) {
      if (label == NONE) return;
      const from = labelsEnd();
      const isFirstLook = kindOf(label) == ESTIMATE;
      expandAny(label);
      if (isFirstLook || upperBound() < Infinity || expanded >= until) break;
      label = bestSince(from);
      if (label == NONE || boundOf(label) > 1.1 * openBound()) break;
    }
  }
}

function firstOfPoint(): void {
  const found = pathsTested();
  openBetter();
  while (pathsTested() == found) {
    let label = takeOpen(upperBound());
    if (label == NONE) break;
    while (label != NONE) {
      expand(label);
      if (pathsTested() > found) break;
      label = takeBetter();
    }
  }
  openBetter();
}

/**
 * Of discs: whether the search has to be run again, because a first turn came into doubt in this
 * run (dominance.ts). If so all labels are forgotten, and the next run begins.
 */
export function mustRunAgain(): bool {
  if (!isInDoubt()) return false;
  beginRun();
  return true;
}

/**
 * Makes a row of the table, or the lengths to a landmark: the lengths of the shortest paths of
 * points from one end of a bottleneck to the ends of all others. `start` names this end: for points
 * by a side that starts there, for discs by the node side whose bottleneck has the end on the left.
 * `vertices`: for points, the vertices of all rows. Returns false, and makes no row, if more than
 * `most` labels are needed.
 */
export function searchRow(row: u32, start: u32, vertices: usize, most: u32): bool {
  if (HAS_RADIUS) {
    forget(0, 0, 0, 0, 0, false);
    fillRow();
    setPruning(true);
    const side = bottleneckSide(start);
    const end = endOf(side);
    leaveEnd(end, side, start);
    leaveEnd(end, twinOf(side), bottleneckBehind(start));
  } else {
    const v = cornerOf(start);
    forget(X(v), Y(v), 0, 0, 0, true);
    setPruning(true);
    searchSource(start / 3);
    searchOpen(start / 3);
  }
  const isDone = searchRun(most);
  seek();
  if (isDone) writeRow(row, vertices);
  return isDone;
}

/**
 * Of discs, for a row: a first label at the bottleneck of node side `number`. Its path starts at
 * `end`, the left end of the bottleneck, and crosses `side`.
 */
function leaveEnd(end: u32, side: u32, number: u32): void {
  setOut(X(end), Y(end), NONE, side);
  setBranch(NONE);
  Successors.come(number);
}

/**
 * A lower bound on the length of all paths. 0 if a first turn came into doubt in this run of a disc
 * search: labels with that turn may have pruned the shortest path. In the next run they prune
 * nothing, so its bound holds.
 */
export function searchLowerBound(): f64 {
  return isInDoubt() ? 0 : min(openBound(), upperBound());
}
export function labelsExpanded(): u32 {
  return expanded;
}
