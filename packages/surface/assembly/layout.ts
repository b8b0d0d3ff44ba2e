// Records in memory, read and written by name: `changetype<Wall>(address).length` compiles to a
// load with a fixed offset. The tables "Arrays" of the pages in architecture/ say how many there
// are of each, and how long their contents are valid.

/** A side of a polygon, directed, with the polygon on its left. */
// @ts-ignore: decorator
@unmanaged
export class Side {
  /** Where the side starts. */
  x: f64;
  y: f64;
  /** The opposite side, which belongs to the neighbour; NONE = a wall. */
  twin: u32;
  /** The polygon of the side; NONE: the side is not in use. */
  owner: u32;
  /**
   * The wall along the side, if the side has no twin. Otherwise NONE, or a wall of length 0: of the
   * sides that start at a vertex on no wall, one holds it (`addPoint` of change.ts).
   */
  wall: u32;
  unused: u32;
}

/** The sides of a polygon: `first` to `end` - 1. A number without sides is not in use. */
// @ts-ignore: decorator
@unmanaged
export class Polygon {
  first: u32;
  end: u32;
}

/** A wall in the list of a cell: a copy of `Wall`, so that a list is read in one run of memory. */
// @ts-ignore: decorator
@unmanaged
export class ListedWall {
  /** Where the wall starts. */
  ax: f64;
  ay: f64;
  /** The direction of the wall, of length 1: (-ey, ex) is the normal into free space. */
  ex: f64;
  ey: f64;
  length: f64;
  /** The number of the wall. */
  wall: u32;
  /** The side of the wall, for ties: the number of a wall depends on earlier changes. */
  side: u32;
}

/** A wall, directed, with free space on its left. */
// @ts-ignore: decorator
@unmanaged
export class Wall {
  /** Where the wall starts, its direction and its length, as in `ListedWall`. */
  ax: f64;
  ay: f64;
  ex: f64;
  ey: f64;
  length: f64;
  /** Where the wall ends. */
  bx: f64;
  by: f64;
  /**
   * The side along which the wall lies. For the two walls of a vertex on no wall: a side that
   * starts at the vertex. For a number that is not in use: the next free number (`giveWall`).
   */
  side: u32;
  /**
   * A vertex on no wall has two walls of length 0. In the one that `Side.wall` names: the number of
   * the other. In all other walls: NONE.
   */
  back: u32;
}

/** A grid of square cells, each with a list of items: walls, or polygons. */
// @ts-ignore: decorator
@unmanaged
export class Grid {
  minX: f64;
  minY: f64;
  /** The side length of a cell, and 1 / that. */
  cell: f64;
  inverse: f64;
  columns: i32;
  rows: i32;
  /** Address of a word per cell, row by row: the offset of its list from `lists`, in bytes. */
  cells: usize;
  /** Address of the lists of all cells, the bytes in use, and the bytes there is room for. */
  lists: usize;
  used: usize;
  room: usize;
  /** Bytes of an item of a list: `LISTED_WALL`, or a word for a polygon. */
  item: usize;
  /**
   * Addresses of a bit per cell that says whether its list has items: once row by row, once column
   * by column; the bytes from one row, and one column, to the next. Most cells are empty, and the
   * bits of many cells share a line of the cache. All are 0 in a grid of polygons, which has no
   * bits.
   */
  rowBits: usize;
  columnBits: usize;
  rowBytes: usize;
  columnBytes: usize;
}

/** The list of a cell; its items follow. */
// @ts-ignore: decorator
@unmanaged
export class List {
  count: u32;
  room: u32;
}

/**
 * The mesh of a surface. All threads of a pool read the same record; only the host's thread writes
 * it, between batches.
 */
// @ts-ignore: decorator
@unmanaged
export class World {
  walls: Grid;
  polygons: Grid;
  /** Addresses of records. */
  side: usize;
  polygon: usize;
  wall: usize;
  /** The number of polygons; of a live mesh the room, above all numbers in use. */
  polygonCount: u32;
  /** 1: all polygons are triangles, and triangle i has sides 3 i to 3 i + 2. 0: see `Polygon`. */
  hasTriangles: u32;
  /** A number above all walls in use; the room for walls; the first free number, or NONE. */
  wallCount: u32;
  wallRoom: u32;
  freeWall: u32;
  /** Address of the block that holds the walls: `wall` is rounded up from there (`wallsMake`). */
  wallBlock: usize;
  /**
   * Distances up to this count as rounding: 2^-46 c, where c is the largest absolute value of a
   * coordinate of the box of the mesh.
   */
  slack: f64;
  /** Discs of a radius below this move, cast rays and find places as points: 1e-12 c. */
  point: f64;
  /**
   * Address of a complete binary tree over the polygons, one f64 per node. A leaf has the area of
   * its polygon, every other node the sum of its two children. Node 1 is the root. 0: not made yet.
   */
  areas: usize;
  /** The number of leaves, a power of two: the leaf of polygon p is node `leaves` + p. */
  leaves: u32;
  /** The number of connected parts, valid if `hasParts` is 1: a change of the mesh makes it 0. */
  partCount: u32;
  hasParts: u32;
  /** Addresses: the part of each polygon, or NONE; where each part begins in `partPolygons`. */
  parts: usize;
  partFirst: usize;
  /**
   * Addresses: the polygons of all parts, part by part; per such polygon the sum of the areas of
   * its part up to and with the polygon.
   */
  partPolygons: usize;
  partSums: usize;
  /** Entries that `partFirst` has room for. */
  partRoom: u32;
  /** Address of `Edge`s: the sides of the polygon of `within`, in which places are drawn. */
  edges: usize;
  edgeCount: u32;
  edgeRoom: u32;
  /** The region of the polygon of `within`, made by `regionAround`; 0 before its first call. */
  region: Region;
  /** The seed of the random numbers of the current batch. */
  seed: u64;
}

/** A corner of a ring, or of a polygon that is cut by a ring (region.ts). */
// @ts-ignore: decorator
@unmanaged
export class Point {
  x: f64;
  y: f64;
}

/** A side of the polygon of `within`, which is no polygon of the mesh. */
// @ts-ignore: decorator
@unmanaged
export class Edge {
  ax: f64;
  ay: f64;
  bx: f64;
  by: f64;
}

/** A list of triangles: parts of the polygons of a mesh. */
// @ts-ignore: decorator
@unmanaged
export class Region {
  /** Address of `Triangle`s. */
  triangles: usize;
  count: u32;
  room: u32;
}

/** A triangle of a region, and the polygon that the triangle is a part of. */
// @ts-ignore: decorator
@unmanaged
export class Triangle {
  ax: f64;
  ay: f64;
  bx: f64;
  by: f64;
  cx: f64;
  cy: f64;
  /** The sum of the areas of the triangles of the region up to and with this one. */
  sum: f64;
  owner: u32;
  unused: u32;
}

/**
 * Addresses of the columns of a batch, with one entry per row each. For `wallsRows` the columns of
 * walls have `most` entries per row. Entries are f64, except 32 bits in `at`, `wallSide` and
 * `contacts`, and a byte in `status`. `src/calls/columns.ts` allocates the columns.
 */
// @ts-ignore: decorator
@unmanaged
export class Columns {
  x: usize;
  y: usize;
  /** The push of a move; the end of a ray; `a` of `randomNearRows`: the distance. */
  a: usize;
  b: usize;
  /** The radius of a disc; of `wallsRows` the distance. */
  radius: usize;
  /**
   * Before the call a hint at the polygon of the place. After the call the polygon of the answer,
   * for rays the polygon of the start.
   */
  at: usize;
  /** A status of status.ts; of random places 1 = found, 0 = not. */
  status: usize;
  outX: usize;
  outY: usize;
  /**
   * The fraction of a ray, the clearance of a point, the distance to the nearest place. Of random
   * places, before the call: the number of the row in the whole batch.
   */
  value: usize;
  normalX: usize;
  normalY: usize;
  /** The ends and the side of the wall that a ray meets, or of the walls near a place. */
  wallAX: usize;
  wallAY: usize;
  wallBX: usize;
  wallBY: usize;
  wallSide: usize;
  /** The contacts of a move; the number of walls near a place; the part of a place. */
  contacts: usize;
}

/**
 * The line of sight of a point, and the walls that it has met so far. `lineSet` of look.ts turns
 * and mirrors the grid so that the line runs to the right.
 */
// @ts-ignore: decorator
@unmanaged
export class Line {
  x: f64;
  y: f64;
  vx: f64;
  vy: f64;
  speed: f64;
  /** Where the line starts, and how far it runs to the right, in columns of the turned grid. */
  start: f64;
  wide: f64;
  /** The part of the line, 0 to 1, before its first sure wall, and before its first unsure one. */
  best: f64;
  unsureFrom: f64;
  /** As `unsureFrom`, but without walls of length 0: the part of the line before `unsureWall`. */
  unsureAt: f64;
  /** The first sure wall, or NONE; the first unsure one of a length above 0, or NONE. */
  wall: u32;
  unsureWall: u32;
}

/**
 * A cell with walls on a line. `testCells` replaces its number, `cell`, by the address of its list.
 */
// @ts-ignore: decorator
@unmanaged
export class LineCell {
  cell: u32;
  line: u32;
  column: i32;
}

/** A wall or a corner that a disc touches, and the normal from there to the centre of the disc. */
// @ts-ignore: decorator
@unmanaged
export class Contact {
  nx: f64;
  ny: f64;
  /** The corner; unused if the disc touches the wall between its ends. */
  cx: f64;
  cy: f64;
  wall: u32;
  isCorner: u32;
}

export const SIDE: usize = offsetof<Side>();
/** Offsets of words of a side: `write-mesh.ts` of movement writes them from the host. */
export const SIDE_TWIN: usize = offsetof<Side>('twin');
export const SIDE_OWNER: usize = offsetof<Side>('owner');
export const POLYGON: usize = offsetof<Polygon>();
export const WALL: usize = offsetof<Wall>();
export const LISTED_WALL: usize = offsetof<ListedWall>();
export const LIST: usize = offsetof<List>();
export const WORLD: usize = offsetof<World>();
export const COLUMNS: usize = offsetof<Columns>();
export const CONTACT: usize = offsetof<Contact>();
export const LINE: usize = offsetof<Line>();
export const LINE_CELL: usize = offsetof<LineCell>();
export const POINT: usize = offsetof<Point>();
export const EDGE: usize = offsetof<Edge>();
export const REGION: usize = offsetof<Region>();
export const TRIANGLE: usize = offsetof<Triangle>();

/** Where the record of a batch holds the address of each column. */
export const COLUMN_X: usize = offsetof<Columns>('x');
export const COLUMN_Y: usize = offsetof<Columns>('y');
export const COLUMN_A: usize = offsetof<Columns>('a');
export const COLUMN_B: usize = offsetof<Columns>('b');
export const COLUMN_RADIUS: usize = offsetof<Columns>('radius');
export const COLUMN_AT: usize = offsetof<Columns>('at');
export const COLUMN_STATUS: usize = offsetof<Columns>('status');
export const COLUMN_OUT_X: usize = offsetof<Columns>('outX');
export const COLUMN_OUT_Y: usize = offsetof<Columns>('outY');
export const COLUMN_VALUE: usize = offsetof<Columns>('value');
export const COLUMN_NORMAL_X: usize = offsetof<Columns>('normalX');
export const COLUMN_NORMAL_Y: usize = offsetof<Columns>('normalY');
export const COLUMN_WALL_AX: usize = offsetof<Columns>('wallAX');
export const COLUMN_WALL_AY: usize = offsetof<Columns>('wallAY');
export const COLUMN_WALL_BX: usize = offsetof<Columns>('wallBX');
export const COLUMN_WALL_BY: usize = offsetof<Columns>('wallBY');
export const COLUMN_WALL_SIDE: usize = offsetof<Columns>('wallSide');
export const COLUMN_CONTACTS: usize = offsetof<Columns>('contacts');

/** A move ends at the contact after this many, with CONTACT_LIMIT. */
export const MOST_CONTACTS: u32 = 256;
