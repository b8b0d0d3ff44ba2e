// The mesh that the kernels work on: its polygons, sides and walls. The host names it once per
// instance: by `worldCreate` of change.ts, in a thread of a pool by `worldBind`.

import { NONE } from '@wayfield/wasm/assembly/words';
import { reallocate } from '@wayfield/wasm/assembly/env';
import { Grid, Polygon, POLYGON, Side, SIDE, Wall, WALL, World } from './layout';

let world: World = changetype<World>(0);

export function worldBind(address: usize): void {
  world = changetype<World>(address);
}

export function theWorld(): World {
  return world;
}
export function wallGrid(): Grid {
  return world.walls;
}
export function polygonGrid(): Grid {
  return world.polygons;
}
export function sideAt(side: u32): Side {
  return changetype<Side>(world.side + <usize>side * SIDE);
}
export function polygonAt(polygon: u32): Polygon {
  return changetype<Polygon>(world.polygon + <usize>polygon * POLYGON);
}
export function wallAt(wall: u32): Wall {
  return changetype<Wall>(world.wall + <usize>wall * WALL);
}
/** Whether all polygons are triangles: the sides of number i are then 3 i to 3 i + 2. */
export function hasTriangles(): bool {
  return world.hasTriangles != 0;
}
/** The first side of a polygon, and the number after its last side. */
export function firstSide(polygon: u32): u32 {
  return world.hasTriangles != 0 ? 3 * polygon : polygonAt(polygon).first;
}
export function endSide(polygon: u32): u32 {
  return world.hasTriangles != 0 ? 3 * polygon + 3 : polygonAt(polygon).end;
}
/** Whether a number is that of a polygon in use. */
export function isPolygon(polygon: i32): bool {
  if (<u32>polygon >= world.polygonCount) return false;
  if (world.hasTriangles != 0) return sideAt(3 * <u32>polygon).owner == <u32>polygon;
  const record = polygonAt(<u32>polygon);
  return record.end > record.first;
}
/** The side after a side of the same polygon. */
export function sideAfter(side: u32, polygon: Polygon): u32 {
  return side + 1 == polygon.end ? polygon.first : side + 1;
}
export function sideBefore(side: u32, polygon: Polygon): u32 {
  return side == polygon.first ? polygon.end - 1 : side - 1;
}

/**
 * How much nearer to a wall than its radius a disc may be. Moves take a wall as a contact only if
 * the disc would come nearer than the radius less a quarter of the margin, the `slop`.
 * architecture/moves.md says what the rest of the margin is for.
 */
export function marginOf(radius: f64): f64 {
  return 1e-9 * radius + world.slack;
}

/** The length of a vector that is not 0, also below 1e-145, where squares may underflow. */
export function lengthOf(dx: f64, dy: f64): f64 {
  const square = dx * dx + dy * dy;
  if (square > 1e-290) return sqrt(square);
  const size = max(abs(dx), abs(dy));
  const sx = dx / size;
  const sy = dy / size;
  return size * sqrt(sx * sx + sy * sy);
}

/**
 * The bytes of records, for `reallocate`. No memory has 2^32 - 1 free bytes: a product above that
 * becomes a RangeError, not a small block.
 */
export function bytesOf(count: u32, size: usize): usize {
  return <usize>min<u64>(<u64>count * <u64>size, 0xffffffff);
}

/**
 * Makes room for walls, and copies those there are. A wall is as long as a line of the cache and
 * begins where a line does: across two lines, a wall that is not in the cache would take two reads.
 */
export function wallsMake(room: u32): void {
  const block = reallocate(0, 0, bytesOf(room + 1, WALL));
  const address = (block + WALL - 1) & ~(WALL - 1);
  memory.copy(address, world.wall, <usize>world.wallCount * WALL);
  if (world.wallBlock != 0) reallocate(world.wallBlock, 0, 0);
  world.wallBlock = block;
  world.wall = address;
  world.wallRoom = room;
}

/** A number for a new wall: a free one, or the next one after all walls. */
export function takeWall(): u32 {
  const free = world.freeWall;
  if (free != NONE) {
    world.freeWall = wallAt(free).side;
    return free;
  }
  if (world.wallCount == world.wallRoom) wallsMake(2 * world.wallRoom);
  return world.wallCount++;
}

/** Frees the number of a wall. The `side` of a free wall holds the next free number. */
export function giveWall(wall: u32): void {
  wallAt(wall).side = world.freeWall;
  world.freeWall = wall;
}
