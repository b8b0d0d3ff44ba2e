// Rows of random places, uniform by area, and the connected parts of places: the kernels of
// `src/calls/random-points.ts`.

import { NONE, set } from '@wayfield/wasm/assembly/words';
import { areasMake, fanArea, polygonAtShare, totalArea } from './area-sums';
import { columns, hintOf, number, putPlace, putPolygon, putStatus } from './columns';
import { Region, Side } from './layout';
import { locate } from './locate';
import { isClear } from './near';
import { areaOfPart, partOf, polygonOfPart } from './parts';
import { beginNumbers, seedOf, unit } from './random';
import { isInEdges, regionArea, regionMake, regionNear, triangleAtShare } from './region';
import { locateRows } from './rows';
import { polygonAt, sideAt, theWorld } from './world';

/** The most draws for one place; if all are in vain, `found` is false. */
const MOST_DRAWS: u32 = 4096;

/** Values of `within` that are no number of a part: anywhere, or in the polygon of `setEdge`. */
export const ANYWHERE: i32 = -1;
export const IN_POLYGON: i32 = -2;

/** The region around the circle of the current row of `randomNearRows`. */
let circle: Region = changetype<Region>(0);

/** The place drawn last, and the polygon that it was drawn from. */
let x: f64 = 0;
let y: f64 = 0;
let owner: u32 = 0;

/**
 * Begins a batch, on the host's thread alone: makes the area sums, and the seed from two numbers.
 */
export function randomSeed(a: f64, b: f64): void {
  areasMake();
  theWorld().seed = seedOf(a, b);
}

/** Puts x, y into a triangle, uniform by area. */
function placeIn(ax: f64, ay: f64, bx: f64, by: f64, cx: f64, cy: f64): void {
  let u = unit();
  let v = unit();
  // (u, v) is uniform in a parallelogram, whose half beyond the triangle is folded back
  if (u + v > 1) {
    u = 1 - u;
    v = 1 - v;
  }
  x = ax + u * (bx - ax) + v * (cx - ax);
  y = ay + u * (by - ay) + v * (cy - ay);
}

/** Draws a place in a polygon that has an area: a triangle of its fan by area, a point in that. */
function drawInPolygon(drawn: u32): void {
  owner = drawn;
  const polygon = polygonAt(drawn);
  let s = polygon.first + 2;
  if (s + 1 < polygon.end) {
    let sum: f64 = 0;
    for (let i = s; i < polygon.end; i++) sum += fanArea(polygon, i);
    let left = unit() * sum;
    for (let i = s; i < polygon.end; i++) {
      const area = fanArea(polygon, i);
      if (area > 0) s = i;
      if (left < area) break;
      left -= area;
    }
  }
  const a: Side = sideAt(polygon.first);
  const b: Side = sideAt(s - 1);
  const c: Side = sideAt(s);
  placeIn(a.x, a.y, b.x, b.y, c.x, c.y);
}

/** Draws a place in a region that has an area. */
function drawInRegion(region: Region): void {
  const triangle = triangleAtShare(region, unit() * regionArea(region));
  owner = triangle.owner;
  placeIn(triangle.ax, triangle.ay, triangle.bx, triangle.by, triangle.cx, triangle.cy);
}

/**
 * Whether a disc fits at the place drawn. Rounding may put the place off the mesh: places for discs
 * are located again, those for points are taken as drawn.
 */
function fits(radius: f64): bool {
  return radius == 0 || (locate(x, y, <i32>owner) >= 0 && isClear(x, y, radius));
}

/** Writes a row: the place drawn last, or that none was found. */
function putSpot(row: u32, isFound: bool): void {
  putStatus(row, isFound ? 1 : 0);
  putPlace(row, isFound ? x : NaN, isFound ? y : NaN);
  putPolygon(row, isFound ? <i32>owner : -1);
}

/** A random place per row. `within`: the number of a part, ANYWHERE or IN_POLYGON. */
export function randomRows(first: u32, end: u32, within: f64): void {
  const world = theWorld();
  const part = <i32>within;
  for (let i = first; i < end; i++) {
    beginNumbers(world.seed, <u64>number(columns().value, i));
    const radius = number(columns().radius, i);
    let isFound = false;
    for (let k: u32 = 0; k < MOST_DRAWS && !isFound; k++) {
      if (part == IN_POLYGON) {
        if (!(regionArea(world.region) > 0)) break;
        drawInRegion(world.region);
        if (!isInEdges(x, y)) continue;
      } else {
        if (!((part == ANYWHERE ? totalArea() : areaOfPart(<u32>part)) > 0)) break;
        if (part == ANYWHERE) drawInPolygon(polygonAtShare(unit() * totalArea()));
        else drawInPolygon(polygonOfPart(<u32>part, unit()));
      }
      isFound = fits(radius);
    }
    putSpot(i, isFound);
  }
}

/** A random place per row, at most `a` (a column) from x, y. `within`: a part, or ANYWHERE. */
export function randomNearRows(first: u32, end: u32, within: f64): void {
  const seed = theWorld().seed;
  if (changetype<usize>(circle) == 0) circle = regionMake();
  for (let i = first; i < end; i++) {
    beginNumbers(seed, <u64>number(columns().value, i));
    const fromX = number(columns().x, i);
    const fromY = number(columns().y, i);
    const distance = number(columns().a, i);
    const radius = number(columns().radius, i);
    regionNear(circle, fromX, fromY, distance, <i32>within);
    let isFound = false;
    for (let k: u32 = 0; k < MOST_DRAWS && !isFound && regionArea(circle) > 0; k++) {
      drawInRegion(circle);
      const dx = x - fromX;
      const dy = y - fromY;
      isFound = dx * dx + dy * dy <= distance * distance && fits(radius);
    }
    putSpot(i, isFound);
  }
}

/** The connected part of each place; NONE off the mesh. */
export function partRows(first: u32, end: u32): void {
  locateRows(first, end);
  for (let i = first; i < end; i++) {
    const polygon = hintOf(i);
    set(columns().contacts, i, polygon < 0 ? NONE : partOf(polygon));
  }
}
