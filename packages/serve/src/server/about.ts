import type { Metric, RoutingNetwork } from '@wayfield/routing';

/** What a page needs to know of a network. */
export interface About {
  /**
   * Degrees: west, south, east, north; 180, 90, -180, -90 for a network without roads. East is
   * above 180 where that is narrower, as for a network across 180 degrees.
   */
  readonly bounds: [number, number, number, number];
  readonly profile: string;
  readonly metric: Metric;
  readonly roads: number;
}

/** The extent and the profile of a network. */
export function aboutNetwork({ network, metric }: RoutingNetwork): About {
  const { lonE7, latE7, count } = network.roads;
  const bounds = boundsOf(lonE7, latE7, -180);
  const across = boundsOf(lonE7, latE7, 0);
  const isNarrower = across[2] - across[0] < bounds[2] - bounds[0];
  const { profile } = network;
  return { bounds: isNarrower ? across : bounds, profile, metric, roads: count };
}

/** The bounds of places whose longitudes begin at `least`, -180 or 0. */
function boundsOf(lonE7: Int32Array, latE7: Int32Array, least: number): About['bounds'] {
  let [west, south, east, north] = [180, 90, -180, -90];
  for (let p = 0; p < lonE7.length; p++) {
    const [lon, lat] = [lonE7[p] / 1e7, latE7[p] / 1e7];
    const from = lon < least ? lon + 360 : lon;
    [west, east] = [Math.min(west, from), Math.max(east, from)];
    [south, north] = [Math.min(south, lat), Math.max(north, lat)];
  }
  return [west, south, east, north];
}
