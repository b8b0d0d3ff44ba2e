// The tangent graph (Liu and Arimoto 1992). Its nodes are the corners at which a shortest path can
// turn. An arc joins two corners that see each other along a line that touches the walls of both.
// The graph contains all shortest paths between corners.

import { reallocate } from '../env';
import { at } from '../sides';
import { Arc, ARC_DIRECTION, Corner, TWO_ARCS } from './layout';
import { listAt, listCount } from './lists';
import { touch } from './touch';
import { looked, pointX, pointY, seen, viewCorner } from './view';
import { HEAD_BITS, WALL_LEFT, WALL_RIGHT, wallsBeside } from './walls';

/** Records `Corner`, and one more record, whose `first` is the end of all arcs. */
let nodes: usize = 0;
let cornerCountValue: u32 = 0;
export function cornerCount(): u32 {
  return cornerCountValue;
}

/** Per corner: the side that starts at the corner and is a wall, as 4 x triangle + side. */
let firstSides: usize = 0;

/** Records `Arc`, ordered by the corner at which the arcs start. */
let arcs: usize = 0;
let arcRoom: u32 = 0;
let arcCount: u32 = 0;
/** The bits of `Arc.head` and `Corner.before` that are a corner; the others are walls. */
export const HEADS: u32 = (1 << HEAD_BITS) - 1;
/** Room for arcs behind the last arc, because `fourTurns` always reads four arcs. */
const SPARE: u32 = 3;
/** The length of direction vectors. It fits i16, and a sum of two products fits i32. */
export const DIRECTION: u32 = 16_000;

export function graphBind(node: usize, side: usize, count: u32, arc: usize, room: u32): void {
  nodes = node;
  firstSides = side;
  cornerCountValue = count;
  arcs = arc;
  arcRoom = room;
  arcCount = 0;
}

export function nodeAt(corner: u32): Corner {
  return changetype<Corner>(nodes + <usize>corner * offsetof<Corner>());
}
/** The distance from a corner to a point. */
export function distanceTo(node: Corner, x: f64, y: f64): f64 {
  const dx = node.x - x;
  const dy = node.y - y;
  return sqrt(dx * dx + dy * dy);
}
export function arcAt(i: u32): Arc {
  return changetype<Arc>(arcs + <usize>i * offsetof<Arc>());
}

export function arcHead(arc: Arc): u32 {
  return arc.head & HEADS;
}
/** The walls that an arc touches at its head. */
export function arcWalls(arc: Arc): u32 {
  return arc.head >> HEAD_BITS;
}
/** The direction of an arc, as one word. */
export function arcDirection(arc: Arc): u32 {
  return load<u32>(changetype<usize>(arc), ARC_DIRECTION);
}
/** The vector (-dy, dx) of a direction, four times: the first argument of `fourTurns`. */
export function acrossFrom(direction: u32): v128 {
  return i32x4.splat((-(<i32>(<i16>(direction >> 16))) & 0xffff) | (direction << 16));
}
/**
 * The sines of the angles between an arc and each of four arcs from `first` on, times the square of
 * DIRECTION. A sine is above 0 where a path turns left. The caller ignores sines behind the last
 * arc.
 */
export function fourTurns(from: v128, first: u32): v128 {
  const arc = changetype<usize>(arcAt(first));
  const directions = v128.shuffle<i32>(v128.load(arc), v128.load(arc, TWO_ARCS), 1, 3, 5, 7);
  return i32x4.dot_i16x8_s(from, directions);
}
/**
 * A turn with a scaled sine from -SLACK to SLACK counts as a left turn and as a right turn.
 * Components are rounded by at most 0.5 each, which changes the scaled sine of two directions of
 * length 16,000 by at most 4 x 0.5 x 11,314 + 0.5 = 22,628. The slack is 1.8 times that.
 */
export const SLACK: i32 = 40_000;

/** The first arc out of a corner. For the number behind the last corner, the end of all arcs. */
export function arcsFrom(corner: u32): u32 {
  return nodeAt(corner).first;
}
/**
 * The first of the arcs out of a corner that can follow an arc which touches `walls` there. The
 * arcs that can follow end at `arcsEnd`.
 */
export function arcsBegin(corner: u32, walls: u32): u32 {
  const node = nodeAt(corner);
  return walls & WALL_LEFT ? node.first : node.firstRight;
}
export function arcsEnd(corner: u32, walls: u32): u32 {
  return walls & WALL_RIGHT ? nodeAt(corner + 1).first : nodeAt(corner).endLeft;
}

/** Prefetches the arcs out of a reached corner that may be expanded soon. */
export function touchArcs(corner: u32): void {
  const walls = nodeAt(corner).before >> HEAD_BITS;
  const first = arcsBegin(corner, walls);
  touch(changetype<usize>(arcAt(first)));
  // eight arcs fill a cache line, so this arc is mostly in the next one
  touch(changetype<usize>(arcAt(min(first + 7, arcsEnd(corner, walls)))));
}

/**
 * Finds all arcs. Returns false if there are more than `most` arcs, or if the views of the corners
 * visit more than `mostLooks` triangles.
 */
export function graphBuild(most: u32, mostLooks: u32): bool {
  const begun = looked();
  for (let corner: u32 = 0; corner < cornerCountValue; corner++) {
    graphSome(corner, corner + 1);
    if (arcCount > most || looked() - begun > mostLooks) return false;
  }
  return true;
}

/** Finds the arcs out of corners `from` to `to` - 1. Called for all corners, in rising ranges. */
export function graphSome(from: u32, to: u32): void {
  for (let corner = from; corner < to; corner++) {
    const node = nodeAt(corner);
    viewCorner(corner, at(firstSides, corner));
    node.first = arcCount;
    addArcs(corner, WALL_LEFT);
    node.firstRight = arcCount;
    addArcs(corner, WALL_LEFT | WALL_RIGHT);
    node.endLeft = arcCount;
    addArcs(corner, WALL_RIGHT);
  }
  // the end of all arcs, once `to` is the number of corners
  nodeAt(to).first = arcCount;
}

/** Adds the arcs to seen corners that touch exactly these walls of the corner. */
function addArcs(corner: u32, walls: u32): void {
  const node = nodeAt(corner);
  for (let i: u32 = 0; i < listCount(seen()); i++) {
    const entry = listAt(seen(), i);
    if (entry >> HEAD_BITS != walls) continue;
    const head = entry & HEADS;
    const dx = pointX(head) - node.x;
    const dy = pointY(head) - node.y;
    const atHead = wallsBeside(head, dx, dy);
    if (atHead != 0) addArc(head, atHead, dx, dy);
  }
}

function addArc(head: u32, walls: u32, dx: f64, dy: f64): void {
  if (arcCount + SPARE == arcRoom) {
    arcs = reallocate(arcs, (<usize>arcRoom) << 3, (<usize>arcRoom) << 4);
    arcRoom <<= 1;
  }
  const arc = arcAt(arcCount);
  const unit = <f64>DIRECTION / sqrt(dx * dx + dy * dy);
  arc.head = head | (walls << HEAD_BITS);
  arc.dx = <i16>nearest(dx * unit);
  arc.dy = <i16>nearest(dy * unit);
  arcCount++;
}

export function graphArcs(): u32 {
  return arcCount;
}
/** Frees the unused memory behind the arcs. */
export function graphTrim(): void {
  const room = arcCount + SPARE;
  if (arcRoom == room) return;
  arcs = reallocate(arcs, (<usize>arcCount) << 3, (<usize>room) << 3);
  arcRoom = room;
}
