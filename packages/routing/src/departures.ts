export { readRoadSpeeds, type RoadSpeeds } from './departures/speeds-csv.ts';
export type { SpeedSlice } from './departures/slices.ts';
export { createTimedRouter } from './departures/timed-router.ts';
export type {
  TimedRouteOptions,
  TimedRouter,
  TimedRouterOptions,
} from './departures/timed-router.ts';
