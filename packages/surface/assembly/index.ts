// Moving agents on a mesh, compiled to kernels.wasm.
//
// layout.ts, status.ts  records, and the statuses of rows
// world.ts, change.ts   the mesh: polygons, sides, walls, and how they are written
// grid.ts, band.ts      lists of walls and of polygons by cell; which cells a polygon touches
// locate.ts, place-in.ts  the polygon of a point; whether a polygon holds a point
// near.ts               the nearest wall; whether a disc is clear
// fit.ts                the nearest place where a disc fits
// look.ts               the first wall on the line of a point, where no rounding decides
// sweep.ts, arc.ts      the first contact of a disc that moves straight, or around a corner
// move.ts, move-point.ts  a disc, or a point, that is pushed and slides
// orient.ts, ray.ts     exact signs, and lines of sight
// walls-near.ts         the walls near a point
// stamps.ts             which walls or polygons the current search has met
// area-sums.ts, parts.ts  areas of polygons, and the connected parts
// region.ts, random.ts  the mesh around a polygon or a circle; random numbers of rows
// spots.ts              rows of random places, and of parts
// least.ts, logarithm.ts  minima and maxima without a branch; exp and log
// columns.ts, rows.ts   the columns of batches, and the other rows

export { addPolygon, removePolygon } from './area-sums';
export { addPoint, gridCreate, removeWalls, setSide, worldCreate } from './change';
export { rowsBind } from './rows';
export { partCount, partOf } from './parts';
export { edgesMake, regionAround, setEdge } from './region';
export { searchSet } from './stamps';
export { ANYWHERE, IN_POLYGON, partRows, randomNearRows, randomRows, randomSeed } from './spots';
export { clearanceRows, closestRows, locateRows, moveRows, rayRows, wallsRows } from './rows';
export {
  COLUMN_X,
  COLUMN_Y,
  COLUMN_A,
  COLUMN_B,
  COLUMN_RADIUS,
  COLUMN_AT,
  COLUMN_STATUS,
  COLUMN_OUT_X,
  COLUMN_OUT_Y,
  COLUMN_VALUE,
  COLUMN_NORMAL_X,
  COLUMN_NORMAL_Y,
  COLUMN_WALL_AX,
  COLUMN_WALL_AY,
  COLUMN_WALL_BX,
  COLUMN_WALL_BY,
  COLUMN_WALL_SIDE,
  COLUMN_CONTACTS,
  COLUMNS,
} from './layout';
export { CLEAR, CONTACT_LIMIT, HIT, MORE, MOVED_OUT, NO_PLACE, START_BLOCKED } from './status';
export { worldBind } from './world';
