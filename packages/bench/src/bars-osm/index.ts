import { agreement } from './agreement.ts';
import { customisation } from './customisation.ts';
import { extracts } from './extracts.ts';
import { hierarchySpeed } from './hierarchy-speed.ts';
import { fuzz } from './fuzz.ts';
import type { OsmBar } from './osm-bar.ts';
import { readSpeed } from './read-speed.ts';
import { studyTables } from './study-tables.ts';

/** The bars of `@wayfield/osm` and of road routing, in order. */
export const OSM_BARS: readonly OsmBar[] = [
  extracts,
  readSpeed,
  agreement,
  hierarchySpeed,
  customisation,
  studyTables,
  fuzz,
];
