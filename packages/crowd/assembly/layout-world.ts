// The record of a crowd: sizes, addresses of all columns, the grids and the current tick. The host
// takes one block for the record and everything that it names; threads bind the same record.

import { LINE_LIMIT, NEAR_LIMIT, RANK_LIMIT, WALL_LIMIT } from './limits';

/** One crowd. Addresses are of arrays by slot unless their comment says otherwise. */
@unmanaged
export class World {
  capacity: u32;
  wallCapacity: u32;
  /** Cells of the agent grid, at most. */
  cellLimit: u32;
  /** Cells of the wall grid, and walls in all cells together, at most. */
  wallCellLimit: u32;
  wallEntryLimit: u32;
  threads: u32;

  // the state: `stateBytes` bytes from `state` on, which snapshots copy
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
  // by place, written by `scatter`: f32 positions relative to the grid's origin, and `Place` and
  // `Motion` of each agent
  nearX: usize;
  nearY: usize;
  places: usize;
  motions: usize;
  /**
   * By slot, f32, in metres: the agent's span. After a search, the distance of its farthest
   * neighbour, or its neighbour distance if it has fewer neighbours than it looks for. After a
   * clear test (lines/clear.ts), an estimate. 0: not known. The sign is a flag: a number below 0
   * says that the linear program restricted the agent. Spans choose the first search of the next
   * tick; they decide no answer.
   */
  spans: usize;
  /**
   * Word c + 1 belongs to cell c. `countCells` writes the number of its agents, `startCells` turns
   * that into the first place of the cell, and `scatter` adds 1 per agent. So after `scatter`, cell
   * c holds the places from word c to word c + 1, less 1.
   */
  cells: usize;

  // walls
  /** `wallCount` records `Wall`, written by the host. */
  walls: usize;
  /** Word c: the first entry of cell c of the wall grid; its entries end at word c + 1. */
  wallCells: usize;
  /** Numbers of walls, cell by cell. */
  wallEntries: usize;
  /** One block of scratch per thread. */
  scratch: usize;
  /** One record of partial sums per thread. */
  parts: usize;

  // the tick
  /** Seconds of the tick. */
  dt: f64;
  /** Ticks per second, 1 to 4,096: see ticksPerSecond in src/tick.ts. */
  perSecond: u32;
  /** Ticks done before this one. */
  tick: u32;
  /** Seed of all hashes: see lines/ties.ts. */
  seed: u32;
  /** No slot from here on has an agent: `end` of the crowd (src/types.ts). */
  end: u32;
  /** Agents that the last `planGrid` counted: the number of places. */
  agents: u32;
  wallCount: u32;
  /** `maxNeighbours` of the crowd's defaults: how many neighbours most agents look for. */
  usualNeighbours: u32;
  /** Seconds that moving agents keep to those ahead; 0: they keep none. */
  headway: f32;
  /** The largest neighbour distance of any agent since `reset` or `restore`, in metres. */
  largestReach: f64;
  // the bounds of the crowd, in metres
  minX: f64;
  minY: f64;
  maxX: f64;
  maxY: f64;

  // the agent grid, chosen by `planGrid`
  /** The corner of cell 0, in metres. */
  originX: f64;
  originY: f64;
  /** Cells per metre. */
  perUnit: f64;
  columns: u32;
  rows: u32;
  /** Added to squared distances per coordinate, so that `filterOf` leaves out no neighbour. */
  slack: f64;
  /** Upper bound on the error of the distance between two f32 positions, in metres. */
  blur: f64;
  /**
   * Distance in metres within which an agent first searches if its span is not known. About 1.6
   * times `usualNeighbours` other agents are expected there: see `ROOMY` in grid/sort.ts.
   */
  expected: f64;
  /** Other agents per square metre around an agent, by the last grid; 0: not known. */
  density: f64;

  // the wall grid, chosen by `sortWalls`: fields as of the agent grid
  wallOriginX: f64;
  wallOriginY: f64;
  wallPerUnit: f64;
  wallColumns: u32;
  wallRows: u32;
}

/** Traits of an agent, by slot: `AgentTraits` in src/types.ts, but for the radius, a column. */
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

/**
 * What others need of an agent to find it, by place. `y` must follow `x`, because kernels load both
 * as one vector.
 */
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
 * What half-planes need of an agent besides its `Place`, by place. A record has 16 bytes, which are
 * one vector: kernels load four records and transpose them by shuffles. 16 bytes are half of a
 * `Place`, so `motionOf` divides by 2.
 */
@unmanaged
export class Motion {
  velocityX: f32;
  velocityY: f32;
  radius: f32;
  priority: f32;
}

/**
 * A wall segment, with the walls that are joined to its ends. All fields are f64, because the host
 * writes records as one Float64Array (src/walls/put-walls.ts, src/walls/put-joints.ts).
 */
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
  // Unit vectors of up to four joined walls, each leading away from the common end. Seen along this
  // wall towards end a, `aLeft` is the joined wall with the smallest turn to the left, and `aRight`
  // the one with the smallest turn to the right; likewise at end b. `joints`: which of them exist.
  aLeftX: f64;
  aLeftY: f64;
  aRightX: f64;
  aRightY: f64;
  bLeftX: f64;
  bLeftY: f64;
  bRightX: f64;
  bRightY: f64;
  /** Bits `A_LEFT` to `B_RIGHT`. */
  joints: f64;
  /** 0 to 65534, or `ALL_STOREYS`. */
  storey: f64;
}

/**
 * Bits of `Wall.joints`: a wall is joined to this end and turns to this side. A wall that runs
 * straight on counts for both sides.
 */
export const A_LEFT: u32 = 1;
export const A_RIGHT: u32 = 2;
export const B_LEFT: u32 = 4;
export const B_RIGHT: u32 = 8;
/** `Wall.storey` of walls on all storeys. */
export const ALL_STOREYS: u32 = 0xffff;

/** Partial sums of one thread. After `planGrid` and `endRuns`, thread 0 has the totals. */
@unmanaged
export class Part {
  // by `measure`: the extent of positions; sums, and sums of squares, of their differences from the
  // base, which is the position of the first agent; the number of agents
  minX: f64;
  minY: f64;
  maxX: f64;
  maxY: f64;
  baseX: f64;
  baseY: f64;
  sumX: f64;
  sumY: f64;
  squareX: f64;
  squareY: f64;
  count: u32;
  // of the tick, by `advance`: see `StepReport` in src/types.ts
  infeasible: u32;
  squeezed: u32;
  clipped: u32;
  idle: u32;
  settled: u32;
  // of the agents that the thread has scattered: the bits common to all masks, and to all groups
  masks: u32;
  groups: u32;
  lowestStorey: u32;
  highestStorey: u32;
  /**
   * 1: all agents are on one storey, and all masks and all groups have a common bit, so each agent
   * avoids all others.
   */
  allMeet: u32;
  // of the agents that the thread has scattered: the largest radius, the largest 1 - priority, and
  // the largest |x| + |y| of a velocity
  partRadius: f32;
  partYielding: f32;
  partSpeed: f32;
  // the largest of the three over all threads, by `joinTraits`
  largestRadius: f32;
  largestYielding: f32;
  largestSpeed: f32;
  /** The deepest overlap of two discs, in metres: `deepestOverlap` of the report. */
  deepest: f64;
}

export const PART_BYTES: usize = offsetof<Part>();
export const WALL_BYTES: usize = offsetof<Wall>();
/** Whole words, because records follow one another. */
export const TRAITS_BYTES: usize = (offsetof<Traits>() + 3) & ~3;
export const PLACE_BYTES: usize = offsetof<Place>();
export const MOTION_BYTES: usize = offsetof<Motion>();
/** Where in the record the addresses of columns begin. */
export const COLUMNS_AT: usize = offsetof<World>('positionX');

// numbers of columns for `columnAddress`, that the host needs beside those of `openColumns`
const WORD: u32 = sizeof<usize>();
export const TRAITS_COLUMN: u32 = <u32>(offsetof<World>('traits') - COLUMNS_AT) / WORD;
export const WALL_CELLS_COLUMN: u32 = <u32>(offsetof<World>('wallCells') - COLUMNS_AT) / WORD;
export const WALL_ENTRIES_COLUMN: u32 = <u32>(offsetof<World>('wallEntries') - COLUMNS_AT) / WORD;

/** Scratch of one thread, for the agent that the thread advances. Addresses are of lists. */
@unmanaged
export class Scratch {
  /** `NEAR_LIMIT` places of neighbours, the nearest first (u32). */
  near: usize;
  /** Their squared distances (f64), only written by `findByCells`. */
  nearSquares: usize;
  /** `WALL_LIMIT` numbers of near walls, the nearest first (u32); their squared distances (f64). */
  walls: usize;
  wallSquares: usize;
  /** Places of the agents that the quick search ranks (u32), and their squared distances (f32). */
  rank: usize;
  rankSquares: usize;
  /** Half-planes of the agent's program: see program/half-planes.ts. */
  lines: usize;
  /** Half-planes of the programs that `relax` solves. */
  projected: usize;
  // the intent of the current agent: see intent/intent.ts
  intendedX: f64;
  intendedY: f64;
  status: u32;
  level: u32;
  stall: u32;
  /** 1: the agent takes the place where it stands as its home. */
  stays: u32;
  /** The cruising speed of the next tick: see intent/intent.ts. */
  cruise: f32;
  /** `SLOWS` if the agent slows down, else 0. */
  slows: u32;
}

/** Bytes of a column of half-planes: `LINE_LIMIT` entries, and two more for `endLines`. */
export const LINE_ROW: usize = (<usize>LINE_LIMIT + 2) << 3;
export const LINES_BYTES: usize = 3 * LINE_ROW;
/**
 * Bytes of a column of agents to rank, with 8 entries beyond `RANK_LIMIT`, of which 4 are used:
 * `gather` in near/quick.ts writes four places at once, and stops once it has more than
 * `RANK_LIMIT`. The function `rank` there writes four infinities behind the distances.
 */
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
