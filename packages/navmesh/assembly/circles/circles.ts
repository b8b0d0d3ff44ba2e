// The free space of a disc's centre, for one radius: walls and vertices grown by the radius (Lozano-Perez and Wesley 1979). Shortest ways in it turn
// nowhere but on circles around vertices, where these are no nearer than the radius to anything else: on free arcs.

import { angleOf } from '../discs/angle';
import { at, NONE } from '../sides';

export let radius: f64 = 0;
/** Angles, and radii along an arc, up to this are rounding: a turn that goes back by no more is none. */
const ROUNDED: f64 = 1e-9;
export const TURNED: f64 = 1e-8;
export let rounding: f64 = 0;
/** Once around. */
export const TURN: f64 = 2 * Math.PI;
export let around: f64 = 0;

/**
 * Circles, 24 bytes: f64 x and y of the vertex; u32 the first arc; u32 a side that starts there, the first to the left of a wall. One more for where
 * arcs end. A vertex has one in each part of its surroundings from wall to wall.
 */
let circles: usize = 0;
export let circleCount: u32 = 0;
/** Per arc: the last views that have seen it gone around to the left, to the right. */
let stamps: usize = 0;
/**
 * Triangles, 128 bytes: for each of their three sides the two ends of what of it is free, f64 x and y of that on the left of who leaves over it, of that on the
 * right; for each side what it is for who comes in over it from here, as 4 x triangle + side, and DOWN if it leads down a dead end where there is nothing
 * for who does not end there, NONE = nothing of it is free; the circles around the three corners where the sides start, NONE where nothing of one is free;
 * the first of the pieces of arcs in it; the triangle up out of a dead end, NONE elsewhere. One more for where pieces end.
 */
let triangles: usize = 0;
/**
 * Pieces of arcs, 64 bytes: f64 x and y of the vertex; the directions from there to where the piece begins and ends, to the left, both x, then both y, or 0 where it has
 * half a turn or more; u32 the arc.
 */
let pieces: usize = 0;
/** Per triangle: the dead end that it is in, NONE elsewhere. */
let deadEnds: usize = 0;

/**
 * Nodes, 128 bytes: 2 x arc is the arc gone around to the left, 2 x arc + 1 to the right. f64 x and y of the centre; the angle where it begins in that
 * direction; its length; u32 the first tangent that leaves it, in the order in which they do; 1 = all of the circle is free. What comes then is of the search.
 */
let nodes: usize = 0;
export let nodeCount: u32 = 0;
export const BEGINS: usize = 16;
export const LENGTH: usize = 24;
const FIRST: usize = 32;
const FULL: usize = 36;
/** The dead end that all around the vertex is in, NONE elsewhere. */
export const DEAD_END: usize = 120;
const PART: usize = 124;
/** As `tangentAt` says. */
let tangents: usize = 0;

export function circlesUse(
  r: f64,
  circle: usize,
  circleTotal: u32,
  stamp: usize,
  triangle: usize,
  triangleTotal: u32,
  deadEnd: usize,
  node: usize,
  nodeTotal: u32,
  tangent: usize,
): void {
  radius = r;
  rounding = ROUNDED * r;
  around = TURN * r;
  circles = circle;
  circleCount = circleTotal;
  stamps = stamp;
  triangles = triangle;
  pieces = triangleAt(triangleTotal + 1);
  deadEnds = deadEnd;
  nodes = node;
  nodeCount = nodeTotal;
  tangents = tangent;
}

export function circleAt(circle: u32): usize {
  return circles + <usize>circle * 24;
}
/** The side that a circle's surroundings begin with. */
export function sideOf(circle: u32): u32 {
  return load<u32>(circleAt(circle), 20);
}
/** Notes that a view has seen a node; false where it had before. */
export function isNewTo(view: u32, node: u32): bool {
  const stamp = stamps + ((<usize>node) << 2);
  if (load<u32>(stamp) == view) return false;
  store<u32>(stamp, view);
  return true;
}
export function arcsBegin(circle: u32): u32 {
  return load<u32>(circleAt(circle), 16);
}
export function triangleAt(triangle: u32): usize {
  return triangles + ((<usize>triangle) << 7);
}
/** Side k of a triangle: 32 bytes. */
export function sideIn(triangle: usize, k: u32): usize {
  return triangle + ((<usize>k) << 5);
}
export function overSide(triangle: usize, k: u32): u32 {
  return load<u32>(triangle + ((<usize>k) << 2), 96);
}
export function deadEndOf(triangle: u32): u32 {
  return at(deadEnds, triangle);
}
export const DOWN: u32 = 0x80000000;
/** Up out of a dead end. */
export function upFrom(triangle: u32): u32 {
  return load<u32>(triangleAt(triangle), 124);
}
/** The circle around corner k. */
export function circleIn(triangle: usize, k: u32): u32 {
  return load<u32>(triangle + ((<usize>k) << 2), 108);
}
/** The pieces in a triangle, from one address to another. */
export function piecesIn(triangle: usize): usize {
  return pieces + ((<usize>load<u32>(triangle, 120)) << 6);
}
export const PIECE: usize = 64;
export function arcOf(piece: usize): u32 {
  return load<u32>(piece, 48);
}

export function nodeAt(node: u32): usize {
  return nodes + ((<usize>node) << 7);
}
/** The part of the graph that a node is in. */
export function partOf(node: u32): u32 {
  return load<u32>(nodeAt(node), PART);
}
/** 1 = to the left, -1 = to the right. */
export function handOf(node: u32): f64 {
  return node & 1 ? -1 : 1;
}
export function isFull(node: usize): bool {
  return load<u32>(node, FULL) != 0;
}
/** The first tangent out of a node; of the one behind the last where tangents end. */
export function firstOf(node: u32): u32 {
  return load<u32>(nodeAt(node), FIRST);
}
export function setFirst(node: u32, tangent: u32): void {
  store<u32>(nodeAt(node), tangent, FIRST);
}

/**
 * Tangents, 56 bytes: f64 what a way over it adds to its length, less what lies along the arcs on which it leaves and arrives (the way there less the
 * place on the arc, from one to the next); the place where it leaves; that where it arrives; x and y of where it arrives; u32 the node there; the same
 * tangent the other way round; the node that it leaves, and its pair, while they are put in order.
 */
export const ADDS: usize = 0;
export const LEAVES: usize = 8;
export const ARRIVES: usize = 16;
export const X: usize = 24;
export const Y: usize = 32;
export const HEAD: usize = 40;
export const TWIN: usize = 44;
export const TAIL: usize = 48;
export const PAIR: usize = 52;
export const TANGENT: usize = 56;

export function tangentAt(i: u32): usize {
  return tangents + <usize>i * TANGENT;
}
/** How long a tangent is: not below 0 by rounding. */
export function lengthOf(tangent: usize): f64 {
  return max(0, load<f64>(tangent) + load<f64>(tangent, ARRIVES) - load<f64>(tangent, LEAVES));
}
export function setTangents(tangent: usize): void {
  tangents = tangent;
}

/** The node of a place on a circle, gone around with a hand, NONE where it is not free; and how far from the arc's begin it is. */
export let placed: u32 = NONE;
export let place: f64 = 0;

/** Finds a place on a circle by the direction to it from the centre. */
export function putOn(circle: u32, hand: f64, dx: f64, dy: f64): bool {
  const end = arcsBegin(circle + 1);
  for (let arc = arcsBegin(circle); arc < end; arc++)
    if (putOnArc(nodeOf(arc, hand), hand, dx, dy)) return true;
  return false;
}

export function nodeOf(arc: u32, hand: f64): u32 {
  return (arc << 1) + (hand < 0 ? 1 : 0);
}

export function putOnArc(node: u32, hand: f64, dx: f64, dy: f64): bool {
  placed = node;
  const data = nodeAt(node);
  const turned = hand * (angleOf(dy, dx) - load<f64>(data, BEGINS));
  place = radius * (turned - TURN * Math.floor(turned / TURN));
  if (place <= load<f64>(data, LENGTH) + rounding) return true;
  if (place < around - rounding) return false;
  place -= around;
  return true;
}

/** The direction of the tangent between two circles gone around with hands, and its length; 0 where there is none. */
export let headingX: f64 = 0;
export let headingY: f64 = 0;

export function joinCircles(a: usize, handA: f64, b: usize, handB: f64): f64 {
  const dx = load<f64>(b) - load<f64>(a);
  const dy = load<f64>(b, 8) - load<f64>(a, 8);
  const square = dx * dx + dy * dy;
  const across = (handB - handA) * radius;
  // two that touch one another have a tangent of no length where they do
  const most = abs(across) * (1 - ROUNDED);
  if (square == 0 || square < most * most) return -1;
  const length = sqrt(max(0, square - across * across));
  // turned from centre to centre by the angle whose tangent is across / length
  const scale = 1 / sqrt(length * length + across * across) / sqrt(square);
  headingX = (dx * length + dy * across) * scale;
  headingY = (dy * length - dx * across) * scale;
  return length;
}
