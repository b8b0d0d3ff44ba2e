// The records of Polyanya in memory, the only file that knows where their fields lie. What is read
// together lies together: a search is limited by cache misses. The compiler inlines the small
// functions, so they cost as much as literal offsets.

import { reallocate } from '../env';
import { at, NONE } from '../sides';

// Points, 16 bytes per vertex: f64 x and y. The start of a query is one more vertex behind those of
// the mesh, so that roots are always vertices.
let points: usize = 0;
const POINT_Y: usize = 8;

// Per vertex, 16 bytes: f64, the shortest length to it as a root; u32, the search that found that
// length; u32, 1 at a corner, where a shortest path can turn.
let vertices: usize = 0;
const VERTEX_SEARCH: usize = 8;
const VERTEX_IS_CORNER: usize = 12;

// Sides, 16 bytes: u32 the vertices where the side starts and ends; the twin, NONE = a wall; the
// polygon across, with DEAD_END where the side leads down into a dead end. The sides of a polygon
// follow each other.
let sides: usize = 0;
export const SIDE: usize = 16;
const SIDE_END: usize = 4;
const SIDE_TWIN: usize = 8;
const SIDE_ACROSS: usize = 12;
const DEAD_END: u32 = 0x80000000;

// Polygons, 16 bytes: u32 the first side; the latest search that starts in the polygon; the latest
// search whose target lies in it; the latest search whose target lies in it or deeper in its dead
// end. In one more record the first side is the end of the last polygon's sides.
let polygons: usize = 0;
const POLYGON: usize = 16;
const POLYGON_START: usize = 4;
const POLYGON_TARGET: usize = 8;
const POLYGON_INWARD: usize = 12;

/** u32 per polygon: the side over which its dead end is left; NONE for a polygon in no dead end. */
let exits: usize = 0;

// Per side, 8 bytes: u32 the latest label that crosses the side, and the search that made it.
let latest: usize = 0;
const LATEST_SEARCH: usize = 4;

// Roots, 16 bytes: u32 vertex; the root before, NONE at the start; f64 length from the start.
let roots: usize = 0;
let rootRoom: u32 = 0;
let rootCount: u32 = 0;
const ROOT_BEFORE: usize = 4;
const ROOT_LENGTH: usize = 8;

// Labels, 20 bytes, all u32: root; address of the side to be crossed; left and right bound of what
// the root sees of the side; the label made before over the same side.
let labels: usize = 0;
let labelRoom: u32 = 0;
let labelCount: u32 = 0;
const LABEL: usize = 20;
const LABEL_SIDE: usize = 4;
const LABEL_LEFT: usize = 8;
const LABEL_RIGHT: usize = 12;
const LABEL_EARLIER: usize = 16;

/** Room for roots and labels at first; both double. */
const ROOM: u32 = 1024;

/** The vertex of the start, which is the number of vertices of the mesh. */
let startVertex: u32 = 0;
let polygonCount: u32 = 0;
let sideTotal: u32 = 0;

/**
 * A block of `bytes`, rounded up to one of few sizes, so that the next mesh of about the same size
 * finds free blocks. From 128 bytes on, rounding adds at most an eighth.
 */
function allocate(bytes: usize): usize {
  let step: usize = 16;
  while (step << 4 <= bytes) step <<= 1;
  return reallocate(0, 0, (bytes + step - 1) & ~(step - 1));
}

/** Allocates zeroed memory for a mesh. The host has freed the memory of the former mesh. */
export function layoutBind(vertexCount: u32, sideCount: u32, polygonRoom: u32): void {
  points = allocate((<usize>vertexCount + 1) << 4);
  vertices = allocate((<usize>vertexCount + 1) << 4);
  sides = allocate((<usize>sideCount) << 4);
  polygons = allocate((<usize>polygonRoom + 1) << 4);
  exits = allocate((<usize>polygonRoom) << 2);
  latest = allocate((<usize>sideCount) << 3);
  roots = allocate((<usize>ROOM) << 4);
  rootRoom = ROOM;
  labels = allocate(<usize>ROOM * LABEL);
  labelRoom = ROOM;
  startVertex = vertexCount;
  polygonCount = polygonRoom;
  sideTotal = sideCount;
}

/** Clears the numbers of searches in all records, before these numbers begin again. */
export function clearSearches(): void {
  for (let v: u32 = 0; v <= startVertex; v++) store<u32>(vertexAt(v), 0, VERTEX_SEARCH);
  for (let p: u32 = 0; p < polygonCount; p++) {
    markStart(p, 0);
    store<u32>(polygonAt(p), 0, POLYGON_TARGET);
    store<u32>(polygonAt(p), 0, POLYGON_INWARD);
  }
  memory.fill(latest, 0, (<usize>sideTotal) << 3);
}

// The mesh

function pointAt(v: u32): usize {
  return points + ((<usize>v) << 4);
}
export function X(v: u32): f64 {
  return load<f64>(pointAt(v));
}
export function Y(v: u32): f64 {
  return load<f64>(pointAt(v), POINT_Y);
}
function setPoint(v: u32, x: f64, y: f64): void {
  store<f64>(pointAt(v), x);
  store<f64>(pointAt(v), y, POINT_Y);
}

/** Moves the one vertex that is not of the mesh to the start of a query. Returns its number. */
export function moveStart(x: f64, y: f64): u32 {
  setPoint(startVertex, x, y);
  return startVertex;
}
export function isStart(v: u32): bool {
  return v == startVertex;
}

export function distance(ax: f64, ay: f64, bx: f64, by: f64): f64 {
  const dx = bx - ax;
  const dy = by - ay;
  return sqrt(dx * dx + dy * dy);
}

/** Writes a vertex: its point, and whether a shortest path can turn there. */
export function setVertex(v: u32, x: f64, y: f64, canTurn: bool): void {
  setPoint(v, x, y);
  store<u32>(vertexAt(v), canTurn ? 1 : 0, VERTEX_IS_CORNER);
}
function vertexAt(v: u32): usize {
  return vertices + ((<usize>v) << 4);
}
export function isCorner(v: u32): bool {
  return load<u32>(vertexAt(v), VERTEX_IS_CORNER) != 0;
}
/** The shortest length to a vertex as a root in this search; Infinity if it was no root yet. */
export function bestLength(v: u32, search: u32): f64 {
  const vertex = vertexAt(v);
  return load<u32>(vertex, VERTEX_SEARCH) == search ? load<f64>(vertex) : Infinity;
}
export function setBestLength(v: u32, search: u32, length: f64): void {
  store<u32>(vertexAt(v), search, VERTEX_SEARCH);
  store<f64>(vertexAt(v), length);
}

/** Writes a side; `polygon` and `isDown` as for `setAcross`, meaningless for a wall. */
export function setSide(s: u32, start: u32, end: u32, twin: u32, polygon: u32, isDown: bool): void {
  const side = sideAt(s);
  store<u32>(side, start);
  store<u32>(side, end, SIDE_END);
  store<u32>(side, twin, SIDE_TWIN);
  setAcross(s, polygon, isDown);
}
/** Writes which polygon lies across a side, and whether the side leads down into a dead end. */
export function setAcross(s: u32, polygon: u32, isDown: bool): void {
  store<u32>(sideAt(s), isDown ? polygon | DEAD_END : polygon, SIDE_ACROSS);
}
export function sideAt(s: u32): usize {
  return sides + ((<usize>s) << 4);
}
export function startOf(side: usize): u32 {
  return load<u32>(side);
}
export function endOf(side: usize): u32 {
  return load<u32>(side, SIDE_END);
}
export function twinOf(side: usize): usize {
  return sideAt(load<u32>(side, SIDE_TWIN));
}
export function isWall(side: usize): bool {
  return load<u32>(side, SIDE_TWIN) == NONE;
}
/** The polygon across a side that is no wall. */
export function across(side: usize): usize {
  return polygonAt(load<u32>(side, SIDE_ACROSS) & ~DEAD_END);
}
export function leadsDown(side: usize): bool {
  return (load<u32>(side, SIDE_ACROSS) & DEAD_END) != 0;
}

/** Writes a polygon: its sides are `first` to `end` - 1. */
export function setPolygon(p: u32, first: u32, end: u32, exit: u32): void {
  store<u32>(polygonAt(p), first);
  store<u32>(polygonAt(p) + POLYGON, end);
  store<u32>(exits + ((<usize>p) << 2), exit);
}
export function polygonAt(p: u32): usize {
  return polygons + ((<usize>p) << 4);
}
export function firstSide(polygon: usize): usize {
  return sideAt(load<u32>(polygon));
}
export function endSide(polygon: usize): usize {
  return sideAt(load<u32>(polygon, POLYGON));
}

export function markStart(p: u32, search: u32): void {
  store<u32>(polygonAt(p), search, POLYGON_START);
}
export function holdsStart(polygon: usize, search: u32): bool {
  return load<u32>(polygon, POLYGON_START) == search;
}
/** Marks a polygon that holds the target, and the polygons of its dead end from there outwards. */
export function markTarget(p: u32, search: u32): void {
  store<u32>(polygonAt(p), search, POLYGON_TARGET);
  for (let inner = p; ;) {
    const exit = load<u32>(exits + ((<usize>inner) << 2));
    if (exit == NONE) return;
    store<u32>(polygonAt(inner), search, POLYGON_INWARD);
    inner = load<u32>(sideAt(exit), SIDE_ACROSS) & ~DEAD_END;
  }
}
export function holdsTarget(polygon: usize, search: u32): bool {
  return load<u32>(polygon, POLYGON_TARGET) == search;
}
/** Whether the target lies in a polygon of a dead end, or deeper in that dead end. */
export function leadsToTarget(polygon: usize, search: u32): bool {
  return load<u32>(polygon, POLYGON_INWARD) == search;
}

/**
 * Writes a whole mesh from the arrays of a `PolygonMesh` and of what is known of it: f64 `x` and
 * `y` and u8 `corners` per vertex; u32 `firsts` per polygon and one more; u32 `starts`, `twins` and
 * `owners` (its polygon) per side; u32 `exit` per polygon.
 */
export function loadMesh(
  x: usize,
  y: usize,
  corners: usize,
  firsts: usize,
  starts: usize,
  twins: usize,
  owners: usize,
  exit: usize,
): void {
  for (let v: u32 = 0; v < startVertex; v++) {
    const offset = (<usize>v) << 3;
    setVertex(v, load<f64>(x + offset), load<f64>(y + offset), load<u8>(corners + v) != 0);
  }
  for (let p: u32 = 0; p < polygonCount; p++) {
    const first = at(firsts, p);
    const end = at(firsts, p + 1);
    setPolygon(p, first, end, at(exit, p));
    for (let s = first; s < end; s++) {
      const twin = at(twins, s);
      const q = twin == NONE ? 0 : at(owners, twin);
      const isDown = twin != NONE && at(exit, q) == twin;
      setSide(s, at(starts, s), at(starts, s + 1 == end ? first : s + 1), twin, q, isDown);
    }
  }
}

// Roots

function rootAt(root: u32): usize {
  return roots + ((<usize>root) << 4);
}
export function clearRoots(): void {
  rootCount = 0;
}
export function addRoot(vertex: u32, before: u32, length: f64): u32 {
  if (rootCount == rootRoom) {
    roots = reallocate(roots, (<usize>rootRoom) << 4, (<usize>rootRoom) << 5);
    rootRoom <<= 1;
  }
  const entry = rootAt(rootCount);
  store<u32>(entry, vertex);
  store<u32>(entry, before, ROOT_BEFORE);
  store<f64>(entry, length, ROOT_LENGTH);
  return rootCount++;
}
export function vertexOf(root: u32): u32 {
  return load<u32>(rootAt(root));
}
export function rootBefore(root: u32): u32 {
  return load<u32>(rootAt(root), ROOT_BEFORE);
}
export function lengthTo(root: u32): f64 {
  return load<f64>(rootAt(root), ROOT_LENGTH);
}

// Labels

/** Whether the last search needed more labels than there may be. */
let areFull: bool = false;
export function labelsAreFull(): bool {
  return areFull;
}
export function clearLabels(): void {
  labelCount = 0;
  areFull = false;
}
export function labelAt(label: u32): usize {
  return labels + <usize>label * LABEL;
}
/**
 * Adds a label over a side, and returns its number. Traps if the room for labels, which doubles
 * from ROOM on, is full and is `most` or more.
 */
export function addLabel(
  root: u32,
  side: usize,
  left: u32,
  right: u32,
  earlier: u32,
  most: u32,
): u32 {
  if (labelCount == labelRoom) {
    areFull = labelCount >= most;
    if (areFull) unreachable();
    labels = reallocate(labels, <usize>labelRoom * LABEL, <usize>labelRoom * LABEL * 2);
    labelRoom <<= 1;
  }
  const label = labelAt(labelCount);
  store<u32>(label, root);
  store<u32>(label, <u32>side, LABEL_SIDE);
  store<u32>(label, left, LABEL_LEFT);
  store<u32>(label, right, LABEL_RIGHT);
  store<u32>(label, earlier, LABEL_EARLIER);
  return labelCount++;
}
export function rootOf(label: usize): u32 {
  return load<u32>(label);
}
export function sideOf(label: usize): usize {
  return <usize>load<u32>(label, LABEL_SIDE);
}
export function leftOf(label: usize): u32 {
  return load<u32>(label, LABEL_LEFT);
}
export function rightOf(label: usize): u32 {
  return load<u32>(label, LABEL_RIGHT);
}
/** The label made before over the same side, NONE for the first one. */
export function earlierOf(label: usize): u32 {
  return load<u32>(label, LABEL_EARLIER);
}

function latestAt(side: usize): usize {
  return latest + (((side - sides) >> 4) << 3);
}
/** The latest label over a side in this search, NONE where there is none. */
export function latestLabel(side: usize, search: u32): u32 {
  const entry = latestAt(side);
  return load<u32>(entry, LATEST_SEARCH) == search ? load<u32>(entry) : NONE;
}
export function setLatestLabel(side: usize, search: u32, label: u32): void {
  store<u32>(latestAt(side), label);
  store<u32>(latestAt(side), search, LATEST_SEARCH);
}
