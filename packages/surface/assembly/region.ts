// A region: the part of a mesh inside convex rings, cut into triangles. `regionAround` makes the
// one around the polygon of `within`, `regionNear` the one around a circle. spots.ts draws random
// places from them.

import { get, set } from '@wayfield/wasm/assembly/words';
import { reallocate } from '@wayfield/wasm/assembly/env';
import { twiceArea } from './area-sums';
import { columnAt, listAt, polygonIn, rowAt } from './grid';
import { Edge, EDGE, Point, POINT, Region, REGION, Triangle, TRIANGLE } from './layout';
import { partOf } from './parts';
import { isFirst, searchBegin } from './stamps';
import { bytesOf, polygonAt, polygonGrid, sideAt, theWorld } from './world';

/** Addresses of points: the ring; a polygon of the mesh before a cut; the same after the cut. */
let ring: usize = 0;
let ringSize: u32 = 0;
let points: usize = 0;
let size: u32 = 0;
let cutPoints: usize = 0;
let pointRoom: u32 = 0;

/** Polygons near the ring, each once. */
let near: usize = 0;
let nearRoom: u32 = 0;
let nearCount: u32 = 0;

/** Corners of the ring around a circle; the cosine and sine of the angle between two of them. */
const CORNERS: u32 = 32;
const COSINE: f64 = 0.9807852804032304;
const SINE: f64 = 0.19509032201612825;
/** 1 / cos(π / 32): the corners are this many radii away, so that the sides touch the circle. */
const OUTSIDE: f64 = 1.0048385723763114;

/** How many rectangles cover the polygon of `within`. */
const STRIPS: u32 = 32;

function pointAt(list: usize, i: u32): Point {
  return changetype<Point>(list + <usize>i * POINT);
}
function putPoint(list: usize, i: u32, x: f64, y: f64): void {
  const point = pointAt(list, i);
  point.x = x;
  point.y = y;
}

export function regionMake(): Region {
  return changetype<Region>(reallocate(0, 0, REGION));
}
export function triangleAt(region: Region, i: u32): Triangle {
  return changetype<Triangle>(region.triangles + <usize>i * TRIANGLE);
}
/** The area of a region. */
export function regionArea(region: Region): f64 {
  return region.count == 0 ? 0 : triangleAt(region, region.count - 1).sum;
}
/** The first triangle whose sum is above `share`, an area below that of the region. */
export function triangleAtShare(region: Region, share: f64): Triangle {
  let low: u32 = 0;
  let high = region.count - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (triangleAt(region, middle).sum > share) high = middle;
    else low = middle + 1;
  }
  return triangleAt(region, low);
}

function edgeAt(i: u32): Edge {
  return changetype<Edge>(theWorld().edges + <usize>i * EDGE);
}

/** Makes room for the sides of the polygon of `within`, which `setEdge` writes. */
export function edgesMake(count: u32): void {
  const world = theWorld();
  if (count > world.edgeRoom) {
    world.edges = reallocate(world.edges, 0, bytesOf(count, EDGE));
    world.edgeRoom = count;
  }
  world.edgeCount = count;
}
export function setEdge(i: u32, ax: f64, ay: f64, bx: f64, by: f64): void {
  const edge = edgeAt(i);
  edge.ax = ax;
  edge.ay = ay;
  edge.bx = bx;
  edge.by = by;
}

/** Whether a point lies inside the polygon of `within`, by the even-odd rule. */
export function isInEdges(x: f64, y: f64): bool {
  let isIn = false;
  for (let i: u32 = 0, count = theWorld().edgeCount; i < count; i++) {
    const edge = edgeAt(i);
    const ay = edge.ay;
    const by = edge.by;
    if (ay > y == by > y) continue;
    if (x < edge.ax + ((y - ay) / (by - ay)) * (edge.bx - edge.ax)) isIn = !isIn;
  }
  return isIn;
}

/**
 * Makes the region of the polygon of `within`: the mesh inside 32 rectangles, one above the other,
 * that cover the polygon. Points of the region outside the polygon are drawn again (`isInEdges`);
 * 32 rectangles are narrow enough that these are usually few.
 */
export function regionAround(): void {
  const world = theWorld();
  if (changetype<usize>(world.region) == 0) world.region = regionMake();
  world.region.count = 0;
  let low = Infinity;
  let high = -Infinity;
  for (let i: u32 = 0; i < world.edgeCount; i++) {
    low = min(low, edgeAt(i).ay);
    high = max(high, edgeAt(i).ay);
  }
  const grid = polygonGrid();
  low = max(low, grid.minY);
  high = min(high, grid.minY + grid.cell * <f64>grid.rows);
  ringRoom();
  for (let k: u32 = 0; k < STRIPS && low < high; k++)
    addStrip(low + (<f64>k / STRIPS) * (high - low), low + (<f64>(k + 1) / STRIPS) * (high - low));
}

/** Adds the mesh in the rectangle around the part of the polygon between two heights. */
function addStrip(bottom: f64, top: f64): void {
  let left = Infinity;
  let right = -Infinity;
  for (let i: u32 = 0, count = theWorld().edgeCount; i < count; i++) {
    const edge = edgeAt(i);
    if (max(edge.ay, edge.by) < bottom || min(edge.ay, edge.by) > top) continue;
    const atBottom = edgeXAt(edge, bottom, edge.ax);
    const atTop = edgeXAt(edge, top, edge.bx);
    left = min(left, min(atBottom, atTop));
    right = max(right, max(atBottom, atTop));
  }
  const grid = polygonGrid();
  left = max(left, grid.minX);
  right = min(right, grid.minX + grid.cell * <f64>grid.columns);
  if (!(left < right)) return;
  ringSize = 4;
  putPoint(ring, 0, left, bottom);
  putPoint(ring, 1, right, bottom);
  putPoint(ring, 2, right, top);
  putPoint(ring, 3, left, top);
  listNear(left, bottom, right, top);
  for (let i: u32 = 0; i < nearCount; i++) addCut(theWorld().region, get(near, i));
}

/** The x of a side at height y, or of its end nearest to that; `flat` if the side is horizontal. */
function edgeXAt(edge: Edge, y: f64, flat: f64): f64 {
  if (edge.ay == edge.by) return flat;
  const share = max<f64>(0, min<f64>(1, (y - edge.ay) / (edge.by - edge.ay)));
  return edge.ax + share * (edge.bx - edge.ax);
}

/**
 * Makes the region of the mesh inside a regular polygon around a circle; less than 1 % of that
 * polygon lies outside the circle. `part`: only this connected part; -1 = all. The parts must be
 * numbered already, because threads must not number them at the same time.
 */
export function regionNear(region: Region, x: f64, y: f64, distance: f64, part: i32): void {
  ringRoom();
  region.count = 0;
  const reach = distance * OUTSIDE;
  ringSize = CORNERS;
  let dx = reach;
  let dy: f64 = 0;
  for (let k: u32 = 0; k < CORNERS; k++) {
    putPoint(ring, k, x + dx, y + dy);
    const turned = COSINE * dx - SINE * dy;
    dy = SINE * dx + COSINE * dy;
    dx = turned;
  }
  listNear(x - reach, y - reach, x + reach, y + reach);
  const square = distance * distance;
  for (let i: u32 = 0; i < nearCount; i++) {
    const polygon = get(near, i);
    if (part >= 0 && partOf(<i32>polygon) != <u32>part) continue;
    if (isInCircle(polygon, x, y, square)) addWhole(region, polygon);
    else addCut(region, polygon);
  }
}

/** Whether all corners of a polygon lie in the circle, so that no side of the ring cuts it. */
function isInCircle(number: u32, x: f64, y: f64, square: f64): bool {
  const polygon = polygonAt(number);
  for (let s = polygon.first; s < polygon.end; s++) {
    const dx = sideAt(s).x - x;
    const dy = sideAt(s).y - y;
    if (dx * dx + dy * dy > square) return false;
  }
  return true;
}

function ringRoom(): void {
  if (ring == 0) ring = reallocate(0, 0, <usize>CORNERS * POINT);
}

/** Lists the polygons in the cells of a box, in the order of their numbers. */
function listNear(minX: f64, minY: f64, maxX: f64, maxY: f64): void {
  searchBegin(theWorld().polygonCount);
  nearCount = 0;
  const grid = polygonGrid();
  const c0 = columnAt(grid, minX);
  const c1 = columnAt(grid, maxX);
  const r1 = rowAt(grid, maxY);
  for (let row = rowAt(grid, minY); row <= r1; row++)
    for (let column = c0; column <= c1; column++) {
      const list = listAt(grid, column, row);
      for (let i: u32 = 0, count = list.count; i < count; i++) {
        const polygon = polygonIn(list, i);
        if (isFirst(polygon)) addNear(polygon);
      }
    }
  sortNear();
}

/** Sorts by number (Shell 1959): places must not depend on the order of lists of cells. */
function sortNear(): void {
  for (let gap = nearCount >> 1; gap > 0; gap >>= 1)
    for (let i = gap; i < nearCount; i++) {
      const polygon = get(near, i);
      let k = i;
      for (; k >= gap && get(near, k - gap) > polygon; k -= gap) set(near, k, get(near, k - gap));
      set(near, k, polygon);
    }
}

function addNear(polygon: u32): void {
  if (nearCount == nearRoom) {
    const room = max<u32>(64, 2 * nearRoom);
    near = reallocate(near, (<usize>nearRoom) << 2, (<usize>room) << 2);
    nearRoom = room;
  }
  set(near, nearCount++, polygon);
}

/** Makes room for points; keeps `points`, not `cutPoints`. */
function pointsMake(room: u32): void {
  if (room <= pointRoom) return;
  points = reallocate(points, <usize>pointRoom * POINT, <usize>room * POINT);
  cutPoints = reallocate(cutPoints, 0, <usize>room * POINT);
  pointRoom = room;
}

function takePoints(number: u32): void {
  const polygon = polygonAt(number);
  size = polygon.end - polygon.first;
  pointsMake(2 * size + 64);
  for (let i: u32 = 0; i < size; i++) {
    const side = sideAt(polygon.first + i);
    putPoint(points, i, side.x, side.y);
  }
}

function addWhole(region: Region, polygon: u32): void {
  takePoints(polygon);
  addFan(region, polygon);
}

/** Adds the part of a polygon inside the ring (Sutherland and Hodgman 1974). */
function addCut(region: Region, polygon: u32): void {
  takePoints(polygon);
  for (let i: u32 = 0; i < ringSize && size > 0; i++) {
    const next = i + 1 == ringSize ? 0 : i + 1;
    const ax = pointAt(ring, i).x;
    const ay = pointAt(ring, i).y;
    cutBy(ax, ay, pointAt(ring, next).x - ax, pointAt(ring, next).y - ay);
  }
  addFan(region, polygon);
}

/** At least 0 if point `i` of the polygon is on the line, or left of it: such points are kept. */
function beside(i: u32, ax: f64, ay: f64, dx: f64, dy: f64): f64 {
  return dx * (pointAt(points, i).y - ay) - dy * (pointAt(points, i).x - ax);
}

/** Keeps the part of the polygon that lies left of a line. */
function cutBy(ax: f64, ay: f64, dx: f64, dy: f64): void {
  // most sides of the ring do not cut the polygon: then nothing is copied
  let isCut = false;
  for (let k: u32 = 0; k < size && !isCut; k++) isCut = beside(k, ax, ay, dx, dy) < 0;
  if (!isCut) return;
  pointsMake(2 * size);
  let kept: u32 = 0;
  for (let k: u32 = 0; k < size; k++) {
    const after = k + 1 == size ? 0 : k + 1;
    const here = beside(k, ax, ay, dx, dy);
    const there = beside(after, ax, ay, dx, dy);
    const point = pointAt(points, k);
    const next = pointAt(points, after);
    if (here >= 0) putPoint(cutPoints, kept++, point.x, point.y);
    if (here < 0 == there < 0) continue;
    const share = here / (here - there);
    const x = point.x + share * (next.x - point.x);
    putPoint(cutPoints, kept++, x, point.y + share * (next.y - point.y));
  }
  const old = points;
  points = cutPoints;
  cutPoints = old;
  size = kept;
}

/** Adds the fan of triangles of the current polygon, without those of area 0. */
function addFan(region: Region, owner: u32): void {
  const a = pointAt(points, 0);
  for (let i: u32 = 2; i < size; i++) {
    const b = pointAt(points, i - 1);
    const c = pointAt(points, i);
    const area = twiceArea(a.x, a.y, b.x, b.y, c.x, c.y) / 2;
    if (!(area > 0)) continue;
    const before = regionArea(region);
    if (region.count == region.room) {
      const room = max<u32>(64, 2 * region.room);
      const bytes = <usize>region.room * TRIANGLE;
      region.triangles = reallocate(region.triangles, bytes, <usize>room * TRIANGLE);
      region.room = room;
    }
    const triangle = triangleAt(region, region.count++);
    triangle.ax = a.x;
    triangle.ay = a.y;
    triangle.bx = b.x;
    triangle.by = b.y;
    triangle.cx = c.x;
    triangle.cy = c.y;
    triangle.sum = before + area;
    triangle.owner = owner;
  }
}
