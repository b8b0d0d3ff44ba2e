// A mesh of triangles and what its reduction says about it. Side s of triangle t = s / 3 runs from
// cornerOf(s) to the corner of the side after it, and the triangle lies on its left: a path that
// enters over s has cornerOf(s) on its left.

import { Side, Triangle, Vertex } from './layout';
import { after, NONE } from '../sides';

/** In `onwardOf`: a triangle where paths part. */
export const NODE: u32 = 0xfffffffe;

let vertexCountValue: u32 = 0;
let triangleCountValue: u32 = 0;
let points: usize = 0;
let sides: usize = 0;
let triangles: usize = 0;

/** Behind the vertices there is room for two more, the ends of a query. */
export function meshBind(
  vertices: u32,
  polygons: u32,
  point: usize,
  side: usize,
  triangle: usize,
): void {
  vertexCountValue = vertices;
  triangleCountValue = polygons;
  points = point;
  sides = side;
  triangles = triangle;
}

export function vertexCount(): u32 {
  return vertexCountValue;
}
export function triangleCount(): u32 {
  return triangleCountValue;
}
function vertex(v: u32): Vertex {
  return changetype<Vertex>(points + <usize>v * offsetof<Vertex>());
}
export function X(v: u32): f64 {
  return vertex(v).x;
}
export function Y(v: u32): f64 {
  return vertex(v).y;
}
/** Puts a vertex elsewhere. */
export function moveVertex(v: u32, x: f64, y: f64): void {
  vertex(v).x = x;
  vertex(v).y = y;
}

function sideRecord(side: u32): Side {
  return changetype<Side>(sides + <usize>side * offsetof<Side>());
}
/** The vertex at which a side starts. */
export function cornerOf(side: u32): u32 {
  return sideRecord(side).corner;
}
/** The vertex at which a side ends. */
export function endOf(side: u32): u32 {
  return cornerOf(after(side));
}
export function twinOf(side: u32): u32 {
  return sideRecord(side).twin;
}
export function onwardOf(side: u32): u32 {
  return sideRecord(side).onward;
}
/** Of a bottleneck: the node side from which paths cross it in this direction. Else NONE. */
export function bottleneckAt(side: u32): u32 {
  return sideRecord(side).bottleneck;
}

export function triangleRecord(triangle: u32): Triangle {
  return changetype<Triangle>(triangles + <usize>triangle * offsetof<Triangle>());
}
/** The side up out of a dead end, NONE elsewhere. */
export function exitOf(triangle: u32): u32 {
  return triangleRecord(triangle).exit;
}
/** The number of a triangle's node, NONE elsewhere. */
export function nodeOf(triangle: u32): u32 {
  return triangleRecord(triangle).node;
}
/** A side of a node's triangle as a number. */
export function nodeSide(side: u32): u32 {
  return 3 * nodeOf(side / 3) + (side % 3);
}
/** Whether a side leads down into a dead end. */
export function isDown(side: u32): bool {
  const twin = twinOf(side);
  return twin != NONE && exitOf(twin / 3) == twin;
}
