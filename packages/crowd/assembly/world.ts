// The bound record, and where everything lies in the block of a crowd.

import {
  layScratch,
  Motion,
  MOTION_BYTES,
  Part,
  PART_BYTES,
  Place,
  PLACE_BYTES,
  Scratch,
  SCRATCH_BYTES,
  Traits,
  TRAITS_BYTES,
  Wall,
  WALL_BYTES,
  World,
} from './layout-world';

/**
 * Bytes between arrays. A vector load of 16 bytes that begins at the last entry of an array reads
 * up to 12 bytes behind it, which then belong to the block.
 */
const PADDING: usize = 16;

/** Bytes of the record of a crowd. */
export const WORLD_BYTES: u32 = offsetof<World>();

let world: World = changetype<World>(0);
/** The address of the first byte of the block that no array has taken yet. */
let next: usize = 0;

/** The bound crowd. */
export function bound(): World {
  return world;
}

/** Binds the crowd whose record lies at `address`. */
export function bindWorld(address: usize): void {
  world = changetype<World>(address);
}

export function traitsAt(slot: u32): Traits {
  return changetype<Traits>(world.traits + <usize>slot * TRAITS_BYTES);
}

export function placeAt(place: u32): Place {
  return changetype<Place>(world.places + <usize>place * PLACE_BYTES);
}

export function motionAt(place: u32): Motion {
  return changetype<Motion>(world.motions + <usize>place * MOTION_BYTES);
}

/** The `Motion` of the agent at a place. */
export function motionOf(place: Place): Motion {
  // a motion has half the bytes of a place
  return changetype<Motion>(world.motions + ((changetype<usize>(place) - world.places) >> 1));
}

export function wallAt(wall: u32): Wall {
  return changetype<Wall>(world.walls + <usize>wall * WALL_BYTES);
}

export function scratchOf(thread: u32): Scratch {
  return changetype<Scratch>(world.scratch + <usize>thread * SCRATCH_BYTES);
}

export function partOf(thread: u32): Part {
  return changetype<Part>(world.parts + <usize>thread * PART_BYTES);
}

/**
 * Writes the sizes of a crowd to the record at `address`; returns the bytes of the block that
 * `openWorld` needs. The limits of the wall grid are also in src/gpu/walls/layout.ts.
 */
export function planWorld(address: usize, capacity: u32, wallCapacity: u32, threads: u32): f64 {
  const w = changetype<World>(address);
  w.capacity = capacity;
  w.wallCapacity = wallCapacity;
  w.cellLimit = 2 * capacity + 1024;
  w.wallCellLimit = 2 * wallCapacity + 1024;
  w.wallEntryLimit = 8 * wallCapacity + 4096;
  w.threads = threads;
  next = 0;
  lay(w);
  return <f64>next;
}

/**
 * Binds the record at `address`, whose sizes `planWorld` has written, and writes the addresses of
 * all arrays in `block` to the record. The block must be zero: a status of 0 is `FREE`.
 */
export function openWorld(address: usize, block: usize): void {
  bindWorld(address);
  next = block;
  lay(world);
  for (let thread: u32 = 0; thread < world.threads; thread++) {
    layScratch(world.scratch + <usize>thread * SCRATCH_BYTES);
  }
}

/** Takes `bytes` of the block for an array; returns the address of the array. */
function take(bytes: usize): usize {
  const address = next;
  next = (address + bytes + PADDING + 15) & ~15;
  return address;
}

/**
 * Gives each array of the crowd its address. `columnAddress` counts the fields of `World` from
 * `positionX` on, so the host depends on their order.
 */
function lay(w: World): void {
  const n = <usize>w.capacity;
  w.state = next;
  w.positionX = take(8 * n);
  w.positionY = take(8 * n);
  w.homeX = take(8 * n);
  w.homeY = take(8 * n);
  w.x = take(4 * n);
  w.y = take(4 * n);
  w.velocityX = take(4 * n);
  w.velocityY = take(4 * n);
  w.headingX = take(4 * n);
  w.headingY = take(4 * n);
  w.preferredX = take(4 * n);
  w.preferredY = take(4 * n);
  w.radius = take(4 * n);
  w.traits = take(TRAITS_BYTES * n);
  w.generation = take(4 * n);
  w.status = take(n);
  w.level = take(n);
  w.stall = take(2 * n);
  w.cruise = take(4 * n);
  w.stateBytes = next - w.state;
  w.key = take(4 * n);
  w.nearX = take(4 * n);
  w.nearY = take(4 * n);
  w.places = take(PLACE_BYTES * n);
  // Vectors of four read up to three records (48 bytes) behind the last motion. These bytes lie in
  // `spans` and `cells`, which must follow.
  w.motions = take(MOTION_BYTES * n);
  w.spans = take(4 * n);
  w.cells = take(4 * (<usize>w.cellLimit + 2));
  w.walls = take(WALL_BYTES * <usize>w.wallCapacity);
  w.wallCells = take(4 * (<usize>w.wallCellLimit + 2));
  w.wallEntries = take(4 * <usize>w.wallEntryLimit);
  w.scratch = take(SCRATCH_BYTES * <usize>w.threads);
  w.parts = take(PART_BYTES * <usize>w.threads);
}
