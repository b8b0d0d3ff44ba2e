export { createOsrmService } from './osrm/service.ts';
export type { Answer, OsrmOptions, OsrmService } from './osrm/service.ts';
export type { TableMatrix } from './osrm/services/table.ts';
export type { DrivingSide, OsrmLimits } from './osrm/context.ts';
