export { createGroundIndex, type GroundIndex } from './ground.ts';
export { buildRouting, type BuildRoutingOptions } from './network/build.ts';
export { readRouting, writeRouting } from './network/file.ts';
export { createRoadIndex, type NearestOptions, type RoadIndex } from './locate.ts';
export { createRouter, type RouteOptions, type Router } from './route/router.ts';
export { type Avoid, type Ring, roadsToAvoid } from './route/avoid.ts';
export { withoutRoads } from './route/without-roads.ts';
export { annotateLeg, routeLine } from './route/geometry.ts';
export { nodesOfLeg } from './route/leg-nodes.ts';
export { decodePolyline, encodePolyline } from './route/polyline.ts';
export type { Annotation, Place, RouteLine } from './route/geometry.ts';
export { legSteps, type Step } from './route/steps.ts';
export type {
  Directions,
  GroundWalk,
  Metric,
  Piece,
  RoadPoint,
  Route,
  RouteLeg,
  RoutingNetwork,
} from './types.ts';
