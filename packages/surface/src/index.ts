export { createSurface } from './create-surface.ts';
export type { Surface } from './surface.ts';
export type { Disc, DiscOptions, DiscRows, Numbers } from './calls/batch.ts';
export type { ClearanceCalls, Clearances, PointRows } from './calls/clearance-at.ts';
export type {
  ClosestCalls,
  ClosestPoint,
  ClosestPoints,
  ClosestRows,
} from './calls/closest-point.ts';
export type { LocateCalls } from './calls/locate-at.ts';
export type { MoveAlong, MoveCalls, MoveRows, Moves } from './calls/move-along.ts';
export type { RayCalls, RayHit, RayHits, RayRows } from './calls/raycast.ts';
export type {
  NearWalls,
  NearWallsAll,
  WallArrays,
  WallCalls,
  WallRows,
} from './calls/walls-near.ts';
export * from './calls/status.ts';
export type {
  Random,
  RandomNearOptions,
  RandomNearRows,
  RandomOptions,
  RandomPlaces,
  RandomPoint,
  RandomPoints,
} from './calls/random-points.ts';
