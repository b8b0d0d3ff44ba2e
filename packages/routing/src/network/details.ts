// Signs and tags of single roads, for steps and roundabouts.
import { ROAD_CLASSES, type RoadDetails, type RoadNetwork } from '@wayfield/osm';
import type { Piece } from '../types.ts';

const NONE: RoadDetails = {};

/** What signs and tags tell about a road. */
export function detailsOfRoad({ roads, details }: RoadNetwork, road: number): RoadDetails {
  return (roads.detail && details?.[roads.detail[road]]) ?? NONE;
}

/**
 * How a piece of a route is travelled: a word of the profile, 'ferry', or '' for the usual mode.
 */
export function modeOf(network: RoadNetwork, { road, against }: Piece): string {
  const said = detailsOfRoad(network, road).modes?.[against ? 1 : 0];
  if (said !== undefined) return said;
  return ROAD_CLASSES[network.roads.roadClass[road]] === 'ferry' ? 'ferry' : '';
}
