export { createSurface } from './surface/create-surface.ts';
export type { Surface } from './surface/surface.ts';
export type { Disc, DiscOptions, DiscRows, Numbers } from './surface/batch.ts';
export type { ClearanceCalls, Clearances, PointRows } from './surface/clearance-at.ts';
export type {
  ClosestCalls,
  ClosestPoint,
  ClosestPoints,
  ClosestRows,
} from './surface/closest-point.ts';
export type { LocateCalls } from './surface/locate-at.ts';
export type { MoveAlong, MoveCalls, MoveRows, Moves } from './surface/move-along.ts';
export type { RayCalls, RayHit, RayHits, RayRows } from './surface/raycast.ts';
export type {
  NearWalls,
  NearWallsAll,
  WallArrays,
  WallCalls,
  WallRows,
} from './surface/walls-near.ts';
export {
  CLEAR,
  CONTACT_LIMIT,
  HIT,
  MORE,
  MOVED_OUT,
  NO_PLACE,
  START_BLOCKED,
  SURFACE_STATUS_NAMES,
} from './surface/status.ts';
export type {
  Random,
  RandomNearOptions,
  RandomNearRows,
  RandomOptions,
  RandomPlaces,
  RandomPoint,
  RandomPoints,
} from './surface/random-points.ts';
