export {
  CAR_FOLLOWING,
  type CarFollowing,
  equilibriumFlow,
  equilibriumGap,
} from './traffic/car-following.ts';
export { createTraffic } from './traffic/create-traffic.ts';
export type {
  Traffic,
  TrafficOptions,
  TrafficReport,
  VehicleColumns,
} from './traffic/create-traffic.ts';
export { createLanePlaces } from './traffic/lane-places.ts';
export type { LanePlaceOptions, LanePlaces } from './traffic/lane-places.ts';
export { createLaneRoutes } from './traffic/lane-routes.ts';
export type { LaneRouteCollector, LaneRoutes } from './traffic/lane-routes.ts';
export { trafficLanes, type TrafficLanes } from './traffic/lanes.ts';
export { ARRIVED, type Arrival, DRIVING, QUEUED, WAITING } from './traffic/state.ts';
export { summariseTraffic, type TrafficSummary } from './traffic/summarise-traffic.ts';
export { trafficTrajectories } from './traffic/traffic-trajectories.ts';
export type { TrafficTrajectoryOptions } from './traffic/traffic-trajectories.ts';
