import { agreement } from './agreement.ts';
import { customisation } from './customisation.ts';
import { extracts } from './extracts.ts';
import { hierarchySpeed } from './hierarchy-speed.ts';
import type { OsmBar } from './osm-bar.ts';

/** The bars of `@wayfield/osm` and of road routing, in order. */
export const OSM_BARS: readonly OsmBar[] = [extracts, agreement, hierarchySpeed, customisation];
