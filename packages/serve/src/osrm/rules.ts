// What arguments must be, and the limits of requests.
import {
  callback,
  list,
  number,
  object,
  oneOf,
  optional,
  text,
  type Rule,
  whole,
} from '@wayfield/check';
import type { Metric } from '@wayfield/routing';
import type { OsrmLimits, OsrmOptions } from './context.ts';

/** What answers call the weight of routes by default, by the metric. */
export const WEIGHT_NAMES: Readonly<Record<Metric, string>> = {
  seconds: 'duration',
  metres: 'distance',
  cost: 'routability',
};
export const metricRule: Rule = oneOf(...Object.keys(WEIGHT_NAMES));

/** A routing network: that it is one; the engines look at its parts. */
export const networkRule: Rule = object(
  {
    network: object({ roads: object({ count: whole() }) }),
    metric: metricRule,
    hierarchy: object({ nodeCount: whole() }),
  },
  'a RoutingNetwork',
);

/** Limits where none are given. */
export const LIMITS: Required<OsrmLimits> = {
  route: 500,
  table: 100,
  trip: 100,
  match: 100,
  nearest: 100,
  alternatives: 3,
  contours: 8,
  reach: 7200,
};
/**
 * The largest limits that may be set. Engines refuse more than 100 nearest positions, 500 stops of
 * a trip and 20 routes, the best one included. The other values are chosen.
 */
const MOST: Required<OsrmLimits> = {
  route: 100_000,
  table: 10_000,
  trip: 500,
  match: 100_000,
  nearest: 100,
  alternatives: 19,
  contours: 1000,
  reach: 1e9,
};

/** What options of the services must be. */
export const OSRM_RULES: Readonly<Record<keyof OsrmOptions, Rule>> = {
  limits: object(
    Object.fromEntries(
      Object.entries(MOST).map(([name, most]) => [
        name,
        optional(name === 'reach' ? number(1, most) : whole(name === 'alternatives' ? 0 : 1, most)),
      ]),
    ),
    'an object with limits',
  ),
  drivingSide: oneOf('left', 'right'),
  dataVersion: text,
  weightName: text,
  weightDecimals: whole(0, 6),
  speedSource: text,
  slices: list,
  speedsAt: callback,
};
