export { createCorridor, createCorridors } from './corridors/create-corridors.ts';
export type {
  AllCorners,
  Corridor,
  CorridorCorners,
  CorridorRoutes,
  Corridors,
  CorridorStatus,
} from './corridors/corridors.ts';
