export { CORRIDOR_STATUS } from './corridors/corridors.ts';
export { createCorridor, createCorridors } from './corridors/create-corridors.ts';
export type {
  AllCorners,
  Corridor,
  CorridorBatches,
  CorridorCorners,
  CorridorRoutes,
  CorridorRows,
  Corridors,
  CorridorStatus,
  PlaceRows,
  RouteRows,
} from './corridors/corridors.ts';
