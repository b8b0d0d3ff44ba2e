// Point to point by hub labels of a subgoal graph. The source is connected to the nodes that its
// jumps reach, the target to the nodes whose jumps may reach it. The forward labels of the source's
// nodes give the distance from the source to each of their hubs. The backward labels of the
// target's nodes then give the least sum. If the path that takes its diagonal steps first is open,
// it is the answer, and no label is read.

import { FOUND, NONE, NO_PATH } from '../status';
import { backwardLabel, distOfHub, forwardLabel, hubOf, hubLabelsKeep } from '../hub-labels/query';
import { DISTS, GROUP } from '../hub-labels/layout';
import { reallocate } from '@wayfield/wasm/assembly/env';
import { clearAhead } from '../jps/scan';
import { stepX, stepY } from '../grid/state';
import { horizontalOf, verticalOf } from '../jps/layer';
import {
  cellOfNode,
  connect,
  connectBack,
  connectList,
  subgoalsWidth,
  ticksBetween,
} from './connect';

/** Address of the moves of the layer. */
let moves: usize = 0;
/**
 * f32 per hub: the distance from the source, Infinity between searches. NONE, the hub of padding,
 * addresses the word before the first, because addresses wrap around; that word stays Infinity.
 */
let toHub: usize = 0;
/** Ticks of the shortest path found so far over hubs. */
let best: f32 = Infinity;
/** The hub that this path leads over, and its last node. */
let bestHub: u32 = NONE;
let lastNode: u32 = NONE;
/** The last search: its ends, and whether the path is the one with its diagonal steps first. */
let sourceCell: u32 = 0;
let targetCell: u32 = 0;
let direct: bool = false;

/** Binds the moves of the layer and allocates scratch memory for `nodeCount` hubs. */
export function subgoalsQueryBind(movesAt: usize, nodeCount: u32): void {
  moves = movesAt;
  const at = reallocate(0, 0, (<usize>nodeCount + 1) << 2);
  for (let i: usize = 0; i <= <usize>nodeCount; i++) store<f32>(at + (i << 2), Infinity);
  toHub = at + 4;
}

/** The direction of the diagonal step towards (dx, dy), neither of them 0. */
export function diagonalTo(dx: i32, dy: i32): u32 {
  return 4 + 2 * (<u32>dy >>> 31) + (<u32>dx >>> 31);
}

/** The straight direction towards (dx, dy), of which one is 0. */
export function straightTo(dx: i32, dy: i32): u32 {
  return dy == 0 ? <u32>dx >>> 31 : 2 + (<u32>dy >>> 31);
}

/** Whether the path from cell `a` to cell `b` that takes its diagonal steps first is open. */
export function seesDiagonalFirst(a: u32, b: u32): bool {
  const width = <i32>subgoalsWidth();
  const y = <i32>a / width;
  const x = <i32>a - y * width;
  const dy = <i32>b / width - y;
  const dx = <i32>b - (dy + y) * width - x;
  const ax = abs(dx);
  const ay = abs(dy);
  const both = min(ax, ay);
  const rest = max(ax, ay) - both;
  if (both == 0) return clearAhead(straightTo(dx, dy), x, y, rest);
  const d = diagonalTo(dx, dy);
  const bit: u32 = 1 << d;
  const step = stepY(d) * width + stepX(d);
  let at = moves + a;
  for (let n = both; n; n--) {
    if (!(load<u8>(at) & bit)) return false;
    at += step;
  }
  if (rest == 0) return true;
  const ahead = ax > ay ? horizontalOf(d) : verticalOf(d);
  return clearAhead(ahead, x + stepX(d) * both, y + stepY(d) * both, rest);
}

/** Lowers `toHub` to the distances from a cell over the nodes listed from `from` up to `to`. */
function scatter(cell: u32, from: usize, to: usize): void {
  for (let at = from; at < to; at += 4) {
    const node = load<u32>(at);
    const ticks = <f32>ticksBetween(cell, cellOfNode(node));
    const hub = hubOf(node);
    const end = forwardLabel(hub + 1);
    for (let group = forwardLabel(hub); group < end; group += GROUP) {
      for (let entry = group; entry < group + DISTS; entry += 4) {
        const word = toHub + ((<usize>load<u32>(entry)) << 2);
        store<f32>(word, min(load<f32>(word), ticks + load<f32>(entry, DISTS)));
      }
    }
  }
}

/** Makes `toHub` Infinity again, where `scatter` of the same list wrote it. */
function clear(from: usize, to: usize): void {
  for (let at = from; at < to; at += 4) {
    const hub = hubOf(load<u32>(at));
    const end = forwardLabel(hub + 1);
    for (let group = forwardLabel(hub); group < end; group += GROUP) {
      for (let entry = group; entry < group + DISTS; entry += 4) {
        store<f32>(toHub + ((<usize>load<u32>(entry)) << 2), Infinity);
      }
    }
  }
}

/**
 * Adds the ticks from the target to each listed node, the backward label of the node, and `toHub`.
 * Sets `best`, `bestHub` and `lastNode` to the least sum, its hub and its node.
 */
function gather(from: usize, to: usize): void {
  for (let at = from; at < to; at += 4) {
    const node = load<u32>(at);
    const cell = cellOfNode(node);
    const ticks = <f32>ticksBetween(cell, targetCell);
    // the octile distances to and from this node are a lower bound on all paths over it
    if (ticks + <f32>ticksBetween(sourceCell, cell) >= best) continue;
    const hub = hubOf(node);
    const end = backwardLabel(hub + 1);
    for (let group = backwardLabel(hub); group < end; group += GROUP) {
      for (let entry = group; entry < group + DISTS; entry += 4) {
        const other = load<u32>(entry);
        const sum = ticks + load<f32>(entry, DISTS) + load<f32>(toHub + ((<usize>other) << 2));
        if (sum >= best) continue;
        best = sum;
        bestHub = other;
        lastNode = node;
      }
    }
  }
}

/**
 * The listed node over which the least distance from the source to `bestHub` leads. There is one:
 * `scatter` added the same two numbers, and a label names no hub twice (checkHubLabels).
 */
function firstNode(from: usize, to: usize): u32 {
  const dist = load<f32>(toHub + ((<usize>bestHub) << 2));
  for (let at = from; at < to; at += 4) {
    const node = load<u32>(at);
    const hub = hubOf(node);
    const rest = distOfHub(forwardLabel(hub), forwardLabel(hub + 1), bestHub);
    if (<f32>ticksBetween(sourceCell, cellOfNode(node)) + rest == dist) return node;
  }
  return NONE;
}

/**
 * A shortest path between two open cells, kept for `subgoalsPath`. Returns FOUND, after which
 * `subgoalsTicks` is its length, or NO_PATH.
 */
export function subgoalsSearch(source: u32, target: u32): u32 {
  sourceCell = source;
  targetCell = target;
  direct = source == target || seesDiagonalFirst(source, target);
  if (direct) return FOUND;
  best = Infinity;
  const from = connectList();
  const middle = connect(source, load<u8>(moves + source), from);
  scatter(source, from, middle);
  gather(middle, connectBack(target, middle));
  if (best < Infinity) {
    const node = firstNode(from, middle);
    const between =
      best -
      <f32>ticksBetween(source, cellOfNode(node)) -
      <f32>ticksBetween(cellOfNode(lastNode), target);
    hubLabelsKeep(node, lastNode, between);
  }
  clear(from, middle);
  return best < Infinity ? FOUND : NO_PATH;
}

/** The ticks of the path, if the last search found one. */
export function subgoalsTicks(): u32 {
  return direct ? ticksBetween(sourceCell, targetCell) : <u32>best;
}

/** Whether the last search found the path that takes its diagonal steps first. */
export function foundDirect(): bool {
  return direct;
}

export function searchedSource(): u32 {
  return sourceCell;
}

export function searchedTarget(): u32 {
  return targetCell;
}
