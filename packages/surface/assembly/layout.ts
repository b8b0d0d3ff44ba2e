// Records in memory, read and written by name: `changetype<Wall>(address).length` compiles to a
// load with a fixed offset.

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
  /** The wall of the side. With a twin: of an obstacle that is its start alone, else NONE. */
  wall: u32;
  unused: u32;
}

/** The sides of a polygon: `first` to `end` - 1. No sides: the number is not in use. */
// @ts-ignore: decorator
@unmanaged
export class Polygon {
  first: u32;
  end: u32;
}

/** A wall as lists of cells hold it: a copy, so that a list is read in one go. */
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
  unused: u32;
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
  side: u32;
  /** Of one wall of an obstacle that is a point: the other wall. NONE for all other walls. */
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
  /** Address of a word per cell, row by row: where among the lists its list begins. */
  cells: usize;
  /** Address of the lists of all cells, the bytes in use, and the bytes there is room for. */
  lists: usize;
  used: usize;
  room: usize;
  /** Bytes of an item of a list: `LISTED_WALL`, or a word for a polygon. */
  item: usize;
  /**
   * Addresses of a bit per cell that says whether its list has items: row by row and column by
   * column, each with the bytes from one row, or column, to the next. Most cells are empty, and a
   * bit is nearer than the record of a cell. 0: there are no bits.
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

/** What a mesh consists of; several threads read one of these. */
// @ts-ignore: decorator
@unmanaged
export class World {
  walls: Grid;
  polygons: Grid;
  /** Addresses of records. */
  side: usize;
  polygon: usize;
  wall: usize;
  /** Polygons: numbers in use are below this. */
  polygonCount: u32;
  /** 1: sides 3 i to 3 i + 2 belong to polygon i, for all i. 0: polygons have any sides. */
  hasTriangles: u32;
  /** Walls: numbers in use are below this; room; the first free number, NONE without one. */
  wallCount: u32;
  wallRoom: u32;
  freeWall: u32;
  /** Address of the block that the walls are in. */
  wallBlock: usize;
  /** Distances up to this are rounding: 2^-46 of the largest coordinate. */
  slack: f64;
  /** Radii below this count as this in moves: 1e-12 of the largest coordinate. */
  point: f64;
  /**
   * Address of a complete binary tree over the polygons: a number per node, of a leaf the area of
   * the polygon, of another node the sum of its two children. Node 1 is the root. 0: not made yet.
   */
  areas: usize;
  /** The number of leaves, a power of two: the leaf of polygon p is node `leaves` + p. */
  leaves: u32;
  /** Connected parts, 0 is the largest; 0 also where `hasParts` is 0 and none are known. */
  partCount: u32;
  hasParts: u32;
  /** Addresses: the part of each polygon, NONE without one; where the list of each part begins. */
  parts: usize;
  partFirst: usize;
  /** Addresses: the polygons of all parts, part by part; sums of areas within each part. */
  partPolygons: usize;
  partSums: usize;
  partRoom: u32;
  /** Address of the sides of the polygon that places are drawn in: `Edge`. */
  edges: usize;
  edgeCount: u32;
  edgeRoom: u32;
  /** The part of the mesh around that polygon. */
  region: Region;
  /** What the random numbers of the current batch begin with. */
  seed: u64;
}

/** A point of a ring. */
// @ts-ignore: decorator
@unmanaged
export class Point {
  x: f64;
  y: f64;
}

/** A side of a polygon that is no part of the mesh. */
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
  /** The sum of the areas of the triangles up to this one. */
  sum: f64;
  owner: u32;
  unused: u32;
}

/** Addresses of the columns of a batch: one number per row each. */
// @ts-ignore: decorator
@unmanaged
export class Columns {
  x: usize;
  y: usize;
  /** The displacement of a move, the end of a ray. */
  a: usize;
  b: usize;
  radius: usize;
  at: usize;
  status: usize;
  outX: usize;
  outY: usize;
  /**
   * The fraction of a ray, the clearance of a point, the distance that a point was moved; of random
   * places before the call the number of the row.
   */
  value: usize;
  normalX: usize;
  normalY: usize;
  /** Of a ray the wall that it hits: its ends, and its side. */
  wallAX: usize;
  wallAY: usize;
  wallBX: usize;
  wallBY: usize;
  wallSide: usize;
  contacts: usize;
}

/** The line of sight of a point, and what it has met so far. */
// @ts-ignore: decorator
@unmanaged
export class Line {
  x: f64;
  y: f64;
  vx: f64;
  vy: f64;
  speed: f64;
  /** Where the line starts and how far it leads, in columns of cells: see `lineSet`. */
  start: f64;
  wide: f64;
  /** The share of the line before the first wall, and where rounding may decide. */
  best: f64;
  unsureFrom: f64;
  /** The first wall, or NONE. */
  wall: u32;
  unused: u32;
}

/** A cell with walls on a line. Later, `cell` is the address of its list. */
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
  /** The corner; of a contact with the inside of a wall unused. */
  cx: f64;
  cy: f64;
  wall: u32;
  isCorner: u32;
}

export const SIDE: usize = offsetof<Side>();
/** Where the host writes the words of a side. */
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

/** Contacts after which a move ends where it is. */
export const MOST_CONTACTS: u32 = 256;
