// Writes the mesh. The host (`src/mesh`) makes an empty world and its grids, sets the sides of each
// polygon, and then adds the polygon. For a change of the mesh it removes polygons first. Surfaces
// add and remove polygons by area-sums.ts, which calls the functions of this file.

import { NONE } from '@wayfield/wasm/assembly/words';
import { reallocate } from '@wayfield/wasm/assembly/env';
import { gridBind, listPolygon, listWall } from './grid';
import { Grid, LIST, LISTED_WALL, POLYGON, SIDE, World, WORLD } from './layout';
import {
  bytesOf,
  giveWall,
  lengthOf,
  polygonAt,
  polygonGrid,
  sideAfter,
  sideAt,
  takeWall,
  theWorld,
  wallAt,
  wallGrid,
  wallsMake,
  worldBind,
} from './world';

/**
 * Makes an empty mesh with room for polygons, sides and walls, of which only walls may become more.
 * Returns its address. `largest`: the largest absolute value of a coordinate, now or after changes.
 */
export function worldCreate(polygons: u32, sides: u32, walls: u32, largest: f64): usize {
  const address = reallocate(0, 0, WORLD);
  worldBind(address);
  gridBind();
  const world = changetype<World>(address);
  world.walls = changetype<Grid>(reallocate(0, 0, offsetof<Grid>()));
  world.polygons = changetype<Grid>(reallocate(0, 0, offsetof<Grid>()));
  world.polygon = reallocate(0, 0, bytesOf(polygons + 1, POLYGON));
  // the three sides of a triangle are in two lines of the cache, of 64 bytes
  world.side = (reallocate(0, 0, bytesOf(sides + 2, SIDE)) + SIDE - 1) & ~(SIDE - 1);
  for (let s: u32 = 0; s <= sides; s++) sideAt(s).owner = NONE;
  world.polygonCount = polygons;
  world.hasTriangles = sides >= 3 * polygons ? 1 : 0;
  world.wallCount = 0;
  world.wallBlock = 0;
  world.wall = 0;
  wallsMake(max<u32>(16, walls));
  world.freeWall = NONE;
  // 2^-46
  world.slack = largest * 1.4210854715202004e-14;
  world.point = largest * 1e-12;
  return address;
}

/** Lays the grid of walls, or that of polygons, over a box. */
export function gridCreate(
  isOfWalls: bool,
  minX: f64,
  minY: f64,
  cell: f64,
  columns: i32,
  rows: i32,
): void {
  const grid = isOfWalls ? wallGrid() : polygonGrid();
  grid.minX = minX;
  grid.minY = minY;
  grid.cell = cell;
  grid.inverse = 1 / cell;
  grid.columns = columns;
  grid.rows = rows;
  grid.item = isOfWalls ? LISTED_WALL : sizeof<u32>();
  grid.cells = reallocate(0, 0, (<usize>columns * rows) << 2);
  grid.room = 16384;
  grid.lists = reallocate(0, 0, grid.room);
  // the list at offset 0 is empty and without room: all cells share it until their first item
  grid.used = LIST;
  if (!isOfWalls) return;
  // `inRow` reads 8 bytes from the byte of any bit
  grid.rowBytes = <usize>(columns >> 3) + 8;
  grid.columnBytes = <usize>(rows >> 3) + 8;
  grid.rowBits = reallocate(0, 0, <usize>rows * grid.rowBytes);
  grid.columnBits = reallocate(0, 0, <usize>columns * grid.columnBytes);
}

/** Writes a side, without a wall: `addPolygon` makes walls. */
export function setSide(side: u32, x: f64, y: f64, twin: u32, owner: u32): void {
  const record = sideAt(side);
  record.x = x;
  record.y = y;
  record.twin = twin;
  record.owner = owner;
  record.wall = NONE;
}

/** Adds a polygon whose sides are set, and a wall for each side without a twin. */
export function addPolygon(number: u32, first: u32, end: u32): void {
  const polygon = polygonAt(number);
  polygon.first = first;
  polygon.end = end;
  if (first != 3 * number || end != first + 3) theWorld().hasTriangles = 0;
  listPolygon(polygonGrid(), number, true);
  for (let s = first; s < end; s++) {
    const side = sideAt(s);
    if (side.twin != NONE) continue;
    const after = sideAt(sideAfter(s, polygon));
    const dx = after.x - side.x;
    const dy = after.y - side.y;
    const length = lengthOf(dx, dy);
    side.wall = addWall(s, after.x, after.y, length, dx / length, dy / length);
  }
}

/** Adds a wall that starts where a side does, with direction (ex, ey). Returns its number. */
function addWall(s: u32, bx: f64, by: f64, length: f64, ex: f64, ey: f64): u32 {
  const w = takeWall();
  const wall = wallAt(w);
  wall.ax = sideAt(s).x;
  wall.ay = sideAt(s).y;
  wall.bx = bx;
  wall.by = by;
  wall.length = length;
  wall.ex = ex;
  wall.ey = ey;
  wall.side = s;
  wall.back = NONE;
  listWall(wallGrid(), w, wall, true);
  return w;
}

/**
 * Adds two walls of length 0, with opposite directions, at the vertex where a side starts. The
 * vertex is then an obstacle for discs. Two are needed, because `squareTo` measures a wall of
 * length 0 only from the half of the plane behind its start. The side must have a twin.
 * `removeWalls` removes the obstacle, and so does the removal of the polygon of the side.
 */
export function addPoint(s: u32): void {
  const side = sideAt(s);
  const back = addWall(s, side.x, side.y, 0, -1, 0);
  side.wall = addWall(s, side.x, side.y, 0, 1, 0);
  wallAt(side.wall).back = back;
}

/** Removes the walls of a side, if it has any. */
export function removeWalls(s: u32): void {
  const side = sideAt(s);
  if (side.wall == NONE) return;
  const wall = wallAt(side.wall);
  if (wall.back != NONE) removeWall(wall.back);
  removeWall(side.wall);
  side.wall = NONE;
}

function removeWall(w: u32): void {
  listWall(wallGrid(), w, wallAt(w), false);
  giveWall(w);
}

/** Removes a polygon and its walls, if the number is in use. Its sides may be set again then. */
export function removePolygon(number: u32): void {
  const polygon = polygonAt(number);
  if (polygon.first == polygon.end) return;
  listPolygon(polygonGrid(), number, false);
  for (let s = polygon.first; s < polygon.end; s++) {
    removeWalls(s);
    sideAt(s).owner = NONE;
  }
  polygon.first = 0;
  polygon.end = 0;
}
