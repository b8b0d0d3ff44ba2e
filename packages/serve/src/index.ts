export { startServer } from './server/server.ts';
export type { RoutingServer, ServerOptions } from './server/server.ts';
export type { DrivingSide, OsrmLimits } from './osrm/context.ts';
export type { OsrmOptions } from './osrm/service.ts';
