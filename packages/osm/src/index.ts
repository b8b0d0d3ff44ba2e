export { readOsm } from './read-osm.ts';
export type { ByteSource, OsmSource } from './byte-source.ts';
export type { Tags } from './elements.ts';
export type { Profile, WayUse } from './profile.ts';
export { PROFILES, type ProfileName } from './profiles.ts';
export { CLASSIFIED, ROAD_CLASSES, type RoadClass } from './road-class.ts';
export type {
  OsmOptions,
  OsmProgress,
  RoadNetwork,
  RoadOptions,
  RoadReport,
  Roads,
  RoadWeight,
} from './types.ts';
