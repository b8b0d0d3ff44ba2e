// The record of a crowd: sizes, addresses of all columns, the grids and the current tick. The host
// takes one block for the record and everything that it names; threads bind the same record.

import { LINE_LIMIT, NEAR_LIMIT, RANK_LIMIT, WALL_LIMIT } from './limits';

/** One crowd. Addresses are of arrays by slot unless their comment says otherwise. */
@unmanaged
export class World {
  capacity: u32;
  wallCapacity: u32;
  /** Cells of the agent grid, at most; likewise of the wall grid. */
  cellLimit: u32;
  wallCellLimit: u32;
  wallEntryLimit: u32;
  threads: u32;

  // the state: one block, which snapshots copy
  state: usize;
  stateBytes: usize;
  positionX: usize;
  positionY: usize;
  homeX: usize;
  homeY: usize;
  x: usize;
  y: usize;
  velocityX: usize;
  velocityY: usize;
  headingX: usize;
  headingY: usize;
  preferredX: usize;
  preferredY: usize;
  radius: usize;
  traits: usize;
  generation: usize;
  status: usize;
  level: usize;
  stall: usize;
  cruise: usize;

  /** Cell of each slot in this tick. */
  key: usize;
  // by place: f32 positions relative to the grid's origin, and records of two kinds
  nearX: usize;
  nearY: usize;
  places: usize;
  motions: usize;
  /**
   * By slot: the distance of the last neighbour in the tick before; 0: not known. Negative: the
   * linear program restricted the agent. It decides how the next tick begins, not what it finds.
   */
  spans: usize;
  /** Word c + 1: the first place of cell c before agents are scattered, and its end afterwards. */
  cells: usize;

  // walls
  walls: usize;
  /** Word c: the first entry of cell c of the wall grid. */
  wallCells: usize;
  wallEntries: usize;
  /** One block of scratch per thread. */
  scratch: usize;
  /** One record of partial sums per thread. */
  parts: usize;

  // the tick
  dt: f64;
  /** Ticks per second, 1 to 4,096: see ticksPerSecond in src/tick.ts. */
  perSecond: u32;
  tick: u32;
  seed: u32;
  end: u32;
  agents: u32;
  wallCount: u32;
  /** Neighbours that most agents look for. */
  usualNeighbours: u32;
  /** Seconds that moving agents keep to those ahead; 0: they keep none. */
  headway: f32;
  /** The largest neighbour distance of an agent since the start. */
  largestReach: f64;
  minX: f64;
  minY: f64;
  maxX: f64;
  maxY: f64;

  // the agent grid
  originX: f64;
  originY: f64;
  perUnit: f64;
  columns: u32;
  rows: u32;
  /** Added to squared f32 distances, so that rounding loses no neighbour. */
  slack: f64;
  /** Rounding of the distance between two f32 positions, at most. */
  blur: f64;
  /** Within this distance of an agent, there are about as many others as it looks for. */
  expected: f64;
  /** Agents per square metre around an agent, by the last grid; 0: not known. */
  density: f64;

  // the wall grid
  wallOriginX: f64;
  wallOriginY: f64;
  wallPerUnit: f64;
  wallColumns: u32;
  wallRows: u32;
}

/** Traits of an agent, by slot. */
@unmanaged
export class Traits {
  maxSpeed: f32;
  horizon: f32;
  wallHorizon: f32;
  neighbourDistance: f32;
  priority: f32;
  group: u32;
  mask: u32;
  storey: u16;
  maxNeighbours: u8;
}

/** What neighbours need of an agent, in cell order: where it is and who. */
@unmanaged
export class Place {
  x: f64;
  y: f64;
  slot: u32;
  group: u32;
  mask: u32;
  storey: u16;
  status: u8;
  level: u8;
}

/**
 * What half-planes need of an agent besides, in cell order. Four records are a square of f32 that
 * vectors transpose.
 */
@unmanaged
export class Motion {
  velocityX: f32;
  velocityY: f32;
  radius: f32;
  priority: f32;
}

/** A wall segment, with the walls that are joined to its ends. */
@unmanaged
export class Wall {
  ax: f64;
  ay: f64;
  bx: f64;
  by: f64;
  /** The unit vector from a to b. */
  ux: f64;
  uy: f64;
  length: f64;
  // Seen from a wall's middle towards an end: the unit vector of the joined wall that turns least
  // to the left, and to the right. Which of them exist, `joints` says.
  aLeftX: f64;
  aLeftY: f64;
  aRightX: f64;
  aRightY: f64;
  bLeftX: f64;
  bLeftY: f64;
  bRightX: f64;
  bRightY: f64;
  joints: f64;
  storey: f64;
}

/**
 * Bits of `Wall.joints`: a wall is joined to this end that turns to this side or runs straight on.
 */
export const A_LEFT: u32 = 1;
export const A_RIGHT: u32 = 2;
export const B_LEFT: u32 = 4;
export const B_RIGHT: u32 = 8;
/** `Wall.storey` of walls on all storeys. */
export const ALL_STOREYS: u32 = 0xffff;

/** Partial sums of one thread. */
@unmanaged
export class Part {
  minX: f64;
  minY: f64;
  maxX: f64;
  maxY: f64;
  sumX: f64;
  sumY: f64;
  squareX: f64;
  squareY: f64;
  count: u32;
  infeasible: u32;
  squeezed: u32;
  clipped: u32;
  idle: u32;
  settled: u32;
  /** The groups that all masks meet, and the groups of all agents: bits that none lacks. */
  masks: u32;
  groups: u32;
  lowestStorey: u32;
  highestStorey: u32;
  /** 1: every agent of the crowd counts for every other. */
  allMeet: u32;
  // the largest radius, 1 - priority and size of a velocity of the agents of the thread
  radius: f32;
  yielding: f32;
  speed: f32;
  // and of all agents
  largest: f32;
  yieldingMost: f32;
  fastest: f32;
  deepest: f64;
}

export const PART_BYTES: usize = offsetof<Part>();
export const WALL_BYTES: usize = offsetof<Wall>();
export const TRAITS_BYTES: usize = 32;
export const PLACE_BYTES: usize = 32;
export const MOTION_BYTES: usize = 16;
/** Where in the record the addresses of columns begin. */
export const COLUMNS_AT: usize = offsetof<World>('positionX');

/** Scratch of one thread. */
@unmanaged
export class Scratch {
  /** Near agents and walls: squared distances, and places or walls. */
  near: usize;
  nearSquares: usize;
  walls: usize;
  wallSquares: usize;
  /** Agents to rank: places, and squared distances in f32. */
  rank: usize;
  rankSquares: usize;
  /** Three columns of `LINE_LIMIT` f64 each: see program/half-planes.ts. */
  lines: usize;
  projected: usize;
  // the intent of the current agent: see intent/intent.ts
  intendedX: f64;
  intendedY: f64;
  status: u32;
  level: u32;
  stall: u32;
  /** 1: the agent takes the place where it stands as its home. */
  stays: u32;
  /** The speed at which the agent goes where it is far from its goal. */
  cruise: f32;
  /** `SLOWS` if the agent slows down, else 0. */
  slows: u32;
}

/** Bytes of a column of half-planes: two more than there are, for vectors of two. */
export const LINE_ROW: usize = (<usize>LINE_LIMIT + 2) << 3;
export const LINES_BYTES: usize = 3 * LINE_ROW;
/** Bytes of a column of agents to rank: a block's candidates and a vector more. */
const RANK_ROW: usize = (<usize>RANK_LIMIT + 8) << 2;
const HEAD: usize = (offsetof<Scratch>() + 15) & ~15;
export const SCRATCH_BYTES: usize =
  HEAD + 12 * <usize>NEAR_LIMIT + 12 * <usize>WALL_LIMIT + 2 * LINES_BYTES + 2 * RANK_ROW;

/** Writes the addresses of one thread's scratch into its head. */
export function layScratch(at: usize): void {
  const scratch = changetype<Scratch>(at);
  let next = at + HEAD;
  scratch.nearSquares = next;
  next += 8 * NEAR_LIMIT;
  scratch.wallSquares = next;
  next += 8 * WALL_LIMIT;
  scratch.lines = next;
  next += LINES_BYTES;
  scratch.projected = next;
  next += LINES_BYTES;
  scratch.near = next;
  next += 4 * NEAR_LIMIT;
  scratch.walls = next;
  next += 4 * WALL_LIMIT;
  scratch.rank = next;
  next += RANK_ROW;
  scratch.rankSquares = next;
}
