// Wayfield on MapLibre. `./deck`: data for layers of deck.gl.
export { type AgentLayer, type AgentLayerOptions, createAgentLayer } from './agent-layer.ts';
export { addIsochrones, addRoutes } from './features.ts';
export type { IsochroneOptions, MapFeature, MapLayers, RouteOptions } from './features.ts';
export type { MapLike } from './map.ts';
