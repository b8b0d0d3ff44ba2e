export { readSideAreas, type SideArea } from './driving-sides.ts';
export { describeRoute, type Leg, type Turn } from './itinerary.ts';
export { createLocator } from './locator.ts';
export type { LocateManyOptions, LocateOptions, Locator, RoadPosition } from './locator.ts';
export { readRoadNetwork, writeRoadNetwork } from './network-file.ts';
export { createPositionRouter } from './position-routes.ts';
export type { PositionQueries, PositionRoute, PositionRouter } from './position-routes.ts';
export { readOsm } from './read-osm.ts';
export type { ByteSource, OsmSource } from './byte-source.ts';
export type { Tags } from './elements.ts';
export { readSegmentSpeeds, type SegmentSpeed } from './segment-speeds.ts';
export { readTurnPenalties, type TurnPenalty } from './turn-penalties.ts';
export type { AreaUse, Profile, SegmentFacts, TurnFacts, WayUse } from './profile.ts';
export { createGround, type Ground, type GroundPlace, type GroundSpot } from './ground.ts';
export { PROFILES, type ProfileName } from './profiles.ts';
export { ROAD_KINDS, type RoadDetails, type RoadKind, type RoadSide } from './road-details.ts';
export { CLASSIFIED, ROAD_CLASSES, type RoadClass } from './road-class.ts';
export { loadGeoJson, type GeoJsonOptions } from './load-geojson.ts';
export { networkToGeoJson, pathToGeoJson, roadFeatures } from './write-geojson.ts';
export type { LineCollection, LineFeature } from './write-geojson.ts';
export type {
  OpenArea,
  OsmOptions,
  OsmProgress,
  RoadNetwork,
  RoadOptions,
  RoadReport,
  Roads,
  RoadWeight,
} from './types.ts';
