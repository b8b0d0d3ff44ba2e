export { createOsrmService } from './osrm/service.ts';
export type { Answer, OsrmOptions, OsrmService } from './osrm/service.ts';
export type { DrivingSide, OsrmLimits } from './osrm/context.ts';
