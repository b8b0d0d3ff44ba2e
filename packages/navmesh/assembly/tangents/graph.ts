// The tangent graph (Liu and Arimoto 1992): corners where a shortest path can turn, joined where one sees the other along a line that
// touches the walls of both. All shortest paths between corners are in it.

import { reallocate } from '../env';
import { at } from '../sides';
import { listAt, listCount } from './lists';
import { touch } from './touch';
import { looked, pointX, pointY, seen, viewCorner } from './view';
import { HEAD_BITS, WALL_LEFT, WALL_RIGHT, wallsBeside } from './walls';

/**
 * Corners, 64 bytes: f64 x and y, the length of the way there, the length from there straight to the target; search of the former,
 * corner before, NONE for the start, and in the two highest bits the walls that the arc come by touches, query of the latter, the direction of the arc
 * come by; the first arc, the first that touches walls on the right, the first that touches walls on no left, the dead end that it lies in, NONE for no
 * one. One more for where arcs end.
 */
let nodes: usize = 0;
export let cornerCount: u32 = 0;
export const LENGTH: usize = 16;
export const TO_TARGET: usize = 24;
export const REACHED: usize = 32;
export const BEFORE: usize = 36;
export const AIMED: usize = 40;
export const CAME_BY: usize = 44;
const FIRST: usize = 48;
const FIRST_RIGHT: usize = 52;
const END_LEFT: usize = 56;
export const DEAD_END: usize = 60;

/** Per corner: the side that starts there along a wall. */
let firstSides: usize = 0;

/** Arcs, 8 bytes: the corner that it leads to and, in the two highest bits, the walls that it touches there; its direction as two i16. */
let arcs: usize = 0;
let arcRoom: u32 = 0;
export let arcCount: u32 = 0;
export const HEADS: u32 = (1 << HEAD_BITS) - 1;
/** Behind the last arc there is room for so many more. */
const SPARE: u32 = 3;
/** The length of directions. */
const UNIT: f64 = 16000;

export function graphBind(node: usize, side: usize, count: u32, arc: usize, room: u32): void {
  nodes = node;
  firstSides = side;
  cornerCount = count;
  arcs = arc;
  arcRoom = room;
  arcCount = 0;
}

export function nodeAt(corner: u32): usize {
  return nodes + ((<usize>corner) << 6);
}
/** From a corner to a point. */
export function distanceTo(node: usize, x: f64, y: f64): f64 {
  const dx = load<f64>(node) - x;
  const dy = load<f64>(node, 8) - y;
  return sqrt(dx * dx + dy * dy);
}
export function arcAt(i: u32): usize {
  return arcs + ((<usize>i) << 3);
}

export function arcHead(arc: usize): u32 {
  return load<u32>(arc) & HEADS;
}
/** The walls that an arc touches at its head. */
export function arcWalls(arc: usize): u32 {
  return load<u32>(arc) >> HEAD_BITS;
}
/** The direction of an arc, as one word. */
export function arcDirection(arc: usize): u32 {
  return load<u32>(arc, 4);
}
/** What `fourTurns` takes of a direction. */
export function acrossFrom(direction: u32): v128 {
  return i32x4.splat((-(<i32>(<i16>(direction >> 16))) & 0xffff) | (direction << 16));
}
/**
 * The sines between an arc and each of four, above 0 where the way turns left, times the square of UNIT. There may be
 * fewer than four.
 */
export function fourTurns(from: v128, first: u32): v128 {
  const arc = arcAt(first);
  const directions = v128.shuffle<i32>(v128.load(arc), v128.load(arc, 16), 1, 3, 5, 7);
  return i32x4.dot_i16x8_s(from, directions);
}
/** Turns up to this may go either way: directions are rounded. */
export const SLACK: i32 = 40_000;

/** The first arc out of a corner; of the one behind the last corner where arcs end. */
export function arcsFrom(corner: u32): u32 {
  return load<u32>(nodeAt(corner), FIRST);
}
/** The arcs out of a corner that can follow on one that touches these walls: from here, up to `arcsEnd`. */
export function arcsBegin(corner: u32, walls: u32): u32 {
  const node = nodeAt(corner);
  return walls & WALL_LEFT ? load<u32>(node, FIRST) : load<u32>(node, FIRST_RIGHT);
}
export function arcsEnd(corner: u32, walls: u32): u32 {
  return walls & WALL_RIGHT
    ? load<u32>(nodeAt(corner + 1), FIRST)
    : load<u32>(nodeAt(corner), END_LEFT);
}

/** The arcs out of a corner that was come to may be needed soon. */
export function touchArcs(corner: u32): void {
  const walls = load<u32>(nodeAt(corner), BEFORE) >> HEAD_BITS;
  const first = arcsBegin(corner, walls);
  touch(arcAt(first));
  // mostly in the next line
  touch(arcAt(min(first + 7, arcsEnd(corner, walls))));
}

/** Finds all arcs. False where there are more than `most`, or more than `mostLooks` triangles to be looked into for them. */
export function graphBuild(most: u32, mostLooks: u32): bool {
  const begun = looked;
  for (let corner: u32 = 0; corner < cornerCount; corner++) {
    const node = nodeAt(corner);
    viewCorner(corner, at(firstSides, corner));
    store<u32>(node, arcCount, FIRST);
    addArcs(corner, WALL_LEFT);
    store<u32>(node, arcCount, FIRST_RIGHT);
    addArcs(corner, WALL_LEFT | WALL_RIGHT);
    store<u32>(node, arcCount, END_LEFT);
    addArcs(corner, WALL_RIGHT);
    if (arcCount > most || looked - begun > mostLooks) return false;
  }
  store<u32>(nodeAt(cornerCount), arcCount, FIRST);
  return true;
}

/** Arcs to what was seen, those that touch these walls of the corner. */
function addArcs(corner: u32, walls: u32): void {
  const node = nodeAt(corner);
  for (let i: u32 = 0; i < listCount(seen); i++) {
    const entry = listAt(seen, i);
    if (entry >> HEAD_BITS != walls) continue;
    const head = entry & HEADS;
    const dx = pointX(head) - load<f64>(node);
    const dy = pointY(head) - load<f64>(node, 8);
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
  const unit = UNIT / sqrt(dx * dx + dy * dy);
  store<u32>(arc, head | (walls << HEAD_BITS));
  store<i16>(arc, <i16>nearest(dx * unit), 4);
  store<i16>(arc, <i16>nearest(dy * unit), 6);
  arcCount++;
}

export function graphArcs(): u32 {
  return arcCount;
}
export function graphArcsAt(): usize {
  return arcs;
}

/** Instead of `graphBuild`, where all arcs are there already. */
export function graphTake(count: u32): void {
  arcCount = count;
}

/** Memory for arcs that is not in use is given back. */
export function graphTrim(): void {
  const room = arcCount + SPARE;
  if (arcRoom == room) return;
  arcs = reallocate(arcs, (<usize>arcCount) << 3, (<usize>room) << 3);
  arcRoom = room;
}
