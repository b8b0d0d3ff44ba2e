import type { Metric, RoutingNetwork } from '@wayfield/routing';

/** What a page needs to know of a network. */
export interface About {
  /** Degrees: west, south, east, north; 180, 90, -180, -90 for a network without roads. */
  readonly bounds: [number, number, number, number];
  readonly profile: string;
  readonly metric: Metric;
  readonly roads: number;
}

/** The extent and the profile of a network. */
export function aboutNetwork({ network, metric }: RoutingNetwork): About {
  const { lonE7, latE7, count } = network.roads;
  const bounds: About['bounds'] = [180, 90, -180, -90];
  for (let p = 0; p < lonE7.length; p++) {
    bounds[0] = Math.min(bounds[0], lonE7[p] / 1e7);
    bounds[1] = Math.min(bounds[1], latE7[p] / 1e7);
    bounds[2] = Math.max(bounds[2], lonE7[p] / 1e7);
    bounds[3] = Math.max(bounds[3], latE7[p] / 1e7);
  }
  return { bounds, profile: network.profile, metric, roads: count };
}
